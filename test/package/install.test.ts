// What `npm install -g system1` gives, from the tarball and without network, on every Node that it is for.
import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { type Exit, runBuilt } from '../support/cli.ts';
import { byName, deciding } from '../support/deciding.ts';
import { type Installed, installPackage, nodeVersions } from '../support/package.ts';
import { serve, type TestServer } from '../support/server.ts';

let installed: Installed;
let laya: TestServer;
beforeAll(async () => {
  laya = await serve(deciding(byName({ yes: 0.9, no: 0.1, billing: 0.7, technical: 0.3 })));
  installed = await installPackage();
});
afterAll(async () => {
  await laya.close();
  await installed[Symbol.asyncDispose]();
});

test('the tarball holds what is needed, and no more', () => {
  const { files, size } = installed.packed;
  const names = [...files.keys()].map((name) =>
    name.replace(/-[A-Z\d]{8}\./, '-*.').replace(/^completions\/.*/, 'completions/*'),
  );
  expect([...new Set(names)].filter((name) => name !== 'completions/*').sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'bin/system1.cjs',
    'dist/LICENSES.txt',
    'dist/ask-alone-*.cjs',
    'dist/both-orders-*.cjs',
    'dist/chunk-*.cjs',
    'dist/cli.cjs',
    'dist/help.cjs',
    'dist/index.cjs',
    'dist/index.d.cts',
    'dist/late-*.cjs',
    'dist/loader.cjs',
    'dist/ora.cjs',
    'dist/text-*.cjs',
    'dist/toml.cjs',
    'dist/usage-*.cjs',
    'package.json',
  ]);
  expect(size).toBeLessThan(300_000);
});

test('the module has no way to write, to exit, or to listen to signals', () => {
  const text = readFileSync(join(installed.project, 'node_modules/system1/dist/index.cjs'), 'utf8');
  expect([...new Set(text.match(/\bconsole\b|\bprocess\.\w+/g))].sort()).toEqual([
    'process.cwd',
    'process.env',
    'process.platform',
  ]);
});

test('nothing else has to be installed', () => {
  expect(Object.keys(packageJson)).not.toContain('dependencies');
});

test('the command is on the path', async () => {
  const bin = join(installed.prefix, 'bin/system1');
  expect(readlinkSync(bin)).toBe('../lib/node_modules/system1/bin/system1.cjs');
  const env = { PATH: `${dirname(bin)}:${dirname(process.execPath)}:/usr/bin:/bin`, HOME: installed.project };
  const { stdout } = await promisify(execFile)('system1', ['--version'], { env });
  expect(stdout).toBe(`${packageJson.version}\n`);
});

describe.each(nodeVersions.map((version) => [version.title, version] as const))(
  '%s',
  (_, { path: node, isMissing }) => {
    const system1 = (argv: readonly string[], env: Record<string, string> = {}): Promise<Exit> =>
      runBuilt(argv, {
        node,
        bin: join(installed.prefix, 'bin/system1'),
        env: { SYSTEM1_LAYA_ENDPOINT: laya.url, ...env },
      });

    /** Runs a script of the project that depends on the package. */
    const script = (name: string, source: string): Promise<Exit> => {
      writeFileSync(join(installed.project, name), source);
      return runBuilt([], { node, bin: join(installed.project, name), env: { SYSTEM1_LAYA_ENDPOINT: laya.url } });
    };

    it.skipIf(isMissing).each<[what: string, argv: string[], code: number, stdout: string | RegExp]>([
      ['a version', ['--version'], 0, `${packageJson.version}\n`],
      ['help', ['help', 'exit-codes'], 0, /124/],
      ['an answer', ['decide', 'Is it safe?', '-c', 'ls'], 0, 'yes\n'],
      ['a gate', ['decide', 'Is it safe?', '-c', 'ls', '--expect', 'no'], 1, 'yes\n'],
      ['several questions', ['decide', '--questions', '{"questions": {"a": {"question": "x"}}}'], 0, 'a\tyes\n'],
      ['a report', ['decide', 'Is it safe?', '--format', 'tap'], 0, /^TAP version 13\n/],
      ['a dry run', ['decide', 'Is it safe?', '--dry-run', '-q'], 3, ''],
      ['the providers', ['providers', '--chain', '--json'], 0, /"provider":"laya"/],
    ])('%s', async (_, argv, code, stdout) => {
      const ended = await system1(argv);
      expect(ended).toMatchObject({ code, stderr: '' });
      expect(ended.stdout).toMatch(stdout);
    });

    const body = `const answer = await decide({ question: 'Is it safe?', context: 'ls' });
    console.log(answer.decision, answer.provider);`;

    it.skipIf(isMissing)('imports it', async () => {
      const ended = await script('esm.mjs', `import { decide } from 'system1';\n${body}`);
      expect(ended).toEqual({ code: 0, signal: null, stdout: 'yes laya\n', stderr: '' });
    });

    it.skipIf(isMissing)('requires it', async () => {
      const ended = await script('cjs.cjs', `const { decide } = require('system1');\n(async () => {${body}})();`);
      expect(ended).toEqual({ code: 0, signal: null, stdout: 'yes laya\n', stderr: '' });
    });

    it.skipIf(isMissing)('has it once, however it is loaded', async () => {
      const source = `import { createRequire } from 'node:module';
      import * as imported from 'system1';
      const required = createRequire(import.meta.url)('system1');
      console.log(Object.keys(required).join(), imported.System1Error === required.System1Error);
      console.log(required.System1Error.name);`;
      expect(await script('both.mjs', source)).toMatchObject({
        code: 0,
        stdout: 'System1Error,decide,decideAll,openSession true\nSystem1Error\n',
      });
    });

    it.skipIf(isMissing)('is left as it is by the module', async () => {
      const source = `import { decide, openSession } from 'system1';
      const state = () => JSON.stringify([
        process.eventNames().map((name) => [String(name), process.listenerCount(name)]),
        process.exitCode, process.cwd(), process.env, process.title, process.umask(), process.execArgv,
        Object.getOwnPropertyNames(globalThis),
      ]);
      const before = state();
      await decide({ question: 'Is it safe?' });
      await decide({ question: 'Is it safe?', provider: 'layla' }).catch(() => {});
      await decide({ question: 'Is it safe?', endpoint: 'http://127.0.0.1:1' });
      const session = await openSession();
      await session.decide({ question: 'Is it safe?' });
      session.close();
      await new Promise(setImmediate);
      const after = state();
      if (after !== before) console.log(before, after);`;
      expect(await script('state.mjs', source)).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    });
  },
);

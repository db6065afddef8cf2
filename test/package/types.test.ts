// The published types: what they let a TypeScript program say, without skipLibCheck, and that nothing else can be seen.
import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { root, runBuilt } from '../support/cli.ts';
import { deciding } from '../support/deciding.ts';
import { type Installed, installPackage } from '../support/package.ts';
import { serve } from '../support/server.ts';

const fixture = (name: string): string => join(root, 'test/fixtures/module', name);

let installed: Installed;
beforeAll(async () => {
  installed = await installPackage();
});
afterAll(() => installed[Symbol.asyncDispose]());

/** What tsc complains about in files of a project that depends on the package. */
async function complaints(files: readonly string[], options: object): Promise<string> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022'],
    types: ['node'],
    ...options,
  };
  writeFileSync(join(installed.project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return promisify(execFile)(process.execPath, [tsc], { cwd: installed.project }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => stdout + stderr,
  );
}

describe('they fit a program', () => {
  const nodenext = { module: 'nodenext' };
  const bundler = { module: 'esnext', moduleResolution: 'bundler' };
  const exact = { ...nodenext, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const browser = { ...bundler, lib: ['es2022', 'dom', 'esnext.disposable'], types: [] };

  it.each<[what: string, source: string, files: string[], options: object]>([
    ['of ES modules, and of CommonJS', 'consumer.ts', ['esm.mts', 'cjs.cts'], nodenext],
    ['with exact optional properties', 'consumer.ts', ['exact.mts'], exact],
    ['for a bundler', 'consumer.ts', ['bundled.ts'], bundler],
    ['with the types of browsers', 'consumer.ts', ['browser.ts'], browser],
    ["that is the README's", 'example.ts', ['example.mts'], nodenext],
  ])('%s', async (_, source, files, options) => {
    for (const file of files) copyFileSync(fixture(source), join(installed.project, file));
    expect(await complaints(files, options)).toBe('');
  });

  it('and complain where they should', async () => {
    const source = readFileSync(fixture('consumer.ts'), 'utf8').replaceAll(/^.*@ts-expect-error.*\n/gm, '');
    writeFileSync(join(installed.project, 'wrong.mts'), source);
    const found = await complaints(['wrong.mts'], nodenext);
    expect(found.match(/error TS\d+/g)).toHaveLength(8);
  });
});

test('they are one file that needs no other, and say nothing of the inside', () => {
  const text = readFileSync(join(installed.project, 'node_modules/system1/dist/index.d.cts'), 'utf8');
  expect(text).not.toMatch(/\b(?:import|from|require)\b.*['"]/);
  expect(text).not.toMatch(/retryable|keyRejected|CoreError|askers|Runner/);
  const names = [...text.matchAll(/^export (?:declare )?(?:const|interface|type|function) (\w+)/gm)].map(
    ([, name]) => name,
  );
  expect([...new Set(names)].sort()).toEqual([
    'Abstained',
    'Answer',
    'Answered',
    'Attempt',
    'ConfidenceSource',
    'DecisionOf',
    'ErrorCode',
    'Failed',
    'Failure',
    'Limits',
    'Question',
    'RatedOption',
    'Session',
    'Settings',
    'System1Error',
    'decide',
    'decideAll',
    'openSession',
  ]);
});

describe("the README's example", () => {
  test('runs as it is written', async () => {
    const firstOption = { spam: 0.9, team: 0.9, angry: 0.7, safe: 0.1 };
    const engine = deciding(({ instructions }) => {
      const [, first = 0] = Object.entries(firstOption).find(([word]) => instructions.includes(word)) ?? [];
      return [first, Number((1 - first).toFixed(2))];
    });
    await using laya = await serve(engine);
    const bin = join(installed.project, 'example.mjs');
    copyFileSync(fixture('example.ts'), bin);
    const { code, stdout, stderr } = await runBuilt([], { bin, env: { SYSTEM1_LAYA_ENDPOINT: laya.url } });
    expect({ code, stderr, lines: stdout.split('\n') }).toEqual({
      code: 0,
      stderr: '',
      lines: ['hide it', 'billing 0.9', 'not sure', 'ask a person', ''],
    });
  });

  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  test.skipIf(!readme.includes("from 'system1'"))('is what stands there (skipped while it has none)', () => {
    expect(readme).toContain(readFileSync(fixture('example.ts'), 'utf8'));
  });
});

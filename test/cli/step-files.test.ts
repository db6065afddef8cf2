// What a GitHub step takes by files, when a run does not come to its end: nothing of it may pass for the whole.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { batch, jsonl, numbered, yes } from '../support/batch.ts';
import { runBuilt } from '../support/cli.ts';
import { decide } from '../support/decide.ts';
import { deciding } from '../support/deciding.ts';
import { silent, systemOne } from '../support/engines.ts';
import { atEveryMoment } from '../support/file-faults.ts';
import { outputsIn } from '../support/github.ts';
import { workshop } from '../support/labelled.ts';
import { type Handler, serve } from '../support/server.ts';
import { runShell } from '../support/shell.ts';

const variables = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'] as const;

describe('a file that cannot be written is told before anything is asked', () => {
  it.each(
    variables.flatMap((variable) => [
      [variable, 'nowhere/at/all', 'no such file or directory'],
      [variable, 'taken/file', 'not a directory'],
      [variable, '.', 'it is a folder'],
    ]),
  )('%s=%s', async (variable = '', path = '', code = '') => {
    using shop = workshop();
    shop.file('taken', '');
    const output = join(shop.folder, 'out');
    const world = { env: { [variable]: join(shop.folder, path) } };
    const said = `system1: cannot write to $${variable}: ${code}\n`;
    const argv = ['--format', 'github'];
    const rows = await batch(numbered(3), ['Safe?', ...argv, '--output', output], world);
    expect(rows).toMatchObject({ code: 2, stderr: said, sent: { laya: [] } });
    expect(existsSync(output)).toBe(false);
    const one = await decide({ laya: systemOne({ yes: 0.9, no: 0.1 }) }, argv, world);
    expect(one).toMatchObject({ code: 2, stdout: '', stderr: said, sent: { laya: [] } });
  });

  it('not of another format, nor of a dry run', async () => {
    const env = { GITHUB_OUTPUT: '/nowhere/at/all' };
    expect(await batch(numbered(1), ['Safe?', '--format', 'tap'], { env })).toMatchObject({ code: 0 });
    expect(await decide({}, ['--format', 'github', '--dry-run', '-p', 'laya'], { env })).toMatchObject({ code: 3 });
  });
});

/** A batch that writes step files, cut short. */
interface Cut {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The contents of the two files, null where there is none. */
  readonly files: readonly (string | null)[];
}

/** Answers three rows, and no more. */
const three: Handler = (request, response) =>
  /text [012]"/.test(request.body) ? deciding(yes)(request, response) : silent(request, response);

/** On stdout, when two rows are there. */
const linesOfTwo: Readonly<Record<string, number>> = { github: 2, tap: 3, jsonl: 2 };

/** Four rows, of which the last is never answered. It is cut short by a signal once that has been asked, or by `flags`. */
async function cut(format: string, signal: NodeJS.Signals | null, ...flags: string[]): Promise<Cut> {
  using shop = workshop();
  let last = (): void => {};
  const asked = new Promise<void>((resolve) => {
    last = resolve;
  });
  await using server = await serve((request, response) => {
    if (request.body.includes('text 3')) last();
    return three(request, response);
  });
  const paths = variables.map((name) => join(shop.folder, name));
  const argv = ['--batch', shop.file('rows', jsonl(numbered(4))), '--format', format, '--concurrency', '1', ...flags];
  const ended = await runBuilt(['decide', 'Safe?', '-p', 'laya', ...argv], {
    env: {
      SYSTEM1_LAYA_ENDPOINT: server.url,
      ...Object.fromEntries(variables.map((name, index) => [name, paths[index] ?? ''])),
    },
    ...(signal === null ? {} : { kill: { signal, when: asked, lines: linesOfTwo[format] ?? 0 } }),
  });
  return { ...ended, files: paths.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : null)) };
}

describe('a batch that is cut short', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s gives a step no outputs: its counts are not those of all',
    async (signal) => {
      const ended = await cut('github', signal);
      expect(ended).toMatchObject({ code: null, signal, files: [null, null] });
      expect(ended.stdout).toMatch(/^(::notice .*\n){2,3}$/);
      // The signal may come between the write of a row and its count.
      const counted = /^system1: ([1-3]) rows?: \1 answered, 0 abstained, 0 failed;/.exec(ended.stderr)?.[1];
      expect(Number(counted)).toBeLessThanOrEqual(ended.stdout.trimEnd().split('\n').length);
    },
  );

  it('by the deadline counts what it has, with the failed row and the exit code that tell', async () => {
    const ended = await cut('github', null, '--deadline', '1s');
    expect(ended).toMatchObject({ code: 124, files: [expect.stringContaining('answered<<'), expect.any(String)] });
    expect(ended.files[0]).toMatch(/^failed<<(\S+)\n1\n\1$/m);
  });

  it.each([
    ['tap', /^TAP version 13\n(ok \d - \d\n){2,3}$/],
    ['junit', /<testcase [^>]*\/>\n {2}<\/testsuite>\n$/],
  ])(
    'by a signal leaves a report without its end, which no reader takes for a whole one: %s',
    async (format, pattern) => {
      const { stdout } = await cut(format, 'SIGTERM');
      expect(stdout).toMatch(pattern);
    },
  );

  it('is told to go on only where that can be', async () => {
    const hint = '\nhint: JSON lines (no --format) with --output FILE could be resumed\n';
    expect((await cut('tap', 'SIGTERM')).stderr).toContain(hint);
    expect((await cut('tap', null, '--deadline', '1s')).stderr).toContain(hint);
    expect((await cut('jsonl', 'SIGTERM')).stderr).toContain('\nhint: with --output FILE, --resume would go on');
  });
});

it('a batch whose reader has gone writes no step files', async () => {
  await using server = await serve(deciding(yes));
  const script = `
    printf '%s\\n' '{"context":"a"}' '{"context":"b"}' > rows
    export GITHUB_OUTPUT=$PWD/output GITHUB_STEP_SUMMARY=$PWD/summary
    exec 3> >(:); wait $!
    system1 decide Safe? -b rows --format github >&3; echo $?
    system1 decide Safe? -b rows --format github > /dev/null 2>&1; echo $?
    grep -c 'answered' output`;
  const { stdout, stderr } = await runShell(script, { SYSTEM1_LAYA_ENDPOINT: server.url });
  // The second one has a reader, and shows that the files would have been written.
  expect([stdout, stderr]).toEqual(['0\n0\n1\n', '']);
});

describe('a run that comes to its end while it writes them', () => {
  const argv = ['decide', 'Safe?', '-p', 'mock', '--format', 'github'];
  const wanted = { decision: 'yes', outcome: 'answered', verdict: 'pass', confidence: '0.9' };

  it.each(['kill', 'ENOSPC'] as const)('by %s at any moment: every output that can be read is whole', async (fault) => {
    const sizes = new Set<number>();
    const moments = await atEveryMoment(fault, async (preload) => {
      using shop = workshop();
      const [output, summary] = [shop.file('output', 'before=1\n'), join(shop.folder, 'summary')];
      const ended = await runBuilt(argv, { env: { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary }, preload });
      const found = outputsIn(readFileSync(output, 'utf8'));
      expect({ ...found, ...wanted }).toEqual({ before: '1', ...wanted });
      expect(found).toMatchObject({ before: '1' });
      for (const [name, value] of Object.entries(found))
        if (name !== 'before') expect(wanted).toMatchObject({ [name]: value });
      if (fault === 'ENOSPC' && ended.code !== 0) expect(ended).toMatchObject({ code: 2, stdout: '' });
      if (fault === 'kill' && ended.signal === null) expect(found).toEqual({ before: '1', ...wanted });
      sizes.add(Object.keys(found).length);
    });
    expect(moments).toBeGreaterThan(3);
    // Before, amidst, and after.
    expect([...sizes].sort()).toEqual([1, 3, 5]);
  });
});

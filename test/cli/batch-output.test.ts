// `--output`: new, overwritten, resumed, and with failed rows asked again; each run leaves whole lines in order.
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batch, numbered, readRows, writeRows, yes } from '../support/batch.ts';
import { deciding } from '../support/deciding.ts';
import { fails } from '../support/engines.ts';
import type { Handler, Received } from '../support/server.ts';
import { runShell } from '../support/shell.ts';

let folder: string;
let output: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'system1-output-'));
  output = join(folder, 'out.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const to = (...flags: readonly string[]): readonly string[] => ['Safe?', '--output', output, ...flags];
const asked = (received: readonly Received[] = []): string[] => received.map(({ body }) => JSON.parse(body).state);
const outcomes = (): string[] => readRows(output).map(({ outcome }) => outcome);

/** Refuses these contexts. */
const refusing =
  (...contexts: readonly string[]): Handler =>
  (request, response) =>
    contexts.includes(JSON.parse(request.body).state)
      ? { status: 400, body: { detail: 'no' } }
      : deciding(yes)(request, response);

describe('two runs at once', () => {
  it.each([['--resume'], ['--overwrite'], ['--resume', '--retry-failed']])(
    'the second is refused, %s %s',
    async (...flags) => {
      writeFileSync(output, '');
      const alias = join(folder, 'alias.jsonl');
      symlinkSync(output, alias);
      let second: ReturnType<typeof batch> | null = null;
      const first = await batch(numbered(3), to(...flags), {
        laya: async (request, response) => {
          second ??= batch(numbered(3), ['Safe?', '--output', alias, ...flags]);
          await second;
          return deciding(yes)(request, response);
        },
      });
      expect(await second).toMatchObject({ code: 2, stderr: expect.stringMatching(/another run is at work on .*out/) });
      expect(first.code).toBe(0);
      expect(readRows(output).map(({ id }) => id)).toEqual([0, 1, 2]);
      expect(readdirSync(folder).sort()).toEqual(['alias.jsonl', 'out.jsonl']);
    },
  );
});

describe('a new file', () => {
  it('gets the rows, and stdout nothing', async () => {
    const { code, stdout } = await batch(numbered(3), to());
    expect([code, stdout]).toEqual([0, '']);
    expect(readRows(output).map(({ id, line }) => [id, line])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it('that exists is left alone, and nothing is asked', async () => {
    writeFileSync(output, 'precious');
    const { code, stderr, sent } = await batch(numbered(3), to());
    expect([code, sent['laya'], readFileSync(output, 'utf8')]).toEqual([2, [], 'precious']);
    expect(stderr).toBe(`system1: ${output} exists\nhint: --resume goes on with it, --overwrite replaces it\n`);
  });

  it('is replaced with --overwrite', async () => {
    writeFileSync(output, 'not precious');
    expect(await batch(numbered(2), to('--overwrite'))).toMatchObject({ code: 0 });
    expect(outcomes()).toEqual(['answered', 'answered']);
  });

  it('is not made when the flags are wrong, nor where it cannot be', async () => {
    expect(await batch(numbered(1), to('--fail-on', 'x'))).toMatchObject({ code: 2 });
    expect(existsSync(output)).toBe(false);
    const { code, stderr } = await batch(numbered(1), ['Safe?', '--output', join(folder, 'none/out')]);
    expect([code, stderr]).toEqual([2, `system1: cannot write to ${folder}/none/out: no such file or directory\n`]);
  });

  it.each([['--overwrite'], ['--resume']])('is never the file that the rows come from, %s', async (flag) => {
    const input = join(folder, 'rows.jsonl');
    writeRows(input, numbered(2));
    symlinkSync(input, output);
    const before = readFileSync(input, 'utf8');
    expect(await batch([], to('--batch', input, flag))).toMatchObject({ code: 2, sent: { laya: [] } });
    expect(readFileSync(input, 'utf8')).toBe(before);
  });

  it('nor is stdout', async () => {
    const rows = join(folder, 'rows.jsonl');
    writeRows(rows, numbered(2));
    const before = readFileSync(rows, 'utf8');
    const named = await runShell(`system1 decide Safe? -p mock -b ${rows} >> ${rows}`);
    const piped = await runShell(`system1 decide Safe? -p mock -b - --format tap < ${rows} >> ${rows}`);
    const dry = await runShell(`system1 decide Safe? -p laya -b ${rows} --dry-run >> ${rows}`);
    for (const { code, stderr } of [named, piped, dry]) {
      expect([code, stderr]).toEqual([
        2,
        'system1: stdout is the file that the rows come from\nhint: name another file\n',
      ]);
    }
    expect(readFileSync(rows, 'utf8')).toBe(before);
  });

  it('may be a device', async () => {
    expect(await batch(numbered(1), ['Safe?', '--output', '/dev/null'])).toMatchObject({ code: 0, stdout: '' });
    // What is no file cannot be gone on with.
    expect((await batch(['bad'], ['Safe?', '--output', '/dev/null'])).stderr).not.toContain('--resume');
  });
});

describe('--resume', () => {
  it('starts a file where there is none', async () => {
    expect(await batch(numbered(2), to('--resume'))).toMatchObject({ code: 0 });
    expect(outcomes()).toHaveLength(2);
  });

  it('keeps what is written, failed rows too, and asks the rest', async () => {
    await batch([...numbered(2), 'bad'], to());
    const before = readFileSync(output, 'utf8');
    const { code, sent, stderr } = await batch([...numbered(2), 'bad', { id: 3, context: 'last' }], to('--resume'));
    expect([code, asked(sent['laya'])]).toEqual([4, ['last']]);
    expect(readFileSync(output, 'utf8').startsWith(before)).toBe(true);
    expect(readRows(output).map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    expect(stderr).toMatch(/^system1: 4 rows \(3 kept\): 3 answered, 0 abstained, 1 failed; /);
  });

  it('cuts a torn last line off, and asks its row again', async () => {
    await batch(numbered(3), to());
    const whole = readFileSync(output, 'utf8');
    for (const torn of [whole.slice(0, -1), whole.slice(0, -40), `${whole.slice(0, whole.indexOf('\n') + 2)}`]) {
      writeFileSync(output, torn);
      const kept = torn.split('\n').length - 1;
      const { code, sent } = await batch(numbered(3), to('--resume'));
      expect([code, asked(sent['laya'])]).toEqual([
        0,
        numbered(3)
          .slice(kept)
          .map(({ context }) => context),
      ]);
      expect(readRows(output).map(({ id }) => id)).toEqual([0, 1, 2]);
    }
  });

  it('knows a row by its content, however it is written, and its line', async () => {
    await batch(['{"context": "a", "n": 1.0}', '', '{"context":"\\u00e9"}'], to());
    const { code, sent } = await batch(['{"context":"a","n":1}', '', '{ "context": "é" }'], to('--resume'));
    expect([code, sent['laya']]).toEqual([0, []]);
  });

  it.each<[string, readonly unknown[]]>([
    [
      'another row',
      [
        { id: 0, context: 'text 0' },
        { id: 1, context: 'changed' },
        { id: 2, context: 'text 2' },
      ],
    ],
    ['a field more', [{ id: 0, context: 'text 0', note: 1 }, ...numbered(3).slice(1)]],
    ['the same row in another line', ['', ...numbered(3)]],
    ['fewer rows', numbered(2)],
    ['a row that is broken now', [...numbered(2), '{"id"']],
  ])('another input is refused, and nothing changes: %s', async (_, rows) => {
    await batch(numbered(3), to());
    const before = readFileSync(output, 'utf8');
    appendFileSync(output, '{"id":7,"outc');
    for (const flags of [['--resume'], ['--resume', '--retry-failed']]) {
      const { code, sent, stderr } = await batch(rows, to(...flags));
      expect([code, sent['laya']]).toEqual([2, []]);
      expect(stderr).toMatch(/^system1: --resume: line \d is not the row that was answered before\nhint: /);
      expect(readFileSync(output, 'utf8').startsWith(before)).toBe(true);
    }
  });

  it('a row with a key twice, and one that is longer as it is written than a row may be, are no other rows', async () => {
    const rows = [
      '{"id":1,"context":"a","context":"b"}',
      `{"context":"c","pad":"${'\x7f'.repeat(3 * 1024 * 1024)}"}`,
      '[{"a":1,"a":2}]',
    ];
    await batch(rows, to());
    expect(readRows(output).map(({ id, outcome }) => [id, outcome])).toEqual([
      [1, 'failed'],
      [null, 'answered'],
      [null, 'failed'],
    ]);
    const before = readFileSync(output, 'utf8');
    for (const flags of [['--resume'], ['--resume', '--retry-failed']]) {
      expect(await batch(rows, to(...flags))).toMatchObject({ code: 4, sent: { laya: [] } });
      expect(readFileSync(output, 'utf8')).toBe(before);
    }
  });

  it.each(['{"a":1}\n', '{"a":1}', 'a note', '{"id":1,"x":2}', '{"id', '{"id":7,"outc'])(
    'of a file that holds %j: nothing is lost that no batch wrote',
    async (content) => {
      writeFileSync(output, content);
      const { code, stderr } = await batch(numbered(1), to('--resume'));
      const isTorn = content === '{"id' || content === '{"id":7,"outc';
      expect(code).toBe(isTorn ? 0 : 2);
      if (isTorn) return;
      expect(stderr).toContain(`line 1 of ${output} is no answer row`);
      expect(readFileSync(output, 'utf8')).toBe(content);
    },
  );

  it('is refused with a CI format', async () => {
    expect(await batch(numbered(1), to('--resume', '--format', 'tap'))).toMatchObject({ code: 2 });
  });

  it('counts kept rows for the exit code as they counted before', async () => {
    const questions = ['--questions', '{"questions":{"a":{"question":"A?","expect":"no"}}}', '--output', output];
    expect(await batch(numbered(2), [...questions, '--fail-on', 'block'])).toMatchObject({ code: 1 });
    expect(await batch(numbered(2), [...questions, '--fail-on', 'block', '--resume'])).toMatchObject({ code: 1 });
    expect(await batch(numbered(2), [...questions, '--resume'])).toMatchObject({ code: 0 });
  });
});

describe('--retry-failed', () => {
  const rows = [...numbered(6), 'bad', { id: 7, context: 'text 7' }];

  it('asks failed rows again, and writes all in order', async () => {
    await batch(rows, to(), { laya: refusing('text 1', 'text 4', 'text 7') });
    expect(outcomes().filter((outcome) => outcome === 'failed')).toHaveLength(4);
    const { code, sent } = await batch([...rows, { id: 8, context: 'new' }], to('--resume', '--retry-failed'));
    expect([code, asked(sent['laya']).toSorted()]).toEqual([4, ['new', 'text 1', 'text 4', 'text 7']]);
    expect(readRows(output).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(outcomes().filter((outcome) => outcome === 'failed')).toHaveLength(1);
    expect(readdirSync(dirname(output)).filter((name) => name.endsWith('.retrying'))).toEqual([]);
  });

  it('keeps the rest when it stops before the end', async () => {
    await batch(rows, to(), { laya: refusing('text 1', 'text 4', 'text 7') });
    appendFileSync(output, '{"id":7,"outc');
    const flags = to('--resume', '--retry-failed', '--fail-fast', '--concurrency', '1');
    const { code, stderr } = await batch(rows, flags, { laya: refusing('text 4') });
    expect(code).toBe(4);
    expect(stderr).toContain(`hint: --output ${output} --resume --retry-failed goes on from there`);
    expect(readRows(output).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(
      outcomes()
        .map((outcome) => outcome[0])
        .join(''),
    ).toBe('aaaafaff');
  });

  it('keeps links and modes', async () => {
    const target = join(folder, 'target.jsonl');
    writeFileSync(target, '', { mode: 0o640 });
    symlinkSync(target, output);
    await batch(numbered(1), to('--overwrite'), { laya: fails(400) });
    await batch(numbered(1), to('--resume', '--retry-failed'));
    expect(readRows(target)).toMatchObject([{ outcome: 'answered' }]);
    expect(statSync(target).mode & 0o777).toBe(0o640);
  });
});

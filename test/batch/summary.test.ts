import { expect, test } from 'vitest';
import { renderSummary, type SummaryFacts } from '../../src/batch/summary.ts';
import { count, emptyTally } from '../../src/batch/tally.ts';
import { plain } from '../../src/output/style.ts';

type Failure = readonly [id: string | number | null, why: string | null, hint?: string];

const facts: SummaryFacts = { elapsedMs: 2000, stop: null, output: 'out.jsonl', retried: false, resumable: true };

function summary(failures: readonly Failure[], more: Partial<SummaryFacts> = {}, columns = 0): string {
  const tally = emptyTally();
  const row = { outcome: 'answered', result: 'pass', late: false, kept: false, why: null, hint: null } as const;
  count(tally, { ...row, line: 1, id: 'a' });
  for (const [index, [id, why, hint = null]] of failures.entries()) {
    count(tally, { ...row, line: index + 2, id, outcome: 'failed', result: 'failed', why, hint });
  }
  return renderSummary(tally, { ...facts, ...more }, { ...plain, columns });
}

const failedLine = (failures: readonly Failure[]): string | undefined => summary(failures).split('\n')[1];

test.each<[failures: readonly Failure[], line: string]>([
  [[['b', 'blank']], 'failed: b (blank)'],
  [[['b', null]], 'failed: b'],
  [
    [
      ['b', 'blank'],
      [null, 'blank'],
    ],
    'failed: b, line 3 (blank)',
  ],
  [
    [
      ['b', 'blank'],
      [null, 'no JSON'],
      [7, 'blank'],
    ],
    'failed: b, 7 (blank); line 3 (no JSON)',
  ],
  [
    [
      ['b', 'blank'],
      ['c', null],
    ],
    'failed: b (blank); c',
  ],
  [[['b', 'x\x1b[2J\ny']], 'failed: b (x y)'],
  [
    Array.from({ length: 12 }, (_, id): Failure => [id, 'blank']),
    'failed: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more (blank)',
  ],
  [
    Array.from({ length: 12 }, (_, id): Failure => [id, id === 0 ? 'blank' : 'no JSON']),
    'failed: 0 (blank); 1, 2, 3, 4, 5, 6, 7, 8, 9 (no JSON) and 2 more',
  ],
])('each row stands with its own reason: %j', (failures, line) => {
  expect(failedLine(failures)).toBe(`system1: ${line}`);
});

test.each<[failures: readonly Failure[], output: string | null, hints: readonly string[]]>([
  [
    [
      ['b', 'late', 'be patient'],
      ['c', 'late', 'be patient'],
    ],
    null,
    ['be patient'],
  ],
  [
    [['b', 'late', 'be\x1b[2J\npatient']],
    'o',
    ['be patient', '--output o --resume --retry-failed asks the failed rows again'],
  ],
  [
    [
      ['b', 'late', 'be patient'],
      ['c', 'down', 'start it'],
    ],
    null,
    [],
  ],
  [
    [
      ['b', 'late', 'be patient'],
      ['c', 'odd'],
    ],
    null,
    [],
  ],
  [[], null, []],
])('what to do about rows that all failed alike: %j', (failures, output, hints) => {
  const lines = summary(failures, { output }).split('\n');
  expect(lines.filter((line) => line.startsWith('hint: '))).toEqual(hints.map((hint) => `hint: ${hint}`));
});

test('on a terminal it keeps to its width', () => {
  expect(
    `\n${summary(
      [
        ['Beleg-日本-2', 'the context is blank'],
        ['c', 'the line is no JSON'],
      ],
      { stop: 'at the deadline' },
      60,
    )}`,
  ).toMatchInlineSnapshot(`
    "
    system1: 3 rows: 1 answered, 0 abstained, 2 failed; 1.5 rows
             a second
    system1: failed: Beleg-日本-2 (the context is blank); c (the
             line is no JSON)
    system1: stopped at the deadline, after line 3
    hint: --output out.jsonl --resume --retry-failed goes on
          from there, and asks the failed rows again
    "
  `);
});

test.each<[retried: boolean, failures: readonly Failure[], hint: string]>([
  [false, [], '--output out.jsonl --resume goes on from there'],
  [true, [], '--output out.jsonl --resume --retry-failed goes on from there, and asks the failed rows again'],
  [
    false,
    [['b', null]],
    '--output out.jsonl --resume --retry-failed goes on from there, and asks the failed rows again',
  ],
])('where to go on after a stop, failed rows asked again: %j, failed now: %j', (retried, failures, hint) => {
  expect(summary(failures, { stop: 'by a signal', retried }).split('\n')).toContain(`hint: ${hint}`);
});

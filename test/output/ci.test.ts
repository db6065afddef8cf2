// The formats for CI systems with names and messages from outside: nothing in them becomes a command, a directive or markup.
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/decision/answer.ts';
import { System1Error } from '../../src/errors.ts';
import { resultOf } from '../../src/exit.ts';
import { type CiCase, messageOf, stateOf } from '../../src/output/ci.ts';
import { github, outputLines, outputsOf, summaryTable } from '../../src/output/ci-github.ts';
import { junit } from '../../src/output/ci-junit.ts';
import { tap } from '../../src/output/ci-tap.ts';
import { checkJunit, parseXml } from '../support/junit-schema.ts';
import { answer } from './answers.ts';

const caseOf = (given: Answer, name = 'safe'): CiCase => ({ name, answer: given, result: resultOf(given) });
const failing = (message: string): Answer => ({
  ...answer({}),
  outcome: 'failed',
  decision: null,
  verdict: null,
  confidence: null,
  options: null,
  error: new System1Error('unreachable', message, { provider: 'laya', hint: 'start it' }),
});

const passed = caseOf(answer({}));
const picked = caseOf(answer({ decision: 'billing', verdict: null }), 'team');
const blocked = caseOf(answer({ decision: 'no', verdict: 'block' }));
const abstained = caseOf(
  answer({
    outcome: 'abstained',
    decision: null,
    verdict: null,
    confidence: 0.55,
    options: [
      { name: 'yes', probability: 0.55, raw: 0.55 },
      { name: 'no', probability: 0.45, raw: 0.45 },
    ],
    abstainReason: 'low_confidence',
  }),
);
const failed = caseOf(failing('connection refused'));
const stoodIn = caseOf({ ...failing('down'), verdict: 'block', verdictSource: 'on_error' });
const bug = caseOf({ ...failing('x'), error: new System1Error('internal', 'x') });
const all = [passed, picked, blocked, abstained, failed, stoodIn, bug];

it.each([
  [passed, 'passed', 'yes (88.0%)'],
  [picked, 'passed', 'billing (88.0%)'],
  [blocked, 'blocked', 'no (88.0%)'],
  [abstained, 'abstained', 'abstained: leaning yes: 55.0% is below 60.0%'],
  [failed, 'failed', 'laya: connection refused (start it)'],
  [stoodIn, 'blocked', 'laya: down (start it) (block by on_error)'],
  [bug, 'failed', expect.stringMatching(/^x \(this is a bug in system1: /)],
])('a case is %#: %s', (one, state, message) => {
  expect([stateOf(one), messageOf(one)]).toEqual([state, message]);
});

/** Tries to break out of each format. */
const hostile = [
  '# SKIP',
  '\\# TODO later',
  'a # skip all',
  'x\nok 2 - y',
  'x\r\nBail out!',
  '::set-output name=decision::yes',
  'x\n::error::y',
  '##[stop-commands]t',
  'a::b,c=d%0A%25',
  '</testcase><skipped/>',
  '"/><script>&amp;\'',
  ']]>',
  '\u001b[31mred\u001b]0;title\u0007',
  '\u0000\u0008\u000b\u0085\u2028\ufffe\uffff',
  'lone \ud800 surrogate',
  '\u202eright to left',
  '| cell | <img src=x onerror=y> [link](http://evil) ![i](x) @team `code` ~~s~~',
  '  ---\n  message: x\n  ...',
];
const hostileCases = hostile.flatMap((text) => [
  caseOf(answer({}), text),
  caseOf(answer({ decision: text, verdict: 'block' }), text),
  caseOf(failing(text), text),
]);

describe('tap', () => {
  it('is version 13, the plan last', () => {
    expect(
      tap.head + tap.cases([passed, blocked, abstained], 1) + tap.cases([failed], 4) + tap.tail(4),
    ).toBe(`TAP version 13
ok 1 - safe
not ok 2 - safe
  ---
  message: "no (88.0%)"
  type: "block"
  severity: "fail"
  ...
not ok 3 - safe
  ---
  message: "abstained: leaning yes: 55.0% is below 60.0%"
  type: "abstained"
  severity: "fail"
  ...
not ok 4 - safe
  ---
  message: "laya: connection refused (start it)"
  type: "unreachable"
  severity: "error"
  ...
1..4
`);
  });

  it('holds exactly the lines of its cases, and no directive', () => {
    const lines = tap.cases(hostileCases, 1).split('\n').slice(0, -1);
    const points = lines.filter((line) => !line.startsWith('  '));
    expect(points).toHaveLength(hostileCases.length);
    for (const [index, point] of points.entries())
      expect(point).toMatch(new RegExp(`^(not )?ok ${index + 1} - [^#]*$`));
    const inner = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim());
    for (const line of inner) expect(line).toMatch(/^(---|\.\.\.|(message|type|severity): ".*")$/);
    for (const line of inner.filter((text) => text.includes(': '))) JSON.parse(line.slice(line.indexOf(': ') + 2));
  });
});

describe('junit', () => {
  const document = (cases: readonly CiCase[]): string => junit.head + junit.cases(cases, 1) + junit.tail(cases.length);

  it('is one suite with its counts', () => {
    expect(document([passed, blocked, abstained, failed])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="system1" tests="4" failures="2" errors="1" skipped="0" time="0.300">
    <testcase classname="system1" name="safe" time="0.300"/>
    <testcase classname="system1" name="safe" time="0.300">
      <failure type="block" message="no (88.0%)"/>
    </testcase>
    <testcase classname="system1" name="safe" time="0.300">
      <failure type="abstained" message="abstained: leaning yes: 55.0% is below 60.0%"/>
    </testcase>
    <testcase classname="system1" name="safe" time="0.300">
      <error type="unreachable" message="laya: connection refused (start it)"/>
    </testcase>
  </testsuite>
</testsuites>
`);
  });

  it.each([
    ['nothing', []],
    ['every state', all],
    ['hostile names and messages', hostileCases],
  ])('is valid for Jenkins with %s', (_, cases) => {
    expect(checkJunit(document(cases))).toEqual([]);
    const suites = parseXml(document(cases)).children;
    expect(suites.flatMap(({ children }) => children)).toHaveLength(cases.length);
  });

  it('can have a suite for each row, so that rows can be written as they come', () => {
    const streamed =
      junit.head + all.map((one, index) => junit.cases([one], index + 1)).join('') + junit.tail(all.length);
    expect(checkJunit(streamed)).toEqual([]);
    expect(parseXml(streamed).children.map(({ attributes }) => attributes['tests'])).toEqual(all.map(() => '1'));
  });

  it('the check finds what is wrong', () => {
    const suite = (inner: string): string => `<?xml version="1.0"?><testsuites>${inner}</testsuites>`;
    expect(checkJunit(suite('<testsuite name="a" tests="0" failures="0"/>'))).toEqual(['testsuite: no errors']);
    expect(checkJunit(suite('<testcase name="a"/>'))).toEqual(['testsuites: testcase inside']);
    expect(checkJunit(suite('<testsuite name="a" tests="0" failures="0" errors="0" color="red" time="1s"/>'))).toEqual([
      'testsuite: color="red"',
      'testsuite: time="1s"',
    ]);
    expect(() => checkJunit('<testsuites><a></testsuites>')).toThrow();
    expect(() => checkJunit('<testsuites name="\u0000"/>')).toThrow();
  });
});

describe('github', () => {
  it('annotates each case', () => {
    expect(github.cases([passed, blocked, abstained, failed], 1)).toBe(
      [
        '::notice title=safe::yes (88.0%25)',
        '::error title=safe::no (88.0%25)',
        '::warning title=safe::abstained: leaning yes: 55.0%25 is below 60.0%25',
        '::error title=safe::laya: connection refused (start it)',
        '',
      ].join('\n'),
    );
  });

  it('holds exactly one command a case, whose parts decode to themselves', () => {
    const lines = github.cases(hostileCases, 1).split('\n').slice(0, -1);
    expect(lines).toHaveLength(hostileCases.length);
    for (const line of lines) {
      expect(line).toMatch(/^::(notice|error) title=(?:[^:,%\r\n]|%(?:25|0D|0A|3A|2C))*::(?:[^%\r\n]|%(?:25|0D|0A))*$/);
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028]/);
    }
  });

  it('has outputs, empty where there is nothing', () => {
    expect(outputsOf(blocked.answer, '')).toEqual([
      ['decision', 'no'],
      ['outcome', 'answered'],
      ['verdict', 'block'],
      ['confidence', '0.88'],
    ]);
    expect(Object.fromEntries(outputsOf(failed.answer, 'a_'))).toEqual({
      a_decision: '',
      a_outcome: 'failed',
      a_verdict: '',
      a_confidence: '',
    });
  });

  it('sets outputs between delimiters of their own', () => {
    let next = 0;
    const text = outputLines(
      [
        ['decision', 'ghadelimiter_1\nx=y'],
        ['outcome', ''],
      ],
      () => String(++next),
    );
    expect(text).toBe(
      'decision<<ghadelimiter_1\nghadelimiter_1\nx=y\nghadelimiter_1\noutcome<<ghadelimiter_2\n\nghadelimiter_2\n',
    );
  });

  it('has a table for the summary, in which nothing is markup', () => {
    const [head, rule, ...rows] = summaryTable([passed, abstained, failed]).trimEnd().split('\n');
    expect([head, rule]).toEqual([
      '| Question | Decision | Confidence | Result | Provider |',
      '| --- | --- | ---: | --- | --- |',
    ]);
    expect(rows).toEqual([
      '| safe | yes | 88\\.0\\% | passed | laya typed\\-decisions |',
      '| safe | \\(abstained\\) | 55\\.0\\% | abstained | laya typed\\-decisions |',
      '| safe | \\(failed\\) |  | failed | laya typed\\-decisions |',
    ]);
    const table = summaryTable(hostileCases).trimEnd().split('\n').slice(2);
    expect(table).toHaveLength(hostileCases.length);
    for (const row of table) {
      const cells = row.split(/(?<!\\)(?:\\\\)*\|/);
      expect(cells).toHaveLength(7);
      for (const cell of cells) expect(cell.replace(/\\[!-/:-@[-`{-~]/g, '')).toMatch(/^[^!-/:-@[-`{-~]*$/);
    }
  });
});

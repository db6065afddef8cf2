// `--format junit`: an XML report as Jenkins reads it (junit-10.xsd of its xunit plugin).
import { type CiCase, type CiFormat, messageOf, stateOf, typeOf } from './ci.ts';
import { escaped } from './markup.ts';

/** Each call writes one suite: its head has to know its counts. */
export const junit: CiFormat = {
  head: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n',
  cases: suite,
  tail: () => '</testsuites>\n',
};

function suite(cases: readonly CiCase[]): string {
  const count = (...wanted: readonly string[]): string =>
    String(cases.filter((one) => wanted.includes(stateOf(one))).length);
  const counts = {
    name: 'system1',
    tests: String(cases.length),
    failures: count('blocked', 'abstained'),
    errors: count('failed'),
    skipped: '0',
    time: seconds(Math.max(0, ...cases.map(({ answer }) => answer.latencyMs ?? 0))),
  };
  return `  <testsuite${attributes(counts)}>\n${cases.map(testcase).join('')}  </testsuite>\n`;
}

function testcase(one: CiCase): string {
  const about = { classname: 'system1', name: one.name, time: seconds(one.answer.latencyMs ?? 0) };
  const state = stateOf(one);
  if (state === 'passed') return `    <testcase${attributes(about)}/>\n`;
  const element = state === 'failed' ? 'error' : 'failure';
  const why = attributes({ type: typeOf(one), message: messageOf(one) });
  return `    <testcase${attributes(about)}>\n      <${element}${why}/>\n    </testcase>\n`;
}

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

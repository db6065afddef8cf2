// `--format tap`: the Test Anything Protocol, version 13. The plan comes last, so that cases can be written as they come.
import { type CiCase, type CiFormat, messageOf, stateOf, typeOf } from './ci.ts';
import { printable } from './printable.ts';

export const tap: CiFormat = {
  head: 'TAP version 13\n',
  cases: (cases, first) => cases.map((one, index) => point(one, first + index)).join(''),
  tail: (count) => `1..${count}\n`,
};

function point(one: CiCase, number: number): string {
  const isOk = stateOf(one) === 'passed';
  const line = `${isOk ? 'ok' : 'not ok'} ${number} - ${description(one.name)}\n`;
  return isOk ? line : line + diagnostics(one);
}

/** A `#` could begin a directive (`# SKIP`), and not every reader knows `\#`: it is spelt out like a control character. */
const description = (name: string): string => printable(name).replaceAll('#', '\\x23');

/** A YAML block; a JSON text is a YAML scalar too. */
function diagnostics(one: CiCase): string {
  const fields = { message: messageOf(one), type: typeOf(one), severity: stateOf(one) === 'failed' ? 'error' : 'fail' };
  const lines = Object.entries(fields).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
  return `  ---\n${lines.join('')}  ...\n`;
}

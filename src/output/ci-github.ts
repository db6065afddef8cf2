// `--format github`: annotations by workflow commands, step outputs, and a table for the step's summary.
import type { Answer, Outcome } from '../decision/answer.ts';
import { type CiCase, type CiFormat, type CiState, messageOf, stateOf } from './ci.ts';
import { printable } from './printable.ts';
import { percent } from './units.ts';

const commands: Readonly<Record<CiState, string>> = {
  passed: 'notice',
  blocked: 'error',
  abstained: 'warning',
  failed: 'error',
};

/** A workflow command a case, `::error title=NAME::MESSAGE`, escaped as GitHub's own toolkit does (`core/src/command.ts`). */
export const github: CiFormat = {
  head: '',
  cases: (cases) =>
    cases
      .map((one) => `::${commands[stateOf(one)]} title=${property(printable(one.name))}::${data(messageOf(one))}\n`)
      .join(''),
  tail: () => '',
};

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** The outputs of a step for one answer, their names under `prefix`; empty where there is nothing. */
export const outputsOf = (answer: Answer, prefix: string): [name: string, value: string][] => [
  [`${prefix}decision`, answer.decision ?? ''],
  [`${prefix}outcome`, answer.outcome],
  [`${prefix}verdict`, answer.verdict ?? ''],
  [`${prefix}confidence`, answer.confidence === null ? '' : String(answer.confidence)],
];

/**
 * What to append to `$GITHUB_OUTPUT`. The delimiters have to be such that no value can guess them, and new ones for each:
 * otherwise a value could end itself and set an output of its own.
 */
export const outputLines = (outputs: readonly (readonly [string, string])[], delimiter: () => string): string =>
  outputs
    .map(([name, value]) => {
      const end = `ghadelimiter_${delimiter()}`;
      return `${name}<<${end}\n${value}\n${end}\n`;
    })
    .join('');

const header = '| Question | Decision | Confidence | Result | Provider |\n| --- | --- | ---: | --- | --- |\n';

/** A table in Markdown, to append to `$GITHUB_STEP_SUMMARY`. */
export const summaryTable = (cases: readonly CiCase[]): string => `${header}${cases.map(summaryRow).join('')}\n`;

function summaryRow(one: CiCase): string {
  const { decision, confidence, outcome, provider, model } = one.answer;
  const cells = [
    one.name,
    decision ?? outcomeWords[outcome],
    confidence === null ? '' : percent(confidence),
    stateOf(one),
    [provider, model].filter((part) => part !== null).join(' '),
  ];
  return `| ${cells.map(markdown).join(' | ')} |\n`;
}

const outcomeWords: Readonly<Record<Outcome, string>> = { answered: '', abstained: '(abstained)', failed: '(failed)' };

/** Any ASCII punctuation can be escaped in Markdown (CommonMark 0.31, section 2.4): no link, tag or new cell is left. */
const markdown = (text: string): string => printable(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');

// Answers for CI systems: the report on stdout, and what GitHub takes by files.
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { cannot } from '../../errors.ts';
import type { Io } from '../../io.ts';
import type { CiCase, CiFormat } from '../../output/ci.ts';
import { github, outputLines, outputsOf, summaryTable } from '../../output/ci-github.ts';
import { junit } from '../../output/ci-junit.ts';
import { tap } from '../../output/ci-tap.ts';
import { oneLine } from '../../output/printable.ts';
import { truncate } from '../../output/width.ts';
import { appendFault } from '../../write-file.ts';
import type { Decided } from './output.ts';

export const ciFormats: Readonly<Record<'github' | 'junit' | 'tap', CiFormat>> = { github, junit, tap };

/** The whole report. */
export function ciReport(decided: Decided, name: keyof typeof ciFormats): string {
  const format = ciFormats[name];
  const cases = casesOf(decided);
  return format.head + format.cases(cases, 1) + format.tail(cases.length);
}

/** Appends to the files that a GitHub step names, where it names any. Throws System1Error when one cannot be written. */
export function writeStepFiles(io: Pick<Io, 'env'>, decided: Decided): void {
  const { answers, named } = decided;
  const outputs = answers.flatMap((answer) => outputsOf(answer, named ? `${answer.question.id}_` : ''));
  appendStepFiles(io, outputs, summaryTable(casesOf(decided)));
}

/** Throws System1Error when one of these files cannot be written, to be asked before anything else is. */
export function checkStepFiles({ env }: Pick<Io, 'env'>): void {
  for (const variable of ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY']) {
    const path = env[variable];
    const fault = path ? appendFault(path) : null;
    if (fault !== null) throw cannot('write to', `$${variable}`, fault);
  }
}

/** The same for outputs and a summary of any making. */
export function appendStepFiles({ env }: Pick<Io, 'env'>, outputs: readonly [string, string][], summary: string): void {
  append(env, 'GITHUB_OUTPUT', outputLines(outputs, randomUUID));
  append(env, 'GITHUB_STEP_SUMMARY', summary);
}

function append(env: Io['env'], variable: string, text: string): void {
  const path = env[variable];
  if (!path) return;
  try {
    appendFileSync(path, text);
  } catch (error) {
    throw cannot('write to', `$${variable}`, error);
  }
}

const longestName = 120;

/** A lone question has no name of its own: its words stand for it. */
function casesOf({ answers, results, named }: Decided): CiCase[] {
  return answers.map((answer, index) => ({
    name: named ? answer.question.id : truncate(oneLine(answer.question.text), longestName),
    answer,
    result: results[index] ?? 'internal',
  }));
}

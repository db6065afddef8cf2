// What holds of everything that the tool shows after a fault, whatever the fault was.
import { expect } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { type AnswerDocument, brokenRules } from '../support/contract.ts';
import { key } from '../support/http-engines.ts';
import type { Ended } from '../support/run.ts';

/** How a question ends: with an answer, or an error. */
export type End = 'answered' | ErrorCode;

export const exitCodeOf = (end: End): number => {
  if (end === 'answered') return 0;
  return end === 'timeout' || end === 'deadline' ? 124 : 4;
};

/** The text that is judged: a hostile server sends it back, and nobody may see it. */
export const context = 'user: bob\npassword: hunter2-zebra\nplease forward this to the second floor';

/** The one document on stdout: an answer by the contract, with its exit code, that gives nothing away. */
export function honestAnswer(ended: Ended): AnswerDocument {
  const { code, stdout } = ended;
  expect(stdout).toMatch(/^\{.*\}\n$/);
  const answer = JSON.parse(stdout);
  expect(brokenRules(answer), stdout).toEqual([]);
  expect(code, stdout).toBe(exitCodeOf(endOf(answer)));
  expectNothingGivenAway(ended);
  return answer;
}

export const endOf = ({ error }: AnswerDocument): End => error?.code ?? 'answered';

/** Neither a secret, nor the insides of the program, nor anything that a terminal obeys. */
export function expectNothingGivenAway({ stdout, stderr }: Ended): void {
  const shown = stdout + stderr;
  expect(lettersOf(shown)).not.toMatch(secrets);
  expect(shown).not.toMatch(/^\s+at |node:|file:\/\//m);
  expect(shown).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
}

/** Without what stands between the letters, escapes of JSON too. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/\\u[\da-f]{4}|\\[a-z]|[^a-z\d]/g, '');

/** The key in its forms, and telling words of the text. */
const secrets = new RegExp(
  ['Q7vK2', 'SECRETKEYTAIL', Buffer.from(key).toString('base64').slice(4, -4), 'hunter2', 'zebra', 'second floor']
    .map(lettersOf)
    .join('|'),
);

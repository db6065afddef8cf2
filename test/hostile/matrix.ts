// The one test of every fault with every engine: an honest end, in time, and not a word of what nobody may see.
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { type AnswerDocument, brokenRules } from '../support/contract.ts';
import { type Fault, faultServer } from '../support/fault-server.ts';
import { type HttpEngine, httpEngines, key, teams } from '../support/http-engines.ts';
import { type Ended, runHere } from '../support/run.ts';

/** How a question ends: with an answer, or an error. */
export type End = 'answered' | ErrorCode;

/** What a server does, where it depends on how the engine would answer. */
export type Server = (engine: HttpEngine) => Fault;

export interface Details {
  /** Of the error's message. */
  readonly says?: RegExp;
  /** In place of ample time. */
  readonly env?: Readonly<Record<string, string>>;
  /** In place of the options that are `teams`, and of the decision for billing. */
  readonly flags?: readonly string[];
  readonly decision?: string;
  /** All of them by default. */
  readonly engines?: readonly HttpEngine[];
}

/** Several ends where the contract leaves it open. */
export type Case = readonly [name: string, server: Server, ends: End | readonly End[], details?: Details];

interface Cell extends Required<Omit<Details, 'engines'> & Also> {
  readonly server: Server;
  readonly engine: HttpEngine;
  readonly ends: readonly End[];
}

/** The text that is judged: a hostile server sends it back, and nobody may see it. */
export const context = 'user: bob\npassword: hunter2-zebra\nplease forward this to the second floor';

/** More than any case takes; those that wait set their own. */
const ample = { SYSTEM1_TIMEOUT_S: '25', SYSTEM1_RETRIES: '0' };

/** What each cell does beside asking for a program. */
interface Also {
  /** Ask for a person; it does by default. */
  readonly text?: boolean;
  /** Look at the engine, which no health check may find up either. */
  readonly health?: boolean;
}

/** Declares a test for every case, which puts it to all engines at once. */
export function matrix(title: string, cases: readonly Case[], { text = true, health = false }: Also = {}): void {
  describe.concurrent(title, () => {
    it.each(cases.map((each) => [each[0], each] as const))('%s', async (_, [, server, ends, details = {}]) => {
      const { engines = httpEngines, ...rest } = details;
      const cells = engines.map(
        (engine): Cell => ({ ...usual, ...rest, server, ends: [ends].flat(), engine, text, health }),
      );
      expect(cells).not.toEqual([]);
      await Promise.all(cells.map((cell) => checkCell(cell).catch((error) => fail(cell, error))));
    });
  });
}

const usual = { says: /./, env: {}, flags: teams.flatMap((team) => ['-o', team]), decision: 'billing' };

function fail({ engine }: Cell, error: Error): never {
  error.message = `${engine.name}: ${error.message}`;
  throw error;
}

async function checkCell(cell: Cell): Promise<void> {
  const { server, engine, env, flags } = cell;
  await using running = await faultServer(server(engine), engine.beside);
  const world = { env: { ...ample, ...engine.env(running.url), ...env } };
  const ask = ['decide', 'Which team?', ...flags, '-c', context, '-p', engine.provider, '-v'];
  const asPerson = cell.text ? runHere([...ask, '--format', 'text'], world) : null;
  const asProgram = await runHere([...ask, '--json'], world);
  const answer = answerIn(asProgram);
  expectEnd(answer, asProgram, cell);
  expectNothingGivenAway(asProgram);
  const shown = await asPerson;
  if (shown !== null) expectShown(answer, shown, cell);
  if (cell.health && engine.beside?.path !== '/api/tags') await expectDown(engine, world);
}

function answerIn({ stdout }: Ended): AnswerDocument {
  expect(stdout).toMatch(/^\{.*\}\n$/);
  const answer = JSON.parse(stdout);
  expect(brokenRules(answer), stdout).toEqual([]);
  return answer;
}

function expectEnd(answer: AnswerDocument, { code, stdout }: Ended, { ends, says, decision }: Cell): void {
  const { error } = answer;
  const end: End = error === null ? 'answered' : error.code;
  expect(ends, stdout).toContain(end);
  expect(code, stdout).toBe(exitCodeOf(end));
  if (end === 'answered') expect(answer.decision).toBe(decision);
  else expect(error.message).toMatch(says);
}

const exitCodeOf = (end: End): number => {
  if (end === 'answered') return 0;
  return end === 'timeout' || end === 'deadline' ? 124 : 4;
};

/** The answer is on stdout, or an error on stderr alone. */
function expectShown({ error }: AnswerDocument, shown: Ended, { ends, says, engine, decision }: Cell): void {
  const { code, stdout, stderr } = shown;
  expect(ends.map(exitCodeOf), stderr).toContain(code);
  expect(stdout).toMatch(error === null ? decision : /^$/);
  // Nobody is to blame when the time of the whole command is up.
  const prefix = new RegExp(`^system1: (?:${engine.provider}: )?`);
  if (error !== null)
    expect(
      stderr
        .split('\n')
        .findLast((line) => prefix.test(line))
        ?.replace(prefix, ''),
    ).toMatch(says);
  expectNothingGivenAway(shown);
}

/** Neither a secret, nor the insides of the program, nor anything that a terminal obeys. */
function expectNothingGivenAway({ stdout, stderr }: Ended): void {
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

async function expectDown({ provider }: HttpEngine, world: { env: Record<string, string> }): Promise<void> {
  const { code, stdout, stderr } = await runHere(['health', provider, '--json', '-v'], world);
  expect({ code, stderr }).toEqual({ code: 4, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, providers: [{ provider, state: 'down' }] });
  expectNothingGivenAway({ code, stdout, stderr });
}

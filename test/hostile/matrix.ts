// The one test of every fault with every engine: an honest end, in time, and not a word of what nobody may see.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fault, type FaultServer, faultServer } from '../support/fault-server.ts';
import { engineFiles, type HttpEngine, httpEngines, teams } from '../support/http-engines.ts';
import { type Ended, runHere, type World } from '../support/run.ts';
import { context, type End, endOf, exitCodeOf, expectNothingGivenAway, honestAnswer } from './honest.ts';

/** What a server does, where it depends on how the engine would answer. */
export type Server = (engine: HttpEngine) => Fault;

export interface Details {
  /** Of the error's message. */
  readonly says?: RegExp;
  /** Where it is looked for, in place of the server's own URL. */
  readonly endpoint?: (server: FaultServer) => string;
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

interface Cell extends Required<Omit<Details, 'engines'>> {
  readonly server: Server;
  readonly engine: HttpEngine;
  readonly ends: readonly End[];
}

/** More than any case takes; those that wait set their own. */
const ample = { SYSTEM1_TIMEOUT_S: '25', SYSTEM1_RETRIES: '0' };
const usual = {
  says: /./,
  endpoint: ({ url }: FaultServer) => url,
  env: {},
  flags: teams.flatMap((team) => ['-o', team]),
  decision: 'billing',
};

/**
 * Declares a test for every case, which puts it to all engines at once: each is asked for a program and for a person. With
 * `health` its health is looked at too, and it must be down.
 */
export function matrix(title: string, cases: readonly Case[], { health = false } = {}): void {
  describe.concurrent(title, () => {
    it.each(cases.map((each) => [each[0], each] as const))('%s', async (_, [, server, ends, details = {}]) => {
      const { engines = httpEngines, ...rest } = details;
      const cells = engines.map((engine): Cell => ({ ...usual, ...rest, server, ends: [ends].flat(), engine }));
      expect(cells).not.toEqual([]);
      await Promise.all(cells.map((cell) => checkCell(cell, health).catch((error) => blame(cell.engine, error))));
    });
  });
}

async function checkCell({ server, ends, ...cell }: Cell, health: boolean): Promise<void> {
  const { engine, endpoint, env, flags, says, decision } = cell;
  await using running = await faultServer(server(engine), engine.beside);
  const world = { env: { ...ample, ...engine.env(endpoint(running)), ...env }, files: engineFiles };
  const [json, text] = await Promise.all([
    runHere([...asking(flags), '-p', engine.name, '--json'], world),
    runHere([...asking(flags), '-p', engine.name, '--format', 'text'], world),
  ]);
  const answer = honestAnswer(json);
  expect(ends, json.stdout).toContain(endOf(answer));
  if (answer.error === null) expect(answer.decision).toBe(decision);
  else expect(answer.error.message).toMatch(says);

  expectNothingGivenAway(text);
  expect(ends.map(exitCodeOf), text.stderr).toContain(text.code);
  expect(text.stdout).toMatch(answer.error === null ? decision : /^$/);
  if (answer.error !== null) expect(errorIn(text)).toMatch(says);

  // What its health check asks of ollama is answered well here.
  if (health && engine.wire !== 'ollama') await expectDown(engine, world);
}

const asking = (flags: readonly string[]): readonly string[] => [
  'decide',
  'Which team?',
  ...flags,
  '-c',
  context,
  '-v',
];

/** The message on stderr without who is to blame: nobody is when the time of the whole command is up. */
const errorIn = ({ stderr }: Ended): string | undefined =>
  /^system1: (?:\w+: )?(?!.*failed after)(.*)$/m.exec(stderr)?.[1];

async function expectDown({ name }: HttpEngine, world: World): Promise<void> {
  const ended = await runHere(['health', name, '--json', '-v'], world);
  expect(ended).toMatchObject({ code: 4, stderr: '' });
  expect(JSON.parse(ended.stdout)).toMatchObject({ ok: false, providers: [{ provider: name, state: 'down' }] });
  expectNothingGivenAway(ended);
}

function blame({ name }: HttpEngine, error: Error): never {
  error.message = `${name}: ${error.message}`;
  throw error;
}

/** The same for errors alone, and many of them: each case is put to one chain of all the engines, and every hop has to fail. */
export function chainMatrix(title: string, cases: readonly Case[]): void {
  describe(title, () => {
    let current: Server = () => ({});
    let servers: readonly FaultServer[] = [];
    beforeAll(async () => {
      servers = await Promise.all(
        httpEngines.map((engine) =>
          faultServer({ answers: (...struck) => current(engine).answers?.(...struck) }, engine.beside),
        ),
      );
    });
    afterAll(() => Promise.all(servers.map((server) => server[Symbol.asyncDispose]())));

    it.each(cases.map((each) => [each[0], each] as const))('%s', async (_, [, server, ends, details = {}]) => {
      const { says, env, flags }: Required<Omit<Details, 'engines'>> = { ...usual, ...details };
      current = server;
      const endpoints = httpEngines.map((engine, index) => engine.env(servers[index]?.url ?? ''));
      const world = { env: Object.assign({ ...ample, ...env }, ...endpoints), files: engineFiles };
      const [primary = '', ...fallbacks] = httpEngines.map(({ name }) => name);
      const json = await runHere([...asking(flags), '-p', primary, '--fallback', fallbacks.join(), '--json'], world);
      const { attempts } = honestAnswer(json);
      expect(attempts).toHaveLength(httpEngines.length);
      for (const { provider, error } of attempts) {
        expect([ends].flat(), `${provider}: ${json.stdout}`).toContain(error?.code);
        expect(error.message, provider).toMatch(says);
      }
    });
  });
}

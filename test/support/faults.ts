// Command lines that a user got wrong, as a table: exit 2, one line that names the thing, and nothing is ever sent.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemOne } from './engines.ts';
import { type Ended, runHere, type World } from './run.ts';
import { serve, type TestServer } from './server.ts';

export interface Fault extends World {
  /** After `decide QUESTION`; a context by default. */
  readonly flags?: readonly string[];
  /** The first line of stderr, in full without `system1: `, or a pattern for it. */
  readonly says: string | RegExp;
  /** A part of the hint; left out where there is none. */
  readonly hint?: string;
  /** In place of the usual one. */
  readonly question?: readonly string[];
}

/** Texts with this word in them must never show. */
export const secret = 'SECRET';

const question = `Is ${secret} fine?`;
const context = ['-c', `a ${secret}`];

/** Declares the cases of a table, each in words and as JSON; `code` is their `error.code`. Texts that must not show hold `secret`. */
export function refuses(code: 'invalid_request' | 'config_error', faults: readonly Fault[]): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await serve(systemOne({ yes: 0.9, no: 0.1 }));
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.received.length = 0;
  });

  const decide = (fault: Fault, ...more: readonly string[]): Promise<Ended> =>
    runHere(['decide', ...more, ...(fault.question ?? [question]), ...(fault.flags ?? context)], {
      ...fault,
      env: { SYSTEM1_LAYA_ENDPOINT: server.url, ...fault.env },
    });
  const named = faults.map((fault) => [nameOf(fault), fault] as const);

  it.each(named)('%s', async (_, fault) => {
    const { stderr, ...ended } = await decide(fault);
    const [first, ...hints] = stderr.split('\n').slice(0, -1);
    expect({ ...ended, sent: server.received.length }).toEqual({ code: 2, stdout: '', sent: 0 });
    if (typeof fault.says === 'string') expect(first).toBe(`system1: ${fault.says}`);
    else expect(first).toMatch(fault.says);
    expect(hints).toEqual(fault.hint === undefined ? [] : [expect.stringContaining(fault.hint)]);
    expect(stderr).not.toContain(secret);
  });

  it.each(named)('%s, as JSON', async (_, fault) => {
    const { stdout, ...ended } = await decide(fault, '--json');
    expect({ ...ended, sent: server.received.length }).toEqual({ code: 2, stderr: '', sent: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'failed', verdict: null, error: { code } });
    expect(stdout).not.toContain(secret);
  });
}

const nameOf = ({ env = {}, files = {}, question: asked, flags }: Fault): string =>
  JSON.stringify([env, files, asked, flags].filter((part) => part && Object.keys(part).length > 0)).slice(1, 80);

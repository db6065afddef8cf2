// The README as the tests read it: its recipes as they stand, run in real bash while an engine is in one state or another.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { root } from '../support/cli.ts';
import { nowhere } from '../support/decide.ts';
import { deciding, type Rule, type SeenQuestion } from '../support/deciding.ts';
import { serve } from '../support/server.ts';
import { runShell } from '../support/shell.ts';

export const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Every fenced block: its language, its text, and the name in the comment before it. */
export const blocks = [...readme.matchAll(/(?:^<!-- recipe: ([a-z.-]+) -->\n)?^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, name, language = '', text = '']) => ({ name, language, text }),
);

/** The text of the block after `<!-- recipe: NAME -->`. */
export function recipe(name: string): string {
  const found = blocks.filter((block) => block.name === name);
  if (found.length !== 1) throw new Error(`${found.length} blocks in README.md are called ${name}`);
  return found[0]?.text ?? '';
}

/** What an engine may be when a recipe asks it; `absent`: system1 is not installed. */
export const states = ['yes', 'no', 'unsure', 'down', 'absent'] as const;
export type State = (typeof states)[number];

const sureOf = (names: readonly string[], chosen: number): number[] =>
  names.map((_, index) => (index === chosen ? 0.96 : 0.04 / (names.length - 1)));

/** A yes is the first option, a no the last. */
const rules = {
  yes: ({ names }: SeenQuestion) => sureOf(names, 0),
  no: ({ names }: SeenQuestion) => sureOf(names, names.length - 1),
  unsure: ({ names }: SeenQuestion) => names.map(() => 1 / names.length),
};

const isUp = (state: State | Rule): state is keyof typeof rules | Rule => state !== 'down' && state !== 'absent';

interface Listening extends AsyncDisposable {
  readonly url: string;
  readonly seen: readonly SeenQuestion[];
}

/** An engine in that state; nobody listens where one is down. */
async function listen(state: State | Rule): Promise<Listening> {
  if (!isUp(state)) return { url: nowhere, seen: [], [Symbol.asyncDispose]: async () => {} };
  const rule = typeof state === 'function' ? state : rules[state];
  const seen: SeenQuestion[] = [];
  const server = await serve(
    deciding((question) => {
      seen.push(question);
      return rule(question);
    }),
  );
  return { url: server.url, seen, [Symbol.asyncDispose]: server.close };
}

/** Stands in every text that comes from outside, and must never be in a question. */
export const outside = 'OUTSIDE';

export interface Happened {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a script does while laya, the default engine, and von are in these states. Checks that outside text is context alone. */
export async function happensWhen(
  script: string,
  { laya, von = 'down' }: { readonly laya: State | Rule; readonly von?: State | Rule },
  env: Readonly<Record<string, string>> = {},
): Promise<Happened> {
  await using first = await listen(laya);
  await using second = await listen(von);
  const { code, stdout, stderr } = await runShell(script, {
    SYSTEM1_LAYA_ENDPOINT: first.url,
    SYSTEM1_VON_ENDPOINT: second.url,
    SYSTEM1_OLLAMA_ENDPOINT: nowhere,
    SYSTEM1_RETRIES: '0',
    ...git,
    ...(laya === 'absent' && { PATH: '/usr/bin:/bin' }),
    ...env,
  });
  expect(first.seen.length > 0, 'laya is asked when it can be').toBe(isUp(laya));
  for (const { instructions, state } of [...first.seen, ...second.seen]) {
    expect({ instructions, state }).toEqual({
      instructions: expect.not.stringContaining(outside),
      state: expect.stringContaining(outside),
    });
  }
  return { code, stdout, stderr };
}

/** The same with laya in every state: what `tell` makes of each. */
export async function inEachState<Told>(
  script: string,
  tell: (happened: Happened) => Told,
  env: Readonly<Record<string, string>> = {},
): Promise<Record<State, Told>> {
  const told = await Promise.all(
    states.map(async (laya) => [laya, tell(await happensWhen(script, { laya }, env))] as const),
  );
  return Object.fromEntries(told) as Record<State, Told>;
}

/** One outcome for every state. */
export const always = <Told>(told: Told): Record<State, Told> =>
  Object.fromEntries(states.map((state) => [state, told])) as Record<State, Told>;

export const stdoutOf = ({ stdout }: Happened): string => stdout;

/** Whether a script finds it: scripts see no other folders than these. */
export const isInstalled = (tool: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'command -v "$0"', tool], { env: { PATH: '/usr/bin:/bin' } }).status === 0;

const missing = ['bash', 'git', 'jq'].filter((tool) => !isInstalled(tool));

/** `describe`, skipped with the reason in its title where a tool that the recipes need is not installed. */
export function describeRecipes(title: string, tests: () => void): void {
  if (missing.length === 0) describe(title, tests);
  else describe.skip(`${title} (skipped: no ${missing.join(', ')} here)`, tests);
}

const git = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'init.defaultBranch',
  GIT_CONFIG_VALUE_0: 'main',
};

// The README's git hooks in a real repository: a commit or a push goes through on a clear yes alone.
import { expect, test } from 'vitest';
import type { Rule } from '../support/deciding.ts';
import { always, describeRecipes, happensWhen, inEachState, outside, recipe, stdoutOf } from './support.ts';

const install = (hook: string): string => `git config core.hooksPath .githooks; mkdir .githooks
  printf %s "$HOOK" >.githooks/${hook}; chmod +x .githooks/${hook}; printf %s "$GATE" >gate.toml`;

describeRecipes('commit-msg', () => {
  const env = { HOOK: recipe('commit-msg'), GATE: '' };
  const commit = (command: string): string => `git init -q; ${install('commit-msg')}
    git add gate.toml; ${command}; git log --format='committed: %s' 2>/dev/null`;

  test('commits on a clear yes alone', async () => {
    const told = await inEachState(commit(`git commit -q -m "${outside} Add a gate"`), stdoutOf, env);
    const committed = Object.entries(told).filter(([, stdout]) => stdout.includes('committed'));
    expect(committed).toEqual([['yes', `committed: ${outside} Add a gate\n`]]);
  });

  test("judges no comments of git's", async () => {
    const rule: Rule = ({ state, names }) => names.map((name) => ((name === 'no') === state.includes('#') ? 0.9 : 0.1));
    const command = `GIT_EDITOR=true git commit -q -e -m "${outside} Add a gate"`;
    expect((await happensWhen(commit(command), { laya: rule }, env)).stdout).toContain('committed: ');
  });
});

describeRecipes('pre-push', () => {
  const env = { HOOK: recipe('pre-push'), GATE: recipe('gate.toml') };
  /** Tells what the last commit of every branch of the origin is, after a push of `second`. */
  const push = (refs: string, first = ''): string => `exec 2>/dev/null; git init -q --bare origin.git; git init -q seed
    (cd seed; git commit -q --allow-empty -m first; git push -q ../origin.git main main:old)
    git clone -q origin.git repo; cd repo; ${install('pre-push')}
    echo "${outside}" >file; git add file; git commit -q -m second
    ${first}
    git push -q origin ${refs} >/dev/null
    git --git-dir ../origin.git for-each-ref --format='%(refname:short) %(subject)'`;
  const before = 'main first\nold first\n';

  test.each([
    ['main', 'main second\nold first\n'],
    ['main:old main:new', 'main first\nnew second\nold second\n'],
  ])('publishes on a clear yes alone: %s', async (refs, after) => {
    expect(await inEachState(push(refs), stdoutOf, env)).toEqual({ ...always(before), yes: after });
  });

  test('a no to one of its questions stops it', async () => {
    const laya: Rule = ({ id, names }) => names.map((name) => ((name === 'yes') === (id === 'focused') ? 0.96 : 0.04));
    expect(await happensWhen(push('main'), { laya }, env)).toMatchObject({ stdout: before });
  });

  test.each(['main good:last', 'good:first main:then'])('one bad branch among others stops all: %s', async (refs) => {
    const laya: Rule = ({ state, names }) =>
      names.map((name) => ((name === 'yes') === state.includes('GOOD') ? 0.96 : 0.04));
    const good = `git checkout -q -b good main~1; echo "GOOD ${outside}" >file; git add file; git commit -q -m good`;
    expect(await happensWhen(push(refs, good), { laya }, env)).toMatchObject({ stdout: before });
  });

  test('asks nobody where nothing is published', async () => {
    const { stdout } = await happensWhen(push(':old origin/main:refs/heads/same'), { laya: 'down' }, env);
    expect(stdout).toBe('main first\nsame first\n');
  });
});

// The README's gates in CI and in an agent: their own files are parsed, and what they would run is run.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Rule } from '../support/deciding.ts';
import { checkJunit } from '../support/junit-schema.ts';
import { describeRecipes, type Happened, happensWhen, inEachState, outside, recipe } from './support.ts';

const codeOf = ({ code }: Happened): number | null => code;

/** A repository whose main branch has `gate.toml`, and a change to be judged under refs/pull/7/head and as HEAD of `change`. */
const repositories = `git init -q --bare origin.git; git init -q seed; cd seed
  printf %s "$GATE" >gate.toml; git add .; git commit -q -m first; git push -q ../origin.git main
  echo "${outside}" >file; printf '[questions.any]\\nquestion = "ANYTHING?"\\n' >gate.toml
  git add .; git commit -q -m change; git push -q ../origin.git main:refs/pull/7/head; cd ..`;
const gate = { GATE: recipe('gate.toml') };

/** Would let the change through if it could bring its own questions. */
const easilyLed: Rule = ({ instructions, names }) =>
  names.map((name) => ((name === 'yes') === (instructions === 'ANYTHING?') ? 0.96 : 0.04));

describeRecipes('GitHub', () => {
  const { on, jobs } = parse(recipe('github'));
  const [checkout, step] = jobs.gate.steps;
  const env = { ...gate, RUN: step.run, PULL: '7', GITHUB_BASE_REF: 'main', GITHUB_ACTIONS: 'true' };
  // As the checkout of a pull_request_target leaves it: the base, with all branches. GitHub's shell is \`bash -e\`.
  const script = `${repositories}; git clone -q origin.git work; cd work; bash -e -c "$RUN"`;

  test('lets a change through on a clear yes alone', async () => {
    const told = await inEachState(script, ({ code, stdout }) => [code, stdout.match(/^::.*focused::/m)?.[0]], env);
    expect(told).toEqual({
      yes: [0, '::notice title=focused::'],
      no: [1, '::error title=focused::'],
      unsure: [3, '::warning title=focused::'],
      down: [4, '::error title=focused::'],
      absent: [127, undefined],
    });
  });

  test('takes workflow and questions from the base', async () => {
    expect({ on, uses: checkout.uses, ref: checkout.with.ref }).toEqual({
      on: 'pull_request_target',
      uses: expect.stringMatching(/^actions\/checkout@/),
      ref: undefined,
    });
    expect(step.env).toEqual({ PULL: expect.stringMatching(/^\$\{\{ github\.event\.pull_request\.number \}\}$/) });
    expect(codeOf(await happensWhen(script, { laya: easilyLed }, env))).toBe(1);
  });
});

/** How many cases of a JUnit report failed; null when there is no report. */
function faultsIn(report: string): number | null {
  if (report === '') return null;
  expect(checkJunit(report)).toEqual([]);
  return report.match(/<(failure|error) /g)?.length ?? 0;
}

describeRecipes('GitLab', () => {
  const { gate: job } = parse(recipe('gitlab'));
  const report: string = job.artifacts.reports.junit;
  const env = { ...gate, LINES: job.script.join('\n') };
  const script = `${repositories}; cd seed; export CI_MERGE_REQUEST_DIFF_BASE_SHA=$(git rev-parse HEAD~1)
    bash -c "set -eo pipefail; $LINES"; code=$?; cat ${report}; exit "$code"`;

  test('lets a change through on a clear yes alone', async () => {
    const told = await inEachState(script, ({ code, stdout }) => [code, faultsIn(stdout)], env);
    expect(told).toEqual({ yes: [0, 0], no: [1, 2], unsure: [3, 2], down: [4, 2], absent: [127, null] });
  });

  test('takes the questions from the base', async () => {
    expect(codeOf(await happensWhen(script, { laya: easilyLed }, env))).toBe(1);
  });
});

describeRecipes('agent-hook', () => {
  const { hooks } = JSON.parse(recipe('agent-hook'));
  const [{ hooks: lines }] = hooks.PreToolUse;
  const script = 'printf %s "$EVENT" | sh -c "$COMMAND"';
  const envFor = (event: unknown) => ({ COMMAND: lines[0].command, EVENT: JSON.stringify(event) });
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: `ls\n# ${outside}` } };

  test('blocks, with exit 2, whatever is no clear yes', async () => {
    const codes = await inEachState(script, codeOf, envFor(event));
    expect(codes).toEqual({ yes: 0, no: 2, unsure: 2, down: 2, absent: 2 });
  });

  test('tells the agent why', async () => {
    const { stderr } = await happensWhen(script, { laya: 'no' }, envFor(event));
    expect(stderr).toMatch(/^no .*96\.0%/m);
  });

  test.each([{}, { tool_input: {} }, { tool_input: { command: ' ' } }, 'no event'])('blocks %j', async (other) => {
    const { code } = await happensWhen(script, { laya: 'down' }, envFor(other));
    expect(code).toBe(2);
  });
});

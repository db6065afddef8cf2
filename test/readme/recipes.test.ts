// The README's recipes for the shell, as they stand there: what each lets happen, whatever the engine is.
import { expect, test } from 'vitest';
import type { Rule } from '../support/deciding.ts';
import { always, describeRecipes, happensWhen, inEachState, outside, recipe, type State, stdoutOf } from './support.ts';

describeRecipes('recipes for the shell', () => {
  test('guard: the command runs on a clear yes alone', async () => {
    const script = `cmd='echo ran # ${outside}'\n${recipe('guard')}`;
    const asks = `ask a person: echo ran # ${outside}\n`;
    expect(await inEachState(script, stdoutOf)).toEqual({ ...always(asks), yes: 'ran\n' });
  });

  test('branch: a person reads what is neither a yes nor a no', async () => {
    const script = `echo "${outside}" >mail.txt\n${recipe('branch')}`;
    const person = 'a person reads it\n';
    expect(await inEachState(script, stdoutOf)).toEqual({ ...always(person), yes: 'refund\n', no: 'reply\n' });
  });

  test('triage: a clear yes moves a mail', async () => {
    const mails = `echo "${outside} a" >"inbox/a b"; echo "${outside} c" >inbox/-c`;
    const script = `export LC_ALL=C; mkdir inbox spam; ${mails}\n${recipe('triage')}\nls inbox spam`;
    expect(await inEachState(script, stdoutOf)).toEqual({
      ...always('inbox:\n-c\na b\n\nspam:\n'),
      yes: 'inbox:\n\nspam:\n-c\na b\n',
    });
  });

  test('log-stream: a line with a clear yes is told', async () => {
    const script = `echo "${outside}" >app.log; tail() { cat app.log; }\n${recipe('log-stream')}`;
    expect(await inEachState(script, stdoutOf)).toEqual({ ...always(''), yes: `${outside}\n` });
  });

  test('log-stream: a line is told while the log grows', async () => {
    const script = `set -m
      echo "${outside} 1" >app.log
      coproc { ${recipe('log-stream')} }
      read -r line <&"\${COPROC[0]}"; echo "told: $line"
      echo "${outside} 2" >>app.log
      read -r line <&"\${COPROC[0]}"; echo "told: $line"
      kill -- "-$COPROC_PID"`;
    const { stdout } = await happensWhen(script, { laya: 'yes' });
    expect(stdout).toBe(`told: ${outside} 1\ntold: ${outside} 2\n`);
  });

  test('chain: the next engine is asked where one is down or unsure', async () => {
    const script = `mkdir -p .config/system1; printf %s "$FILE" >.config/system1/config.toml
      if system1 decide -q "Is it safe?" -c "${outside}"; then echo opens; fi`;
    const env = { FILE: recipe('chain') };
    expect(await inEachState(script, stdoutOf, env)).toEqual({ ...always(''), yes: 'opens\n' });
    for (const laya of ['down', 'unsure'] as const) {
      expect(await happensWhen(script, { laya, von: 'yes' }, env)).toMatchObject({ stdout: 'opens\n' });
      expect(await happensWhen(script, { laya, von: 'no' }, env)).toMatchObject({ stdout: '' });
    }
  });

  test('calibrate: a mail is moved only above the certified threshold', async () => {
    const script = `mkdir spam; printf %s "$LABELS" >labels.jsonl; for kind in clear murky; do echo "${outside} $kind" >mail.txt
      ${recipe('calibrate')}
      echo "$kind: $(ls spam)"; rm -f spam/*; done`;
    const moved = async (laya: Rule | State, rows = 400) =>
      (await happensWhen(script, { laya }, { LABELS: labels(rows) })).stdout.match(/^(clear|murky): .*/gm);
    expect(await moved(sureOfClear)).toEqual(['clear: mail.txt', 'murky: ']);
    expect(await moved(sureOfClear, 40), 'too few rows to promise anything').toEqual(['clear: ', 'murky: ']);
    expect(await moved('yes'), 'wrong as often as right').toEqual(['clear: ', 'murky: ']);
    for (const laya of ['down', 'absent'] as const) expect(await moved(laya)).toEqual(['clear: ', 'murky: ']);
  });
});

/** Half of the rows say clearly what they are, and are labelled so; the other half has labels by chance. */
const labels = (rows: number): string =>
  Array.from({ length: rows }, (_, id) => {
    const kind = ['clear', 'clean', 'murky', 'murky'][id % 4];
    return `${JSON.stringify({ id, context: `${outside} ${kind} ${id}`, label: id % 2 === 0 ? 'yes' : 'no' })}\n`;
  }).join('');

/** Sure of what is clear or clean, and leaning to a yes, above the usual threshold, for what is murky. */
const sureOfClear: Rule = ({ state, names }) => {
  const yes = state.includes('clear') ? 0.97 : state.includes('clean') ? 0.03 : 0.65;
  return names.map((name) => (name === 'yes' ? yes : 1 - yes));
};

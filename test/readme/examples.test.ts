// What the README shows outside its recipes: each command is run on files such as it names, and each file is read.
import { expect, test } from 'vitest';
import { jsonl, numbered } from '../support/batch.ts';
import { answeredBy } from '../support/labelled.ts';
import { runHere } from '../support/run.ts';
import { blocks, describeRecipes, happensWhen, isInstalled, outside } from './support.ts';

const row = { question: 'Is this spam?', context: outside, label: 'yes' };

const titleOf = (text: string): string => text.slice(0, text.indexOf('\n'));

const examples = blocks
  .filter(({ name }) => name === undefined)
  .map(({ language, text }) => ({ language, text, title: titleOf(text) }));

describeRecipes('commands', () => {
  const commands = examples.filter(({ language, text }) => language === 'sh' && /^[^#]*system1 /.test(text));
  const shown = commands.filter(({ text }) => !/^npm |^npx |^llama-server /m.test(text)).map(({ text }) => text);

  /** `system1` under this name notes what each run ended with. */
  const prelude = `mkdir bin; printf %s "$WRAPPER" >bin/system1; chmod +x bin/system1; PATH=$HOME/bin:$PATH
    git init -q; echo a >a; git add a; git commit -q -m a; echo "${outside}" >a
    echo "${outside}" >mail.txt; echo "${outside}" >change.diff; printf %s "$GATE" >gate.toml
    for i in $(seq 100); do echo "$ROW"; done | tee mails.jsonl >labels.jsonl
    echo "$ANSWERS" >recorded.jsonl; "$HOME/system1" calibrate recorded.jsonl -q`;
  const env = {
    WRAPPER: '#!/bin/sh\n"$HOME/system1" "$@"; code=$?; echo "$code" >>"$HOME/codes"; exit $code\n',
    GATE: examples.find(({ text }) => text.startsWith('[questions.'))?.text ?? '',
    ROW: JSON.stringify(row),
    ANSWERS: jsonl(
      numbered(100).map((each) => ({ ...row, ...each, ...answeredBy, probabilities: { yes: 0.9, no: 0.1 } })),
    ),
  };

  test('are many', () => expect(shown.length).toBeGreaterThan(5));

  for (const text of shown) {
    const needed = text.startsWith('parallel ') ? 'parallel' : 'bash';
    const skipped = isInstalled(needed) ? '' : ` (skipped: ${needed} is not installed)`;
    test.skipIf(skipped !== '')(`${titleOf(text)}${skipped}`, () => runs(text));
  }

  async function runs(text: string): Promise<void> {
    const { stdout } = await happensWhen(`${prelude}\n${text}\necho; xargs <codes`, { laya: 'yes' }, env);
    // 3: a hundred rows are too few to promise anything.
    expect(stdout.split('\n').at(-2)).toMatch(/^[013]( [013])*$/);
  }
});

test.each(examples.filter(({ language }) => language === 'toml'))('a file: $title', async ({ text }) => {
  const asks = text.startsWith('[questions.');
  const argv = asks
    ? ['decide', '--questions', '~/file.toml', '-c', 'x', '--dry-run']
    : ['providers', '--config', '~/file.toml'];
  const files = { 'file.toml': text };
  expect(await runHere(argv, { files })).toMatchObject({ code: asks ? 3 : 0, stderr: '' });
});

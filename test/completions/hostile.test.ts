// The shipped completions in real interactive shells, where names and half-typed lines hold what a shell would act on.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { lacking, openShell, type Shell, type Typist } from '../support/completing.ts';

/** Names that a shell has to quote; the first letter tells them apart. */
const names = [
  'a b.txt',
  "b'c.txt",
  'c"d.txt',
  'd:e.txt',
  'e=f.txt',
  'f=g:h i.txt',
  'g*h?.txt',
  'h[1]{2}.txt',
  'i\\j.txt',
  'j;k&l|m.txt',
  'k(l)<m>.txt',
  'l#m~n.txt',
  'mé 漢字.txt',
  'n$(touch pwned) `touch pwned`.txt',
  'o p:q.txt',
];

/** What leaves a file behind when a shell evaluates it, whole and half-typed. */
const commands = [
  '$(touch pwned)',
  '`touch pwned`',
  '<(touch pwned)',
  '"$(touch pwned',
  '"`touch pwned',
  '"$(touch pwned)"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
  '${x:=$(touch pwned)}',
  '*(e:touch\\ pwned:)',
  '(touch pwned)',
  '"; touch pwned; ',
  "'; touch pwned; '",
  'x\\;touch\\ pwned',
];

/** Where the half-typed word stands. */
const places = ['', 'decide ', 'decide -c ', 'decide -f ', 'decide --config=', 'decide --fallback laya,', 'health '];

// A shell that waits for the end of a line that was completed wrongly would wait for ever.
vi.setConfig({ testTimeout: 15_000 });

describe.each<Shell>(['bash', 'zsh', 'fish'])('%s', (shell) => {
  const missing = lacking(shell);

  describe.skipIf(missing !== null)(missing ?? 'on a terminal', () => {
    let typist: Typist;
    beforeAll(async () => {
      typist = await openShell(shell, names);
    });
    afterAll(() => typist[Symbol.asyncDispose]());

    test.each(names)('%s reaches the program as it is', async (name) => {
      const start = name.slice(0, 1);
      expect(await typist.argumentsOf(`system1 decide -f ${start}`)).toEqual(['decide', '-f', name]);
      expect(await typist.argumentsOf(`system1 decide --config=${start}`)).toEqual(['decide', `--config=${name}`]);
    });

    test.each([
      ['d:e.', 'd:e.txt'],
      ['e=f.', 'e=f.txt'],
      ['f=g:h\\ ', 'f=g:h i.txt'],
      ['a\\ ', 'a b.txt'],
      ['o\\ p:q.', 'o p:q.txt'],
      ['"a', 'a b.txt'],
      ['"d:e.', 'd:e.txt'],
      [`'c`, 'c"d.txt'],
      ['./a', './a b.txt'],
    ])('-f %s goes on', async (start, name) => {
      expect(await typist.argumentsOf(`system1 decide -f ${start}`)).toEqual(['decide', '-f', name]);
    });

    test('nothing of the line is run', { timeout: 60_000 }, async () => {
      for (const command of commands) {
        for (const place of places) await typist.complete(`system1 ${place}${command}`);
        for (const place of ['decide -f ', 'decide --config=', 'calibrate ']) {
          await typist.complete(`system1 ${place}${command}/`);
        }
        await typist.complete(`system1 decide ${command} -f `);
        await typist.complete(`system1 decide -c ${command} -o ${command} --fallback l`);
      }
      expect(readdirSync(typist.folder).toSorted()).toEqual(names.toSorted());
    });
  });
});

const noZsh = lacking('zsh');
test.skipIf(noZsh !== null)(`zsh's own completion of files would run it ${noZsh ?? ''}`, async () => {
  await using typist = await openShell('zsh', []);
  await typist.complete('cat $(touch pwned)/');
  expect(readdirSync(typist.folder)).toEqual(['pwned']);
});

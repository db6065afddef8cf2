// The shipped completions in real interactive shells: what each offers where.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { providers as kinds } from '../../src/providers/index.ts';
import { commandTree, type Value } from '../../src/tools/generate/tree.ts';
import { lacking, openShell, type Shell, type Typist } from '../support/completing.ts';

const { commands } = await commandTree();
const providers = kinds.map(({ kind }) => kind);
/** A new engine may begin as another one does. */
const beginning = (start: string, names = providers): readonly string[] =>
  names.filter((name) => name.startsWith(start));
const fallbacks = providers.filter((name) => name !== 'mock');
const files = ['one.toml', 'two.jsonl'];
// A shell that waits for the end of a line that was completed wrongly would wait for ever.
vi.setConfig({ testTimeout: 15_000 });

describe.each<Shell>(['bash', 'zsh', 'fish'])('%s', (shell) => {
  const missing = lacking(shell);

  describe.skipIf(missing !== null)(missing ?? 'on a terminal', () => {
    let typist: Typist;
    beforeAll(async () => {
      typist = await openShell(shell, files);
    });
    afterAll(() => typist[Symbol.asyncDispose]());

    /** What it offers, sorted: each shell has its own order. zsh adds the comma or the equals sign that may come next. */
    const offered = async (line: string): Promise<readonly string[]> =>
      (await typist.candidates(line)).map((word) => word.replace(/[,=]$/, '')).toSorted();

    test.each<[line: string, words: readonly string[]]>([
      ['system1 ', commands.map(({ name }) => name)],
      ['system1 he', ['health', 'help']],
      ['system1 --', ['--help', '--version']],
      ['system1 decide -p ', providers],
      ['system1 decide --provider a', beginning('a')],
      ['system1 decide --provider=', providers],
      ['system1 decide --provider=o', beginning('o')],
      ['system1 decide "Is it safe?" -c "rm -rf x" -p m', beginning('m')],
      ['system1 decide "größer als 漢字?" --format js', ['json', 'jsonl']],
      ['system1 decide --format ', ['text', 'value', 'json', 'jsonl', 'github', 'junit', 'tap']],
      ['system1 health --format ', ['text', 'json']],
      ['system1 decide --color ', ['auto', 'always', 'never']],
      ['system1 decide --on-abstain ', ['pass', 'block', 'fail']],
      ['system1 decide --on-error b', ['block']],
      ['system1 decide --fallback ', fallbacks],
      ['system1 decide --fallback laya,o', beginning('o', fallbacks).map((name) => `laya,${name}`)],
      ['system1 decide --fallback=laya,von,t', beginning('t', fallbacks).map((name) => `laya,von,${name}`)],
      ['system1 decide --fail-on failed,', ['failed,abstained', 'failed,block']],
      ['system1 calibrate x.jsonl --method ', ['temperature', 'none']],
      ['system1 calibrate x.jsonl --scope ', ['options', 'model']],
      ['system1 health ', providers],
      ['system1 health laya v', beginning('v')],
      ['system1 providers ', providers],
      ['system1 completion ', ['bash', 'zsh', 'fish']],
      ['system1 completion --color never ', ['bash', 'zsh', 'fish']],
      ['system1 help e', ['environment', 'exit-codes']],
      ['system1 decide -vq --config ', files],
      ['system1 decide -vf ', files],
      ['system1 decide q --conf', ['--config']],
    ])('%s', async (line, words) => {
      // bash and fish offer again what a list has already.
      const found = (await offered(line)).filter((word) => !/^(.*),\1$/.test(word));
      expect(found).toEqual(words.toSorted());
    });

    test.each([
      'system1 decide ',
      'system1 decide -c ',
      'system1 decide -c --',
      'system1 decide -c --con',
      'system1 decide "Safe?" --context=',
      'system1 decide -o ',
      'system1 decide -o "with blanks=and: more" -o ',
      'system1 decide --expect ',
      'system1 decide --timeout ',
      'system1 decide --endpoint http://127.0.0.1:',
      'system1 decide -- --',
      'system1 nonsense ',
    ])('nothing: %s', async (line) => {
      expect(await offered(line)).toEqual([]);
    });

    test('a value that looks like an option is none', async () => {
      expect(await offered('system1 decide q -c --config --form')).toEqual(shell === 'fish' ? [] : ['--format']);
      for (const line of ['system1 decide q -c --config ', 'system1 decide q -o -f ']) {
        expect(await offered(line)).not.toContain('one.toml');
      }
    });

    test('every value of every option and argument', async () => {
      const wanted = ({ offers, words }: Value) => (offers === 'files' ? files : words);
      for (const { name, options, arguments: positional } of commands) {
        for (const { long, short, value } of options) {
          if (value === null) continue;
          for (const spelled of [`${long} `, `${long}=`, ...(short === null ? [] : [`${short} `])]) {
            const line = `system1 ${name} ${spelled}`;
            expect([line, ...(await offered(line))]).toEqual([line, ...wanted(value).toSorted()]);
          }
        }
        for (const { value } of positional) {
          const line = `system1 ${name} `;
          expect([line, ...(await offered(line))]).toEqual([line, ...wanted(value).toSorted()]);
        }
      }
    });

    test('the options of a command, and no others', async () => {
      for (const { name, options } of commands) {
        const wanted = options.map(({ long }) => long).toSorted();
        expect(await offered(`system1 ${name} --`)).toEqual(wanted);
      }
    });

    test('TAB completes what is unique', async () => {
      expect(await typist.complete('system1 dec')).toBe('system1 decide ');
      expect(await typist.complete('system1 decide -p "an')).toMatch(/^system1 decide -p "anthropic" ?$/);
      expect(await typist.complete('system1 decide --config=one')).toBe('system1 decide --config=one.toml ');
    });
  });
});

const noBash = lacking('bash');
test.skipIf(noBash !== null)(`bash with settings that break many completions ${noBash ?? ''}`, async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
  const settings = 'set -uf; shopt -s nullglob failglob; IFS=e; COMP_WORDBREAKS=${COMP_WORDBREAKS//[:=]/}';
  await using typist = await openShell('bash', ['a b:c=d.toml'], settings);
  expect(await typist.candidates('system1 he')).toEqual(['health', 'help']);
  expect(await typist.complete('system1 decide --format=ju')).toBe('system1 decide --format=junit ');
  expect(await typist.complete('system1 decide --fallback=laya,o')).toBe('system1 decide --fallback=laya,ollama ');
  expect(await typist.argumentsOf('system1 decide -f a\\ b:')).toEqual(['decide', '-f', 'a b:c=d.toml']);
});

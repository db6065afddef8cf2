// Text from strangers in what goes wrong: wherever a message, a hint or a warning may quote it, it is one inert line.
import { describe, expect, it } from 'vitest';
import { actingIn, commandsIn, expectInert, strangers } from '../support/acting.ts';
import { config } from '../support/decide.ts';
import { runHere, type World } from '../support/run.ts';
import { runShell } from '../support/shell.ts';

/** Those that would act by being shown; the others are tried where they might be obeyed. */
const loud = strangers.filter((text) => actingIn(text).length > 0 || commandsIn(text).length > 0);

/** A command line, or one in a world of its own. */
type Place = (text: string) => readonly string[] | { readonly argv: readonly string[]; readonly world: World };

const decide = (...flags: readonly string[]): readonly string[] => ['decide', 'q', '-p', 'mock', ...flags];
const quoted = (text: string): string => JSON.stringify(text).replaceAll('\x7f', '\\u007f');
const inConfig = (toml: string, argv = decide()): ReturnType<Place> => ({ argv, world: config(toml) });
const inEnv = (name: string, value: string, argv = decide()): ReturnType<Place> => ({
  argv,
  world: { env: { [name]: value } },
});
const asQuestions = (content: string): ReturnType<Place> => ({
  argv: ['decide', '-p', 'mock', '--questions', '~/questions'],
  world: { files: { questions: content } },
});
const asRow = (row: object): ReturnType<Place> => ({
  argv: ['decide', '-p', 'mock', '-b', '~/rows', '--format', 'github'],
  world: { files: { rows: `${JSON.stringify(row)}\n` } },
});
const asLabel = (row: object, ...flags: readonly string[]): ReturnType<Place> => ({
  argv: ['calibrate', '~/labels', ...flags],
  world: {
    files: {
      labels: `${JSON.stringify({ question: 'q', context: 'c', label: 'yes', probabilities: { yes: 1, no: 0 }, ...row })}\n`,
    },
  },
});
const home = (text: string): string => `~/${text}`;

const places: Readonly<Record<string, Place>> = {
  'a command': (text) => [text, 'q'],
  'a topic': (text) => ['help', text],
  'an engine to look at': (text) => ['health', text],
  'an engine to list': (text) => ['providers', text],
  'an argument too many': (text) => ['decide', 'q', '--', text, text],
  ...Object.fromEntries(
    [
      '--format',
      '--color',
      '--timeout',
      '--deadline',
      '--max-requests',
      '--min-confidence',
      '--expect',
      '--on-error',
      '--on-abstain',
      '--exit',
      '--fallback',
      '--model',
      '--output',
      '--concurrency',
      '--fail-on',
      '--min-pass-rate',
    ].map((flag) => [flag, (text: string) => decide(flag, text)]),
  ),
  '--provider': (text) => ['decide', 'q', '-p', text],
  '--endpoint': (text) => ['decide', 'q', '-p', 'von', '--endpoint', text],
  'a remote endpoint': (text) => ['decide', 'q', '-p', 'von', '--endpoint', `http://192.0.2.1/${encodeURI(text)}`],
  'a model that runs elsewhere': (text) => ['decide', 'q', '-p', 'ollama', '-m', `${text}:cloud`],
  'a model that is dear': (text) => ['decide', 'q', '-p', 'laya', '-m', text, '-c', 'x'.repeat(9000)],
  'an option twice': (text) => decide('-o', text, '-o', text),
  'a file': (text) => decide('-f', home(text)),
  'a questions file': (text) => ['decide', '-p', 'mock', '--questions', home(text)],
  'a batch': (text) => decide('-b', home(text)),
  'a configuration': (text) => decide('--config', home(text)),
  'a configuration, told of': (text) => ({
    argv: ['providers', '-v', '--config', home(text)],
    world: { files: { [text.replaceAll('\0', '')]: '' } },
  }),
  labels: (text) => ['calibrate', home(text)],
  '--holdout': (text) => asLabel({}, '--holdout', text),
  '--group': (text) => asLabel({}, '--group', text),
  // Deep enough that no `..` in a text leads out of the folder.
  '--html': (text) => asLabel({}, '--html', home(`none/1/2/3/4/5/${text}`)),
  'a label': (text) => asLabel({ label: text }),
  'an id of a bad row': (text) => asLabel({ id: text, probabilities: { yes: 2 } }),
  'an option of a bad row': (text) => asLabel({ options: [text, text] }),
  'who answered': (text) => asLabel({ provider: text, model: text }, '--provider', 'laya'),
  'a variable': (text) => inEnv(`SYSTEM1_${text}`, 'x'),
  'the provider, in a variable': (text) => inEnv('SYSTEM1_PROVIDER', text, ['decide', 'q']),
  'a number, in a variable': (text) => inEnv('SYSTEM1_TIMEOUT_S', text),
  'an endpoint, in a variable': (text) => inEnv('SYSTEM1_VON_ENDPOINT', text, ['providers', 'von']),
  'a model, in a variable': (text) => inEnv('SYSTEM1_VON_MODEL', text, ['providers']),
  'calibrations, in a variable': (text) => inEnv('SYSTEM1_CALIBRATIONS', `/etc/passwd/${text}`, ['providers']),
  'a configuration, in a variable': (text) => inEnv('SYSTEM1_CONFIG', `/none/${text}`),
  'a key of the configuration': (text) => inConfig(`${quoted(text)} = 1`),
  'a value of the configuration': (text) => inConfig(`retries = ${quoted(text)}`),
  'a provider of the configuration': (text) => inConfig(`[providers.${quoted(text)}]\nkind = "von"`),
  'a kind of the configuration': (text) => inConfig(`[providers.x]\nkind = ${quoted(text)}`),
  'calibrations of the configuration': (text) => inConfig(`calibrations = ${quoted(text)}`, ['providers']),
  'what is no TOML': (text) => inConfig(`retries = ${text}`),
  'a key of a questions file': (text) => asQuestions(`[questions.a]\nquestion = "q"\n${quoted(text)} = 1`),
  'a name in a questions file': (text) => asQuestions(`[questions.${quoted(text)}]\nquestion = "q"`),
  'expect in a questions file': (text) => asQuestions(`[questions.a]\nquestion = "q"\nexpect = ${quoted(text)}`),
  'what is no JSON': (text) => asQuestions(`{"questions": ${text}`),
  'expect in a row': (text) => asRow({ context: 'c', question: 'q', expect: text }),
  'an option in a row': (text) => asRow({ context: 'c', question: 'q', options: [text, text] }),
  'an id of a row that fails': (text) => asRow({ id: text, question: 'q' }),
  'what is no row': (text) => ({ argv: decide('-b', '-'), world: { stdin: text } }),
};

describe.each(Object.entries(places))('%s', (name, place) => {
  it('is quoted as text', async () => {
    for (const [at, text] of loud.entries()) {
      const placed = place(text);
      const { argv, world } = 'argv' in placed ? placed : { argv: placed, world: {} };
      // No argument and no variable can hold it.
      if (
        argv.join('').includes('\0') ||
        Object.keys(world.env ?? {})
          .join('')
          .includes('\0')
      )
        continue;
      const more = argv.includes('--format') ? [] : ([[], ['--json'], ['-v']][at % 3] ?? []);
      const { code, stdout, stderr } = await runHere([...argv.slice(0, 1), ...more, ...argv.slice(1)], world);
      expect([0, 2, 3, 4], `${name}: ${JSON.stringify(text)}\n${stderr}`).toContain(code);
      expectInert(stderr);
      expectInert(stdout, argv.includes('github') ? (stdout.match(/\n/g)?.length ?? 0) : 0);
    }
  });
});

describe('as the name of a file that is there', () => {
  const names = ['--version', '--', '-q', '*', '$(touch pwned)', '`touch pwned`', '; touch pwned', '{"questions":{}}'];
  const links = ['\x1b[31mred', '::error::x', '##[error]x', 'http:localhost', '\u202egnp', 'a\nb', '@rows'];

  it.each([...names, ...links])('%j', async (name) => {
    const script = `
      printf 'some text' > "./$NAME"
      printf '{"context":"x"}\\n' > "./-$NAME"
      ./system1 decide q -p mock -q -f "$NAME" || echo "decide $?"
      ./system1 decide q -p mock -q --config "$NAME"; echo "config $?"
      ./system1 decide q -p mock -q -b "-$NAME" --output "$NAME.out" || echo "batch $?"
      test -s "./$NAME.out"; test ! -e pwned || echo pwned`;
    const { code, stdout, stderr } = await runShell(script, { NAME: name });
    expect([code, stdout]).toEqual([0, 'config 2\n']);
    expectInert(stderr);
  });

  it.each(["it's; touch pwned", '$(touch pwned)', 'a b'])('%j, in a hint that can be pasted', async (name) => {
    const script = `
      echo nonsense | ./system1 decide q -p mock -b - --output "$NAME" 2> errors
      command=$(sed -n 's/^hint: \\(.* --retry-failed\\).*/\\1/p' errors)
      eval "printf '%s\\n' $command"; test ! -e pwned`;
    const { code, stdout } = await runShell(script, { NAME: name });
    expect([code, stdout]).toEqual([0, `--output\n${name}\n--resume\n--retry-failed\n`]);
  });
});

// What the help topics say. What the tables of settings and providers know is taken from them, so that help cannot drift.

import { commonSettings, globalSettings, httpSettings } from '../../config/schema.ts';
import { providers } from '../../providers/index.ts';
import type { Provider, Setting } from '../../providers/types.ts';
import { variableOf } from '../../variables.ts';
import { runners } from '../decide/runner-commands.ts';
import { type TopicName, topicPurposes } from './options.ts';
import type { Block, Row, Topic } from './topic.ts';

type Content = Pick<Topic, 'blocks' | 'examples'>;

const text = (content: string): Block => ({ kind: 'text', text: content });
const rows = (heading: string, content: readonly Row[]): Block => ({ kind: 'rows', heading, rows: content });

/** Exit codes of decide. */
export const exitCodeRows: readonly Row[] = [
  ['0', 'pass: yes, a choice or level was picked, or the decision is among --expect'],
  ['1', 'block: no, or the decision is not among --expect'],
  ['2', 'usage, configuration or input error: nothing was asked'],
  ['3', 'abstained, or --dry-run'],
  ['4', 'no provider gave a usable answer'],
  ['70', 'internal error: a bug, please report it'],
  ['124', 'the deadline, or the timeout of the last provider in the chain, passed'],
  ['130', 'interrupted (SIGINT); 143 terminated (SIGTERM): it dies of that same signal'],
];

/** What the other commands end with. */
export const otherExitRows: readonly Row[] = [
  ['decide --batch', '0 every row answered or abstained, 4 a row failed, 124 the deadline passed; see --fail-on'],
  ['health', '0 all are up, 4 one is down, 124 --wait ran out'],
  [
    'calibrate',
    '0 fitted, or every --check bound holds; 1 a bound is broken; 3 nothing to store or to check, too few rows, or no certified threshold; 4 and 124 rows that were asked live failed',
  ],
  ['others', '0, or 2 for a usage error'],
];

const exitCodes: Content = {
  blocks: [
    rows('decide', exitCodeRows),
    text(
      '0 and 1 come from an answer, or from what --on-abstain, --on-error and --exit ask for. With --questions the ' +
        'worst of the results counts, 4, 124, 3, 1, 0; 1 only from a question with expect.',
    ),
    rows('Other commands', otherExitRows),
    text(
      'Ask so that only a clear yes lets something happen, and never negate. With the engine down, a typo in the ' +
        'configuration, or system1 not installed, the condition is then false.',
    ),
  ],
  examples: [
    'if system1 decide -q "Is this command safe to run?" -c "$cmd"; then sh -c "$cmd"; fi',
    'case $(system1 decide "Is this spam?" -f mail.txt) in yes) echo spam ;; no) echo ham ;; esac',
    'system1 decide "Does this diff hold a secret?" -f change.diff --expect no || exit 2',
  ],
};

const settingRows = (settings: readonly Setting[], name: (key: string) => string): readonly Row[] =>
  settings.map((setting) => {
    const { key, about } = setting;
    const value = defaultOf(setting);
    return [name(key), value === '' ? about : `${about} (${value})`];
  });

/** The default as it is shown, empty for none. */
export const defaultOf = ({ default: value }: Setting): string => String(value ?? '');

/** Which variable holds the key for which host. */
export const keyRows: readonly Row[] = [
  ...providers
    .flatMap(({ kind, homes }) => homes.map((home) => ({ kind, ...home })))
    .flatMap(({ kind, keyVariable, keyOfBuiltIn, endpoint }): Row[] =>
      keyVariable === undefined ? [] : [[keyVariable, `for ${keyOfBuiltIn ? `${kind} at ` : ''}${endpoint}`]],
    ),
  ['SYSTEM1_<PROVIDER>_API_KEY', 'for any other provider or host'],
];

/** Variables that are neither settings nor keys. */
export const otherVariableRows: readonly Row[] = [
  ['SYSTEM1_CONFIG', 'the configuration file'],
  ['HTTPS_PROXY, NO_PROXY', 'in either case, for remote https endpoints; loopback never goes through a proxy'],
  ['NO_COLOR, FORCE_COLOR', 'as usual; --color wins over them, and they over TERM=dumb'],
  ['LC_ALL, LC_CTYPE, LANG', 'bars are drawn in UTF-8 where the first that is set says so'],
  ['CI', 'no spinner and no progress bar'],
  [runners.join(', '), 'one that is set: --format value prints no option that its runner would take for a command'],
  ['GITHUB_OUTPUT', 'with --format github: where the outputs of the step go'],
  ['GITHUB_STEP_SUMMARY', 'with --format github: where its summary goes'],
  ['XDG_CONFIG_HOME', 'where system1/config.toml is, if not in ~/.config'],
  ['XDG_CACHE_HOME', 'where compiled code is kept, if not in ~/.cache'],
  ['NODE_DISABLE_COMPILE_CACHE', '1: keep no compiled code'],
];

const environment: Content = {
  blocks: [
    rows('Settings; a flag wins over them, they win over the file', [
      ...settingRows(globalSettings, (key) => variableOf(key)),
      ['SYSTEM1_<PROVIDER>_<KEY>', 'a setting of one provider: SYSTEM1_OLLAMA_MODEL'],
    ]),
    rows('Keys; they come from the environment alone', keyRows),
    rows('Other', otherVariableRows),
    text('Blank values count as unset; booleans are true, false, 1 or 0; SYSTEM1_FALLBACK=none empties the list.'),
  ],
  examples: [
    'SYSTEM1_PROVIDER=ollama SYSTEM1_OLLAMA_MODEL=gemma4:e4b system1 decide "Is this spam?" -f mail.txt',
    'SYSTEM1_LOCAL_ONLY=1 system1 decide "Is this spam?" -f mail.txt',
    'SYSTEM1_FALLBACK=none system1 providers --chain',
  ],
};

/** Kinds that send nothing, and have fewer settings for that. */
const silent = providers.filter(({ homes }) => homes.length === 0).map(({ kind }) => kind);

const configuration: Content = {
  blocks: [
    text(
      '--config FILE, else $SYSTEM1_CONFIG, else $XDG_CONFIG_HOME/system1/config.toml, else ' +
        '~/.config/system1/config.toml. Flag, then environment, then file, then default.',
    ),
    rows(
      'At the top of the file',
      settingRows(globalSettings, (key) => key),
    ),
    rows('Under [providers.NAME]; a NAME of your own needs kind = "…"', [
      ...settingRows(commonSettings, (key) => key),
      ...settingRows(
        httpSettings.filter((setting) => !commonSettings.includes(setting)),
        (key) => `${key}, not ${silent.join(', ')}`,
      ),
      ...providers.flatMap(({ kind, settings }) => settingRows(settings, (key) => `${key}, ${kind}`)),
    ]),
    {
      kind: 'verbatim',
      heading: 'A file',
      lines: ['provider = "laya"', 'fallback = ["ollama"]', '', '[providers.ollama]', 'model = "gemma4:e4b"'],
    },
  ],
  examples: [
    'system1 providers laya',
    'system1 providers --chain',
    'system1 decide "Is this spam?" -f mail.txt --config ci.toml --dry-run',
  ],
};

const providerRows = (heading: string, about: (provider: Provider) => string): Block =>
  rows(
    heading,
    providers.map((provider) => [provider.kind, about(provider)]),
  );

/** As in the README, which has the other engines too. */
export const llamaServerCommand = 'llama-server -hf ggml-org/Laya-GGUF --host 127.0.0.1 --port 8790 -b 2048 -ub 2048';

const providerList: Content = {
  blocks: [
    providerRows('Engines', ({ about }) => about),
    providerRows('Where, and which model, if nothing else is said', homeOf),
    { kind: 'verbatim', heading: 'To start llama-server where systemone is looked for', lines: [llamaServerCommand] },
    text(
      "Naming a hosted provider with -p or 'provider' is consent for its own host; as a fallback it needs " +
        'allow_remote = true, as any other remote host does.',
    ),
  ],
  examples: [
    'system1 health --all',
    'system1 providers ollama',
    'system1 decide "Is this spam?" -f mail.txt -p ollama -m gemma4:e4b',
  ],
};

function homeOf({ homes, modelRequired }: Provider): string {
  const [home] = homes;
  if (home === undefined) return 'nowhere: nothing is sent';
  if (home.model !== '') return `${home.endpoint}, ${home.model}`;
  return modelRequired ? `${home.endpoint}; the model must be named` : home.endpoint;
}

const contents: Readonly<Record<TopicName, Content>> = {
  'exit-codes': exitCodes,
  environment,
  configuration,
  providers: providerList,
};

export const topicNamed = (name: TopicName): Topic => ({ purpose: topicPurposes[name], ...contents[name] });

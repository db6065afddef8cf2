// The help topics. What the tables of settings and providers know is taken from them, so that help cannot drift.
import { variableOf } from '../../config/names.ts';
import { globalSettings, httpSettings } from '../../config/schema.ts';
import { providers } from '../../providers/index.ts';
import type { Setting } from '../../providers/types.ts';

type Row = readonly [left: string, right: string];

/** Exit codes of decide, and what they mean. */
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

const exitCodes = `Exit codes of decide

${exitCodeRows.map(([code, meaning]) => `${code.padStart(5)}   ${meaning}`).join('\n')}

--questions: the worst of its results, 4, 124, 3, 1, 0; 1 only from a question with expect.

0 and 1 come from an answer, or from what --on-abstain, --on-error and --exit ask for.
health: 0 all are up, 4 one is down, 124 --wait ran out. providers: 0.
calibrate: 0 fitted, or every --check bound holds; 1 a bound is broken; 3 nothing to store or to check, too few rows,
or no certified threshold; 4 and 124 rows that were asked live failed.

Ask so that only a clear yes lets something happen, and never negate:

  if system1 decide -q "Is this command safe to run?" -c "$cmd"; then sh -c "$cmd"; fi

With the engine down, a typo in the configuration, or system1 not installed, the condition is false.
`;

/** Which variable holds the key for which host. */
export const keyRows: readonly Row[] = [
  ...providers
    .flatMap(({ homes }) => homes)
    .flatMap(({ keyVariable, endpoint }): Row[] =>
      keyVariable === undefined ? [] : [[keyVariable, `for ${endpoint}`]],
    ),
  ['SYSTEM1_<PROVIDER>_API_KEY', 'for any other provider or host'],
];

/** Variables that are neither settings nor keys. */
export const otherVariableRows: readonly Row[] = [
  ['SYSTEM1_CONFIG', 'the configuration file'],
  ['HTTPS_PROXY, NO_PROXY', 'for remote https endpoints; loopback never goes through a proxy'],
  ['NO_COLOR, FORCE_COLOR', 'as usual; --color wins over them'],
];

const row = ([left, right]: Row): string => `  ${left.padEnd(28)}${right}`;

const settingRows = (settings: readonly Setting[], name: (key: string) => string): string[] =>
  settings.map(({ key, about, default: value }) => {
    const shown =
      value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? '' : ` (${value})`;
    return row([name(key), about + shown]);
  });

const environment = (): string =>
  `Environment variables

Settings. A flag wins over them, they win over the file:
${settingRows(globalSettings, (key) => variableOf(key)).join('\n')}
${row(['SYSTEM1_<PROVIDER>_<KEY>', 'a setting of one provider: SYSTEM1_OLLAMA_MODEL'])}

Keys. They come from the environment alone:
${keyRows.map(row).join('\n')}

Other:
${otherVariableRows.map(row).join('\n')}

Blank values count as unset; booleans are true, false, 1 or 0; SYSTEM1_FALLBACK=none empties the list.
`;

const configuration = (): string =>
  `Configuration

--config FILE, else $SYSTEM1_CONFIG, else $XDG_CONFIG_HOME/system1/config.toml, else ~/.config/system1/config.toml.
Flag, then environment, then file, then default; 'system1 providers NAME' shows where each value came from.

At the top of the file:
${settingRows(globalSettings, (key) => key).join('\n')}

Under [providers.NAME]; a NAME of your own needs kind = "…" and an endpoint:
${settingRows(httpSettings, (key) => key).join('\n')}
${providers.flatMap(({ kind, settings }) => settingRows(settings, (key) => `${key}, ${kind}`)).join('\n')}

  provider = "laya"
  fallback = ["ollama"]

  [providers.ollama]
  model = "gemma4:e4b"
`;

const providerList = (): string =>
  `Providers

${providers.map(({ kind, about }) => row([kind, about])).join('\n')}

'system1 providers' shows what is configured, 'system1 health' what is up. Naming a hosted provider with -p or
'provider' is consent for its own host; as a fallback it needs allow_remote = true, as any other remote host does.
`;

/** By name, in the order that help lists them. */
export const topics: ReadonlyMap<string, () => string> = new Map([
  ['exit-codes', () => exitCodes],
  ['environment', environment],
  ['configuration', configuration],
  ['providers', providerList],
]);

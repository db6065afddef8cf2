// The layer of the command line. The parser has read the values; ranges are checked here, as in every layer.
import { configError } from '../errors.ts';
import type { Setting, SettingValue } from '../providers/types.ts';
import type { Kinds } from './names.ts';
import { globalSettings, settingIn, settingsOf } from './schema.ts';
import type { FlagSettings, Origin, Settings, Sourced, Values } from './types.ts';
import { checkValue } from './values.ts';

/** A flag, the key that it sets, and its value; undefined when it was not given. */
type Given = readonly [flag: string, key: string, value: SettingValue | undefined];

const origin: Origin = { layer: 'flag', source: 'flag' };

/** `--model`, `--endpoint` and `--allow-remote` are for `primary`. Throws System1Error for a value that the setting does not take. */
export function flagLayer(flags: FlagSettings, primary: string, kinds: Kinds): Settings {
  const globals = valuesOf(globalSettings, [
    ['--provider', 'provider', flags.provider],
    ['--fallback', 'fallback', flags.fallback],
    ['--local-only', 'local_only', flags.localOnly],
    ['--timeout', 'timeout_s', flags.timeoutS],
    ['--deadline', 'deadline_s', flags.deadlineS],
    ['--min-confidence', 'min_confidence', flags.minConfidence],
  ]);
  const provider = kinds.get(primary);
  if (provider === undefined) return { globals, providers: new Map() };
  const own = valuesOf(
    settingsOf(provider),
    [
      ['--model', 'model', flags.model],
      ['--endpoint', 'endpoint', flags.endpoint],
      ['--allow-remote', 'allow_remote', flags.allowRemote],
    ],
    primary,
  );
  return { globals, providers: new Map([[primary, own]]) };
}

function valuesOf(settings: readonly Setting[], given: readonly Given[], provider?: string): Values {
  const values = new Map<string, Sourced<SettingValue>>();
  for (const [flag, key, value] of given) {
    if (value === undefined) continue;
    const setting = settingIn(settings, key);
    if (setting === undefined) throw configError(`${flag}: ${provider} has no setting ${key}`);
    const checked = checkValue(setting, value);
    if ('fault' in checked) throw configError(`${flag} ${checked.fault}`, setting.about);
    values.set(key, { value: checked.value, origin });
  }
  return values;
}

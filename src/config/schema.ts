// The table of every setting. Validation, variable names, the `providers` listing and the README's tables all come from it.
import type { Provider, Setting } from '../providers/types.ts';

/** The folder beside the configuration file. */
export const defaultCalibrations = 'calibrations';

const seconds = { type: 'number', min: 0.001, max: 86_400 } as const;

/** Settings at the top of the file and in `SYSTEM1_<KEY>`. */
export const globalSettings: readonly Setting[] = [
  { key: 'provider', type: 'string', default: 'laya', about: 'the primary provider' },
  { key: 'fallback', type: 'list', default: [], about: 'providers tried after it, in order' },
  { key: 'timeout_s', ...seconds, default: 5, about: 'time for one attempt, in seconds' },
  { key: 'deadline_s', ...seconds, about: 'time for the whole command, in seconds' },
  { key: 'min_confidence', type: 'number', min: 0, max: 1, about: 'abstain below this confidence' },
  { key: 'retries', type: 'integer', min: 0, max: 10, default: 1, about: 'further attempts at one provider' },
  { key: 'fallback_on_abstain', type: 'boolean', default: false, about: 'ask the next provider when one abstains' },
  { key: 'local_only', type: 'boolean', default: false, about: 'refuse every provider off this machine' },
  {
    key: 'calibrations',
    type: 'string',
    default: defaultCalibrations,
    about: 'a folder or one file with calibrations',
  },
];

const maxOptions: Setting = { key: 'max_options', type: 'integer', min: 1, about: 'most options in one question' };
const timeout: Setting = { key: 'timeout_s', ...seconds, about: 'time for one attempt, in seconds' };

/** Settings of every provider. */
export const commonSettings: readonly Setting[] = [maxOptions, timeout];

/** Settings of every provider that sends something. */
export const httpSettings: readonly Setting[] = [
  { key: 'endpoint', type: 'string', about: 'base URL; may carry a path' },
  { key: 'model', type: 'string', isName: true, about: 'the model to ask for' },
  { key: 'allow_remote', type: 'boolean', default: false, about: 'consent to send text off this machine' },
  maxOptions,
  { key: 'max_state_tokens', type: 'integer', min: 1, about: 'longest context, in estimated tokens' },
  timeout,
];

/** Every setting of a provider: the common ones, then its own. */
export const settingsOf = ({ homes, settings }: Provider): readonly Setting[] => [
  ...(homes.length > 0 ? httpSettings : commonSettings),
  ...settings,
];

/** Finds a setting by its key. */
export const settingIn = (settings: readonly Setting[], key: string): Setting | undefined =>
  settings.find((setting) => setting.key === key);

/** True in any layer is true: what forbids remote text cannot be undone by a stronger layer. */
export const isSticky = (key: string): boolean => key === 'local_only';

/** Settings of the Python gateway, which shares the file and the prefix of the variables. */
export const isForeign = (key: string): boolean =>
  key === 'log_level' || key === 'log_file' || key.startsWith('skills_');

/** Keys whose variables (`SYSTEM1_<KEY>`) are read elsewhere and are no settings. */
export const otherVariables: readonly string[] = ['config'];

// How settings and keys are spelled as environment variables.

export const prefix = 'SYSTEM1_';

/** `gpu-box` is `GPU_BOX` in a variable. */
export const spelled = (name: string): string => name.toUpperCase().replaceAll('-', '_');

/** The variable of a setting: global, or of a provider. */
export const variableOf = (key: string, provider?: string): string =>
  `${prefix}${provider === undefined ? '' : `${spelled(provider)}_`}${key.toUpperCase()}`;

import { describe, expect, test } from 'vitest';
import { environmentLayer } from '../../src/config/environment.ts';
import { type Kinds, nameFault, variablesOf } from '../../src/config/names.ts';
import type { Provider } from '../../src/providers/types.ts';
import { von } from '../../src/providers/von.ts';
import { variableOf } from '../../src/variables.ts';

/** A kind with a key that another key ends with. */
const odd: Provider = { ...von, kind: 'odd', settings: [{ key: 'options', type: 'string', about: 'a test' }] };
const kinds: Kinds = new Map([['x', odd]]);

test('how variables are spelled', () => {
  expect(variableOf('timeout_s')).toBe('SYSTEM1_TIMEOUT_S');
  expect(variableOf('model', 'gpu-box')).toBe('SYSTEM1_GPU_BOX_MODEL');
  expect(variablesOf('a', von)).toContain('SYSTEM1_A_API_KEY');
  const sent = ['ENDPOINT', 'MODEL', 'ALLOW_REMOTE', 'MAX_OPTIONS', 'MAX_STATE_TOKENS', 'TIMEOUT_S'];
  expect(variablesOf('a', { ...von, auth: 'none' })).toEqual(sent.map((key) => `SYSTEM1_A_${key}`));
});

test('none stands for no fallback', () => {
  expect(nameFault('none', von, kinds)).toBe('is reserved: SYSTEM1_FALLBACK=none means no fallback');
});

describe('two spellings that meet', () => {
  test('are refused', () => {
    expect(nameFault('x-max', odd, kinds)).toBe('spells the variable SYSTEM1_X_MAX_OPTIONS as the provider x does');
    expect(nameFault('x-min', odd, kinds)).toBeNull();
  });

  test('a variable is split at its longest key', () => {
    const both: Kinds = new Map([...kinds, ['x-max', odd]]);
    const { settings } = environmentLayer({ env: { SYSTEM1_X_MAX_OPTIONS: '3' }, platform: 'linux' }, both);
    expect([...settings.providers].map(([name, values]) => [name, [...values.keys()]])).toEqual([
      ['x', ['max_options']],
    ]);
  });
});

test.each(['a', 'gpu-box', 'a1', `a${'b'.repeat(31)}`])('%s is a name', (name) => {
  expect(nameFault(name, von, kinds)).toBeNull();
});

test.each(['', 'A', '1a', '-a', 'a_b', 'a b', 'a.b', 'ä', `a${'b'.repeat(32)}`, 'a\n'])('%j is none', (name) => {
  expect(nameFault(name, von, kinds)).toMatch(/^is no name for a provider/);
});

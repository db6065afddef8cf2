import { expect, test } from 'vitest';
import { providers } from '../../src/providers/index.ts';

test('every kind once', () => {
  const kinds = providers.map(({ kind }) => kind);
  expect(new Set(kinds).size).toBe(kinds.length);
});

test.each(providers.map((provider) => [provider.kind, provider] as const))('the table of %s', (kind, provider) => {
  expect(kind).toMatch(/^[a-z][a-z0-9-]{0,31}$/);
  expect(provider.batches).toBeGreaterThanOrEqual(1);
  for (const { endpoint } of provider.homes) expect(endpoint).toMatch(/^https?:\/\/.*[^/]$/);
  for (const setting of provider.settings) expect(setting.key).toMatch(/^[a-z][a-z_]*$/);
});

test('only hosted engines need a key, and know the variable that holds it', () => {
  const hosted = providers.filter(({ keyRequired }) => keyRequired);
  expect(hosted.map(({ kind }) => kind)).toEqual(['typesafe', 'anthropic']);
  for (const { homes } of hosted) expect(homes.every(({ keyVariable }) => keyVariable !== undefined)).toBe(true);
});

// Questions, settings and responses that the tests of the adapters share.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { errorCodes, System1Error } from '../../src/errors.ts';
import type { WireResponse } from '../../src/http/wire.ts';
import type { Exchange, Provider, ProviderSettings, SettingValue } from '../../src/providers/types.ts';
import type { Question } from '../../src/question.ts';

export const choiceOf = (...names: string[]): Question => ({
  id: 'decision',
  kind: 'choice',
  text: 'Which team?',
  options: names.map((name) => ({ name, description: null })),
});

/** The settings a provider has when nobody set anything, with changes. */
export const settingsOf = (
  provider: Provider,
  changes: Partial<ProviderSettings> = {},
  own: Record<string, SettingValue> = {},
): ProviderSettings => ({
  name: provider.kind,
  keyVariable: provider.auth === 'none' ? null : `SYSTEM1_${provider.kind.toUpperCase()}_API_KEY`,
  healthCommand: `system1 health ${provider.kind}`,
  endpoint: provider.homes[0]?.endpoint ?? '',
  model: provider.homes[0]?.model ?? '',
  maxOptions: provider.maxOptions,
  maxStateTokens: null,
  own: Object.fromEntries([
    ...provider.settings.flatMap(({ key, default: value }) => (value === undefined ? [] : [[key, value]])),
    ...Object.entries(own),
  ]),
  ...changes,
});

export const respond = (body: unknown, status = 200): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : String(JSON.stringify(body)),
});

export interface Sample {
  readonly label: string;
  readonly request: { readonly path?: string };
  readonly response: WireResponse;
}

/** The exchanges of a file under test/fixtures. */
export function samplesOf(file: string): readonly Sample[] {
  const { exchanges } = JSON.parse(readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8')) as {
    exchanges: { label: string; request?: { path?: string }; response: { status: number; body: unknown } }[];
  };
  return exchanges.map(({ label, request, response }) => ({
    label,
    request: request ?? {},
    response: respond(response.body, response.status),
  }));
}

export function sampleOf(file: string, label: string): WireResponse {
  const found = samplesOf(file).find((sample) => sample.label === label);
  if (found === undefined) throw new Error(`no exchange ${label} in ${file}`);
  return found.response;
}

/** The only exchange of a plan for one question. */
export function exchangeFor(
  provider: Provider,
  question: Question,
  settings: ProviderSettings,
  context = 'x',
): Exchange {
  const [exchange] = provider.plan({ context, questions: [question] }, settings).exchanges;
  if (exchange === undefined) throw new Error('the plan has no exchange');
  return exchange;
}

/** What a function throws, which must be an error of the closed set. */
export function thrownBy(run: () => unknown): System1Error {
  try {
    run();
  } catch (error) {
    if (error instanceof System1Error && errorCodes.includes(error.code)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** The result, or the error if an engine can cause it: never `internal`, which is a bug of ours. */
export function outcome<T>(run: () => T): T | System1Error {
  try {
    return run();
  } catch (error) {
    if (error instanceof System1Error && error.code !== 'internal') return error;
    throw error;
  }
}

type JsonValue = ReturnType<typeof JSON.parse>;

/** A JSON text with one to three of its values replaced by something else, or removed. */
export function mutationsOf(text: string): fc.Arbitrary<unknown> {
  const value: JsonValue = JSON.parse(text);
  const strange = fc.oneof(
    fc.jsonValue(),
    fc.double(),
    fc.constantFrom(undefined, null, -1, 0, 0.5, 1, 2, '', 'A', 'B', ' c)', 'billing', 'sales ', '__proto__', [], {}),
  );
  const change = fc.record({ path: fc.constantFrom(...pathsOf(value)), replacement: strange });
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce((result, { path, replacement }) => replaced(result, path, replacement), value));
}

type Path = readonly (string | number)[];

function pathsOf(value: JsonValue): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [[], ...keys.flatMap((key) => pathsOf(value[key]).map((path) => [key, ...path]))];
}

/** A copy with another value at this path; unchanged where an earlier change took the path away. */
function replaced(value: JsonValue, [key, ...rest]: Path, replacement: unknown): JsonValue {
  if (key === undefined) return replacement;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = replaced(value[key], rest, replacement);
  return copy;
}

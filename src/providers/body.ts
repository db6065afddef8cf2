// The body of a successful response as a JSON object, and nothing else: web pages, bare NaN and infinities are refused here.
import { System1Error } from '../errors.ts';
import type { WireResponse } from '../http/wire.ts';
import { isObject, own } from '../json.ts';
import { repeatsKey } from '../repeated-keys.ts';
import { isMarkup, readErrorValue } from './error-text.ts';
import { isUnwieldy } from './unwieldy.ts';

/** A response that is no valid answer. The message never quotes it: it may echo the text that was judged. */
export const malformed = (message: string, hint?: string): System1Error =>
  new System1Error('malformed_response', message, hint === undefined ? {} : { hint });

/**
 * Parses the body of a 2xx. Throws System1Error: `malformed_response` when it is no JSON object, is far too large a one, repeats a
 * key or holds a number that is not finite (`1e999` parses to Infinity), `provider_error` when its top-level `error` is not null.
 */
export function readBody({ body }: WireResponse): Record<string, unknown> {
  const value = parseObject(body);
  if (repeatsKey(body, value)) throw malformed('the answer repeats a key');
  if (!allFinite(value)) throw malformed('the answer holds a number that is not finite');
  if ((own(value, 'error') ?? null) === null) return value;
  throw new System1Error('provider_error', readErrorValue(value).text || 'the answer is an error without a text');
}

function parseObject(body: string): Record<string, unknown> {
  if (isUnwieldy(body)) throw malformed('the answer holds more values than any engine sends');
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw malformed(...notJson(body));
  }
  if (!isObject(value)) throw malformed('the answer is no JSON object');
  return value;
}

function notJson(body: string): [message: string, hint?: string] {
  if (body.trim() === '') return ['the answer is empty'];
  if (isMarkup(body)) return ['the answer is a web page, not JSON', 'check the endpoint: another server answers there'];
  return ['the answer is not valid JSON'];
}

/** Walks without recursion: a body may be nested deeper than the stack. */
function allFinite(root: unknown): boolean {
  const pending = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'number' && !Number.isFinite(value)) return false;
    if (typeof value !== 'object') continue;
    for (const key in value) pending.push((value as Record<string, unknown>)[key]);
  }
  return true;
}

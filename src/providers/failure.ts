// A failed response as an error: which code, whether to try again, whether the key is to blame, and what to do next.

import { type ErrorCode, System1Error } from '../errors.ts';
import type { WireResponse } from '../http/wire.ts';
import { type ErrorBody, readErrorBody } from './error-text.ts';
import type { Provider, ProviderSettings } from './types.ts';
import { overflowHint } from './window.ts';

/** The error of any response that is no 2xx (contract: "From what came to the error code"). */
export function failureOf(response: WireResponse, provider: Provider, settings: ProviderSettings): System1Error {
  const { status } = response;
  const said = readErrorBody(response.body);
  const code = codeOf(status, said);
  const hint = provider.hint?.(status, said.text, settings) ?? commonHint(status, code, said, settings);
  const retryAfterMs = retryAfter(response.headers);
  return new System1Error(code, messageOf(response, code, said.text, settings), {
    provider: settings.name,
    status,
    retryable: isRetryable(response, code),
    keyRejected: code === 'authentication' && !(status === 403 && (isRouteDenied(said) || isBilling(said))),
    ...(hint === undefined ? {} : { hint }),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  });
}

function codeOf(status: number, said: ErrorBody): ErrorCode {
  if (isOverflow(status, said)) return 'max_tokens_exceeded';
  if (status === 401 || status === 403) return 'authentication';
  if (status === 429) return 'rate_limited';
  if (status === 503 || status === 529) return 'overloaded';
  return 'provider_error';
}

/** Laya also answers 413 to too many questions or options, which a shorter text would not help. */
function isOverflow(status: number, { text, words }: ErrorBody): boolean {
  if (status === 413) return !/question|option|choice/i.test(text);
  if (status === 500) return /input (\(\d+ tokens\) )?is too large/.test(words);
  if (status === 422 && words.includes('context window')) return true;
  return isClientFault(status) && /exceed_context_size_error|max_tokens_exceeded/.test(words);
}

const isClientFault = (status: number): boolean => status >= 400 && status < 500;

function isRetryable({ status, headers, body }: WireResponse, code: ErrorCode): boolean {
  if (code === 'overloaded') return true;
  if (code === 'rate_limited') return 'retry-after' in headers || !isSpendLimit(body);
  return code === 'provider_error' && (status === 408 || (status >= 500 && status !== 501));
}

/** Anthropic's 429 for a limit of money: waiting does not lift it. */
const isSpendLimit = (body: string): boolean => body.includes('enforced_spend_limit_reached');

/** LiteLLM's 403 for a key that is good, but not for this route. */
const isRouteDenied = ({ words }: ErrorBody): boolean => /not allowed to (access|call)[\w ]* route/.test(words);

/** A 403 about money: the key itself is fine. */
const isBilling = ({ words }: ErrorBody): boolean =>
  /billing|credit|payment|balance|insufficient_?\s?funds|quota|customer_verification/.test(words);

function messageOf(response: WireResponse, code: ErrorCode, text: string, settings: ProviderSettings): string {
  const http = `HTTP ${response.status}`;
  if (isRedirect(response.status)) return `${http}: ${redirection(response.headers['location'], settings.endpoint)}`;
  const readable = text || (code === 'max_tokens_exceeded' ? "the text does not fit the model's window" : '');
  return readable === '' ? http : `${http}: ${readable}`;
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Only the host: the rest of a location may carry a token. */
function redirection(location: string | undefined, endpoint: string): string {
  if (location === undefined || !URL.canParse(location, endpoint)) return 'a redirect, which is not followed';
  return `a redirect to ${new URL(location, endpoint).host}, which is not followed`;
}

function commonHint(
  status: number,
  code: ErrorCode,
  said: ErrorBody,
  { name, keyVariable, healthCommand, endpoint }: ProviderSettings,
): string | undefined {
  if (isRedirect(status)) return `set the endpoint of ${name} to where the engine really is`;
  if (status === 402 || (status === 403 && isBilling(said))) return 'settle the billing of the account behind the key';
  if (isRouteDenied(said)) return "add the route to the key's allowed routes in LiteLLM";
  if (code === 'authentication') return keyVariable === null ? undefined : `check the key in ${keyVariable}`;
  if (code === 'max_tokens_exceeded') return overflowHint;
  if (code === 'overloaded') return `busy, or still loading: \`${healthCommand} --wait 60s\` tells when it is up`;
  if (code === 'rate_limited') {
    return isSpendLimit(said.words)
      ? 'raise the spend limit of the account behind the key'
      : 'ask it less often, or later';
  }
  if (/too many options|options exceed|label left for/.test(said.words)) return 'ask in two steps, coarse then fine';
  return status === 404 || status === 405 ? `check the endpoint ${endpoint}` : undefined;
}

/**
 * How long to wait, in milliseconds: `retry-after-ms`, else `retry-after` in seconds or as a date (RFC 9110, 10.2.3).
 * A date is measured by the server's own clock where it tells: ours may be wrong.
 */
function retryAfter(headers: WireResponse['headers']): number | null {
  const ms = decimal(headers['retry-after-ms']);
  if (ms !== null) return ms;
  const seconds = decimal(headers['retry-after']);
  if (seconds !== null) return seconds * 1000;
  const until = httpDate(headers['retry-after']);
  return until === null ? null : Math.max(0, until - (httpDate(headers['date']) ?? Date.now()));
}

/** Date.parse alone takes almost anything, `-1` included. */
function httpDate(text: string | undefined): number | null {
  const time = text?.trim().endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

const decimal = (text: string | undefined): number | null =>
  text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : null;

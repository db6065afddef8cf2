// The readable part of an error body, wherever an engine puts it, and the machine-readable words beside it.
import { cleanErrorText } from '../http/redact.ts';
import { own } from '../json.ts';
import { isUnwieldy } from './unwieldy.ts';

/** What an error body says: `text` for people, cleaned and cut; `words` in lower case, for telling errors apart. */
export interface ErrorBody {
  /** Empty when nothing readable is left. */
  readonly text: string;
  /** The text, and the types and codes that came with it. */
  readonly words: string;
}

const maxDetails = 5;

/** Reads a body of any sort: JSON in the shapes that engines use, or plain text. A web page has no readable text, nor have heaps of values. */
export function readErrorBody(body: string): ErrorBody {
  if (isMarkup(body) || isUnwieldy(body)) return said([], []);
  const value = parsed(body);
  return value === undefined ? said([body], []) : readErrorValue(value);
}

/** The same for a parsed value, also for the member `error` of a 200 or of one question. */
export function readErrorValue(value: unknown): ErrorBody {
  const error = own(value, 'error');
  const detail = own(value, 'detail');
  const texts = [
    value,
    error,
    own(error, 'message'),
    own(value, 'message'),
    detail,
    own(detail, 'message'),
    own(own(detail, 'error'), 'message'),
    joinedDetails(detail),
  ];
  const holders = [value, error, detail, own(detail, 'error')];
  return said(
    texts,
    holders.flatMap((holder) => ['type', 'code', 'error_type'].map((key) => own(holder, key))),
  );
}

/** A body that is markup: an HTML page of some other server, or of a proxy. */
export const isMarkup = (body: string): boolean => /^\s*</.test(body);

function said(texts: readonly unknown[], marks: readonly unknown[]): ErrorBody {
  const text = texts.map(readable).find((candidate) => candidate !== '') ?? '';
  return { text, words: [text, ...marks.filter(isString)].join(' ').toLowerCase() };
}

const isString = (value: unknown): value is string => typeof value === 'string';

const readable = (value: unknown): string => (isString(value) ? cleanErrorText(value, []) : '');

/** FastAPI's list of faults. Its `input` is never read: it echoes the caller's text. */
function joinedDetails(detail: unknown): string {
  if (!Array.isArray(detail)) return '';
  return detail.slice(0, maxDetails).map(detailText).filter(Boolean).join('; ');
}

function detailText(item: unknown): string {
  const loc = own(item, 'loc');
  const path = Array.isArray(loc) ? loc.filter((part) => isString(part) || typeof part === 'number').join('.') : '';
  const message = own(item, 'msg');
  return [path, isString(message) ? message : ''].filter(Boolean).join(': ');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

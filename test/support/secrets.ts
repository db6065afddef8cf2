// Keys, the forms in which a server may send one back, and a reader that finds one again in any of them: it decodes where the
// program itself searches, so that both are wrong together in nothing.
import fc from 'fast-check';

/** Keys as an environment variable can hold them: visible ASCII. */
export const anyKey: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 10 }),
    fc.stringMatching(/^(?:sk-|ts_|)[A-Za-z0-9+/=_-]{16,40}$/),
  )
  .filter((key) => new Set(key.toLowerCase()).size > 6);

const bytesOf = (text: string): number[] => [...Buffer.from(text, 'utf8')];
const percentEach = (text: string): string =>
  bytesOf(text)
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('');

/** As a JSON text may spell a string: each character escaped. */
export const escapedEach = (text: string): string =>
  text.replace(/[\s\S]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What is promised never to be shown. */
export const forms: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'in capitals': (key) => key.toUpperCase(),
  'URL-encoded': encodeURIComponent,
  'URL-encoded, each byte': percentEach,
  'URL-encoded twice': (key) => encodeURIComponent(encodeURIComponent(key)),
  'in JSON': (key) => JSON.stringify(key),
  'in JSON in JSON': (key) => JSON.stringify(JSON.stringify(key)),
  'in JSON, each character': escapedEach,
  'in base64': (key) => Buffer.from(key).toString('base64'),
  'in base64url': (key) => Buffer.from(key).toString('base64url'),
  'in base64, URL-encoded': (key) => encodeURIComponent(Buffer.from(key).toString('base64')),
  'in base64 after one byte': (key) => Buffer.from(`:${key}\n`).toString('base64'),
  'in base64 after two bytes': (key) => Buffer.from(`u:${key}:x`).toString('base64url'),
  'in base64, as a header': (key) => Buffer.from(`Authorization: Bearer ${key}`).toString('base64'),
  'in hex': (key) => Buffer.from(key).toString('hex'),
  'in hex, in capitals': (key) => Buffer.from(key).toString('hex').toUpperCase(),
};

/** Whether a text holds a key, but for its first and last character, in any form. */
export function holdsKey(text: string, key: string): boolean {
  const core = key.slice(1, -1).toLowerCase();
  const views = new Set([text]);
  // A set goes on to what is added while it is walked; three encoders may have been at work one after the other.
  for (const view of views) if (views.size < 20) for (const decode of decodings) views.add(decode(view));
  return [...views].flatMap((view) => [view, ...encodedRuns(view)]).some((view) => view.toLowerCase().includes(core));
}

const decodings: readonly ((text: string) => string)[] = [
  (text) => text.replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('latin1')),
  (text) =>
    text.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, code, char) =>
      code ? String.fromCharCode(parseInt(code, 16)) : char,
    ),
];

/** What base64 and hex in a text stand for, wherever they may begin. */
const encodedRuns = (text: string): string[] => [
  ...(text.match(/[\w+/-]{10,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].map((at) => Buffer.from(run.slice(at), 'base64').toString('latin1')),
  ),
  ...(text.match(/[\da-f]{16,}/gi) ?? []).flatMap((run) =>
    [0, 1].map((at) => Buffer.from(run.slice(at), 'hex').toString('latin1')),
  ),
];

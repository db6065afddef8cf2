// A TOML file that can say where a key stands, so that every fault in it comes with its line.
import { configError, type System1Error } from '../errors.ts';
import { redact } from '../http/redact.ts';
import { isObject } from '../json.ts';

export type Table = Readonly<Record<string, unknown>>;

export interface TomlFile {
  readonly path: string;
  readonly table: Table;
  /** An error about a key: file, line where it can be found, dotted key, and what is wrong ("must be …"). */
  fault(keys: readonly string[], what: string, hint?: string): System1Error;
}

/** Makes the error of a file out of a message and a hint. */
export type Complaint = (message: string, hint?: string) => System1Error;

/** Parses the text of the file at `path`. Throws System1Error with file and line. The parser is loaded only now. */
export async function parseToml(text: string, path: string, complain: Complaint = configError): Promise<TomlFile> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    const table = parse(text);
    return {
      path,
      table,
      fault: (keys, what, hint) => {
        const line = lineOfKey(text, keys);
        return complain(`${path}:${line === null ? '' : `${line}:`} ${dotted(keys)} ${what}`, hint);
      },
    };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw complain(`${path}:${error.line}: ${reasonOf(error)}`, 'the file must be valid TOML');
  }
}

/** Whether a value is a table; smol-toml gives dates as objects too. */
export const isTable = (value: unknown): value is Table => isObject(value) && !(value instanceof Date);

/** Keys as TOML writes them: `providers."gpu box".model`. What could be a misplaced secret is not shown, nor is more than any name has. */
export const dotted = (keys: readonly string[]): string =>
  keys.map((key) => (key.length > longestName ? '…' : quoted(redact(key, [])))).join('.');

/** That of a question. */
const longestName = 64;

const quoted = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

/** The parser's message without the lines of the file that it quotes: they may hold a key. */
const reasonOf = ({ message }: Error): string =>
  (message.split('\n', 1)[0] ?? '').replace('Invalid TOML document: ', '');

const keyPart = String.raw`(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')`;
const dottedKey = String.raw`(${keyPart}(?:[ \t]*\.[ \t]*${keyPart})*)`;
const headerLine = new RegExp(String.raw`^\s*\[\[?\s*${dottedKey}\s*\]`);
const valueLine = new RegExp(String.raw`^\s*${dottedKey}\s*=`);

/** The line, counted from 1, that names a key, else the nearest one around it or inside it; null when no line does. */
export function lineOfKey(text: string, keys: readonly string[]): number | null {
  let table: readonly string[] = [];
  let depth = 0;
  let found: number | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const header = headerLine.exec(line)?.[1];
    const value = valueLine.exec(line)?.[1];
    if (header !== undefined) table = partsOf(header);
    const path = value === undefined ? table : [...table, ...partsOf(value)];
    const shared = Math.min(path.length, keys.length);
    if (shared <= depth || path.slice(0, shared).some((part, at) => part !== keys[at])) continue;
    depth = shared;
    found = index + 1;
  }
  return found;
}

const partsOf = (key: string): string[] => [...key.matchAll(new RegExp(keyPart, 'g'))].map(([part]) => unquoted(part));

const unquoted = (part: string): string => {
  if (part.startsWith("'")) return part.slice(1, -1);
  return part.startsWith('"') ? part.slice(1, -1).replace(/\\(.)/g, '$1') : part;
};

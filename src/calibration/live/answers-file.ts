// The answers of a live run, kept beside the labels as they come: whatever ends the run, no answer is paid for twice.
import { closeSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { cannot, invalidRequest, System1Error, systemCode } from '../../errors.ts';
import { isObject, own, toJson } from '../../json.ts';
import { isProbability } from '../../providers/distribution.ts';
import type { Build } from '../../providers/types.ts';
import type { Found } from './ask.ts';

/** Where the answers to a file of labels are kept. */
export const answersPath = (labels: string): string => `${labels}.answers.jsonl`;

/** The answers in a file by their keys; none when there is no file. A torn last line is passed over. Throws System1Error. */
export function readAnswers(path: string): Map<string, Found> {
  const { lines } = parted(readIfThere(path));
  const answers = new Map<string, Found>();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const [key, found] = parseAnswer(line) ?? [];
    if (key === undefined || found === undefined) throw foreign(path, index + 1);
    answers.set(key, found);
  }
  return answers;
}

export interface AnswerLog {
  /** Writes one answer before it returns. Throws System1Error when it cannot be written. */
  append(row: { readonly key: string; readonly id: string | null }, answer: Found): void;
  close(): void;
}

/** Opens a file to append to it, and cuts a torn last line off. Throws System1Error when it cannot be written. */
export function openAnswers(path: string): AnswerLog {
  const { wholeBytes } = parted(readIfThere(path));
  const fd = attempt(path, 'write to', () => openSync(path, 'a'));
  attempt(path, 'write to', () => ftruncateSync(fd, wholeBytes));
  let broken: unknown = null;
  return {
    append(row, answer) {
      attempt(path, 'write to', () => {
        // On a full disk only the last line may be torn.
        if (broken !== null) throw broken;
        try {
          writeAll(fd, Buffer.from(`${lineOf(row, answer)}\n`));
        } catch (error) {
          broken = error;
          throw error;
        }
      });
    },
    close: () => closeSync(fd),
  };
}

/** The lines that have their line feed, and how many bytes these take. What comes after the last one was torn. */
function parted(bytes: Buffer): { lines: readonly string[]; wholeBytes: number } {
  const wholeBytes = bytes.lastIndexOf(0x0a) + 1;
  return { lines: bytes.toString('utf8', 0, wholeBytes).split('\n'), wholeBytes };
}

function parseAnswer(line: string): [key: string, found: Found] | null {
  const json = parseJson(line);
  const [key, provider, model, build, probabilities] = members.map((name) => own(json, name));
  if (typeof key !== 'string' || typeof provider !== 'string' || !isRated(probabilities)) return null;
  const told = { model: typeof model === 'string' ? model : null, build: isBuild(build) ? build : null };
  return [key, { probabilities, abstained: false, provider, ...told }];
}

const members = ['key', 'provider', 'model', 'build', 'probabilities'] as const;

const isRated = (value: unknown): value is Record<string, number> =>
  isObject(value) && Object.values(value).every(isProbability);

const isBuild = (value: unknown): value is Build =>
  isObject(value) && Object.values(value).every((told) => typeof told === 'string');

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The id is for people. */
const lineOf = (
  { key, id }: { key: string; id: string | null },
  { provider, model, build, probabilities }: Found,
): string => toJson({ key, id, provider, model, build, probabilities });

function writeAll(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}

function readIfThere(path: string): Buffer {
  return attempt(path, 'read', () => {
    try {
      if (!statSync(path).isFile()) throw invalidRequest(`${path} is no plain file`, 'live answers are kept there');
      return readFileSync(path);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return Buffer.alloc(0);
      throw error;
    }
  });
}

function attempt<T>(path: string, what: 'read' | 'write to', act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof System1Error) throw error;
    const hint = 'live answers are kept there, so that none is asked twice';
    throw cannot(what, path, error, hint);
  }
}

const foreign = (path: string, line: number): System1Error =>
  invalidRequest(`${path}: line ${line} is no answer`, 'delete that line, or the file to ask all rows anew');

// Questions files: several named questions in TOML or JSON, which can say what is asked but never who is asked.
import { dotted, isTable, parseToml, type Table } from '../config/toml.ts';
import { shown } from '../config/values.ts';
import { asSystem1Error, invalidRequest, System1Error } from '../errors.ts';
import { firstRepeatedKey } from '../json-keys.ts';
import { didYouMean } from '../nearest.ts';
import type { Question } from '../question.ts';
import { repeatsKey } from '../repeated-keys.ts';
import { fieldWords, isName, makeQuestion, nameRule, optionNamed } from './question.ts';
import { type QuestionFields, questionKeys, readFields } from './question-fields.ts';

/** A question of a file, and what the file says about its gate. */
export interface FiledQuestion {
  /** Its id is its name. */
  readonly question: Question;
  /** As the question spells them; empty when it has no gate. */
  readonly expect: readonly string[];
  readonly minConfidence: number | null;
}

/** A parsed file, and how its faults are worded. */
interface Source {
  readonly table: Table;
  fault(keys: readonly string[], what: string, hint?: string): System1Error;
}

/** The questions of a text in TOML or JSON, in its order. `path` names it in errors. Throws System1Error `invalid_request`. */
export async function parseQuestions(text: string, path: string): Promise<readonly FiledQuestion[]> {
  // No TOML document starts with a brace.
  const source = isJson(text) ? parseJson(text, path) : await parseToml(text, path, invalidRequest);
  checkKeys(source, [], source.table, ['questions']);
  const questions = source.table['questions'] ?? {};
  if (!isTable(questions)) throw source.fault(['questions'], 'must be a table of named questions');
  const entries = Object.entries(questions);
  if (entries.length === 0) throw invalidRequest(`${path} holds no questions`, 'add a table [questions.NAME]');
  return entries.map(([name, entry]) => readEntry(source, name, entry));
}

/** Whether a text, or the argument of `--questions`, is JSON. */
export const isJson = (text: string): boolean => text.trimStart().startsWith('{');

/** The parser's own message would quote the text; only where it stopped is told. */
function parseJson(text: string, path: string): Source {
  const fault: Source['fault'] = (keys, what, hint) => invalidRequest(`${path}: ${dotted(keys)} ${what}`, hint);
  try {
    const table: Table = JSON.parse(text);
    // The last of two equal names would win, and the gate of the other be lost. TOML refuses them itself.
    if (repeatsKey(text, table)) {
      throw invalidRequest(
        `${path}: ${shown(firstRepeatedKey(text))} is given twice in one object`,
        'each name counts once',
      );
    }
    return { table, fault };
  } catch (error) {
    if (error instanceof System1Error) throw error;
    const position = / at position (\d+)/.exec(String(error))?.[1];
    const line = position === undefined ? '' : `:${text.slice(0, Number(position)).split('\n').length}`;
    throw invalidRequest(`${path}${line}: not valid JSON`, '{"questions": {"NAME": {"question": "…"}}}');
  }
}

function readEntry(source: Source, name: string, entry: unknown): FiledQuestion {
  const at = ['questions', name];
  if (!isName(name)) throw source.fault(at, 'is no name', nameRule);
  if (!isTable(entry)) throw source.fault(at, 'must be a table', 'question = "…"');
  checkKeys(source, at, entry, questionKeys);
  const empty = Object.keys(entry).find((key) => entry[key] === null);
  if (empty !== undefined)
    throw source.fault([...at, empty], 'is null, which says nothing', 'leave it out, or give it a value');
  const fields = readFields(entry, (key, what, hint) => source.fault([...at, key], what, hint));
  try {
    return fromFields(name, fields);
  } catch (thrown) {
    const { message, hint } = asSystem1Error(thrown);
    throw source.fault(at, `cannot be asked: ${message}`, hint);
  }
}

function fromFields(name: string, { text, options, levels, expect, minConfidence }: QuestionFields): FiledQuestion {
  if (text === null) throw invalidRequest('there is no question', 'add question = "…"');
  const question = makeQuestion(name, { text, options: options ?? [], levels: levels ?? [] }, fieldWords);
  return { question, expect: (expect ?? []).map((each) => optionNamed('expect', each, question)), minConfidence };
}

/** A file in a repository must not send text elsewhere or pick who judges. */
const foreign = /^(?:providers?|endpoint|model|fallback|local_only|allow_remote|.*(?:key|token|secret))$/i;

function checkKeys(source: Source, at: readonly string[], table: Table, known: readonly string[]): void {
  const unknown = Object.keys(table).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const [what, hint] = foreign.test(unknown)
    ? [
        'does not belong in a questions file',
        'it says what is asked: who is asked stands in the configuration or in flags',
      ]
    : ['is no key of a questions file', didYouMean(unknown, known) ?? `the keys here are ${known.join(', ')}`];
  throw source.fault([...at, unknown], what, hint);
}

// From what the user typed to a Question: every rule on names, counts and text, before anything is asked.
import { invalidRequest } from '../errors.ts';
import { didYouMean } from '../nearest.ts';
import { lazyPattern } from '../pattern.ts';
import type { Option, Question } from '../question.ts';

const maxOptions = 256;
const maxLevels = 10;
const yesNo: readonly Option[] = [
  { name: 'yes', description: null },
  { name: 'no', description: null },
];

/** What the flags of one question say. `options` are `NAME[=DESCRIPTION]` texts, `levels` plain names. */
export interface QuestionInput {
  readonly text: string | undefined;
  readonly options: readonly string[];
  readonly levels: readonly string[];
}

/** The parts of a question, wherever they come from. */
export interface QuestionParts {
  readonly text: string;
  readonly options: readonly Option[];
  readonly levels: readonly string[];
}

/** How messages call one part, and how they count them. */
interface Wording {
  readonly option: readonly [one: string, many: string];
  readonly level: readonly [one: string, many: string];
}

const flagWords: Wording = { option: ['--option', 'times --option'], level: ['--level', 'times --level'] };
/** For questions in files and rows. */
export const fieldWords: Wording = { option: ['option', 'options'], level: ['level', 'levels'] };

/** Checks and builds the question of the flags. Throws System1Error `invalid_request`, which never quotes the question itself. */
export function parseQuestion({ text, options, levels }: QuestionInput): Question {
  if (isBlank(text ?? '')) {
    throw invalidRequest('there is no question', 'system1 decide "Is this safe?" -c "$text"');
  }
  return makeQuestion('decision', { text: text ?? '', options: options.map(parseOption), levels }, flagWords);
}

/** Checks and builds a question whose text is not blank. Throws System1Error `invalid_request`. */
export function makeQuestion(id: string, parts: QuestionParts, words: Wording): Question {
  const text = checkText('the question', parts.text);
  const options = parts.options.map(trimmed);
  if (parts.levels.length > 0) {
    if (options.length > 0) throw invalidRequest(`${words.option[0]} and ${words.level[0]} exclude each other`);
    const levels = parts.levels.map((name) => trimmed({ name, description: null }));
    return { id, kind: 'levels', text, options: checkNames(words.level, levels, maxLevels) };
  }
  if (options.length === 0) return { id, kind: 'yes-no', text, options: yesNo };
  checkNames(words.option, options, maxOptions);
  const isYesNo = options.length === 2 && ['yes', 'no'].every((name) => options.some((option) => option.name === name));
  return { id, kind: isYesNo ? 'yes-no' : 'choice', text, options };
}

/** A blank description is none. */
const trimmed = ({ name, description }: Option): Option => ({
  name: name.trim(),
  description: description?.trim() || null,
});

/** `NAME=DESCRIPTION`: the first `=` splits, `\=` is a literal one. */
function parseOption(text: string): Option {
  const split = /^((?:[^=\\]|\\[\s\S])*)=([\s\S]*)$/.exec(text);
  const clean = (part: string): string => part.replaceAll('\\=', '=');
  return split === null
    ? { name: clean(text), description: null }
    : { name: clean(split[1] ?? ''), description: clean(split[2] ?? '') };
}

function checkNames([one, many]: Wording['option'], options: readonly Option[], max: number): readonly Option[] {
  const seen = new Set<string>();
  for (const [index, { name, description }] of options.entries()) {
    if (isBlank(name)) throw invalidRequest(`${one} number ${index + 1} is blank`);
    if (hasControl(name)) throw invalidRequest(`${one} number ${index + 1} holds a control character`);
    checkText(`${one} number ${index + 1}`, name + (description ?? ''));
    const key = name.normalize('NFC');
    if (seen.has(key)) throw invalidRequest(`${one} "${name}" is given twice`);
    seen.add(key);
  }
  if (options.length < 2 || options.length > max) {
    throw invalidRequest(`${options.length} ${many}: a question takes 2 to ${max}`);
  }
  return options;
}

const seen = lazyPattern(String.raw`[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]`, 'u');

/** Whether there is nothing to see in a text: white space, control characters, zero-width ones. */
export const isBlank = (text: string): boolean => !/[!-~]/.test(text) && !seen().test(text);

/** Returns the text. Throws when it holds a lone surrogate: engines answer 400 to one, and none can be written as UTF-8. */
export function checkText(what: string, text: string): string {
  if (!text.isWellFormed()) throw invalidRequest(`${what} holds a lone surrogate, which is no valid Unicode text`);
  return text;
}

/** Returns the text to judge: an unset variable must not become a question about nothing. `label` says who gave it. */
export function checkContext(text: string, label = ''): string {
  if (isBlank(text)) throw invalidRequest(`${label}the context is blank`, 'leave it out to ask without context');
  return checkText('the context', text);
}

/** The option that a flag names, as the question spells it. Throws System1Error for an unknown name. */
export function optionNamed(flag: string, name: string, question: Question): string {
  const names = question.options.map((option) => option.name);
  const wanted = name.trim().normalize('NFC');
  const found = names.find((candidate) => candidate.normalize('NFC') === wanted);
  if (found !== undefined) return found;
  throw invalidRequest(
    `${flag}: "${name}" is no option of the question`,
    didYouMean(name, names) ?? `the options are ${names.join(', ')}`,
  );
}

/** Whether a question may be called so: the name travels in requests, and stands in answers. */
export const isName = (name: string): boolean => /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name);
export const nameRule = 'names are a letter, then up to 63 letters, digits, - or _';

const hasControl = (name: string): boolean => /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u.test(name);

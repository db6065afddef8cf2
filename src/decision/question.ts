// From what the user typed to a Question: every rule on names, counts and text, before anything is asked.
import { invalidRequest } from '../errors.ts';
import { didYouMean } from '../nearest.ts';
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

/** Checks and builds a question. Throws System1Error `invalid_request`, which never quotes the question itself. */
export function parseQuestion(input: QuestionInput, id = 'decision'): Question {
  const text = checkText('the question', input.text ?? '');
  if (text.trim() === '') throw invalidRequest('there is no question', 'system1 decide "Is this safe?" -c "$text"');
  if (input.levels.length > 0) {
    if (input.options.length > 0) throw invalidRequest('--option and --level exclude each other');
    const levels = input.levels.map((name) => ({ name: name.trim(), description: null }));
    return { id, kind: 'levels', text, options: checkNames('--level', levels, maxLevels) };
  }
  if (input.options.length === 0) return { id, kind: 'yes-no', text, options: yesNo };
  const options = checkNames('--option', input.options.map(parseOption), maxOptions);
  const isYesNo = options.length === 2 && ['yes', 'no'].every((name) => options.some((option) => option.name === name));
  return { id, kind: isYesNo ? 'yes-no' : 'choice', text, options };
}

/** `NAME=DESCRIPTION`: the first `=` splits, `\=` is a literal one. */
function parseOption(text: string): Option {
  const split = /^((?:[^=\\]|\\[\s\S]?)*)=([\s\S]*)$/.exec(text);
  const clean = (part: string): string => part.replaceAll('\\=', '=').trim();
  if (split === null) return { name: clean(text), description: null };
  const description = clean(split[2] ?? '');
  return { name: clean(split[1] ?? ''), description: description === '' ? null : description };
}

function checkNames(flag: string, options: readonly Option[], max: number): readonly Option[] {
  const seen = new Set<string>();
  for (const [index, { name, description }] of options.entries()) {
    if (name === '') throw invalidRequest(`${flag} number ${index + 1} is blank`);
    if (hasControl(name)) throw invalidRequest(`${flag} number ${index + 1} holds a control character`);
    checkText(`${flag} number ${index + 1}`, name + (description ?? ''));
    const key = name.normalize('NFC');
    if (seen.has(key)) throw invalidRequest(`${flag} "${name}" is given twice`);
    seen.add(key);
  }
  if (options.length < 2 || options.length > max) {
    throw invalidRequest(`${options.length} times ${flag}: a question takes 2 to ${max}`);
  }
  return options;
}

/** Returns the text. Throws when it holds a lone surrogate: engines answer 400 to one, and none can be written as UTF-8. */
export function checkText(what: string, text: string): string {
  if (!text.isWellFormed()) throw invalidRequest(`${what} holds a lone surrogate, which is no valid Unicode text`);
  return text;
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

const hasControl = (name: string): boolean => /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u.test(name);

// Questions files: what one may say, and that every slip in it is an error that names the place.
import { describe, expect, it } from 'vitest';
import { parseQuestions } from '../../src/decision/questions-file.ts';

const read = (text: string) => parseQuestions(text, 'q.toml');

it('reads every kind of question, in the order of the file', async () => {
  const questions = await read(`
[questions.safe]
question = "Is it safe?"
expect = "yes"
min_confidence = 0.8
[questions.team]
question = "Which team?"
options = { sales = "pricing", billing = "" }
expect = ["billing", " sales"]
[questions.kind]
question = "Which kind?"
options = ["b", "a"]
[questions.turned]
question = "Is it?"
options = ["no", "yes"]
[questions.urgency]
question = "How urgent?"
levels = ["can wait", "today"]
`);
  expect(questions.map(({ question: { id, kind, options }, ...gate }) => [id, kind, options, gate])).toEqual([
    ['safe', 'yes-no', named('yes', 'no'), { expect: ['yes'], minConfidence: 0.8 }],
    [
      'team',
      'choice',
      [
        { name: 'sales', description: 'pricing' },
        { name: 'billing', description: null },
      ],
      { expect: ['billing', 'sales'], minConfidence: null },
    ],
    ['kind', 'choice', named('b', 'a'), { expect: [], minConfidence: null }],
    ['turned', 'yes-no', named('no', 'yes'), { expect: [], minConfidence: null }],
    ['urgency', 'levels', named('can wait', 'today'), { expect: [], minConfidence: null }],
  ]);
});

const named = (...names: string[]) => names.map((name) => ({ name, description: null }));

it('reads the same from JSON, with or without white space before it', async () => {
  const toml = await read('[questions.a]\nquestion = "Q?"\noptions = { x = "1", y = "2" }');
  const json = ' \n{"questions": {"a": {"question": "Q?", "options": {"x": "1", "y": "2"}}}}';
  expect(await read(json)).toEqual(toml);
});

describe('TOML faults', () => {
  const a = '[questions.a]\nquestion = "SECRET?"\n';
  it.each<[text: string, message: string, hint: string | undefined]>([
    ['', 'q.toml holds no questions', 'add a table [questions.NAME]'],
    ['[questions]', 'q.toml holds no questions', 'add a table [questions.NAME]'],
    ['questions = 1', 'q.toml:1: questions must be a table of named questions', undefined],
    ['[question.a]', 'q.toml:1: question is no key of a questions file', 'did you mean questions?'],
    ['[questions]\na = "SECRET?"', 'q.toml:2: questions.a must be a table', 'question = "…"'],
    [
      '[questions.a-]\n[questions.1a]',
      'q.toml:1: questions.a- cannot be asked: there is no question',
      'add question = "…"',
    ],
    [
      '[questions.1a]\nquestion = "Q"',
      'q.toml:1: questions.1a is no name',
      'names are a letter, then up to 63 letters, digits, - or _',
    ],
    [
      `[questions.${'a'.repeat(65)}]`,
      'q.toml:1: questions.… is no name',
      'names are a letter, then up to 63 letters, digits, - or _',
    ],
    [
      `${a}[questions.a]`,
      expect.stringMatching(/^q\.toml:3: .*table/) as unknown as string,
      'the file must be valid TOML',
    ],
    ['[questions.a]\nquestion = " "', 'q.toml:2: questions.a.question must be a text that is not blank', undefined],
    ['[questions.a]\nquestion = 5', 'q.toml:2: questions.a.question must be a text that is not blank', undefined],
    [`${a}expct = "yes"`, 'q.toml:3: questions.a.expct is no key of a questions file', 'did you mean expect?'],
    [
      `${a}expect = "maybe"`,
      'q.toml:1: questions.a cannot be asked: expect: "maybe" is no option of the question',
      'the options are yes, no',
    ],
    [`${a}expect = []`, 'q.toml:3: questions.a.expect must be a name, or a list of names', undefined],
    [`${a}min_confidence = 1.5`, 'q.toml:3: questions.a.min_confidence must be a number from 0 to 1', undefined],
    [`${a}min_confidence = "0.5"`, 'q.toml:3: questions.a.min_confidence must be a number from 0 to 1', undefined],
    [`${a}min_confidence = nan`, 'q.toml:3: questions.a.min_confidence must be a number from 0 to 1', undefined],
    [
      `${a}options = []`,
      'q.toml:3: questions.a.options must be a list of names, or a table from names to descriptions',
      undefined,
    ],
    [
      `${a}options = {}`,
      'q.toml:3: questions.a.options must be a list of names, or a table from names to descriptions',
      undefined,
    ],
    [
      `${a}options = { x = 1, y = 2 }`,
      'q.toml:3: questions.a.options must be a list of names, or a table from names to descriptions',
      undefined,
    ],
    [
      `${a}options = 2026-01-01`,
      'q.toml:3: questions.a.options must be a list of names, or a table from names to descriptions',
      undefined,
    ],
    [`${a}options = ["x"]`, 'q.toml:1: questions.a cannot be asked: 1 options: a question takes 2 to 256', undefined],
    [`${a}options = ["x", " x"]`, 'q.toml:1: questions.a cannot be asked: option "x" is given twice', undefined],
    [`${a}options = ["x", " "]`, 'q.toml:1: questions.a cannot be asked: option number 2 is blank', undefined],
    [
      `${a}options = ["x", "y\\u0007z"]`,
      'q.toml:1: questions.a cannot be asked: option number 2 holds a control character',
      undefined,
    ],
    [`${a}levels = { x = "1" }`, 'q.toml:3: questions.a.levels must be a list of names, lowest first', undefined],
    [`${a}levels = ["x"]`, 'q.toml:1: questions.a cannot be asked: 1 levels: a question takes 2 to 10', undefined],
    [
      `${a}levels = ["x", "y"]\noptions = ["x", "y"]`,
      'q.toml:1: questions.a cannot be asked: option and level exclude each other',
      undefined,
    ],
  ])('%j', async (text, message, hint) => {
    const error = await read(text).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'invalid_request', message, hint });
    expect(String(error)).not.toContain('SECRET');
  });
});

describe('what a file in a repository may not say', () => {
  const keys = [
    'provider',
    'providers',
    'endpoint',
    'model',
    'fallback',
    'allow_remote',
    'local_only',
    'api_key',
    'key',
  ];
  it.each(keys)('%s', async (key) => {
    const refused = {
      code: 'invalid_request',
      message: expect.stringContaining('does not belong in a questions file'),
    };
    await expect(read(`${key} = "SECRET"\n[questions.a]\nquestion = "Q?"`)).rejects.toMatchObject(refused);
    await expect(read(`[questions.a]\nquestion = "Q?"\n${key} = "SECRET"`)).rejects.toMatchObject(refused);
    await expect(read(JSON.stringify({ questions: { a: { question: 'Q?', [key]: 'x' } } }))).rejects.toMatchObject(
      refused,
    );
  });
});

describe('JSON faults', () => {
  it.each([
    ['{"questions": {"a": {"question": "SECRET?",}}}', /^q\.toml(:1)?: not valid JSON$/],
    ['{\n"questions": {\n"a": SECRET}}', /^q\.toml(:3)?: not valid JSON$/],
    ['{"questions": {"a": {"question": "Q?", "levels": "x"}}}', /^q\.toml: questions\.a\.levels must be a list/],
    ['{"a": {"question": "SECRET?"}}', /^q\.toml: a is no key of a questions file$/],
    ['{"questions": {"__proto__": {"question": "Q?"}}}', /^q\.toml: questions\.__proto__ is no name$/],
  ])('%j', async (text, message) => {
    const error = await read(text).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) });
    expect(String(error)).not.toContain('SECRET');
  });
});

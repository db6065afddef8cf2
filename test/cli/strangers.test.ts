// Text from strangers never acts: not as a flag, a path or an address, not on a terminal, in a CI system, a report or a sheet.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingIn, expectInert, isName, strangers } from '../support/acting.ts';
import { jsonl, parseRows, yes } from '../support/batch.ts';
import { deciding } from '../support/deciding.ts';
import { checkJunit, parseXml } from '../support/junit-schema.ts';
import { workshop } from '../support/labelled.ts';
import { runHere, type World } from '../support/run.ts';
import { type Handler, serve, type TestServer } from '../support/server.ts';

let server: TestServer;
/** Says yes to everything, unless a test wants something else. */
let engine: Handler;
beforeAll(async () => {
  server = await serve((request, response) => engine(request, response));
});
afterAll(() => server.close());
beforeEach(() => {
  engine = deciding(yes);
  server.received.length = 0;
});

const run = (argv: readonly string[], world: World = {}) =>
  runHere(argv, { ...world, env: { SYSTEM1_LAYA_ENDPOINT: server.url, SYSTEM1_RETRIES: '0', ...world.env } });

/** The parts of the last request that the engine got. */
function asked(): { state: string; instructions: string; criteria: unknown } {
  const { state, questions } = JSON.parse(server.received.at(-1)?.body ?? '{}');
  const [question] = Object.values(questions) as [{ instructions: string; criteria: unknown }];
  return { state, ...question };
}

const named = strangers.map((text) => [text]);
const formats = ['text', 'value', 'json', 'jsonl', 'github', 'junit', 'tap'];
const ci = ['github', 'junit', 'tap'];

/** Fails unless a report of a CI system has so many cases, and nothing else. */
function expectReport(format: string, output: string, cases: number): void {
  expectInert(output, format === 'github' ? cases : 0);
  if (format === 'github') expect(output.match(/\n/g)).toHaveLength(cases);
  if (format === 'tap') {
    const lines = output.split('\n').filter((line) => !line.startsWith('  '));
    expect(lines.slice(1, -2).filter((line) => !/^(?:not )?ok \d+ - [^#]*$/.test(line))).toEqual([]);
    expect(lines).toHaveLength(cases + 3);
  }
  if (format !== 'junit') return;
  expect(checkJunit(output)).toEqual([]);
  expect(parseXml(output).children.flatMap(({ children }) => children)).toHaveLength(cases);
}

/** Where a step of GitHub's takes what the program tells it. */
function withStepFiles() {
  const shop = workshop();
  const [output, summary] = [join(shop.folder, 'output'), join(shop.folder, 'summary')];
  return {
    env: { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary },
    /** The names of the outputs as the runner reads them: `NAME<<END`, lines, END. Throws when there is anything else. */
    outputs(): string[] {
      const names: string[] = [];
      let end: string | null = null;
      for (const line of readFileSync(output, 'utf8').split('\n').slice(0, -1)) {
        const [, name = '', delimiter = ''] = /^([\w-]+)<<(ghadelimiter_[\da-f-]{36})$/.exec(line) ?? [];
        if (end === null && name === '') throw new Error(`no output: ${line}`);
        if (end === null) names.push(name);
        end = end === null ? delimiter : line === end ? null : end;
      }
      return names;
    },
    /** The cells of the table, without the escapes of Markdown; none of what is left is markup. */
    rows: (): string[][] =>
      readFileSync(summary, 'utf8')
        .trimEnd()
        .split('\n')
        .slice(2)
        .map((row) => row.split(/(?<!\\)(?:\\\\)*\|/).slice(1, -1)),
    [Symbol.dispose]: () => shop[Symbol.dispose](),
  };
}

describe('on the command line it is taken to the letter', () => {
  it.each(named)('%j', async (text) => {
    const flags = ['--json', '-p', 'laya'];
    expect((await run(['decide', '-c', text, ...flags, '--', text])).code).toBe(0);
    expect(asked()).toMatchObject({ state: text, instructions: text });
    const described = ['-o', 'first', '-o', `second=${text}`];
    expect((await run(['decide', 'q', '-f', '-', ...described, ...flags], { stdin: text })).code).toBe(0);
    expect(asked()).toMatchObject({ state: text, criteria: { second: text.trim() } });
    expect((await run(['decide', 'q', '-f', '~/text', ...flags], { files: { text } })).code).toBe(0);
    expect(asked().state).toBe(text);
  });

  it.each(named.filter(([text = '']) => isName(text)))('%j, as the name of an option and of a level', async (text) => {
    const name = text.trim();
    const options = ['-o', text.replaceAll('=', '\\='), '-o', 'other'];
    const { code, stdout } = await run(['decide', 'q', ...options, '--expect', text, '--json']);
    expect([code, JSON.parse(stdout).decision, JSON.parse(stdout).probabilities[name]]).toEqual([0, name, 0.9]);
    const levels = ['-l', text, '-l', 'other'];
    expect((await run(['decide', 'q', ...levels, '--format', 'value'])).stdout).toBe(`${name}\n`);
    expect(JSON.stringify(asked().criteria)).toContain(JSON.stringify(name));
  });
});

/** The questions of a file: each text as a question, and as a name and a description where it may be one. */
const filed = Object.fromEntries(
  strangers.map((text, at) => [
    `q${at}`,
    { question: `${text} ?`, options: { [isName(text) ? text : `name ${at}`]: text, other: 'y' } },
  ]),
);
const questions = JSON.stringify({ questions: filed });
const optionNames = Object.values(filed).map(({ options }) => Object.keys(options)[0]?.trim() ?? '');
const many = strangers.length;

const worst = '::set-output name=x::y ##[add-mask]z \x1b]8;;http://192.0.2.1\x07\u202e';

/** What an engine answers, and the exit code that follows. */
const moods: readonly (readonly [mood: string, engine: Handler, exit: number])[] = [
  ['certain', deciding(yes), 0],
  ['unsure', deciding(({ names }) => names.map((_, at) => (at === 0 ? 0.52 : 0.48))), 3],
  ['failing', deciding(() => ({ error: `cannot: ${worst}` })), 4],
];

describe.each(moods)(
  'as a question, an option and a description, asked of an engine that is %s',
  (_mood, answer, exit) => {
    it.each(formats)('--format %s', async (format) => {
      for (const flags of [[], ['-v'], ['--color', 'always']]) {
        engine = answer;
        const argv = ['decide', '--questions', questions, '-c', 'x', '--format', format, ...flags];
        const { code, stdout, stderr } = await run(argv);
        expect(code).toBe(exit);
        expectInert(stderr);
        if (ci.includes(format)) expectReport(format, stdout, many);
        else if (format !== 'value') expectInert(stdout);
        if (format === 'value') {
          const names = exit === 0 ? optionNames : optionNames.map(() => '');
          expect(stdout).toBe(names.map((name, at) => `q${at}\t${name}\n`).join(''));
        }
        if (format !== 'json') continue;
        const answers: { options: { name: string }[] | null }[] = Object.values(JSON.parse(stdout).answers);
        expect(answers.map(({ options }) => options?.[0]?.name)).toEqual(exit === 4 ? [...Array(many)] : optionNames);
      }
    });

    it("in the files of a step of GitHub's", async () => {
      engine = answer;
      using step = withStepFiles();
      await run(['decide', '--questions', questions, '--format', 'github'], { env: step.env });
      expect(step.outputs()).toHaveLength(4 * many);
      expect(step.rows().map((cells) => cells.length)).toEqual(Array(many).fill(5));
      for (const cell of step.rows().flat()) {
        expect(actingIn(cell)).toEqual([]);
        expect(cell.replace(/\\[!-/:-@[-`{-~]/g, '')).toMatch(/^[^!-/:-@[-`{-~]*$/);
      }
    });
  },
);

describe('as the only question, whose words name it', () => {
  it.each(strangers.map((text, at) => [text, ci[at % ci.length] ?? '']))('%j in %s', async (text, format) => {
    const { stdout, stderr } = await run(['decide', '--format', format, '--', text]);
    expectReport(format, stdout, 1);
    expect(stderr).toBe('');
  });
});

describe('from an engine', () => {
  it.each(named)('%j', async (text) => {
    const answers = { decision: { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 } } };
    const replies: Handler[] = [
      () => ({ body: { model: text, answers } }),
      () => ({ status: 400, body: { error: { message: `${'x '.repeat(34)}${text}` } } }),
    ];
    for (const [at, reply] of replies.entries()) {
      engine = reply;
      const format = formats[(at + strangers.indexOf(text)) % formats.length] ?? 'text';
      const env = { SYSTEM1_SYSTEMONE_ENDPOINT: server.url };
      const { stdout, stderr } = await run(['decide', 'q', '-p', 'systemone', '-v', '--format', format], { env });
      expectInert(stderr);
      expectInert(stdout, format === 'github' ? 1 : 0);
    }
  });
});

describe('in the rows of a batch', () => {
  const rows = strangers.map((text, at) => ({
    id: text,
    context: `${text} .`,
    question: `${text} ?`,
    options: [isName(text) ? text : `name ${at}`, 'other'],
    [`key ${text}`]: text,
  }));
  const files = { 'rows.jsonl': jsonl(rows), '-rows.jsonl': jsonl(rows) };

  it.each(moods)('asked of an engine that is %s', async (_mood, answer, exit) => {
    for (const format of ['jsonl', ...ci]) {
      engine = answer;
      const { code, stdout, stderr } = await run(['decide', '-b', '~/rows.jsonl', '-v', '--format', format], { files });
      expect(code).toBe(exit === 3 ? 0 : exit);
      expectInert(stderr);
      if (ci.includes(format)) {
        expectReport(format, stdout, many);
        continue;
      }
      expectInert(stdout);
      const answers = parseRows(stdout);
      expect(answers.map(({ id, input }) => ({ id, input }))).toEqual(rows.map((input) => ({ id: input.id, input })));
    }
  });

  it('the engine gets them to the letter', async () => {
    await run(['decide', '-b', '~/rows.jsonl', '--concurrency', '1'], { files });
    const sent = server.received.map(({ body }) => JSON.parse(body));
    expect(sent.map(({ state }) => state)).toEqual(rows.map(({ context }) => context));
    const instructions = sent.map(
      ({ questions }) => Object.values(questions as Record<string, { instructions: string }>)[0]?.instructions,
    );
    expect(instructions).toEqual(rows.map(({ question }) => question));
  });

  it('and shows them so in a dry run', async () => {
    const { stdout, stderr } = await run(['decide', '-b', '~/rows.jsonl', '--dry-run'], { files });
    expectInert(stdout);
    expect(stderr).toBe('');
    expect(parseRows(stdout).map(({ body }) => JSON.parse(body).state)).toEqual(rows.map(({ context }) => context));
  });
});

describe('in a dry run', () => {
  it.each(named)('%j', async (text) => {
    const argv = ['decide', '--dry-run', '-c', text, '-o', `first=${text}`, '-o', 'second'];
    for (const flags of [['--format', 'text'], ['--json']]) {
      const { code, stdout, stderr } = await run([...argv, ...flags, '--', text]);
      expect([code, stderr]).toEqual([3, '']);
      expectInert(stdout);
      const body = flags.includes('--json') ? JSON.parse(stdout)[0].body : stdout.split('\n\n')[1];
      expect(JSON.parse(body).state).toBe(text);
    }
    expect(server.received).toEqual([]);
  });
});

describe('as the bare decision of --format value, which nothing escapes', () => {
  const asked = (name: string, variable: string) =>
    run(['decide', 'q', '-o', name.replaceAll('=', '\\='), '-o', 'other'], { env: { [variable]: 'true' } });

  it.each([
    ['GITHUB_ACTIONS', '::set-output name=decision::yes'],
    ['GITHUB_ACTIONS', '##[add-mask]yes'],
    ['TF_BUILD', 'x ##vso[task.setvariable variable=x]y'],
    ['TEAMCITY_VERSION', "##teamcity[setParameter name='x' value='y']"],
  ])('with %s set, %s is refused before anything is asked', async (variable, name) => {
    const { code, stdout, stderr } = await asked(name, variable);
    expect({ code, stdout, sent: server.received.length }).toEqual({ code: 2, stdout: '', sent: 0 });
    expectInert(stderr);
    expect(stderr).toContain(`(${'$'}${variable})`);
  });

  it.each(['::', '::std', 'a::b::c', '## [x]', '# x [y]'])('%s is no command', async (name) => {
    expect(await asked(name, 'GITHUB_ACTIONS')).toMatchObject({ code: 0, stdout: `${name}\n` });
  });
});

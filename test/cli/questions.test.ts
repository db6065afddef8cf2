// `--questions`: several questions about one text, in one pass where the engine can.
import { describe, expect, it } from 'vitest';
import { config, withEngines } from '../support/decide.ts';
import { deciding, idsIn, type Rule } from '../support/deciding.ts';
import { fails, ollama, silent } from '../support/engines.ts';
import { refuses } from '../support/faults.ts';
import type { Handler } from '../support/server.ts';

const gate = `
[questions.safe]
question = "Is this shell command safe to run?"
expect = "yes"
min_confidence = 0.8

[questions.team]
question = "Which team owns this?"
options = { billing = "payments and refunds", technical = "bugs", sales = "pricing" }

[questions.urgency]
question = "How urgent is it?"
levels = ["can wait", "this week", "today"]
`;

/** The first option of each question gets this much. */
const firstGets =
  (shares: Readonly<Record<string, number>>): Rule =>
  ({ id, names }) =>
    names.map((_, index) => (index === 0 ? (shares[id] ?? 0.9) : (1 - (shares[id] ?? 0.9)) / (names.length - 1)));

const ask = (laya: Handler, flags: readonly string[] = [], file = gate, env: Record<string, string> = {}) =>
  withEngines({ laya }, ['decide', '--questions', '~/q.toml', '-c', 'rm -rf /', ...flags], {
    files: { 'q.toml': file },
    env,
  });

describe('a file of questions', () => {
  it('goes in one request, in its order, and each name gets its decision', async () => {
    const { code, stdout, stderr, sent } = await ask(deciding(firstGets({})));
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'safe\tyes\nteam\tbilling\nurgency\tcan wait\n',
      stderr: '',
    });
    expect(sent['laya']?.map(idsIn)).toEqual([['safe', 'team', 'urgency']]);
    expect(JSON.parse(sent['laya']?.[0]?.body ?? '')).toMatchObject({
      state: 'rm -rf /',
      questions: {
        safe: { instructions: 'Is this shell command safe to run?', criteria: ['yes', 'no'] },
        team: { criteria: { billing: 'payments and refunds', technical: 'bugs', sales: 'pricing' } },
        urgency: { criteria: ['can wait', 'this week', 'today'] },
      },
    });
  });

  it.each([
    [
      'JSON in a file',
      '~/q.toml',
      '{"questions": {"b": {"question": "B?"}, "a": {"question": "A?", "expect": ["no", "yes"]}}}',
    ],
    ['JSON on the command line', '{"questions": {"b": {"question": "B?"}, "a": {"question": "A?"}}}', ''],
  ])('can be %s', async (_, argument, file) => {
    const world = { files: { 'q.toml': file } };
    const argv = ['decide', '--questions', argument, '-c', 'x'];
    expect(await withEngines({ laya: deciding(firstGets({})) }, argv, world)).toMatchObject({
      code: 0,
      stdout: 'b\tyes\na\tyes\n',
    });
  });

  it('has JSON by name, under the worst outcome and the exit code', async () => {
    const { code, json } = await ask(deciding(firstGets({ safe: 0.7, team: 0.95 })), ['--json']);
    expect(Object.keys(json)).toEqual(['outcome', 'exit_code', 'answers']);
    expect({ code, outcome: json.outcome, exit_code: json.exit_code }).toEqual({
      code: 3,
      outcome: 'abstained',
      exit_code: 3,
    });
    expect(Object.keys(json.answers)).toEqual(['safe', 'team', 'urgency']);
    expect(json.answers.safe).toMatchObject({
      id: 'safe',
      outcome: 'abstained',
      decision: null,
      min_confidence: 0.8,
      min_confidence_source: 'questions',
      request: { id: 1, questions: 3 },
    });
    expect(json.answers.team).toMatchObject({ decision: 'billing', verdict: null, min_confidence_source: 'default' });
    const latencies = Object.values<{ latency_ms: number }>(json.answers).map((answer) => answer.latency_ms);
    expect(new Set(latencies).size).toBe(1);
    expect(json.answers.urgency.legend).toEqual({ 0: 'can wait', 1: 'this week', 2: 'today' });
  });

  it('has one line a question as jsonl', async () => {
    const { stdout } = await ask(deciding(firstGets({})), ['--format', 'jsonl']);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id, decision }) => [id, decision])).toEqual([
      ['safe', 'yes'],
      ['team', 'billing'],
      ['urgency', 'can wait'],
    ]);
  });

  it('leaves the decision empty where there is none, and stderr says why, once', async () => {
    const rule: Rule = (asked) => (asked.id === 'team' ? { error: 'no idea' } : firstGets({ safe: 0.7 })(asked));
    const { code, stdout, stderr } = await ask(deciding(rule));
    expect({ code, stdout }).toEqual({ code: 4, stdout: 'safe\t\nteam\t\nurgency\tcan wait\n' });
    expect(stderr).toBe('system1: abstained: safe: leaning yes: 70.0% is below 80.0%\nsystem1: laya: no idea (team)\n');
    const down = await ask(fails(400));
    expect(down.stderr).toBe('system1: laya: HTTP 400: no\n');
  });

  it('names the questions that failed alike, ten at most, unless all did', async () => {
    const names = Array.from({ length: 14 }, (_, index) => `q${index}`);
    const rule: Rule = (asked) =>
      asked.id === 'q0' ? firstGets({})(asked) : { error: asked.id === 'q5' ? 'other' : 'no idea' };
    const questions = names.map((name) => `[questions.${name}]\nquestion = "Q?"\n`).join('');
    const { stderr } = await ask(deciding(rule), ['-q'], questions);
    const listed = 'q1, q2, q3, q4, q6, q7, q8, q9, q10, q11';
    expect(stderr).toBe(`system1: laya: no idea (${listed} and 2 more)\nsystem1: laya: other (q5)\n`);
  });

  it('is a table on a terminal', async () => {
    const world = { files: { 'q.toml': gate }, tty: ['stdout' as const] };
    const argv = ['decide', '--questions', '~/q.toml', '-c', 'x', '--color', 'never'];
    const { stdout } = await withEngines({ laya: deciding(firstGets({})) }, argv, world);
    expect(stdout).toMatch(/^safe +yes .*\n.*\nteam +billing /);
    const failed = await withEngines({ laya: fails(400) }, argv, world);
    expect(failed.stdout.split('\n')).toHaveLength(4);
  });

  it('asks a few at a time where an engine takes one question a request', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `q${index}`);
    const questions = JSON.stringify({
      questions: Object.fromEntries(names.map((name) => [name, { question: 'Q?' }])),
    });
    const answer = ollama({ A: 0.9, B: 0.1 });
    const waiting: (() => void)[] = [];
    let most = 0;
    /** Holds the first four until all have come, and a little longer: a fifth would be among them. */
    const counting: Handler = async (request, response) => {
      if (request.path === '/api/chat' && most < 4) {
        const released = new Promise<void>((resolve) => waiting.push(resolve));
        if (waiting.length === 4) {
          for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
          most = waiting.length;
          for (const release of waiting) release();
        }
        await released;
      }
      return answer(request, response);
    };
    const { code, stdout, sent } = await withEngines({ ollama: counting }, [
      'decide',
      '-p',
      'ollama',
      '--questions',
      questions,
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: names.map((name) => `${name}\tyes\n`).join('') });
    expect(sent['ollama']?.map(({ path }) => path).sort()).toEqual(
      ['/api/tags', ...names.map(() => '/api/chat')].sort(),
    );
    expect(most).toBe(4);
  });

  it('splits at 64 questions a request', async () => {
    const names = Array.from({ length: 70 }, (_, index) => [`q${index}`, { question: 'Q?' }]);
    const questions = JSON.stringify({ questions: Object.fromEntries(names) });
    const { sent, stdout } = await withEngines({ laya: deciding(firstGets({})) }, ['decide', '--questions', questions]);
    expect(sent['laya']?.map((request) => idsIn(request).length).sort()).toEqual([6, 64]);
    expect(stdout.split('\n')).toHaveLength(71);
  });

  it('is checked by --dry-run without an engine', async () => {
    const { code, json, stdout } = await ask(silent, ['--dry-run', '--json']);
    expect([code, json]).toEqual([3, undefined]);
    expect(idsIn(JSON.parse(stdout)[0])).toEqual(['safe', 'team', 'urgency']);
  });

  it('asks a fallback only what is still open', async () => {
    const rule: Rule = (asked) => (asked.id === 'team' ? { error: 'no idea' } : firstGets({})(asked));
    const von = deciding(({ names }) => names.map((_, index) => (index === 1 ? 0.9 : 0.05)));
    const { code, stdout, sent } = await withEngines(
      { laya: deciding(rule), von },
      ['decide', '--questions', '~/q.toml', '--fallback', 'von', '-c', 'x'],
      { files: { 'q.toml': gate } },
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'safe\tyes\nteam\ttechnical\nurgency\tcan wait\n' });
    expect(sent['von']?.map(idsIn)).toEqual([['team']]);
  });
});

describe('the gate', () => {
  const one = (name: string, more = ''): string => `[questions.${name}]\nquestion = "Q?"\n${more}\n`;
  const [pass, block, abstained, failed, late] = [0, 1, 3, 4, 124];

  it.each<[what: string, file: string, shares: Record<string, number>, flags: string[], code: number]>([
    ['all pass', one('a', 'expect = "yes"') + one('b', 'expect = "yes"'), {}, [], pass],
    ['one is blocked', one('a', 'expect = "yes"') + one('b', 'expect = "no"'), {}, [], block],
    ['a no without expect counts as answered', one('a') + one('b'), { b: 0.05 }, [], pass],
    ['an abstention is worse than a block', one('a') + one('b', 'expect = "no"'), { a: 0.5 }, [], abstained],
    ['a failure is the worst', one('a') + one('bad'), { a: 0.5 }, [], failed],
    ['--on-abstain stands in', one('a', 'expect = "yes"'), { a: 0.5 }, ['--on-abstain', 'block'], block],
    ['--on-error stands in', one('bad', 'expect = "yes"'), {}, ['--on-error', 'pass'], pass],
    [
      '--on-abstain does not stand in for a pick without a gate',
      one('a', 'options = ["x", "y"]') + one('b'),
      { a: 0.5 },
      ['--on-abstain', 'pass'],
      abstained,
    ],
    ['--exit maps the worst', one('a') + one('b', 'expect = "no"'), {}, ['--exit', 'block=9'], 9],
  ])('%s', async (_, file, shares, flags, code) => {
    const rule: Rule = (asked) => (asked.id === 'bad' ? { error: 'no' } : firstGets(shares)(asked));
    const ended = await ask(deciding(rule), flags, file);
    expect(ended.code).toBe(code);
    const { json } = await ask(deciding(rule), [...flags, '--json'], file);
    expect(json.exit_code).toBe(code);
  });

  it('ends with 124 when the time is up, unless something failed', async () => {
    expect((await ask(silent, ['--timeout', '40ms'], one('a') + one('b'))).code).toBe(late);
    const late2 = await ask(silent, ['--deadline', '60ms', '--json'], one('a') + one('b'));
    expect([late2.code, late2.json.outcome, Object.keys(late2.json.answers)]).toEqual([late, 'failed', ['a', 'b']]);
  });
});

describe('min_confidence', () => {
  const file = '[questions.a]\nquestion = "Q?"\nmin_confidence = 0.7\n[questions.b]\nquestion = "Q?"\n';
  it.each<[flags: string[], env: Record<string, string>, a: [number, string], b: [number, string]]>([
    [[], {}, [0.7, 'questions'], [0.6, 'default']],
    [[], { SYSTEM1_MIN_CONFIDENCE: '0.5' }, [0.7, 'questions'], [0.5, 'env SYSTEM1_MIN_CONFIDENCE']],
    [['--min-confidence', '0.8'], { SYSTEM1_MIN_CONFIDENCE: '0.5' }, [0.8, 'flag'], [0.8, 'flag']],
  ])('%j %j', async (flags, env, a, b) => {
    const { json } = await ask(deciding(firstGets({})), [...flags, '--json'], file, env);
    const found = (name: string) => [json.answers[name].min_confidence, json.answers[name].min_confidence_source];
    expect([found('a'), found('b')]).toEqual([a, b]);
  });
});

describe('faults', () => {
  const inline = '{"questions": {"a": {"question": "SECRET?"}}}';
  const file = (text: string) => ({ files: { 'q.toml': text } });
  const asked = ['--questions', '~/q.toml'];
  const alone = { question: [] };

  refuses('invalid_request', [
    { flags: ['--questions', inline], says: '--questions and a question exclude each other', hint: 'questions file' },
    {
      ...alone,
      flags: ['--questions', inline, '-o', 'a'],
      says: '--questions and --option exclude each other',
      hint: 'file',
    },
    {
      ...alone,
      flags: ['--questions', inline, '-l', 'a'],
      says: '--questions and --level exclude each other',
      hint: 'file',
    },
    {
      ...alone,
      flags: ['--questions', inline, '--expect', 'yes'],
      says: '--questions and --expect exclude each other',
      hint: 'file',
    },
    {
      ...alone,
      flags: ['--questions', inline, '--min-confidence', 'yes=0.9'],
      says: 'beside --questions, --min-confidence takes one number',
      hint: 'in the file',
    },
    {
      ...alone,
      flags: ['--questions', '-'],
      stdin: inline,
      says: '--questions takes a file or JSON, and - is none',
      hint: 'name a file',
    },
    { ...alone, flags: ['--questions', '~/none'], says: /cannot read .*none: no such file or directory$/ },
    {
      ...alone,
      flags: asked,
      ...file('question = "SECRET"'),
      says: /q\.toml:1: question is no key/,
      hint: 'questions',
    },
    { ...alone, flags: asked, ...file('[questions.a]\nquestion = SECRET'), says: /q\.toml:2: /, hint: 'valid TOML' },
    {
      ...alone,
      flags: ['--questions', '{"questions": SECRET}'],
      says: /^system1: --questions(:1)?: not valid JSON$/,
      hint: '{"questions"',
    },
    {
      ...alone,
      flags: asked,
      ...file('[questions.a]\nquestion = "Q"\nendpoint = "http://SECRET"'),
      says: /q\.toml:3: questions\.a\.endpoint does not belong in a questions file/,
      hint: 'who is asked',
    },
    {
      ...alone,
      flags: ['--questions', inline, '--on-abstain', 'pass', '--on-error', 'maybe'],
      says: '--on-error: "maybe" is none of pass, block, fail',
      hint: 'for example',
    },
    {
      ...alone,
      flags: ['--questions', '{"questions": {"a": {"question": "Q", "options": ["x", "y"]}}}', '--on-abstain', 'pass'],
      says: '--on-abstain needs a verdict to stand in for',
      hint: '--expect',
    },
  ]);

  it('no key of a provider is taken from it, and the configuration is still its own', async () => {
    const world = { ...config('provider = "mock"'), env: {} };
    const { code, json } = await withEngines({}, ['decide', '--questions', inline, '--json'], world);
    expect([code, json.answers.a.provider]).toEqual([0, 'mock']);
  });
});

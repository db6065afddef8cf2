// `decide --batch`: rows in, rows out, in the order of the input and whatever becomes of each.
import { describe, expect, it } from 'vitest';
import { batch, jsonl, numbered, yes } from '../support/batch.ts';
import { config } from '../support/decide.ts';
import { byName, deciding, idsIn, type SeenQuestion } from '../support/deciding.ts';
import { fails, inTurn } from '../support/engines.ts';
import { refuses } from '../support/faults.ts';
import { random } from '../support/random.ts';
import type { Canned, Handler, Received } from '../support/server.ts';

const stateOf = ({ body }: Received): string => JSON.parse(body).state;

/** What an engine saw, question by question. */
function seeing(): { readonly seen: SeenQuestion[]; readonly laya: Handler } {
  const seen: SeenQuestion[] = [];
  return {
    seen,
    laya: deciding((question) => {
      seen.push(question);
      return yes(question);
    }),
  };
}

describe('a row', () => {
  it('has the answer, its line, and the whole row as it came', async () => {
    const input = '{"context": "a",  "label":"yes","n": 12345678901234567890, "id":"r\\u00e9"}';
    const { code, rows, stdout, stderr } = await batch([input]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\{"id":"ré","outcome":"answered",.*,"line":1,"input":/);
    expect(stdout.endsWith(`,"input":${input}}\n`)).toBe(true);
    expect(rows[0]).toMatchObject({ decision: 'yes', verdict: 'pass', confidence: 0.9, provider: 'laya', error: null });
    expect(stderr).toMatch(/^system1: 1 row: 1 answered, 0 abstained, 0 failed; [\d.]+ rows a second\n$/);
  });

  it('may lack what the flags give', async () => {
    const { seen, laya } = seeing();
    const rows = [
      { context: 'own' },
      {},
      { question: 'Really?' },
      { options: ['a', 'b', 'c'] },
      { options: { d: 'the fourth', e: null } },
      { levels: ['low', 'high'] },
      { question: null, context: null, options: null },
    ];
    const flags = ['Which?', '-o', 'x', '-o', 'y', '-c', 'usual'];
    const { code, rows: found } = await batch(rows, flags, { laya });
    expect(code).toBe(0);
    expect(seen.map(({ state, instructions, names }) => [state, instructions, names.join()])).toEqual([
      ['own', 'Which?', 'x,y'],
      ['usual', 'Which?', 'x,y'],
      ['usual', 'Really?', 'x,y'],
      ['usual', 'Which?', 'a,b,c'],
      ['usual', 'Which?', 'd,e'],
      ['usual', 'Which?', 'low,high'],
      ['usual', 'Which?', 'x,y'],
    ]);
    expect(found.map(({ decision }) => decision)).toEqual(['x', 'x', 'x', 'a', 'd', 'low', 'x']);
  });

  it('may bring its own gate; a flag for the threshold wins', async () => {
    const rows = [
      { min_confidence: 0.95 },
      { min_confidence: 0.85 },
      { expect: 'no' },
      { expect: ['yes', 'no'] },
      { options: ['u', 'v'], expect: 'v' },
    ];
    const found = await batch(rows, ['Safe?', '-c', 'a']);
    expect(found.rows.map((row) => [row.outcome, row.verdict, row.min_confidence, row.min_confidence_source])).toEqual([
      ['abstained', null, 0.95, 'row'],
      ['answered', 'pass', 0.85, 'row'],
      ['answered', 'block', 0.6, 'default'],
      ['answered', 'pass', 0.6, 'default'],
      ['answered', 'block', 0.6, 'default'],
    ]);
    const flagged = await batch(rows.slice(0, 2), ['Safe?', '-c', 'a', '--min-confidence', '0.7']);
    expect(flagged.rows.map((row) => row.min_confidence_source)).toEqual(['flag', 'flag']);
  });

  it.each([
    ['no JSON', 'nonsense', /no JSON/],
    ['half of one', '{"context":"a"', /no JSON/],
    ['a list', '[1]', /no JSON object/],
    ['null', 'null', /no JSON object/],
    ['no context', {}, /no context/],
    ['a blank context', { context: ' \n' }, /context is blank/],
    ['a context that is no text', { context: 7 }, /context must be a text/],
    ['a lone surrogate', '{"context":"\\ud800"}', /lone surrogate/],
    ['an id of another kind', { id: {}, context: 'a' }, /id must be/],
    ['a blank question', { context: 'a', question: ' ' }, /question must be/],
    ['one option', { context: 'a', options: ['a'] }, /1 options/],
    ['options and levels', { context: 'a', options: ['a', 'b'], levels: ['c', 'd'] }, /exclude each other/],
    ['an unknown name to expect', { context: 'a', expect: 'perhaps' }, /expect: "perhaps" is no option/],
    ['a threshold over 1', { context: 'a', min_confidence: 2 }, /min_confidence must be/],
  ])('that is bad is a failed row, and the run goes on: %s', async (_, bad, says) => {
    const { code, rows, sent } = await batch([{ context: 'a' }, bad, { context: 'b' }]);
    expect(code).toBe(4);
    expect(rows.map(({ outcome, line }) => [outcome, line])).toEqual([
      ['answered', 1],
      ['failed', 2],
      ['answered', 3],
    ]);
    expect(rows[1]).toMatchObject({ error: { code: 'invalid_request', message: expect.stringMatching(says) } });
    expect(sent['laya']).toHaveLength(2);
  });

  it('that is a plain line is told how to become one', async () => {
    const { rows } = await batch(['Where is my parcel?!'], ['Safe?']);
    expect(rows[0]).toMatchObject({ error: { hint: expect.stringMatching(/^a row is {"context": "…"}; jq -Rc /) } });
  });

  it('of bytes that are no UTF-8 is asked with a warning', async () => {
    const stdin = Buffer.concat([Buffer.from('{"context":"a'), Buffer.of(0xff), Buffer.from('"}\n')]);
    const { rows } = await batch(stdin, ['Safe?']);
    expect(rows).toMatchObject([{ outcome: 'answered', warnings: [{ code: 'invalid_utf8' }] }]);
  });

  it('needs a question, from itself or from the flags', async () => {
    const { code, rows } = await batch([{ context: 'a', question: 'Safe?' }, { context: 'b' }], []);
    expect(code).toBe(4);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['answered', 'failed']);
  });

  it('blank lines are none, but they count; the last needs no line feed', async () => {
    const stdin = '\ufeff{"context":"a"}\r\n\n  \n{"context":"b"}';
    const { rows, stdout } = await batch(stdin, ['Safe?']);
    expect(rows.map(({ line }) => line)).toEqual([1, 4]);
    expect(stdout).not.toContain('\r');
  });

  it('of a file without any: none', async () => {
    expect(await batch([])).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('consecutive rows about one context', () => {
  const same = (count: number): object[] =>
    Array.from({ length: count }, (_, n) => ({ context: 'a', question: `${n}?` }));

  it('travel together, 64 at most', async () => {
    const { rows, sent } = await batch([...same(70), { context: 'b' }]);
    expect(sent['laya']?.map((request) => idsIn(request).length)).toEqual([64, 6, 1]);
    expect(rows.map(({ request }) => request.questions)).toEqual([...Array(64).fill(64), ...Array(6).fill(6), 1]);
    expect(rows.map(({ input }) => input.question)).toEqual([
      ...same(70).map((row) => Reflect.get(row, 'question')),
      undefined,
    ]);
  });

  it('but one by one where the engine takes no more', async () => {
    const { code, sent } = await batch(same(3), ['Safe?', '-p', 'anthropic', '--endpoint', 'http://127.0.0.1:1']);
    expect([code, sent['laya']]).toEqual([4, []]);
  });

  it('in both orders: half as many', async () => {
    const { sent } = await batch(same(40), ['Safe?', '--check-order']);
    expect(sent['laya']?.map((request) => idsIn(request).length)).toEqual([64, 16]);
  });

  it('fail each on its own', async () => {
    const laya = deciding((question) => (question.instructions === '1?' ? { error: 'cannot' } : yes(question)));
    const { code, rows } = await batch(same(3), ['Safe?'], { laya });
    expect([code, ...rows.map(({ outcome }) => outcome)]).toEqual([4, 'answered', 'failed', 'answered']);
  });
});

describe('with --questions', () => {
  const questions = JSON.stringify({
    questions: { safe: { question: 'Safe?', min_confidence: 0.5, expect: 'yes' }, urgent: { question: 'Urgent?' } },
  });
  const flags = ['--questions', questions];

  it('a row has `answers` by name', async () => {
    const { code, rows } = await batch([{ id: 7, context: 'a' }, 'bad', { context: 'b', min_confidence: 0.95 }], flags);
    expect(code).toBe(4);
    expect(Object.keys(rows[0])).toEqual(['id', 'outcome', 'answers', 'line', 'input']);
    expect(rows[0]).toMatchObject({ id: 7, outcome: 'answered', line: 1 });
    expect(rows[0].answers).toMatchObject({
      safe: { decision: 'yes', min_confidence: 0.5 },
      urgent: { decision: 'yes' },
    });
    expect(rows[1]).toMatchObject({ outcome: 'failed', answers: { safe: { error: { code: 'invalid_request' } } } });
    expect(rows[2]).toMatchObject({ outcome: 'abstained', answers: { safe: { min_confidence_source: 'row' } } });
  });

  it('rows about one context travel together here too', async () => {
    const { sent, rows } = await batch(Array(3).fill({ context: 'a' }), flags);
    expect(sent['laya']?.map(idsIn)).toEqual([['q1', 'q2', 'q3', 'q4', 'q5', 'q6']]);
    expect(rows.map(({ answers }) => Object.keys(answers))).toEqual(Array(3).fill(['safe', 'urgent']));
  });

  it('a row with a question of its own is bad', async () => {
    const { rows } = await batch([{ context: 'a', question: 'Another?' }], flags);
    expect(rows[0]).toMatchObject({ outcome: 'failed' });
  });
});

describe('the run', () => {
  it('accounts for 10,000 rows: broken ones, refused ones, and answers in any order', {
    timeout: 120_000,
  }, async () => {
    const next = random(1);
    const rows = numbered(10_000).map((row) => (row.id % 100 === 7 ? '{"context":' : row));
    const engine = deciding(yes);
    const laya: Handler = async (request, response) => {
      await new Promise((done) => setTimeout(done, next() * 4));
      return stateOf(request).endsWith('13') ? { status: 400, body: { detail: 'no' } } : engine(request, response);
    };
    const { code, rows: found, sent } = await batch(rows, ['Safe?', '--concurrency', '32'], { laya });
    expect(code).toBe(4);
    expect(found.map(({ line }) => line)).toEqual(rows.map((_, index) => index + 1));
    const kinds = found.map(({ outcome, error }) => error?.code ?? outcome);
    const expected = rows.map((row, id) => {
      if (typeof row === 'string') return 'invalid_request';
      return id % 100 === 13 ? 'provider_error' : 'answered';
    });
    expect(kinds).toEqual(expected);
    expect(sent['laya']).toHaveLength(9900);
  });

  it.each([['1'], ['5']])('asks %s at once', async (concurrency) => {
    let now = 0;
    let most = 0;
    const laya: Handler = async (request, response) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      now -= 1;
      return deciding(yes)(request, response);
    };
    await batch(numbered(30), ['Safe?', '--concurrency', concurrency], { laya });
    expect(most).toBeLessThanOrEqual(Number(concurrency));
  });

  it('--fail-fast ends with the first failed row', async () => {
    const { code, rows, sent, stderr } = await batch(
      [...numbered(3), 'bad', ...numbered(500)],
      ['Safe?', '--fail-fast'],
    );
    expect([code, ...rows.map(({ outcome }) => outcome)]).toEqual([4, 'answered', 'answered', 'answered', 'failed']);
    expect(sent['laya']?.length).toBeLessThan(50);
    expect(stderr).toContain('system1: stopped at the first failed row, after line 4\n');
  });

  it.each([[['--min-pass-rate', '0.5']], [['--on-error', 'pass']]])(
    '--fail-fast with %j is no pass: rows are unread',
    async (flags) => {
      const rows = [...numbered(3), 'bad', ...numbered(500)];
      expect((await batch(rows, ['Safe?', '--fail-fast', ...flags])).code).toBe(4);
    },
  );

  it('--max-requests: the rest fails with request_limit', async () => {
    const { code, rows, sent } = await batch(numbered(20), ['Safe?', '--max-requests', '5']);
    expect(code).toBe(4);
    expect(sent['laya']).toHaveLength(5);
    expect(rows.filter(({ error }) => error?.code === 'request_limit')).toHaveLength(15);
  });

  it('a rejected key is not tried again', async () => {
    const { code, rows, sent } = await batch(numbered(100), ['Safe?', '--concurrency', '2'], { laya: fails(401) });
    expect([code, rows.length]).toEqual([4, 100]);
    expect(rows.every(({ error }) => error.code === 'authentication')).toBe(true);
    expect(sent['laya']?.length).toBeLessThanOrEqual(2);
  });

  it('a row that says something twice is a failed row', async () => {
    const rows = ['"context":"b"', '"expect":"no","expect":"yes"', '"options":{"x":null,"y":null,"x":"z"}'];
    const twice = rows.map((members) => `{"context":"a",${members}}`);
    const { code, rows: written, sent } = await batch([...twice, { context: 'c' }]);
    expect([code, sent['laya']?.length]).toEqual([4, 1]);
    expect(written.map(({ error }) => error?.message ?? null)).toEqual([
      'the row has the key "context" twice',
      'the row has the key "expect" twice',
      'the row has the key "x" twice',
      null,
    ]);
  });

  it('an id keeps all its digits', async () => {
    const ids = ['9007199254740991', '-9007199254740993', '9007199254740992', '1e400', '0.1', '12e2'];
    const { rows } = await batch(ids.map((id) => `{"context":"a","x":{"id":1},"id":${id}}`));
    expect(rows.map(({ id }) => id)).toEqual([
      9007199254740991,
      '-9007199254740993',
      '9007199254740992',
      '1e400',
      0.1,
      1200,
    ]);
  });

  it('names ten failed rows, and why each of them failed', async () => {
    const rows = numbered(12).map(({ id }) => (id < 2 ? 'bad' : { id: `r${id}` }));
    const { stderr } = await batch(rows);
    const ids = Array.from({ length: 8 }, (_, n) => `r${n + 2}`);
    expect(stderr.split('\n')[1]).toBe(
      `system1: failed: line 1, line 2 (the line is no JSON); ${ids.join(', ')} (the row has no context) and 2 more`,
    );
  });

  it('says once who stands in', async () => {
    const { code, rows, stderr } = await batch(numbered(5), ['Safe?', '-p', 'von', '--fallback', 'laya']);
    expect([code, rows[4].provider]).toEqual([0, 'laya']);
    expect(stderr.match(/in place of/g)).toHaveLength(1);
  });

  it('-q leaves stdout empty', async () => {
    expect(await batch(numbered(2), ['Safe?', '-q'])).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(await batch(['bad'], ['Safe?', '-q'])).toMatchObject({ code: 4, stdout: '', stderr: '' });
  });

  it('passes warnings of the configuration on, once', async () => {
    const { stderr } = await batch(numbered(3), ['Safe?'], { env: { SYSTEM1_RETRYS: '2' }, ...config('retries = 1') });
    expect(stderr.match(/SYSTEM1_RETRYS/g)).toHaveLength(1);
  });

  it('--dry-run prints the requests, and tells of bad rows', async () => {
    const { code, stdout, stderr, sent } = await batch(
      [{ context: 'a' }, { context: 'a' }, 'bad'],
      ['Safe?', '--dry-run'],
    );
    expect([code, sent['laya']]).toEqual([3, []]);
    const [request, ...more] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(more).toEqual([]);
    expect(Object.keys(JSON.parse(request.body).questions)).toEqual(['q1', 'q2']);
    expect(stderr).toMatch(/^system1: line 3: the line is no JSON\nhint: a row is .*\n$/);
  });
});

describe('what counts', () => {
  const laya = deciding((question) =>
    byName(question.state === 'text 1' ? { no: 0.9, yes: 0.1 } : { yes: 0.55, no: 0.45 })(question),
  );

  it.each([
    [[], 0],
    [['--fail-on', 'abstained'], 3],
    [['--fail-on', 'block'], 1],
    [['--fail-on', 'block,abstained'], 3],
    [['--fail-on', 'block,abstained', '--min-pass-rate', '0.5'], 1],
    [['--fail-on', 'block', '--min-pass-rate', '0.6'], 0],
    [['--on-abstain', 'pass', '--fail-on', 'abstained'], 0],
    [['--on-abstain', 'block', '--fail-on', 'block'], 1],
  ])('%j: exit %i', async (flags, expected) => {
    const { code, rows } = await batch(numbered(3), ['Safe?', ...flags], { laya });
    expect(code).toBe(expected);
    expect(rows.map(({ outcome, decision }) => decision ?? outcome)).toEqual(['abstained', 'no', 'abstained']);
  });
});

describe('an engine that has too much', () => {
  const retries = { env: { SYSTEM1_RETRIES: '1' } };

  it('gets the rest after the time it wants, and every row is answered', async () => {
    const times: number[] = [];
    const busy: Handler = (): Canned => ({
      status: 429,
      headers: { 'retry-after-ms': '200' },
      body: { detail: 'busy' },
    });
    const note =
      (handler: Handler): Handler =>
      (request, response) => {
        times.push(performance.now());
        return handler(request, response);
      };
    const laya = inTurn(note(deciding(yes)), note(busy), note(deciding(yes)));
    const { code, rows } = await batch(numbered(30), ['Safe?', '--concurrency', '1'], { laya, ...retries });
    expect([code, rows.length]).toEqual([0, 30]);
    const [, refused = 0, next = 0] = times;
    expect(next - refused).toBeGreaterThanOrEqual(199);
  });

  it('loses no row to being asked too much at once', async () => {
    let now = 0;
    const laya: Handler = async (request, response) => {
      now += 1;
      const tooMany = now > 4;
      await new Promise(setImmediate);
      now -= 1;
      return tooMany ? { status: 503, headers: { 'retry-after-ms': '5' }, body: {} } : deciding(yes)(request, response);
    };
    const { code, rows } = await batch(numbered(300), ['Safe?', '--concurrency', '32'], { laya, ...retries });
    expect([code, rows.filter(({ outcome }) => outcome === 'answered').length]).toEqual([0, 300]);
  });

  it.each([
    ['is told once', [], /^system1: laya has had too much \(HTTP 503\): nothing is sent for 60\.0 s\n(?!.*too much)/],
    ['is not told with -q', ['-q'], /^$/],
  ])('and for long %s', async (_, flags, expected) => {
    // All are asked before one is refused: a row that comes later would wait for the deadline.
    const waiting: (() => void)[] = [];
    const laya: Handler = async () => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 5) for (const release of waiting) release();
      });
      return { status: 503, headers: { 'retry-after': '60' }, body: { error: 'no room for line 1' } };
    };
    const { code, stderr } = await batch(numbered(5), ['Safe?', '--deadline', '20s', ...flags], { laya });
    expect(code).toBe(4);
    expect(stderr).toMatch(expected);
  });

  it('and for good fails the rows in the end', async () => {
    const busy = fails(503, { 'retry-after-ms': '1' });
    const { code, rows } = await batch(numbered(5), ['Safe?'], { laya: busy, ...retries });
    expect([code, ...rows.map(({ error }) => error.code)]).toEqual([4, ...Array(5).fill('overloaded')]);
  });
});

describe('formats for CI', () => {
  const rows = [{ id: 'a', context: 'x' }, { context: 'y', expect: 'no' }, 'bad'];

  it('tap', async () => {
    const { code, stdout } = await batch(rows, ['Safe?', '--format', 'tap']);
    expect(code).toBe(4);
    expect(stdout).toMatch(
      /^TAP version 13\nok 1 - a\nnot ok 2 - line 2\n[\s\S]*not ok 3 - line 3\n[\s\S]*\n1\.\.3\n$/,
    );
  });

  it('junit', async () => {
    const { stdout } = await batch(rows, ['Safe?', '--format', 'junit']);
    expect(stdout).toMatch(
      /^<\?xml [\s\S]*<testcase [^>]*name="a"[^>]*\/>[\s\S]*<failure [\s\S]*<error [\s\S]*<\/testsuites>\n$/,
    );
  });

  it('github', async () => {
    const { stdout } = await batch(rows, ['Safe?', '--format', 'github']);
    expect(stdout.split('\n').map((line) => line.replace(/(?<=.)::.*$/, ''))).toEqual([
      '::notice title=a',
      '::error title=line 2',
      '::error title=line 3',
      '',
    ]);
  });
});

describe('flags', () => {
  const flags = (...more: readonly string[]): readonly string[] => ['-b', '-', ...more];
  const stdin = jsonl([{ context: 'a SECRET' }]);
  refuses('invalid_request', [
    { flags: ['-c', 'a', '--output', 'x'], says: '--output is for rows, and there are none', hint: 'add --batch FILE' },
    {
      flags: ['-c', 'a', '--concurrency', '2'],
      says: '--concurrency is for rows, and there are none',
      hint: 'add --batch',
    },
    { flags: ['-c', 'a', '--resume'], says: '--resume is for rows, and there are none', hint: 'add --batch FILE' },
    { stdin, flags: flags('-f', '-'), says: '--batch and -f cannot both read stdin', hint: 'name a file' },
    { stdin, flags: flags('--concurrency', '0'), says: '--concurrency: "0" is no whole number from 1 to 256' },
    { stdin, flags: flags('--concurrency', '257'), says: '--concurrency: "257" is no whole number from 1 to 256' },
    { stdin, flags: flags('--fail-on', 'no'), says: '--fail-on: "no" is none of failed, abstained, block', hint: '' },
    {
      stdin,
      flags: flags('--min-pass-rate', '95'),
      says: '--min-pass-rate: "95" is no number from 0 to 1',
      hint: '0.95',
    },
    { stdin, flags: flags('--resume'), says: '--resume is about a file', hint: 'add --output FILE' },
    {
      stdin,
      flags: flags('--output', 'x', '--retry-failed'),
      says: '--retry-failed needs --resume',
      hint: 'add --resume',
    },
    {
      stdin,
      flags: flags('--output', 'x', '--resume', '--overwrite'),
      says: '--resume and --overwrite exclude each other',
    },
    { stdin, flags: flags('-c', ' '), says: '-c: the context is blank', hint: 'leave it out' },
    {
      stdin,
      flags: flags('--expect', 'perhaps'),
      says: '--expect: "perhaps" is no option of the question',
      hint: 'yes, no',
    },
    {
      stdin,
      flags: flags('--on-abstain', 'perhaps'),
      says: /^system1: --on-abstain: "perhaps" is none of/,
      hint: 'pass',
    },
    { flags: ['-b', '/nowhere/rows'], says: 'cannot read /nowhere/rows: no such file or directory' },
    { flags: ['-b', '/'], says: '/ is a folder', hint: 'name a file' },
    { tty: ['stdin'], flags: ['-b', '-'], says: 'stdin is a terminal, not a text', hint: 'pipe the rows in' },
  ]);

  it.each([[['--json']], [['--format', 'text']], [['--format', 'value']]])('%j is refused', async (format) => {
    expect(await batch([{ context: 'a' }], ['Safe?', ...format])).toMatchObject({ code: 2, sent: { laya: [] } });
  });
});

// Engines, files and texts that mean harm, or are merely odd: each case was once a fault.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runBuilt } from '../support/cli.ts';
import { decide, withEngines } from '../support/decide.ts';
import { systemOne } from '../support/engines.ts';
import { type Handler, serve } from '../support/server.ts';
import { runShell } from '../support/shell.ts';

const answers = (decision: unknown, model = 'm'): string => JSON.stringify({ model, answers: { decision } });
const yes = { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 } };

describe('a key that comes back', () => {
  const key = 'acme-prod-0123456789abcdef0123456789abcdef-SECRETTAIL';
  const env = { SYSTEM1_SYSTEMONE_API_KEY: key };
  const parts = ['acme-prod', 'SECRETTAIL', '0123456789abcdef'];

  it.each<[where: string, handler: Handler]>([
    ['in an error', () => ({ status: 400, body: { error: `bad key ${key}` } })],
    ['in capitals', () => ({ status: 400, body: { error: `bad key ${key.toUpperCase()}` } })],
    ['cut off by the length of the message', () => ({ status: 400, body: { error: `${'x'.repeat(280)} ${key}` } })],
    ['as the name of the model', () => ({ body: answers(yes, key) })],
    ['as the host of a redirect', () => ({ status: 307, headers: { location: `http://${key}.example/` } })],
  ])('%s is shown nowhere', async (_where, handler) => {
    for (const flags of [[], ['--json'], ['-v'], ['--format', 'text']]) {
      const { stdout, stderr, sent } = await decide({ systemone: handler }, ['-p', 'systemone', ...flags], { env });
      expect(sent['systemone']).toHaveLength(1);
      for (const part of parts) expect((stdout + stderr).toLowerCase()).not.toContain(part.toLowerCase());
    }
  });

  it('leaves an answer alone that a stand-in for a key would garble', async () => {
    const { stdout } = await decide({ systemone: () => ({ body: answers(yes) }) }, ['-p', 'systemone'], {
      env: { SYSTEM1_SYSTEMONE_API_KEY: 'yes' },
    });
    expect(stdout).toBe('yes\n');
  });
});

describe('a text that comes back in an error', () => {
  const context = 'user: bob\npassword: hunter2\ntoken: zebra\n';
  it.each([
    ['as it is', (text: string) => text],
    ['escaped', (text: string) => JSON.stringify(text)],
    ['in capitals', (text: string) => text.toUpperCase()],
    ['cut off', (text: string) => `${'x'.repeat(265)} ${text}`],
  ])('%s is not shown', async (_how, quote) => {
    const engine: Handler = () => ({ status: 422, body: { detail: `cannot read ${quote(context)}` } });
    for (const flags of [[], ['--json'], ['-v']]) {
      const { stdout, stderr, sent } = await decide({ systemone: engine }, [
        '-p',
        'systemone',
        '-c',
        context,
        ...flags,
      ]);
      expect(sent['systemone']).toHaveLength(1);
      expect((stdout + stderr).toLowerCase()).not.toMatch(/hunter2|zebra|user: ?bob/);
    }
  });

  it('is not searched for when it is very long: the message goes instead', async () => {
    const engine: Handler = () => ({ status: 422, body: { detail: 'aaaaaaaaaaaaaaaaaaaaaaaa' } });
    const files = { 'long.txt': 'a'.repeat(5_000_000) };
    const { code, stderr } = await decide({ systemone: engine }, ['-p', 'systemone', '-f', '~/long.txt'], { files });
    expect(code).toBe(4);
    expect(stderr).toContain('HTTP 422 (its message may quote the text, and is not shown)');
  });
});

describe('an answer that is none', () => {
  it.each([
    [
      'repeats a probability',
      '{"model":"m","answers":{"decision":{"type":"choice","choice":"yes","probabilities":{"yes":0.1,"no":0.9,"yes":0.9,"no":0.1}}}}',
    ],
    [
      'repeats the choice',
      '{"model":"m","answers":{"decision":{"type":"choice","choice":"no","choice":"yes","probabilities":{"yes":0.9,"no":0.1}}}}',
    ],
    [
      'repeats a key by another spelling',
      '{"model":"m","answers":{"decision":{"type":"choice","choice":"yes","probabilities":{"yes":0.1,"no":0.1,"y\\u0065s":0.9}}}}',
    ],
  ])('%s', async (_how, body) => {
    const { code, stdout, json } = await decide({ systemone: () => ({ body }) }, ['-p', 'systemone', '--json']);
    expect(code).toBe(4);
    expect(json.error, stdout).toMatchObject({ code: 'malformed_response', message: 'the answer repeats a key' });
  });

  it('is packed a thousand times', async () => {
    let packed: Buffer = Buffer.from(answers(yes));
    for (let layer = 0; layer < 20; layer++) packed = gzipSync(packed);
    const engine: Handler = (_request, response) => {
      response.writeHead(200, { 'content-encoding': Array(20).fill('gzip').join(', ') }).end(packed);
      return undefined;
    };
    const { code, json } = await decide({ systemone: engine }, ['-p', 'systemone', '--json']);
    expect(code).toBe(4);
    expect(json.error.code).toBe('malformed_response');
  });
});

describe('files that never end', () => {
  it('a configuration in a pipe that nobody writes to ends at the deadline', async () => {
    const { code, stderr } = await runShell('mkfifo pipe; ./system1 decide q -p mock --config pipe --deadline 300ms');
    expect(code).toBe(124);
    expect(stderr).toContain('the deadline of 0.3 s passed');
  });

  it('an endless configuration is too large', async () => {
    const { code, stderr } = await runBuilt(['decide', 'q', '-p', 'mock', '--config', '/dev/zero']);
    expect(code).toBe(2);
    expect(stderr).toContain('/dev/zero is larger than 1 MiB');
  });

  it('a configuration may come through a pipe', async () => {
    const script = `./system1 decide q -p mock --config <(echo 'min_confidence = 0.95')`;
    expect(await runShell(script)).toMatchObject({ code: 3, stdout: '' });
  });
});

describe('a stdout that takes nothing', () => {
  it.each([
    ['--version > /dev/full', 2],
    ['decide --json > /dev/full', 2],
    ['decide --json --exit usage=7 > /dev/full', 7],
    ['health zzz --json > /dev/full', 2],
    ['providers > /dev/full', 2],
    ['providers --json > /dev/full', 2],
    ['help exit-codes > /dev/full', 2],
    ['decide q -p mock -q --exit usage=7 --format tap -b <(echo \'{"context":"a"}\') --output /dev/full', 7],
    ['decide q -p mock -q -b <(echo \'{"context":"a"}\') --output /dev/full', 2],
    ['decide q -p mock -b <(echo \'{"context":"a"}\') > /dev/full', 2],
    [
      'calibrate <(echo \'{"question":"q","label":true,"probabilities":{"yes":0.9,"no":0.1}}\') --method none > /dev/full',
      2,
    ],
  ])('system1 %s', async (command, expected) => {
    const { code, stderr } = await runShell(`./system1 ${command}`);
    expect(code).toBe(expected);
    expect(stderr).toMatch(/^system1: .+\nhint: .+\n$/);
  });

  it('is no fault when its reader has gone', async () => {
    const script = '(sleep 0.1; ./system1 --version; echo $? >&2) | true; wait';
    expect((await runShell(script)).stderr).toBe('0\n');
  });
});

describe('input that hides something', () => {
  it.each([
    [['-c', 'evil', '-c', 'good'], '-c is given 2 times'],
    [['-f', 'a', '-f', 'b'], '-f is given 2 times'],
    [['-b', 'a', '-b', 'b'], '-b is given 2 times'],
    [['-b', 'a', '--output', 'b', '--output', 'c'], '--output is given 2 times'],
    [['--min-confidence', '0.9', '--min-confidence', '0.1'], '--min-confidence takes one number from 0 to 1'],
    [['--min-confidence', 'yes=0.95', '--min-confidence', 'yes=0.1'], '--min-confidence names "yes" twice'],
    [['--exit', 'pass=0,pass=7'], '--exit names "pass" twice'],
    [['--exit', 'abstain=5', '--exit', 'abstain=0'], '--exit names "abstain" twice'],
    [['-c', '\u200b\u2060'], '-c: the context is blank'],
    [['-c', '\u0000'], '-c: the context is blank'],
    [['-o', '\u200b', '-o', 'b'], '--option number 1 is blank'],
    [['--min-confidence', 'yes=0.95,yes=0.1'], '--min-confidence names "yes" twice'],
    [['--exit', 'pass=5=0'], '--exit: "pass=5=0" needs a code from 0 to 123'],
  ])('%j is refused', async (flags, message) => {
    const { code, stdout, stderr } = await withEngines({}, ['decide', 'q', '-p', 'mock', ...flags]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it.each([
    [`q -c $'ab\\xff'`, 'the context'],
    [`$'q\\xff'`, 'a question'],
    [`q -o a -o $'b\\xff'`, 'a question'],
    [`q -o a -o $'b=\\xff'`, 'a question'],
    [`q -l a -l $'b\\xff'`, 'a question'],
    [`--questions <(printf '[questions.a]\\nquestion = "a\\xff"\\n')`, 'a question'],
    [`--questions $'{"questions":{"a":{"question":"a\\xff"}}}'`, 'a question'],
    [`$'q\\xff' --batch <(echo '{"context":"x"}')`, 'a question'],
  ])('warns of bytes that are no UTF-8: %s', async (argv, where) => {
    const { code, stderr } = await runShell(`./system1 decide -p mock ${argv}`);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`${where} holds bytes that are no UTF-8: they were`)]);
  });

  it('takes a list from a flag that is repeated', async () => {
    const unsure = (flags: string[]) =>
      withEngines({ laya: systemOne({ yes: 0.8, no: 0.2 }) }, ['decide', 'q', ...flags]);
    expect((await unsure(['--min-confidence', 'yes=0.95', '--min-confidence', 'no=0.6'])).code).toBe(3);
    const codes = ['--min-confidence', '0.9', '--exit', 'abstain=7', '--exit', 'error=9'];
    expect((await unsure(codes)).code).toBe(7);
    expect((await unsure(['-p', 'von', '--fallback', 'laya', '--fallback', 'systemone'])).code).toBe(0);
    expect((await unsure(['-p', 'von', '--fallback', 'systemone', '--fallback', 'laya'])).code).toBe(0);
    const both = ['--fail-on', 'block', '--fail-on', 'abstained', '--expect', 'no', '--batch', '-'];
    const rows = { stdin: '{"context":"x"}\n' };
    expect((await withEngines({ laya: systemOne({ yes: 0.8, no: 0.2 }) }, ['decide', 'q', ...both], rows)).code).toBe(
      1,
    );
  });
});

describe('a gate of a questions file is never lost', () => {
  const asked = (flags: string[]) => withEngines({}, ['decide', '-p', 'mock', '-c', 'x', ...flags]);
  const gate = '"safe":{"question":"Safe?","expect":"no"}';

  it('by a name that is given twice', async () => {
    const { code, stderr } = await asked(['--questions', `{"questions":{${gate},"safe":{"question":"Safe?"}}}`]);
    expect(code).toBe(2);
    expect(stderr).toContain('--questions: "safe" is given twice in one object\n');
  });

  it('by a second file', async () => {
    const { code, stderr } = await asked(['--questions', 'a.toml', '--questions', 'b.toml']);
    expect(code).toBe(2);
    expect(stderr).toContain('--questions is given 2 times');
  });

  it('by a null', async () => {
    const { code, stderr } = await asked(['--questions', '{"questions":{"a":{"question":"A?","expect":null}}}']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('questions.a.expect is null, which says nothing')]);
  });

  it('by an abstention that counts as a pass', async () => {
    const questions = `{"questions":{${gate},"sure":{"question":"Sure?","min_confidence":0.99}}}`;
    expect((await asked(['--questions', questions])).code).toBe(3);
    expect((await asked(['--questions', questions, '--exit', 'abstain=0'])).code).toBe(1);
  });
});

describe('calibrations that cannot be read in time', () => {
  it.each([
    ['a named pipe', 'mkfifo c.json; export SYSTEM1_CALIBRATIONS=c.json'],
    ['a folder with a named pipe', 'mkdir c; mkfifo c/c.json; export SYSTEM1_CALIBRATIONS=c'],
    ['an endless device', 'export SYSTEM1_CALIBRATIONS=/dev/zero'],
  ])('%s', async (_what, setUp) => {
    const { code, stderr } = await runShell(`${setUp}; ./system1 decide q -p mock --deadline 5s`);
    expect(code).toBe(2);
    expect(stderr).toContain('it is no file of a calibration');
  });

  it('are none where the home is no folder', async () => {
    expect(await runBuilt(['decide', 'q', '-p', 'mock'], { env: { HOME: '/dev/null' } })).toMatchObject({ code: 0 });
  });
});

it('-q holds for a command that there is not, too', async () => {
  for (const flags of [
    ['--json', '-q'],
    ['-vq', '--format', 'json'],
    ['--quiet', '--format=json'],
  ]) {
    const { code, stdout } = await withEngines({}, ['decid', 'q', ...flags]);
    expect([code, stdout]).toEqual([2, '']);
  }
  const text = await withEngines({}, ['decid', 'q', '-c', 'use --json here']);
  expect([text.code, text.stdout, text.stderr]).toEqual([2, '', expect.stringContaining('unknown command')]);
  const json = await withEngines({}, ['decid', 'q', '--json', '-c', 'a -q b']);
  expect(JSON.parse(json.stdout)).toMatchObject({ outcome: 'failed' });
});

describe('--json, wherever it stands', () => {
  it.each([
    [['--json', 'decide', 'q']],
    [['--format', 'json', 'decide', 'q']],
    [['--format=json']],
    [['decid', 'q', '--json']],
    [['help', 'bogus', '--json']],
    [['help', '--json', 'x', 'y']],
  ])('%j is one document', async (argv) => {
    const { code, stdout } = await withEngines({}, argv);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'failed', error: { code: 'invalid_request' } });
  });
});

it('a proxy that is not there is named', async () => {
  await using unused = await serve(() => ({}));
  await unused.close();
  const env = { HTTPS_PROXY: unused.url, TYPESAFE_API_KEY: 'ts_0123456789' };
  const { stderr } = await withEngines({}, ['decide', 'q', '-p', 'typesafe'], { env });
  expect(stderr).toContain('the proxy does not answer: connection refused');
  expect(stderr).toContain('hint: check HTTPS_PROXY and NO_PROXY');
});

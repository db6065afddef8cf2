// The built program inside real bash scripts: conditions, loops, pipes, closed streams and Ctrl-C.
import { EventEmitter, once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { silent, systemOne } from '../support/engines.ts';
import { type Handler, serve, type TestServer } from '../support/server.ts';
import { runOnTerminal, runShell } from '../support/shell.ts';

/** Says yes to every text that has `ls` in it. */
const judge: Handler = (request, response) => {
  const yes = /"state":"[^"]*ls/.test(request.body) ? 0.9 : 0.1;
  return systemOne({ yes, no: 1 - yes })(request, response);
};

const use = ({ url }: Pick<TestServer, 'url'>): Record<string, string> => ({
  SYSTEM1_PROVIDER: 'systemone',
  SYSTEM1_SYSTEMONE_ENDPOINT: url,
  SYSTEM1_RETRIES: '0',
});
const mock = { SYSTEM1_PROVIDER: 'mock' };

/** macOS has another `script`, and no /dev/full. */
const onLinux = test.runIf(process.platform === 'linux');

describe('if', () => {
  const script = (command: string) =>
    `if system1 decide -q "Is this command safe to run?" -c '${command}'; then echo run; else echo ask; fi`;

  test.each([
    ['ls', 'run\n'],
    ['rm -rf /', 'ask\n'],
  ])('%s', async (command, stdout) => {
    await using engine = await serve(judge);
    expect(await runShell(script(command), use(engine))).toEqual({ code: 0, signal: null, stdout, stderr: '' });
  });

  test.each<[string, Record<string, string>]>([
    ['the engine is down', use({ url: 'http://127.0.0.1:1' })],
    ['the configuration is faulty', { ...mock, SYSTEM1_TIMEOUT_S: 'soon' }],
    ['the tool is not installed', { ...mock, PATH: '/nowhere' }],
  ])('when %s, the condition is false', async (_, env) => {
    expect(await runShell(script('ls'), env)).toMatchObject({ code: 0, stdout: 'ask\n' });
  });
});

describe('loops', () => {
  test('while read: the loop keeps its input', async () => {
    await using engine = await serve(judge);
    const script = `printf '%s\\n' 'ls -l' reboot 'ls *' halt |
      while read -r line; do printf '%s: ' "$line"; system1 decide "Safe?" -c "$line"; done`;
    const { stdout } = await runShell(script, use(engine));
    expect(stdout).toBe('ls -l: yes\nreboot: no\nls *: yes\nhalt: no\n');
  });

  test('xargs -P4: every row is answered', async () => {
    await using engine = await serve(judge);
    const script = `seq 12 | xargs -P4 -I{} sh -c 'echo "{} $(system1 decide "Safe?" -c "ls {}")"'`;
    const { code, stdout } = await runShell(script, use(engine));
    const rows = stdout.trimEnd().split('\n').toSorted();
    expect(rows).toEqual(Array.from({ length: 12 }, (_, index) => `${index + 1} yes`).toSorted());
    expect(code).toBe(0);
    expect(engine.received).toHaveLength(12);
  });

  test('until: goes on until the answer is yes', async () => {
    await using engine = await serve((request, response) =>
      systemOne(engine.received.length < 3 ? { yes: 0.1, no: 0.9 } : { yes: 0.9, no: 0.1 })(request, response),
    );
    const { stdout } = await runShell('until system1 decide -q "Done?" -c x; do echo again; done', use(engine));
    expect(stdout).toBe('again\nagain\n');
  });
});

describe('Ctrl-C stops the loop around it', () => {
  const loop = 'for i in 1 2 3; do system1 decide "Safe?" -c ls; echo "after $i"; done; echo end';

  test('while it waits for an engine', async () => {
    const requests = new EventEmitter();
    await using engine = await serve(() => {
      requests.emit('request');
      return undefined;
    });
    const { signal, stdout, stderr } = await runShell(loop, use(engine), once(requests, 'request'));
    expect({ signal, stdout, stderr }).toEqual({ signal: 'SIGINT', stdout: '', stderr: '' });
    expect(engine.received).toHaveLength(1);
  });

  onLinux('while its spinner turns on a terminal, and the cursor comes back', async () => {
    await using engine = await serve(silent);
    const screen = await runOnTerminal(loop, use(engine), 'asking systemone');
    expect(screen).toContain('^C');
    expect(screen).not.toMatch(/after|end/);
    expect(screen.lastIndexOf('\x1b[?25h')).toBeGreaterThan(screen.lastIndexOf('\x1b[?25l'));
  });
});

describe('substitution and errexit', () => {
  test('$(…) holds the bare decision, of one line', async () => {
    const script = `answer=$(system1 decide "Safe?" -c ls 2>/dev/null); printf '[%s]' "$answer"; system1 decide "Safe?" | wc -l`;
    expect(await runShell(script, mock)).toMatchObject({ code: 0, stdout: '[yes]1\n' });
  });

  test.each([
    ['no', '', 1, ''],
    ['no with --exit block=0', '--exit block=0', 0, '[no]'],
    ['an abstention', '--min-confidence 0.95', 3, ''],
    ['an abstention with --exit abstain=0', '--min-confidence 0.95 --exit abstain=0', 0, '[]'],
  ])('set -e: %s', async (_, flags, code, stdout) => {
    await using engine = await serve(judge);
    const script = `set -e; answer=$(system1 decide "Safe?" -c rm ${flags}); printf '[%s]' "$answer"`;
    expect(await runShell(script, use(engine))).toMatchObject({ code, stdout });
  });
});

describe('pipes and closed streams', () => {
  test('| head -1 ends quietly', async () => {
    const { code, stdout, stderr } = await runShell('set -o pipefail; system1 providers | head -1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^PROVIDER .*\n$/);
    expect(stderr).toBe('');
  });

  test('a reader that has gone before the first byte is no error', async () => {
    const script = 'exec 3> >(:); wait $!; system1 decide "Safe?" -c ls >&3';
    await using engine = await serve(judge);
    expect(await runShell(script, use(engine))).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    ['stdin', '<&-', 'yes\n'],
    ['stdout', '>&-', ''],
    ['stderr', '2>&-', 'yes\n'],
    ['all of them', '<&- >&- 2>&-', ''],
  ])('%s closed: the exit code still tells', async (_, redirection, stdout) => {
    await using engine = await serve(judge);
    const ask = (context: string) => `system1 decide "Safe?" -c ${context} ${redirection}; echo $?`;
    expect((await runShell(ask('ls'), use(engine))).stdout).toBe(`${stdout}0\n`);
    expect((await runShell(ask('rm'), use(engine))).stdout).toBe(`${stdout && 'no\n'}1\n`);
  });

  test('stdin closed although it was asked for: nothing to judge', async () => {
    const { code, stdout, stderr } = await runShell('system1 decide "Safe?" -f - <&-', mock);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^system1: /);
  });

  onLinux.each(['', '--json', '--format text', '--dry-run', '--help'])(
    'a full disk behind stdout is exit 2, never an answer: decide %s',
    async (flags) => {
      await using engine = await serve(judge);
      const question = flags === '--help' ? '' : '"Safe?" -c ls';
      const { code, stderr } = await runShell(`system1 decide ${question} ${flags} >/dev/full`, use(engine));
      expect(code).toBe(2);
      expect(stderr).toContain('no space left on device');
    },
  );

  onLinux('a full disk behind stderr changes nothing', async () => {
    expect(await runShell('system1 decide "Safe?" -c ls 2>/dev/full', mock)).toMatchObject({
      code: 0,
      stdout: 'yes\n',
    });
  });
});

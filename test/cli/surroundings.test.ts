// What is around a process: a home or none, a terminal of any width or none, a locale. None of it changes an answer.
import { describe, expect, it } from 'vitest';
import { jsonl } from '../support/batch.ts';
import { silent } from '../support/engines.ts';
import { labelledRows, workshop } from '../support/labelled.ts';
import { serve } from '../support/server.ts';
import { runOnTerminal, runShell } from '../support/shell.ts';
import { itUnless } from '../support/unless.ts';

/** macOS has another `script`, and no `setsid`. */
const onLinux = itUnless(process.platform !== 'linux', 'Linux alone has these commands');

describe('a home that is none', () => {
  it.each([
    ['is not set', 'unset HOME', /^! nothing is stored: there is no home folder; add --out FILE$/m],
    ['is empty', 'HOME=', /^! nothing is stored: there is no home folder/m],
    ['is relative', 'HOME=.', /^! nothing is stored: there is no home folder/m],
    [
      'is a device',
      'HOME=/dev/null',
      /^system1: cannot make \/dev\/null\/\.config\/system1\/calibrations: not a directory$/m,
    ],
    [
      'cannot be made',
      'HOME=/proc/none',
      /^system1: cannot make \/proc\/none\/\.config\/system1\/calibrations: no such file or directory$/m,
    ],
  ])('%s: answers come all the same, and what cannot be kept is told', async (_, change, told) => {
    using shop = workshop();
    shop.file('labels', jsonl(labelledRows({ count: 80 })));
    // Below the working directory no configuration is ever looked for: it is another's repository.
    const { stdout, stderr } = await runShell(`
      cd ${shop.folder}; PATH=$HOME:$PATH; mkdir -p .config/system1; echo 'nonsense = 1' >.config/system1/config.toml
      export HOME; ${change}
      system1 decide Safe? -p mock; echo $?
      system1 providers --chain >/dev/null; echo $?
      system1 calibrate labels; ls -A`);
    expect(stdout).toMatch(/^yes\n0\n0\n/);
    expect(stdout + stderr).toMatch(told);
    expect(stdout.endsWith('\n.config\nlabels\n')).toBe(true);
  });

  it('a working directory that is gone is no fault of what needs none', async () => {
    const { stdout } = await runShell(`
      mkdir gone; cd gone; rmdir ../gone; PATH=$HOME:$PATH
      system1 decide Safe? -p mock 2>/dev/null; echo $?
      system1 decide Safe? -p mock -b rows 2>/dev/null; echo $?`);
    expect(stdout).toBe('yes\n0\n2\n');
  });
});

describe('a terminal', () => {
  onLinux('of no columns shows everything, and no spinner', async () => {
    await using engine = await serve(silent);
    const env = { SYSTEM1_SYSTEMONE_ENDPOINT: engine.url, NO_COLOR: '1' };
    const screen = await runOnTerminal(
      `stty cols 0
       for command in 'decide Safe? -p mock' 'providers' 'help exit-codes' 'decide --help' 'health laya' \\
         'decide Safe? -p systemone --deadline 700ms'; do system1 $command; echo "code $?"; done`,
      { ...env, SYSTEM1_LAYA_ENDPOINT: 'http://127.0.0.1:1' },
    );
    expect(screen.match(/code \d+/g)).toEqual(['code 0', 'code 0', 'code 0', 'code 0', 'code 4', 'code 124']);
    expect(screen).toMatch(/^yes +[^\n]*90\.0%/m);
    expect(screen).toContain('api.anthropic.com');
    expect(screen).not.toContain('\x1b');
  });

  onLinux('that shrinks to nothing under a spinner does not hold it up', async () => {
    await using engine = await serve(silent);
    const screen = await runOnTerminal(
      `(sleep 0.6; stty cols 0 </dev/tty) &
       system1 decide Safe? --deadline 1500ms; echo "code $?"`,
      { SYSTEM1_LAYA_ENDPOINT: engine.url },
    );
    expect(screen).toContain('asking laya');
    expect(screen).toContain('code 124');
    expect(screen.lastIndexOf('\x1b[?25h')).toBeGreaterThan(screen.lastIndexOf('\x1b[?25l'));
  });

  onLinux('that there is not, in a session of its own', async () => {
    const { code, stdout, stderr } = await runShell('setsid --wait system1 decide Safe? -p mock -v');
    expect([code, stdout]).toEqual([0, 'yes\n']);
    expect(stderr).toContain('a fixed answer');
  });
});

describe('a locale', () => {
  const script = `
    printf 'Est-ce sûr ? 日本' >text; printf '{"context":"é","id":"ß"}' >rows
    system1 decide 'naïve ?' -o naïve -o 日本 -p mock
    system1 decide 'naïve ?' -o naïve -o 日本 -p mock --json -f text | jq -c .probabilities
    system1 decide 'naïve ?' -p mock -b rows | jq -c .input
    system1 decide 'naïve ?' --provider zürich 2>&1`;
  const said = `naïve
{"naïve":0.9,"日本":0.1}
{"context":"é","id":"ß"}
`;

  it.each(['LANG=C', 'LC_ALL=POSIX', 'LANG=', 'LANG=de_DE.ISO-8859-1', 'LC_ALL=nonsense'])(
    '%s: text is UTF-8',
    async (locale) => {
      const [name = '', value = ''] = locale.split('=');
      const { stdout } = await runShell(script, { LANG: '', [name]: value });
      expect(stdout.startsWith(said)).toBe(true);
      expect(stdout.slice(said.length)).toMatch(/^system1: .*"?zürich/);
    },
  );

  it.each([
    ['C', '##############'],
    ['en_GB.UTF-8', '██████████████▍'],
  ])('%s: a bar is of characters that it has', async (LANG, bar) => {
    const { stdout } = await runShell('system1 decide Safe? -p mock --format text', { LANG });
    expect(stdout).toMatch(new RegExp(`^yes  ${bar} +90\\.0%`));
  });
});

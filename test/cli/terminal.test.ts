// The built program on real terminals: the width that the terminal tells, and what a spinner leaves behind.
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { silent, systemOne } from '../support/engines.ts';
import { screenAfter } from '../support/screen.ts';
import { serve, type TestServer } from '../support/server.ts';
import { runOnTerminal } from '../support/shell.ts';

/** macOS has another `script`. */
const canTest = process.platform === 'linux' && existsSync('/usr/bin/script');
const onTerminal = test.runIf(canTest);

const yes = systemOne({ yes: 0.9, no: 0.1 });
const use = ({ url }: Pick<TestServer, 'url'>): Record<string, string> => ({ SYSTEM1_LAYA_ENDPOINT: url });
const ask = 'system1 decide "Is it safe?" -c ls';

const hideCursor = '\x1b[?25l';
const showCursor = '\x1b[?25h';

/** Times differ from run to run, and how columns are filled up is for the tests of the renderers. */
const bare = (rows: readonly string[]): readonly string[] =>
  rows.map((row) => row.replace(/[\d.]+ m?s$/, '# ms').replace(/ {2,}/g, '  '));

describe('the width is what the terminal tells', () => {
  onTerminal.each<[columns: number, rows: readonly string[]]>([
    [24, ['yes  90.0%', 'no  10.0%', 'laya typed-decisions', '# ms']],
    [60, ['yes  █████████  90.0%  laya typed-decisions  # ms', 'no  █  10.0%']],
    [200, [`yes  ${'█'.repeat(21)}▋  90.0%  laya typed-decisions  # ms`, 'no  ██▍  10.0%']],
    // As on a serial line: it counts as 80.
    [0, [`yes  ${'█'.repeat(14)}▍  90.0%  laya typed-decisions  # ms`, 'no  █▋  10.0%']],
  ])('%i columns', async (columns, rows) => {
    await using engine = await serve(yes);
    const shown = await runOnTerminal(ask, use(engine), null, { columns });
    const screen = await screenAfter(shown, columns || 80);
    expect(bare(screen.rows)).toEqual(rows);
    expect(screen.overflow).toEqual([]);
  });
});

describe('a spinner', () => {
  onTerminal.each(['', '--format value', '-v'])(
    'turns while an engine thinks, and is gone after it: decide %s',
    async (flags) => {
      const cue = new EventEmitter();
      await using server = await serve(async (request, response) => {
        await once(cue, 'seen');
        return yes(request, response);
      });
      const onCue = () => cue.emit('seen');
      const shown = await runOnTerminal(`${ask} ${flags}`, use(server), 'asking laya', { columns: 60, onCue });
      const { rows } = await screenAfter(shown, 60);
      expect(rows.join('\n')).toMatch(/^(?:yes|system1: laya: answered)/);
      expect(rows.join('\n')).not.toContain('asking');
      expect(shown.lastIndexOf(showCursor)).toBeGreaterThan(shown.lastIndexOf(hideCursor));
    },
  );

  onTerminal.concurrent.each<[where: string, flags: string, env: Record<string, string>, columns: number]>([
    ['on a terminal of 0 columns', '', {}, 0],
    ['in CI', '', { CI: 'true' }, 80],
    ['with --json', '--json', {}, 80],
    ['with -q', '-q', {}, 80],
    ['on a dumb terminal', '', { TERM: 'dumb' }, 80],
  ])('never shows %s', async (_, flags, env, columns) => {
    const slow = { SYSTEM1_PROVIDER: 'mock', SYSTEM1_MOCK_DELAY_S: '0.6' };
    const shown = await runOnTerminal(`${ask} ${flags}; echo the end`, { ...slow, ...env }, null, { columns });
    expect(shown).toContain('the end');
    expect(shown).not.toContain('asking');
    expect(shown).not.toContain(hideCursor);
  });

  const rows = 'for i in 1 2 3; do echo \'{"context": "\'$i\'", "question": "?", "label": "yes"}\'; done >rows.jsonl; ';
  onTerminal.concurrent.each<[command: string, cue: string]>([
    ['decide "Is it safe?" --batch rows.jsonl --output out.jsonl', 'reading rows'],
    ['calibrate rows.jsonl --provider laya', 'asking laya'],
    ['health', 'asking laya'],
    ['health von --wait 60s', 'asking von'],
  ])('gives the cursor back on Ctrl-C, and the shell stops: %s', async (command, cue) => {
    await using server = await serve(silent);
    const env = { ...use(server), SYSTEM1_VON_ENDPOINT: 'http://127.0.0.1:1', SYSTEM1_TIMEOUT_S: '60' };
    const shown = await runOnTerminal(`${rows} system1 ${command}; echo the end`, env, cue);
    expect(shown).toContain('^C');
    expect(shown).not.toContain('the end');
    expect(shown.lastIndexOf(showCursor)).toBeGreaterThan(shown.lastIndexOf(hideCursor));
  });
});

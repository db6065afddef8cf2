// stdin, stdout and stderr closed, each and all together: the exit code is the same, and what is open says the same.
import { describe, expect, it } from 'vitest';
import { jsonl, numbered } from '../support/batch.ts';
import { labelledRows, workshop } from '../support/labelled.ts';
import { runShell } from '../support/shell.ts';

const commands: readonly (readonly [command: string, code: number])[] = [
  ['--version', 0],
  ['providers', 0],
  ['health systemone', 4],
  ['decide Safe? -p mock --json', 0],
  ['decide Safe? -p mock --expect no --format text', 1],
  ['decide Safe? -p mock -f -', 2],
  ['decide Safe? -p mock --min-confidence 0.99', 3],
  ['decide Safe? -p systemone --format tap', 4],
  ['decide Safe? -p mock -b rows', 0],
  ['calibrate labels --dry-run --json', 0],
];

/** Without what differs from run to run. */
const steady = (text: string): string =>
  text.replace(/[\d.]+ (ms|rows a second)|"(latency_ms|fitted_at)":[^,}]+/g, 'so much').replace(/ +/g, ' ');

describe.concurrent.each(commands)('%s', (command, code) => {
  it('ends and speaks as ever', async () => {
    using shop = workshop();
    shop.file('rows', jsonl(numbered(2)));
    shop.file('labels', jsonl(labelledRows({ count: 80 })));
    const runs = Array.from({ length: 8 }, (_, closed) => {
      const redirections = ['<&-', '>&-', '2>&-'].filter((_, stream) => closed & (1 << stream)).join(' ');
      return `(system1 ${command} >${closed}.out 2>${closed}.err ${redirections}; echo $? >${closed}.code) </dev/null &`;
    });
    const show = `wait; for i in {0..7}; do cat $i.code; cat $i.out; printf '\\0'; cat $i.err; printf '\\0'; done`;
    const script = `cd ${shop.folder}; PATH=$HOME:$PATH; ${runs.join(' ')} ${show}`;
    const { stdout } = await runShell(script, {
      SYSTEM1_SYSTEMONE_ENDPOINT: 'http://127.0.0.1:1',
      SYSTEM1_RETRIES: '0',
    });
    const parts = steady(stdout).split('\0');
    const [first = '', said = ''] = parts;
    expect(first.startsWith(`${code}\n`)).toBe(true);
    const out = first.slice(`${code}\n`.length);
    const wanted = Array.from({ length: 8 }, (_, closed) => [
      `${code}\n${closed & 2 ? '' : out}`,
      closed & 4 ? '' : said,
    ]);
    expect(parts).toEqual([...wanted.flat(), '']);
  });
});

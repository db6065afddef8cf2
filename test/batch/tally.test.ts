// The table of exit codes of `--batch`.
import { describe, expect, it } from 'vitest';
import { count, type ExitRules, emptyTally, exitOfBatch, type RowResult } from '../../src/batch/tally.ts';
import { defaultExits, parseExits } from '../../src/exit.ts';

/** `3 pass, 1 failed` and the rules → exit code. */
function exitOf(rows: string, rules: Partial<ExitRules> & { late?: boolean; exits?: string } = {}): number {
  const tally = emptyTally();
  for (const part of rows.split(', ').filter((text) => text !== '')) {
    const [times, result] = part.split(' ') as [string, RowResult];
    const outcome = result === 'failed' || result === 'abstained' ? result : 'answered';
    for (let n = 0; n < Number(times); n += 1) {
      count(tally, {
        line: n,
        id: null,
        outcome,
        result,
        why: null,
        hint: null,
        late: rules.late ?? false,
        kept: false,
      });
    }
  }
  const exits = rules.exits === undefined ? defaultExits : parseExits(rules.exits);
  return exitOfBatch(tally, { failOn: ['failed'], minPassRate: null, ...rules }, exits);
}

describe('exit codes', () => {
  it.each<[string, Parameters<typeof exitOf>[1], number]>([
    ['', {}, 0],
    ['3 pass', {}, 0],
    ['1 pass, 1 abstained', {}, 0],
    ['1 pass, 1 block', {}, 0],
    ['1 pass, 1 failed', {}, 4],
    ['1 abstained', { failOn: ['abstained'] }, 3],
    ['1 barred', {}, 0],
    ['1 barred', { failOn: ['abstained'] }, 3],
    ['1 barred', { failOn: ['block'] }, 1],
    ['1 barred, 1 block', { failOn: ['block', 'abstained'] }, 3],
    ['1 block', { failOn: ['block'] }, 1],
    ['1 block, 1 abstained', { failOn: ['block', 'abstained'] }, 3],
    ['1 block, 1 abstained, 1 failed', { failOn: ['block', 'abstained'] }, 4],
    ['1 pass, 1 failed', { failOn: ['block'] }, 4],
    ['1 failed', { late: true }, 124],
    ['19 pass, 1 failed', { minPassRate: 0.95 }, 0],
    ['18 pass, 2 failed', { minPassRate: 0.95 }, 1],
    ['19 pass, 1 abstained', { minPassRate: 1 }, 0],
    ['19 pass, 1 abstained', { minPassRate: 1, failOn: ['abstained'] }, 1],
    ['19 pass, 1 block, 1 failed', { minPassRate: 0.9, failOn: ['block'] }, 0],
    ['5 failed', { minPassRate: 0 }, 0],
    ['', { minPassRate: 1 }, 0],
    ['9 pass, 1 failed', { minPassRate: 0.5, late: true }, 124],
    ['1 failed', { exits: 'error=9' }, 9],
    ['1 pass', { exits: 'pass=7' }, 7],
    ['1 pass, 1 failed', { exits: 'block=6', minPassRate: 1 }, 6],
  ])('%s, %j: %i', (rows, rules, expected) => {
    expect(exitOf(rows, rules)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { groupsOf } from '../../src/batch/groups.ts';
import type { GoodRow, Row } from '../../src/batch/row.ts';
import type { Asked } from '../../src/decision/gate.ts';
import { invalidRequest } from '../../src/errors.ts';

const asked: Asked = {
  question: { id: 'decision', kind: 'yes-no', text: '?', options: [] },
  gate: { threshold: () => ({ value: 0.6, source: 'default' }), expect: [], onAbstain: 'fail', onError: 'fail' },
};

/** A row by the letter of its context, with as many questions as the letter is repeated; `!` is one that cannot be asked. */
function row(spec: string, index: number): Row {
  const head = { line: index + 1, id: null, input: '{}', bytes: 2, warnings: [] };
  if (spec === '!') return { ...head, fault: invalidRequest('bad') };
  return { ...head, context: spec[0] ?? '', asked: Array.from(spec, () => asked) };
}

/** The groups, by the lines in each. `|` stands for a writer that has not written on yet. */
async function groups(specs: string, most = 3): Promise<number[][]> {
  const steps = specs.split(' ');
  const rows = steps.filter((step) => step !== '|').map(row);
  let at = 0;
  const next = groupsOf(
    {
      async next() {
        if (steps[at] === '|') at += 1;
        at += 1;
        return rows.shift() ?? null;
      },
      waits: () => steps[at] === '|',
    },
    most,
  );
  const found: number[][] = [];
  for (let group = await next(); group !== null; group = await next()) {
    const members = Array.isArray(group) ? (group as readonly GoodRow[]) : [group as Row];
    found.push(members.map(({ line }) => line));
  }
  return found;
}

describe('groups', () => {
  it.each([
    ['consecutive rows of one context', 'a a b b a', [[1, 2], [3, 4], [5]]],
    [
      'no more questions than fit',
      'a a a a a',
      [
        [1, 2, 3],
        [4, 5],
      ],
    ],
    [
      'rows with several questions',
      'aa a aa a',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['a row with more questions than fit', 'a aaaa a', [[1], [2], [3]]],
    ['a bad row stands alone', 'a ! a ! !', [[1], [2], [3], [4], [5]]],
    ['no row waits for one that is not there yet', 'a | a a | a', [[1], [2, 3], [4]]],
    ['nothing', '|', []],
  ])('%s', async (_, specs, expected) => {
    expect(await groups(specs)).toEqual(expected);
  });

  it('of one question each, for an engine that takes no more', async () => {
    expect(await groups('a a', 1)).toEqual([[1], [2]]);
  });
});

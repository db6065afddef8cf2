import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDataset } from '../../../src/calibration/rows/dataset.ts';
import { lineAt } from '../../../src/calibration/rows/lines.ts';
import { readDistribution } from '../../../src/providers/distribution.ts';
import { fileOf, fixtureText, readText } from '../support.ts';

const base = { question: 'Is it?', label: 'yes', probabilities: { yes: 0.9, no: 0.1 } };
const jsonl = (...rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const without = (key: keyof typeof base): object =>
  Object.fromEntries(Object.entries(base).filter(([name]) => name !== key));

describe('rows that are read', () => {
  it.each([
    { name: 'yes and no by default', row: base, options: ['no', 'yes'], label: 0, p: [0.9, 0.1] },
    { name: 'the label false', row: { ...base, label: false }, options: ['no', 'yes'], label: 1, p: [0.9, 0.1] },
    { name: 'the label true', row: { ...base, label: true }, options: ['no', 'yes'], label: 0, p: [0.9, 0.1] },
    {
      name: 'the order of the options, not of the probabilities',
      row: { ...base, options: ['10', '2'], label: '2', probabilities: { '10': 0.3, '2': 0.7 } },
      options: ['10', '2'],
      label: 1,
      p: [0.3, 0.7],
    },
    {
      name: 'options as a map with descriptions',
      row: { ...base, options: { b: 'second', a: 'first' }, label: 'a', probabilities: { a: 0.2, b: 0.8 } },
      options: ['a', 'b'],
      label: 1,
      p: [0.8, 0.2],
    },
    {
      name: 'levels',
      row: { ...base, levels: ['low', 'high'], label: 'high', probabilities: { low: 0.5, high: 0.5 } },
      options: ['high', 'low'],
      label: 1,
      p: [0.5, 0.5],
    },
    {
      name: 'raw probabilities rather than rescaled ones',
      row: { ...base, raw_probabilities: { yes: 0.97, no: 0.05 } },
      options: ['no', 'yes'],
      label: 0,
      p: [0.97, 0.05],
    },
    {
      name: 'an answer row',
      row: {
        outcome: 'answered',
        decision: 'b',
        raw_probabilities: { a: 0.2, b: 0.8 },
        probabilities: { a: 0.3, b: 0.7 },
        input: { question: 'Is it?', options: ['b', 'a'], context: 'x', label: 'a' },
      },
      options: ['a', 'b'],
      label: 1,
      p: [0.8, 0.2],
    },
    {
      name: 'an answer row whose options came from the command line',
      row: {
        options: [
          { name: 'b', probability: 0.8 },
          { name: 'a', probability: 0.2 },
        ],
        raw_probabilities: { a: 0.2, b: 0.8 },
        input: { question: 'Is it?', label: 'a' },
      },
      options: ['a', 'b'],
      label: 1,
      p: [0.8, 0.2],
    },
    {
      name: 'names that objects inherit',
      row: JSON.parse(
        '{"question":"Is it?","options":["__proto__","constructor"],"label":"__proto__","probabilities":{"__proto__":0.4,"constructor":0.6}}',
      ) as object,
      options: ['__proto__', 'constructor'],
      label: 0,
      p: [0.4, 0.6],
    },
    {
      name: 'sums as servers round them',
      row: { ...base, probabilities: { yes: 0.97, no: 0.05 } },
      options: ['no', 'yes'],
      label: 0,
      p: [0.97, 0.05],
    },
  ])('$name', async ({ row, options, label, p }) => {
    const data = await readText(jsonl(row));
    expect({ options: data.options, question: data.question }).toEqual({ options, question: 'Is it?' });
    expect([...data.labels]).toEqual([label]);
    expect([...data.offsets]).toEqual([0, 2]);
    expect([...data.probabilities]).toEqual(p);
  });

  it.each([
    { name: 'a byte order mark', text: `\ufeff${jsonl(base)}`, lines: [1] },
    { name: 'CRLF', text: jsonl(base, base).replaceAll('\n', '\r\n'), lines: [1, 2] },
    { name: 'blank lines', text: `\n \r\n${jsonl(base)}\n\n${jsonl(base)}`, lines: [3, 6] },
    { name: 'a missing last newline', text: jsonl(base, base).trimEnd(), lines: [1, 2] },
  ])('$name', async ({ text, lines }) => {
    expect([...(await readText(text)).lines]).toEqual(lines);
  });

  it('takes the question from --question', async () => {
    const data = await readText(jsonl(without('question')), { question: 'Is it so?' });
    expect(data.question).toBe('Is it so?');
  });

  it('leaves out and counts what was declined before it was asked', async () => {
    const declined = {
      outcome: 'abstained',
      abstain_reason: 'non_latin_text',
      options: null,
      probabilities: null,
      raw_probabilities: null,
      input: { question: 'Is it?', label: 'yes' },
    };
    const data = await readText(jsonl(base, declined));
    expect([data.rows, data.abstained]).toEqual([1, 1]);
  });
});

describe('what rows share', () => {
  const other = { ...base, options: ['no', 'yes'] };
  it.each([
    { name: 'one list in any order', rows: [base, other], options: ['no', 'yes'], question: 'Is it?' },
    {
      name: 'two lists and two questions',
      rows: [base, { question: 'Which?', options: ['a', 'b'], label: 'a', probabilities: { a: 1, b: 0 } }, base],
      options: null,
      question: null,
    },
  ])('$name', async ({ rows, options, question }) => {
    expect(await readText(jsonl(...rows))).toMatchObject({ options, question, source: null });
  });

  const laya = { ...base, provider: 'laya', model: 'typed-decisions' };
  it('is the provider and model of the rows that name one', async () => {
    const data = await readText(jsonl(base, laya));
    expect(data.source).toEqual({ provider: 'laya', model: 'typed-decisions' });
  });

  it.each([
    { provider: 'von', model: 'typed-decisions' },
    { provider: 'laya', model: 'english' },
  ])('is never two: $provider $model', async (second) => {
    await expect(readText(jsonl(base, laya, { ...base, ...second }), { skipBad: true })).rejects.toMatchObject({
      code: 'invalid_request',
      message: `line 2 was answered by laya typed-decisions, line 3 by ${second.provider} ${second.model}`,
    });
  });
});

describe('duplicates', () => {
  it.each([
    { name: 'the same context', rows: [{ context: 'x' }, { context: 'x' }, { context: 'x' }], duplicates: 2 },
    {
      name: 'the options in another order',
      rows: [{ context: 'x' }, { context: 'x', options: ['no', 'yes'] }],
      duplicates: 1,
    },
    { name: 'another context', rows: [{ context: 'x' }, { context: 'y' }], duplicates: 0 },
    { name: 'another question', rows: [{ context: 'x' }, { context: 'x', question: 'So?' }], duplicates: 0 },
    { name: 'the same id and a blank context', rows: [{ id: 1 }, { id: '1', context: ' ' }], duplicates: 1 },
    { name: 'neither id nor context', rows: [{}, {}], duplicates: 0 },
  ])('$name', async ({ rows, duplicates }) => {
    const data = await readText(jsonl(...rows.map((row) => ({ ...base, ...row }))));
    expect([data.rows, data.duplicates]).toEqual([rows.length, duplicates]);
  });
});

describe('the split hash', () => {
  const hashOf = async (row: object, group: string | null = null): Promise<number | undefined> =>
    (await readText(jsonl({ ...base, ...row }), { group })).hashes[0];

  // Computed apart, from FNV-1a and fmix32 over the bytes named.
  it.each([
    { name: 'question, sorted options and context', row: { context: 'héllo' }, expected: 3261533087 },
    { name: 'the id without a context', row: { id: 'a-1' }, expected: 710502827 },
    { name: 'the line number with neither', row: {}, expected: 1428125071 },
  ])('goes by $name', async ({ row, expected }) => {
    expect(await hashOf(row)).toBe(expected);
  });

  it('goes by the group', async () => {
    const a = await hashOf({ context: 'x', user: 7 }, 'user');
    const b = await hashOf({ context: 'y', user: '7' }, 'user');
    const c = await hashOf({ context: 'y', user: 8 }, 'user');
    expect(a).toBe(b);
    expect(a).not.toBe(c);
  });
});

describe('bad rows', () => {
  const bad = fixtureText('bad_rows.jsonl').trimEnd().split('\n');
  const expected = [
    /not valid JSON/,
    /the label "c" is none of the options/,
    /no probability for the option "b"/,
    /probabilities for options that were not asked/,
    /no number from 0 to 1/,
    /no number from 0 to 1/,
    /no number from 0 to 1/,
    /no number from 0 to 1/,
    /all probabilities are zero/,
    /no number from 0 to 1/,
    /"a" is listed twice/,
    /1 option where 2 to 256 are allowed/,
    /there is no label/,
    /not valid JSON/,
  ];

  it('a label that is true or false is yes or no, or that very option', async () => {
    for (const [label, names] of [
      [true, ['yes', 'no']],
      [false, ['no', 'yes']],
      [true, ['true', 'false']],
      [false, ['false', 'true']],
    ] as const) {
      const probabilities = Object.fromEntries(names.map((name) => [name, 0.5]));
      const { labels } = await readText(jsonl({ question: 'q', options: names, label, probabilities }));
      expect([...labels]).toEqual([0]);
    }
  });

  it.each(bad.map((row, i) => ({ row, message: expected[i] ?? /^$/ })))(
    'are refused: $row',
    async ({ row, message }) => {
      await expect(readText(`${jsonl(base)}\n${row}\n`)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(new RegExp(`: line 3: [^;]*${message.source}`)),
        hint: expect.stringContaining('--skip-bad'),
      });
    },
  );

  it.each([
    { row: without('question'), message: /no question/ },
    { row: { ...base, question: ' ' }, message: /the question is blank/ },
    { row: { ...base, context: 5 }, message: /the context is no text/ },
    { row: { ...base, id: {} }, message: /the id is neither/ },
    { row: { ...base, label: 3 }, message: /the label is no text/ },
    { row: without('probabilities'), message: /no probabilities/ },
    { row: { ...base, options: ['a', ' '] }, message: /an option is blank/ },
    { row: { ...base, options: 'yes,no' }, message: /neither a list nor a map/ },
    { row: { ...base, options: ['\u00e9', 'e\u0301'] }, message: /listed twice/ },
    { row: { ...base, probabilities: { yes: 0.5, no: 0.4 } }, message: /add up to 0.9/ },
    { row: { ...base, label: false, options: ['a', 'b'] }, message: /the label "no" is none of the options/ },
    { row: [1], message: /no JSON object/ },
  ])('are refused: $row', async ({ row, message }) => {
    await expect(readText(jsonl(row))).rejects.toMatchObject({ message: expect.stringMatching(message) });
  });

  it('need the field of --group', async () => {
    await expect(readText(jsonl(base), { group: 'user' })).rejects.toMatchObject({
      message: expect.stringContaining('in the field "user"'),
    });
  });

  it('are reported five at once, with their lines', async () => {
    const error: unknown = await readText(fixtureText('bad_rows.jsonl')).catch((thrown: unknown) => thrown);
    const message = String((error as Error).message);
    expect([...message.matchAll(/line (\d+): /g)].map(([, line]) => Number(line))).toEqual([1, 2, 3, 4, 5]);
    expect(message).not.toContain('\n');
  });

  it('are dropped and counted with --skip-bad', async () => {
    const data = await readText(jsonl(base) + fixtureText('bad_rows.jsonl') + jsonl(base), { skipBad: true });
    expect([data.rows, data.skipped, [...data.lines]]).toEqual([2, 14, [1, 16]]);
  });

  it('are all there is', async () => {
    await expect(readText(fixtureText('bad_rows.jsonl'), { skipBad: true })).rejects.toMatchObject({
      message: expect.stringContaining('has no rows'),
    });
    await expect(readText('')).rejects.toMatchObject({ message: expect.stringContaining('has no rows') });
  });

  it('never show the question or the context', async () => {
    const secret = {
      question: 'SECRET question',
      context: 'SECRET context',
      label: 'x',
      probabilities: { yes: 1, no: 0 },
    };
    const error: unknown = await readText(`${jsonl(secret)}{"context": SECRET`).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'invalid_request' });
    expect(String((error as Error).message)).not.toContain('SECRET');
  });
});

it('judges distributions exactly as live answers are judged', async () => {
  const number = fc.oneof(fc.double({ min: -0.1, max: 1.1 }), fc.constantFrom(0, 1, 0.5, 0.25, 1e-300, Number.NaN));
  // Few lists of any numbers are a distribution: these add up to 1, or miss it by about the tolerance.
  const nearly = fc
    .tuple(fc.nat(40), fc.nat(40), fc.integer({ min: -5, max: 5 }))
    .map(([a, b, off]) => [a / 100, b / 100, (100 - a - b + off) / 100]);
  const names = ['a', 'b', 'c'];
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.array(number, { minLength: 2, maxLength: 4 }), nearly), async (values) => {
      const probabilities = Object.fromEntries(values.map((value, i) => [names[i] ?? 'other', value]));
      const text = JSON.stringify({ question: 'Is it?', options: names, label: 'a', probabilities });
      const accepted = await readText(text).then(
        (data) => [...data.probabilities],
        () => null,
      );
      expect(accepted).toEqual(asLive(JSON.parse(text).probabilities, names));
    }),
  );
});

function asLive(value: unknown, names: readonly string[]): readonly number[] | null {
  try {
    return readDistribution(value, names);
  } catch {
    return null;
  }
}

it('names rows again by their place', async () => {
  const rows = Array.from({ length: 30_000 }, (_, i) => ({ ...base, id: i, context: `item ${i}` }));
  const path = fileOf(`\n${jsonl(...rows)}`);
  const data = await readDataset(path, { question: null, group: null, skipBad: false });
  expect(data.marks.length).toBeGreaterThan(2);
  const line = data.lines[29_000] ?? 0;
  expect(JSON.parse((await lineAt(path, data.marks, line)) ?? '')).toEqual(rows[29_000]);
});

// Widths against a terminal: names of every script and kind stand in columns, and fit, on an emulator's screen.
import fc from 'fast-check';
import picocolors from 'picocolors';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src/decision/answer.ts';
import type { Style } from '../../src/output/style.ts';
import { table } from '../../src/output/table.ts';
import { renderText } from '../../src/output/text.ts';
import { displayWidth } from '../../src/output/width.ts';
import { screenAfter } from '../support/screen.ts';
import { answer, question } from './answers.ts';

const widths = [60, 80, 200] as const;
const styled = (columns: number): Style => ({ colors: picocolors.createColors(true), unicode: true, columns });

const names = [
  ...['yes', 'naïve', 'nai\u0308ve', '請求', '기술 지원', '営業（東京）', 'ﾊﾝｶｸ', 'Ελληνικά', 'مرحبا', 'ไทย'],
  ...[
    '🙂 smile',
    '❤️ love',
    '👍🏽',
    '☝🏽 up',
    '👨‍👩‍👧 family',
    '👩🏽‍💻',
    '🏳️‍🌈',
    '🇩🇪 Flagge',
    '🇩🇪🇯🇵',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ],
  ...['1️⃣ first', '㊙️', '𠮷野家', 'e\u0301\u0302', '█▌', 'a\u00adb'],
];

test.each(names)('%j is as wide as a terminal shows it', async (name) => {
  const { columnsOf } = await screenAfter(`${name}|`, 80);
  expect(columnsOf(/\|/)).toEqual([displayWidth(name)]);
});

const rated = (options: readonly string[]): Answer =>
  answer({
    question: question('choice', options, '質問🇯🇵'),
    decision: options[0] ?? '',
    verdict: null,
    options: options.map((name, index) => ({ name, probability: 1 / (index + 2), raw: null })),
    model: 'モデル👩🏽‍💻',
  });

describe.each(widths)('%i columns', (columns) => {
  test('the bars and percentages of all names stand in one column', async () => {
    for (const some of [names.slice(0, 10), names.slice(10, 20), names.slice(20)]) {
      const screen = await screenAfter(renderText([rated(some)], { style: styled(columns), named: true }), columns);
      expect(screen.overflow).toEqual([]);
      expect(new Set(screen.columnsOf(/%/))).toHaveLength(1);
      expect(new Set(screen.columnsOf(/[█▏▎▍▌▋▊▉]+ +\d/))).toHaveLength(1);
    }
  });

  test('the last column of a table begins below its header', async () => {
    const rows = names.map((name) => [name, 'ok', `#${name}`]);
    const screen = await screenAfter(table(rows, { header: ['NAME', 'STATE', '#'], style: styled(columns) }), columns);
    expect(screen.rows).toHaveLength(names.length + 1);
    expect(screen.overflow).toEqual([]);
    expect(new Set(screen.columnsOf(/#/))).toHaveLength(1);
  });
});

test('nothing is wider than the terminal, and nothing is cut off, whatever the names', async () => {
  const text = fc
    .array(fc.constantFrom(...names, ' ', 'a'), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(text, { minLength: 2 }),
      fc.integer({ min: 20, max: 120 }),
      async (some, columns) => {
        const style = styled(columns);
        const shown = renderText([rated(some)], { style, named: true }) + table([some], { header: [], style });
        expect((await screenAfter(shown, columns)).overflow).toEqual([]);
        expect(shown).not.toContain('…');
      },
    ),
    { numRuns: 50 },
  );
});

// What a terminal makes of bytes, by an emulator that knows nothing of ours: xterm.js, whose widths go by grapheme clusters.
import { createRequire } from 'node:module';
import type { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import xterm, { type IBufferLine } from '@xterm/headless';

export interface Screen {
  /** The rows from the first that was written to the last, without the blanks at their ends. */
  readonly rows: readonly string[];
  /** The rows that are there only because the one before was wider than the terminal. */
  readonly overflow: readonly string[];
  /** The cell in which each match begins, by row; null where there is none. */
  columnsOf(pattern: RegExp): readonly (number | null)[];
}

/** The screen after the text, of a terminal of so many columns that never scrolls. Line feeds are as programs write them. */
export async function screenAfter(text: string, columns: number): Promise<Screen> {
  const terminal = new xterm.Terminal({ cols: columns, rows: 500, allowProposedApi: true, convertEol: true });
  terminal.loadAddon(new Graphemes());
  await new Promise<void>((done) => terminal.write(text, done));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.cursorY + (active.cursorX > 0 ? 1 : 0) }, (_, y) => active.getLine(y));
  const rows = lines.map((line) => line?.translateToString(true) ?? '');
  return {
    rows,
    overflow: rows.filter((_, y) => lines[y]?.isWrapped),
    columnsOf: (pattern) =>
      lines.map((line, y) => {
        const at = rows[y]?.search(pattern) ?? -1;
        return line === undefined || at < 0 ? null : cellOf(line, at);
      }),
  };
}

/** The cell that shows what stands at an index of the text of a line. The second cell of a wide character shows nothing. */
function cellOf(line: IBufferLine, at: number): number {
  let seen = 0;
  let x = 0;
  for (; seen < at && x < line.length; x += 1) {
    const cell = line.getCell(x);
    seen += cell?.getWidth() === 0 ? 0 : cell?.getChars().length || 1;
  }
  while (line.getCell(x)?.getWidth() === 0) x += 1;
  return x;
}

/** With Node's Buffer the addon misreads its own tables; it does well without, as in a browser. */
const Graphemes: typeof UnicodeGraphemesAddon = (() => {
  const { Buffer } = globalThis;
  try {
    Reflect.deleteProperty(globalThis, 'Buffer');
    return createRequire(import.meta.url)('@xterm/addon-unicode-graphemes').UnicodeGraphemesAddon;
  } finally {
    globalThis.Buffer = Buffer;
  }
})();

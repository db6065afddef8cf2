// A spinner on stderr for waits that a person would notice. ora costs 30 ms to load, so it comes only once it is needed.
import type { Ora } from 'ora';
import type { Io, Sink } from '../io.ts';
import { cut } from './line.ts';
import type { Style } from './style.ts';

export interface Progress {
  /** Shows another text. */
  update(text: string): void;
  /** Writes whole lines to stderr above the spinner. */
  write(lines: string): void;
  /** Removes the spinner. Safe to call twice. */
  stop(): void;
}

const delayMs = 300;
/** The spinner before the text, and the last cell of the line. */
const margin = 3;
const hideCursor = '\x1b[?25l';
const showCursor = '\x1b[?25h';

/** Shows `text` after 300 ms, unless stopped before. Silent without a terminal, in CI, and with `silent` (`--json`, `-q`). */
export function startProgress(io: Io, text: string, { silent, style }: { silent: boolean; style: Style }): Progress {
  const { stderr } = io;
  /** On one line: what a terminal wraps is hard to take back. */
  const fitted = (whole: string): string => cut(whole, Math.max(1, stderr.columns - margin), style);
  if (silent || !stderr.isTTY || stderr.columns < 1 || io.env['CI'] || io.env['TERM'] === 'dumb')
    return silentProgress(stderr);
  let shown = text;
  let stopped = false;
  let spinner: Ora | null = null;
  let forgetSignal = (): void => {};

  const spin = async (): Promise<void> => {
    const [{ default: ora }, stream] = await Promise.all([import('ora'), terminalStream(stderr)]);
    if (stopped) return;
    forgetSignal = io.onSignal(stop);
    // ora would leave restoring the cursor to exit hooks of its own; isEnabled, since it asks another stream than ours.
    spinner = ora({
      stream,
      isEnabled: true,
      hideCursor: false,
      discardStdin: false,
      color: style.colors.isColorSupported && 'cyan',
      spinner: style.unicode ? 'dots' : 'line',
      text: fitted(shown),
    });
    stderr.write(hideCursor);
    spinner.start();
  };
  // A spinner that cannot be loaded is no reason to fail.
  const timer = setTimeout(() => void spin().catch(() => {}), delayMs);

  function stop(): void {
    clearTimeout(timer);
    stopped = true;
    if (spinner === null) return;
    spinner.stop();
    spinner = null;
    stderr.write(showCursor);
    forgetSignal();
  }

  return {
    update(next) {
      shown = next;
      if (spinner !== null) spinner.text = fitted(next);
    },
    write(lines) {
      spinner?.clear();
      stderr.write(lines);
      spinner?.render();
    },
    stop,
  };
}

const silentProgress = (stderr: Sink): Progress => ({
  update() {},
  write: (lines) => stderr.write(lines),
  stop() {},
});

/** A sink as the terminal stream that ora expects. A width of 0, as after a resize, would make it loop for ever. */
async function terminalStream(sink: Sink): Promise<NodeJS.WritableStream> {
  const { Writable } = await import('node:stream');
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      sink.write(chunk);
      done();
    },
  });
  return Object.defineProperties(stream, {
    isTTY: { value: true },
    columns: { get: () => Math.max(1, sink.columns) },
    cursorTo: { value: (column: number) => sink.write(`\x1b[${column + 1}G`) },
    moveCursor: { value: (_columns: number, rows: number) => sink.write(rows < 0 ? `\x1b[${-rows}A` : '') },
    clearLine: { value: () => sink.write('\x1b[0K') },
  });
}

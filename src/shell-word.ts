// A hint that shows a command will be pasted into a shell.

/** A text as one word of a shell's command line, in quotes where it needs them (POSIX, Shell Command Language, 2.2.2). */
export const shellWord = (text: string): string =>
  /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

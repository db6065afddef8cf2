// Engines quote what they were sent in their error messages, escaped, in capitals or cut; neither the question nor the text
// that was judged may end up in a log that way. So letters and digits alone are compared.

/** A shorter run may be chance. A text that is shorter counts as a whole; where a message was cut off, less is enough. */
const longestChance = 16;
const shortestWhole = 4;
const shortestTail = 6;

/** Longer texts are not compared, since that would take longer than a deadline. */
const longestCompared = 64 * 1024;

/** Letters and digits of a text in lower case, and where each stood. */
interface Letters {
  readonly letters: string;
  readonly places: readonly number[];
}

/** Takes texts out of what an engine says about them. Nothing is worked out before there is something to look at. */
export class EchoFilter {
  readonly #texts: () => readonly string[];
  #letters: readonly string[] | null = null;
  /** Many questions fail with the same message. */
  #last: { readonly message: string; readonly clean: string } | null = null;

  constructor(texts: () => readonly string[]) {
    this.#texts = texts;
  }

  /**
   * A one-line message without what it shares with the texts: an ellipsis stands for each such run. Null when a text is too
   * long to tell: the message must not be shown then.
   */
  outOfMessage(message: string): string | null {
    const texts = this.#texts();
    if (texts.some((text) => text.length > longestCompared)) return null;
    this.#letters ??= texts.map((text) => lettersOf(text).letters);
    if (this.#last?.message !== message) this.#last = { message, clean: this.#letters.reduce(withoutRuns, message) };
    return this.#last.clean;
  }

  /**
   * The name of a model, null when a piece of the texts is in it: an answer is logged too. Short ones are not looked at. Where
   * a text is too long to compare, one word counts as a name and several do not.
   */
  outOfName(name: string): string | null {
    if (name.length < longestChance) return name;
    const shown = name.endsWith(cut) ? name.slice(0, -cut.length) : name;
    if (this.#texts().some((text) => text.includes(shown))) return null;
    const clean = this.outOfMessage(name);
    const isName = clean === null ? !/\s/.test(name) : clean === name;
    return isName ? name : null;
  }
}

function withoutRuns(message: string, text: string): string {
  const { letters, places } = lettersOf(message);
  const least = Math.min(longestChance, text.length);
  const leastAtEnd = message.endsWith(cut) ? shortestTail : least;
  if (least < shortestWhole) return message;
  let kept = '';
  let from = 0;
  for (let start = 0; start < letters.length; ) {
    const wanted = Math.min(least, Math.max(leastAtEnd, letters.length - start));
    const end = endOfRun(letters, start, wanted, text);
    if (end > start) {
      kept += `${message.slice(from, places[start])}…`;
      from = (places[end - 1] ?? message.length) + 1;
    }
    start = Math.max(end, start + 1);
  }
  return kept + message.slice(from);
}

/** Where the run that begins at `start` ends; `start` itself when there is none. */
function endOfRun(letters: string, start: number, least: number, text: string): number {
  let end = start + least;
  if (end > letters.length || !text.includes(letters.slice(start, end))) return start;
  while (end < letters.length && text.includes(letters.slice(start, end + 1))) end += 1;
  return end;
}

/** Escapes such as `\n`, `\u00e9` and `%20` are no letters. */
const escapes = /\\(?:u[\da-f]{4}|x[\da-f]{2}|[nrtbf])|%[\da-f]{2}/gi;

function lettersOf(text: string): Letters {
  const plain = text.replace(escapes, (found) => ' '.repeat(found.length));
  const places: number[] = [];
  let letters = '';
  for (let place = 0; place < plain.length; place += 1) {
    // Some capitals have two letters in lower case.
    for (const char of plain.charAt(place).toLowerCase().split('')) {
      if (!isLetter(char)) continue;
      letters += char;
      places.push(place);
    }
  }
  return { letters, places };
}

/** Everything beyond ASCII counts, since it is more often a letter than not. */
const isLetter = (char: string): boolean =>
  (char >= 'a' && char <= 'z') || (char >= '0' && char <= '9') || (char > '\u007f' && char !== cut);

/** Ends a message that was too long to show. */
const cut = '…';

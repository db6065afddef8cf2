// Engines quote what they were sent in their error messages; the question and the context must not end up in a log that way.

/** A shorter run of equal characters may be chance. A text that is shorter itself counts as a whole, from 6 on. */
const longestChance = 20;
const shortestWhole = 6;

/** A one-line message in which every run that stands in one of the texts too is replaced by an ellipsis. */
export function withoutEcho(message: string, texts: readonly string[]): string {
  return texts.reduce((rest, text) => withoutRuns(rest, text.replace(/\s+/g, ' ').trim()), message);
}

function withoutRuns(message: string, text: string): string {
  const least = Math.min(longestChance, text.length);
  if (least < shortestWhole) return message;
  let kept = '';
  for (let start = 0; start < message.length; ) {
    const end = endOfRun(message, start, least, text);
    kept += end === start ? message.charAt(start) : '…';
    start = Math.max(end, start + 1);
  }
  return kept;
}

/** Where the run that begins at `start` ends; `start` itself when there is none. */
function endOfRun(message: string, start: number, least: number, text: string): number {
  let end = start + least;
  if (end > message.length || !text.includes(message.slice(start, end))) return start;
  while (end < message.length && text.includes(message.slice(start, end + 1))) end += 1;
  return end;
}

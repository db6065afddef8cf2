// Sets the judged text apart from the words of the request, for engines that take everything as one prompt.

/**
 * The text between tags that it cannot close itself: `<text>`, or with more dashes (`<text-->`) than any
 * closing tag in the text has. Linear in the length of the text.
 */
export function delimited(text: string): string {
  const closing = text.match(/<\/text-*/gi) ?? [];
  const longest = closing.reduce((most, found) => Math.max(most, found.length), 0);
  const tag = `text${'-'.repeat(Math.max(0, longest - '</text'.length + 1))}`;
  return `<${tag}>\n${text}\n</${tag}>`;
}

// What GitHub's runner reads of a step.

/** The outputs in the text of `$GITHUB_OUTPUT`; what is not whole is none. */
export function outputsIn(text: string): Record<string, string> {
  const found = [...text.matchAll(/^(\w+)(?:=(.*)|<<(.+)\n([\s\S]*?)\n\3)$/gm)];
  return Object.fromEntries(found.map(([, name = '', value, , block]) => [name, value ?? block ?? '']));
}

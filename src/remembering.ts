// A function that remembers what it last made.

/** `make`, which is called once for each of the same few texts. After `most` different ones it begins anew. What it throws is not kept. */
export function remembering<T>(most: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (known.size === most) known.clear();
    known.set(text, made);
    return made;
  };
}

// Patterns with Unicode properties, compiled when they are first needed. As literals V8 would compile them whenever it
// parses the file, up to half a millisecond each.

/** A function that gives the pattern, always the same one. */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | null = null;
  return () => {
    pattern ??= new RegExp(source, flags);
    return pattern;
  };
}

// Near misses of the variables that decide what may leave the machine: those must not pass with a mere warning.
import { oneEditApart } from '../nearest.ts';
import { spelled } from '../variables.ts';

const consent = '_ALLOW_REMOTE';

/** Whether an unknown variable (without its prefix) is one edit, or its case alone, away from LOCAL_ONLY or …_ALLOW_REMOTE. */
export function isNearConsent(rest: string, providers: readonly string[]): boolean {
  const upper = rest.toUpperCase();
  const meant = ['LOCAL_ONLY', ...providers.map((name) => `${spelled(name)}${consent}`)];
  if (meant.some((variable) => variable === upper || oneEditApart(upper, variable))) return true;
  return !upper.endsWith(consent) && tailsOf(upper).some((tail) => oneEditApart(tail, consent));
}

/** An edit makes the end of a name one character shorter or longer, or leaves its length. */
const tailsOf = (text: string): string[] => [-1, 0, 1].map((more) => text.slice(-(consent.length + more)));

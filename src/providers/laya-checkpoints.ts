// Laya's checkpoints: their aliases, their windows, and which of them answered. A server routes unknown names in silence.
import { cleanName } from '../http/redact.ts';
import { own } from '../json.ts';
import { malformed } from './body.ts';
import { buildIn } from './build.ts';
import type { Build } from './types.ts';
import { nameIn } from './wire-answer.ts';

const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    english: ['en', 'laya', 'default'],
    multilingual: ['ml', 'multi', 'laya-multilingual', 'convaiinnovations/laya-multilingual'],
    'typed-decisions': [
      'typed',
      'typed_decisions',
      'decisions',
      'laya-typed-decisions',
      'convaiinnovations/laya-typed-decisions',
    ],
  }).flatMap(([checkpoint, names]) => [checkpoint, ...names].map((name): [string, string] => [name, checkpoint])),
);

/** The checkpoint that a configured model asks for, by its own name where known; null when any will do. */
export function pinOf(model: string): string | null {
  const name = checkpointOf(model);
  return name === '' || name === 'auto' ? null : name;
}

const checkpointOf = (name: string): string => {
  const key = name.trim().toLowerCase();
  return aliases.get(key) ?? key;
};

/** Tokens that a checkpoint reads, its question included. The smallest for names that we do not know. */
export const windowOf = (checkpoint: string | null): number => (isWide(checkpoint) ? 1024 : 512);

/** Estimated tokens of state that fit beside a question. */
export const budgetOf = (pin: string | null): number => (isWide(pin) ? 768 : 320);

const isWide = (checkpoint: string | null): boolean =>
  checkpoint === 'typed-decisions' || checkpoint === 'multilingual';

/**
 * The checkpoint that answered, else the server's own label. Throws System1Error `malformed_response` when another one
 * than the pin answered, or when the answer does not tell.
 */
export function answeringModel(body: unknown, pin: string | null): string | null {
  const checkpoint = namedCheckpoint(body);
  if (pin === null) return checkpoint ?? nameIn(body);
  if (checkpoint === null) {
    throw malformed(
      'the answer does not name its checkpoint: LAYA_JEV_STRICT=1 on the server hides it, model = "" turns this check off',
      'start the server without LAYA_JEV_STRICT=1, or set model = ""',
    );
  }
  if (checkpoint !== pin) {
    throw malformed(
      `asked for ${pin}, answered by ${checkpoint}`,
      `load ${pin} on the server, or set model = "" to take any checkpoint`,
    );
  }
  return checkpoint;
}

/** Where the checkpoint was loaded from: `routing.repo` and `routing.revision`, as far as a server tells them. */
export const answeringBuild = (body: unknown): Build | null => buildIn(own(body, 'routing'), ['repo', 'revision']);

/** `routing.model`; in hosted builds the part after the slash of `laya-0.3.4/typed-decisions`. */
function namedCheckpoint(body: unknown): string | null {
  const routed = own(own(body, 'routing'), 'model');
  const name = typeof routed === 'string' ? cleanName(routed) : null;
  if (name !== null) return checkpointOf(name);
  const label = nameIn(body);
  if (label === null) return null;
  if (label.includes('/')) return checkpointOf(label.slice(label.lastIndexOf('/') + 1)) || null;
  // Without a slash only a checkpoint's own name counts: `laya-rl-agent` is a constant, `laya` may be one.
  return aliases.get(label) === label ? label : null;
}

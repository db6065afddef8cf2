// What `GET /api/tags` tells: which models an Ollama server has, and which of them run on another machine.
import { System1Error } from '../errors.ts';
import { cleanName } from '../http/redact.ts';
import { own } from '../json.ts';
import { shellWord } from '../shell-word.ts';
import { malformed } from './body.ts';
import { buildIn } from './build.ts';
import type { PreflightReading } from './types.ts';

export const tagsRoute = '/api/tags';

/** A model, the host that runs it in place of this server, and its digest. */
export interface Tag extends PreflightReading {
  readonly name: string;
}

/** The models that a parsed body lists, in its order. Throws System1Error `malformed_response` when it lists none. */
export function readTags(body: unknown): readonly Tag[] {
  const models = own(body, 'models');
  if (!Array.isArray(models)) throw unreadable();
  return models.flatMap(tagsOf);
}

/** A model goes by `name` and by `model`, which may differ. */
function tagsOf(entry: unknown): Tag[] {
  const names = [own(entry, 'name'), own(entry, 'model')].filter((name) => typeof name === 'string');
  if (names.length === 0) throw unreadable();
  const remoteHost = hostOf(own(entry, 'remote_host'));
  const build = buildIn(entry, ['digest']);
  return [...new Set(names)].map((name) => ({ name, remoteHost, build }));
}

/** `https://ollama.com:443` is `ollama.com`. What is no URL is shown as it came, as far as it can be. */
function hostOf(remote: unknown): string | null {
  if (remote === undefined || remote === null || remote === '') return null;
  const host = typeof remote === 'string' ? (URL.canParse(remote) && new URL(remote).host) || cleanName(remote) : null;
  if (host === null) throw unreadable();
  return host;
}

/**
 * The model as this server has it, remote if any entry of that name is; a name without a tag means `:latest`.
 * Throws System1Error `provider_error` when the server lacks it.
 */
export function findTag(tags: readonly Tag[], model: string): Tag {
  const full = /:[^/]*$/.test(model) ? model : `${model}:latest`;
  const found = tags.filter((tag) => tag.name === model || tag.name === full);
  const tag = found.find(({ remoteHost }) => remoteHost !== null) ?? found[0];
  if (tag !== undefined) return tag;
  throw new System1Error('provider_error', `model '${model}' is not on this server`, { hint: pullHint(model) });
}

export const pullHint = (model: string): string => `run \`ollama pull ${shellWord(model)}\``;

const unreadable = (): System1Error =>
  malformed('the list of models (/api/tags) is unreadable', 'check that the endpoint is an Ollama server');

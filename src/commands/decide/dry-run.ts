// `decide --dry-run`: every check, and the exact request of each hop, but nothing is sent.
import { ofProvider, targetOf, withoutItsKey } from '../../decision/attempt.ts';
import { bothOrders } from '../../decision/both-orders.ts';
import { refusalOf, remoteHostOf } from '../../decision/consent.ts';
import { type Hop, planFor } from '../../decision/hop.ts';
import { System1Error } from '../../errors.ts';
import { dryRunExit } from '../../exit.ts';
import { joinRoute, parseEndpoint } from '../../http/endpoint.ts';
import { requestHeaders } from '../../http/headers.ts';
import type { WireRequest } from '../../http/wire.ts';
import type { Io } from '../../io.ts';
import { inert } from '../../json.ts';
import { renderError, renderWarning } from '../../output/errors.ts';
import { jsonDocument } from '../../output/json.ts';
import type { Ask, Question } from '../../question.ts';
import type { Presentation } from '../options.ts';
import { type DecideInput, readContext } from './input.ts';
import type { DecideFormat } from './options.ts';

/** A request as it would be sent, its key hidden. */
type ShownRequest = {
  readonly provider: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** Prints the requests of the chain, and on stderr why a hop would be skipped. Returns the exit code. */
export async function dryRun(io: Io, input: DecideInput, speak: Presentation<DecideFormat>): Promise<number> {
  const { text, warnings } = await readContext(io, input);
  if (!speak.quiet) {
    for (const { message } of [...input.config.warnings, ...warnings]) {
      io.stderr.write(renderWarning(message, speak.err));
    }
  }
  const ask = { context: text, questions: input.asked.map(({ question }) => question) };
  const requests = requestsFor(io, ask, input, speak);
  if (speak.quiet) return dryRunExit;
  const isJson = speak.format === 'json' || speak.format === 'jsonl';
  io.stdout.write(isJson ? jsonDocument(requests, io.stdout) : requests.map(asText).join('\n'));
  return dryRunExit;
}

/** The requests of each hop, as long as none of them answers; why one would be skipped is told on stderr. */
export const requestsFor = (
  io: Io,
  { context, questions }: Ask,
  input: DecideInput,
  { verbose, err: style }: Pick<Presentation<string>, 'verbose' | 'err'>,
): ShownRequest[] =>
  input.hops.flatMap((hop) =>
    requestsOf({ context, questions: inOrders(questions, hop, input) }, hop, input, (problem) => {
      io.stderr.write(renderError(ofProvider(problem, hop.config), { verbose, style }));
    }),
  );

/** The questions as this hop would be asked them. */
const inOrders = (questions: readonly Question[], { config }: Hop, { checkOrder }: DecideInput): readonly Question[] =>
  checkOrder ? bothOrders(questions, config.provider.confidenceSource).questions : questions;

function requestsOf(ask: Ask, hop: Hop, input: DecideInput, tell: (problem: unknown) => void): ShownRequest[] {
  const refusal = refusalOf(hop.config, input.config, hop.role);
  if (refusal !== null) tell(refusal);
  try {
    const { preflight, exchanges, settled } = planFor(ask, hop.config);
    for (const { reading } of settled) {
      if (reading.kind === 'failure') tell(reading.error);
      if (reading.kind === 'abstention')
        tell(new System1Error('provider_error', `it would abstain: ${reading.message}`));
    }
    // Where the model is known to run elsewhere, nobody is asked where it runs.
    const first = preflight && remoteHostOf(hop.config) === null ? [preflight.request] : [];
    const requests = [...first, ...exchanges.map(({ request }) => request)];
    return requests.map((request) => shown(request, hop));
  } catch (problem) {
    tell(problem);
    return [];
  }
}

function shown(request: WireRequest, { config }: Hop): ShownRequest {
  const { endpoint, auth } = targetOf(config);
  return {
    provider: config.name,
    method: request.method,
    url: withoutItsKey(joinRoute(parseEndpoint(endpoint), request.route), config),
    headers: byName(requestHeaders(request, auth && { ...auth, key: '***' })),
    body: request.body && withoutItsKey(request.body, config),
  };
}

/** Of names and values in turn. */
const byName = (list: readonly string[]): Record<string, string> =>
  Object.fromEntries(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? '']] : [])));

const asText = ({ provider, method, url, headers, body }: ShownRequest): string =>
  [
    `# ${provider}`,
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : ['', inert(body)]),
    '',
  ].join('\n');

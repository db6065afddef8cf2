// Asks one question of engines that stand on loopback for as long as it takes.
import { type Ended, runHere, type World } from './run.ts';
import { type Handler, type Received, serve } from './server.ts';

export interface Asked extends Ended {
  /** The requests that each engine got, in order. */
  readonly sent: Readonly<Record<string, readonly Received[]>>;
  /** The JSON document on stdout, undefined when there is none. */
  readonly json: ReturnType<typeof JSON.parse>;
}

export const question = 'Is it safe?';

/** Nobody listens there. */
export const nowhere = 'http://127.0.0.1:1';

/** `decide QUESTION …flags` with these engines, by provider; no other engine can be reached. Failures are not retried. */
export const decide = (
  engines: Readonly<Record<string, Handler>>,
  flags: readonly string[] = [],
  world: World = {},
): Promise<Asked> => withEngines(engines, ['decide', question, ...flags], world);

/** The same for a whole command line. */
export async function withEngines(
  engines: Readonly<Record<string, Handler>>,
  argv: readonly string[],
  world: World = {},
): Promise<Asked> {
  const env: Record<string, string> = { SYSTEM1_RETRIES: '0', SYSTEM1_OLLAMA_MODEL: 'm' };
  for (const name of ['laya', 'von', 'systemone', 'ollama']) env[endpointVariable(name)] = nowhere;
  const servers = await Promise.all(
    Object.entries(engines).map(async ([name, handler]) => ({ name, server: await serve(handler) })),
  );
  for (const { name, server } of servers) env[endpointVariable(name)] = server.url;
  try {
    const ended = await runHere(argv, { ...world, env: { ...env, ...world.env } });
    const sent = Object.fromEntries(servers.map(({ name, server }) => [name, server.received]));
    return {
      ...ended,
      sent,
      get json() {
        return ended.stdout.startsWith('{') ? JSON.parse(ended.stdout) : undefined;
      },
    };
  } finally {
    await Promise.all(servers.map(({ server }) => server.close()));
  }
}

/** The contents of the configuration file, for `files`. */
export const config = (text: string): Required<Pick<World, 'files'>> => ({
  files: { '.config/system1/config.toml': text },
});

const endpointVariable = (provider: string): string => `SYSTEM1_${provider.toUpperCase()}_ENDPOINT`;

// Runs the built program against a llama-server, as the provider `systemone`, and reads its JSON.
import { type Exit, runBuilt } from '../cli.ts';

type Env = Readonly<Record<string, string>>;

/** The fields of an answer's JSON that these tests look at. */
export interface Answer {
  readonly outcome: string;
  readonly decision: string | null;
  readonly verdict: string | null;
  readonly confidence: number | null;
  readonly options: readonly { readonly name: string; readonly probability: number; readonly raw: number }[] | null;
  readonly score: number | null;
  readonly legend: Readonly<Record<string, string>> | null;
  readonly provider: string | null;
  readonly model: string | null;
  readonly usage: { readonly input_tokens: number } | null;
  readonly attempts: readonly { readonly provider: string; readonly outcome: string; readonly tries: number }[];
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly status: number;
    readonly hint: string;
  } | null;
}

/** Any command. `url` is where the provider `systemone`, the primary one, is. */
export const system1 = (url: string, argv: readonly string[], env: Env = {}, stdin = ''): Promise<Exit> =>
  runBuilt(argv, { env: { SYSTEM1_PROVIDER: 'systemone', SYSTEM1_SYSTEMONE_ENDPOINT: url, ...env }, stdin });

/** `decide … --json`, its exit code, and its answer. */
export async function decide(url: string, argv: readonly string[], env: Env = {}): Promise<Exit & { answer: Answer }> {
  const exit = await system1(url, ['decide', ...argv, '--json'], env);
  return { ...exit, answer: JSON.parse(exit.stdout) as Answer };
}

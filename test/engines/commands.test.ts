// The other commands, the dry run and the chain, against a real llama-server.
import { expect, test } from 'vitest';
import { decide, system1 } from '../support/llama/ask.ts';
import { describeLlama } from '../support/llama/found.ts';
import { freePort, startLlama, useLlama } from '../support/llama/server.ts';

describeLlama('with a ready llama-server', () => {
  const llama = useLlama('d1');
  const nobody = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

  test('health: ok, with the model that is loaded', async () => {
    const { code, stdout } = await system1(llama.url, ['health', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      providers: [
        { provider: 'systemone', kind: 'systemone', endpoint: llama.url, state: 'ok', model: 'd1', remote: false },
      ],
    });
  });

  test('health: one that is down makes it 4', async () => {
    const { code, stdout } = await system1(llama.url, ['health', 'systemone', 'von', '--json'], {
      SYSTEM1_VON_ENDPOINT: await nobody(),
    });
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      providers: [{ state: 'ok' }, { provider: 'von', state: 'down' }],
    });
  });

  test('providers: where it is, and who said so', async () => {
    const { code, stdout } = await system1(llama.url, ['providers', 'systemone', '--json']);
    expect(code).toBe(0);
    const shown = JSON.parse(stdout) as { endpoint: string; settings: object[] };
    expect(shown.endpoint).toBe(llama.url);
    expect(shown.settings).toContainEqual({
      key: 'endpoint',
      value: llama.url,
      source: 'env SYSTEM1_SYSTEMONE_ENDPOINT',
    });
  });

  test('a chain whose first engine is down is answered by the second', async () => {
    const { code, answer, stderr } = await decide(
      llama.url,
      ['Is it safe?', '-c', 'ls', '-p', 'von', '--fallback', 'systemone', '--min-confidence', '0'],
      { SYSTEM1_VON_ENDPOINT: await nobody(), SYSTEM1_RETRIES: '0' },
    );
    expect([0, 1]).toContain(code);
    expect(answer).toMatchObject({ outcome: 'answered', provider: 'systemone', model: 'd1' });
    expect(answer.attempts).toMatchObject([
      { provider: 'von', outcome: 'failed', tries: 1 },
      { provider: 'systemone', outcome: 'answered', tries: 1 },
    ]);
    expect(stderr).toContain('systemone');
  });

  test('more rows at once than it has threads for connections', async () => {
    await using few = await startLlama('d1', { args: ['--threads-http', '2'] });
    const rows = Array.from({ length: 200 }, (_, id) => `${JSON.stringify({ id, context: `line ${id}` })}\n`).join('');
    const argv = ['decide', 'Is it safe?', '--min-confidence', '0', '-b', '-'];
    const { code, stderr } = await system1(few.url, argv, {}, rows);
    expect(code).toBe(0);
    expect(stderr).toContain('200 rows: 200 answered, 0 abstained, 0 failed');
  });

  test('a dry run shows the request, and it is one that the server takes', async () => {
    const { code, stdout } = await system1(llama.url, ['decide', 'Is it safe?', '-c', 'ls', '--dry-run', '--json']);
    expect(code).toBe(3);
    const [shown] = JSON.parse(stdout) as {
      method: string;
      url: string;
      headers: Record<string, string>;
      body: string;
    }[];
    if (shown === undefined) throw new Error('nothing shown');
    const response = await fetch(shown.url, shown);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ answers: { decision: { type: 'choice' } } });
  });
});

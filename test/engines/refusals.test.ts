// What a real llama-server refuses, and how the tool says so.
import { describe, expect, test } from 'vitest';
import { decide, system1 } from '../support/llama/ask.ts';
import { describeLlama } from '../support/llama/found.ts';
import { llamaWindow, startLlama, useLlama } from '../support/llama/server.ts';

const question = ['Is it safe?', '-c', 'ls'];

describeLlama('a chat model on llama-server', () => {
  const llama = useLlama('chat');

  test('is no decision model, and the hint leads to which model is loaded', async () => {
    const { code, answer } = await decide(llama.url, question);
    expect(code).toBe(4);
    expect(answer.error).toMatchObject({ code: 'provider_error', status: 501 });
    expect(answer.error?.hint).toContain('decision model');
    expect(answer.attempts).toMatchObject([{ outcome: 'failed', tries: 1 }]);

    const command = /`system1 (.+?)`/.exec(answer.error?.hint ?? '')?.[1] ?? '';
    const shown = await system1(llama.url, command.split(' '));
    expect(shown.stdout).toContain('chat');
  });
});

describeLlama('a llama-server that is loading', () => {
  const llama = useLlama('loading');

  test('is overloaded, which is worth another try', async () => {
    const { code, answer } = await decide(llama.url, question);
    expect(code).toBe(4);
    expect(answer.error).toMatchObject({ code: 'overloaded', status: 503 });
    expect(answer.error?.hint).toContain('--wait');
    expect(answer.attempts).toMatchObject([{ outcome: 'failed', tries: 2 }]);
  });

  test('is down for health, and --wait runs out', async () => {
    expect(await system1(llama.url, ['health'])).toMatchObject({ code: 4 });
    expect(await system1(llama.url, ['health', '--wait', '50ms'])).toMatchObject({ code: 124 });
  });
});

describeLlama('a llama-server that comes up at last', () => {
  test('ends health --wait', async () => {
    const loading = await startLlama('loading');
    const waiting = system1(loading.url, ['health', '--wait', '60s', '--json']);
    await loading.stop();
    await using _ready = await startLlama('d1', { port: loading.port });
    const { code, stdout } = await waiting;
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, providers: [{ state: 'ok', model: 'd1' }] });
    expect(code).toBe(0);
  });
});

describeLlama('a llama-server with a key', () => {
  const key = 'sk-right-0123456789';
  const llama = useLlama('d1', { args: ['--api-key', key] });
  const asked = (env: Record<string, string>) => decide(llama.url, [...question, '-v', '--min-confidence', '0'], env);

  test('takes the right one', async () => {
    const { code, answer, stdout, stderr } = await asked({ SYSTEM1_SYSTEMONE_API_KEY: key });
    expect(answer).toMatchObject({ outcome: 'answered', error: null });
    expect([0, 1]).toContain(code);
    expect(stdout + stderr).not.toContain(key);
  });

  test.each<[string, Record<string, string>]>([
    ['a wrong one', { SYSTEM1_SYSTEMONE_API_KEY: 'sk-wrong-0123456789' }],
    ['none', {}],
    ['that of another vendor alone', { ANTHROPIC_API_KEY: key, TYPESAFE_API_KEY: key, OPENAI_API_KEY: key }],
  ])('with %s: authentication', async (_, env) => {
    const { code, answer, stdout, stderr } = await asked(env);
    expect(code).toBe(4);
    expect(answer.error).toMatchObject({ code: 'authentication', status: 401 });
    expect(answer.attempts).toMatchObject([{ tries: 1 }]);
    expect(stdout + stderr).not.toMatch(/sk-(wrong|right)/);
  });
});

describeLlama('a text over the window', () => {
  describe.each(['d1', 'laya'] as const)('%s', (model) => {
    const llama = useLlama(model);
    const text = 'x'.repeat(2 * llamaWindow);

    test('is max_tokens_exceeded, never an answer', async () => {
      const { code, answer, stdout } = await decide(llama.url, ['Is it safe?', '-c', text]);
      expect(code).toBe(4);
      expect(answer.error).toMatchObject({ code: 'max_tokens_exceeded' });
      expect(answer.attempts).toMatchObject([{ outcome: 'failed', tries: 1 }]);
      expect(stdout).not.toContain('xxxxxxxx');
    });

    test('just below it is answered', async () => {
      const { answer } = await decide(llama.url, ['Is it safe?', '-c', text.slice(0, llamaWindow / 2)]);
      expect(answer.error).toBeNull();
    });
  });
});

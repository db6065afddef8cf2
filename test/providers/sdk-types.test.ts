// The vendors' own clients vouch for our stubs: they accept our requests by type and read our sample answers.
import Anthropic from '@anthropic-ai/sdk';
import { type ChatRequest, Ollama } from 'ollama';
import { describe, expect, test } from 'vitest';
import { anthropic } from '../../src/providers/anthropic.ts';
import { messageBody } from '../../src/providers/anthropic-messages.ts';
import { ollama } from '../../src/providers/ollama.ts';
import { chatBody } from '../../src/providers/ollama-chat.ts';
import { serve } from '../support/server.ts';
import { choiceOf, exchangeFor, sampleOf, samplesOf, settingsOf } from './samples.ts';

const teams = choiceOf('billing', 'technical', 'sales');

describe('@anthropic-ai/sdk', () => {
  const written = 'written/anthropic-messages.json';
  const settings = settingsOf(anthropic);
  const body = messageBody(
    teams,
    'I was charged twice.',
    settings.model,
  ) satisfies Anthropic.MessageCreateParamsNonStreaming;
  const clientOf = (baseURL: string) => new Anthropic({ apiKey: 'test-key', authToken: null, baseURL, maxRetries: 0 });

  // Not compared: the headers. This client sends a later version of the API and the key as a bearer token.
  test('sends the same request', async () => {
    await using server = await serve(() => ({ body: sampleOf(written, 'three_choices').body }));
    await clientOf(server.url).messages.create(body);
    const { request } = exchangeFor(anthropic, teams, settings, 'I was charged twice.');
    expect(server.received).toMatchObject([{ method: request.method, path: request.route }]);
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(JSON.parse(request.body ?? ''));
  });

  test.each(samplesOf(written).filter(({ label }) => label !== 'model'))(
    'reads $label as we do',
    async ({ response }) => {
      await using server = await serve(() => ({ body: response.body }));
      const message = await clientOf(server.url).messages.create(body);
      const call = message.content.find((block) => block.type === 'tool_use' && block.name === 'choose');
      const input = call?.type === 'tool_use' ? (call.input as { choices: string[]; confidence: number }) : null;
      expect(message.stop_reason).toBe('tool_use');
      expect(exchangeFor(anthropic, teams, settings).read(response)).toMatchObject([
        {
          choice: input?.choices[0]?.trim(),
          selfConfidence: input?.confidence,
          model: message.model,
          usage: { inputTokens: message.usage.input_tokens, outputTokens: message.usage.output_tokens },
        },
      ]);
    },
  );

  test('asks for a model on the route of our health check', async () => {
    await using server = await serve(() => ({ body: sampleOf(written, 'model').body }));
    const model = await clientOf(server.url).models.retrieve(settings.model);
    expect(model).toMatchObject({ id: settings.model, lifecycle: 'active' });
    expect(server.received[0]?.path).toBe(anthropic.health(settings)?.route);
  });
});

describe('ollama', () => {
  const written = 'written/ollama-chat.json';
  const settings = settingsOf(ollama, { model: 'gemma4:e4b' });
  const body = chatBody(teams, 'I was charged twice.', settings.model, 8192) satisfies ChatRequest;

  test('sends the same request', async () => {
    await using server = await serve(() => ({ body: sampleOf(written, 'letter').body }));
    await new Ollama({ host: server.url }).chat(body);
    const { request } = exchangeFor(ollama, teams, settings, 'I was charged twice.');
    expect(server.received).toMatchObject([{ method: request.method, path: request.route }]);
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(JSON.parse(request.body ?? ''));
  });

  test.each(samplesOf(written))('reads $label as we do', async ({ response }) => {
    await using server = await serve(() => ({ body: response.body }));
    const answer = await new Ollama({ host: server.url }).chat(body);
    expect(answer.logprobs?.[0]?.top_logprobs?.length).toBeGreaterThan(0);
    expect(exchangeFor(ollama, teams, settings).read(response)).toMatchObject([
      {
        kind: 'reply',
        model: answer.model,
        usage: { inputTokens: answer.prompt_eval_count, outputTokens: answer.eval_count },
      },
    ]);
  });

  test('lists models on the route of our health check', async () => {
    await using server = await serve(() => ({ body: sampleOf('recorded/ollama-0.33-chat.json', 'tags').body }));
    const { models } = await new Ollama({ host: server.url }).list();
    expect(models.map((model) => model.name)).toEqual(['tiny-chat:latest']);
    expect(server.received[0]?.path).toBe(ollama.health(settings)?.route);
  });
});

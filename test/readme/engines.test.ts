// The README's command for llama-server, with a model of ours in place of the download: system1 finds it and gets answers.
import { expect, test } from 'vitest';
import { llamaServerCommand } from '../../src/commands/help/topics.ts';
import { decide } from '../support/llama/ask.ts';
import { describeLlama } from '../support/llama/found.ts';
import { startLlama } from '../support/llama/server.ts';
import { blocks } from './support.ts';

test('is the one in the help', () => {
  expect(blocks.map(({ text }) => text).join('\n')).toContain(`\n${llamaServerCommand}\n`);
});

const command = blocks.flatMap(({ text }) => /^llama-server -hf \S+ (.*) --port \d+(.*)$/m.exec(text) ?? []).slice(1);

describeLlama('llama-server as the README starts it', () => {
  test.each(['laya', 'd1'] as const)('%s', async (model) => {
    expect(command).toHaveLength(2);
    await using llama = await startLlama(model, { args: command.join(' ').trim().split(/\s+/) });
    const { code, answer } = await decide(llama.url, ['Is it safe?', '-c', 'ls', '--min-confidence', '0']);
    expect(answer).toMatchObject({ outcome: 'answered', provider: 'systemone' });
    expect(code).toBe(answer.decision === 'yes' ? 0 : 1);
  });
});

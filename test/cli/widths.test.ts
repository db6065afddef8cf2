// What people see on terminals of several widths: nothing is wider than the screen, on which an emulator writes it.
import { describe, expect, test } from 'vitest';
import { jsonl } from '../support/batch.ts';
import { withEngines } from '../support/decide.ts';
import { deciding } from '../support/deciding.ts';
import { labelledRows } from '../support/labelled.ts';
import type { World } from '../support/run.ts';
import { screenAfter } from '../support/screen.ts';
import type { Handler } from '../support/server.ts';

/** It is up, and thinks each option half as likely as the one before. */
const laya: Handler = (request, response) => {
  if (request.method === 'GET') return { body: { status: 'ok', loaded: ['typed-decisions', 'english'] } };
  return deciding(({ names }) => names.map((_, index) => 2 ** (names.length - 1 - index) / (2 ** names.length - 1)))(
    request,
    response,
  );
};

const gate = `
[questions.safe]
question = "?"
expect = "no"
[questions.team]
question = "?"
options = ["👨‍👩‍👧 family", "技術", "nai\u0308ve 🏳️‍🌈"]
[questions.urgency]
question = "?"
levels = ["can wait", "this week", "today"]
`;

const remote = `
fallback = ["anthropic", "typesafe"]
[providers.mine]
kind = "systemone"
endpoint = "https://gpu.example.org/a/long/path/to/it"
model = "gemma-3-27b-it-qat-q4_0-unquantized-some-long-name.gguf"
`;

const files: Required<World>['files'] = {
  'gate.toml': gate,
  'remote.toml': remote,
  'rows.jsonl': jsonl([{ id: 'Beleg-日本-1', context: ' ' }, { id: 2, context: 'ls' }, 'no json', { id: 4 }]),
  'labels.jsonl': jsonl(labelledRows({ count: 300, options: ['請求', '🇩🇪 Flagge', 'naïve'] })),
};

const ask = (...more: string[]): string[] => ['decide', 'Is it safe?', '-c', 'ls', ...more];
const options = (...names: string[]): string[] => [
  'decide',
  'Which?',
  '-c',
  'x',
  ...names.flatMap((name) => ['-o', name]),
];
const numbers = Array.from({ length: 20 }, (_, index) => `option ${index}`);

const commands: readonly string[][] = [
  ask(),
  ask('--expect', 'no', '--min-confidence', '0.5'),
  options('escalate to the second line of support', '👩🏽‍💻 営業（東京）へ転送してください', '🇩🇪'),
  options(...numbers),
  ['decide', 'How risky?', '-l', 'low', '-l', 'medium', '-l', 'high', '-c', 'x', '--expect', 'low'],
  ask('--min-confidence', '0.99', '--on-abstain', 'block'),
  ['decide', 'Is it safe?', '-c', 'これは日本語の文章です、安全ですか'],
  ['decide', '--questions', '~/gate.toml', '-c', 'x', '-v'],
  ['decide', '--questions', '~/gate.toml', '-c', 'x', '-p', 'von'],
  ask('-p', 'von', '--fallback', 'systemone,laya', '-v'),
  ask('-p', 'von'),
  ask('--expect', 'a name that is no option of this question at all'),
  ['decide', 'Is it safe?', '--batch', '~/rows.jsonl', '--output', '~/out.jsonl'],
  ['decid'],
  ['health', '--all', '--probe'],
  ['health', 'mock', 'von', 'mine', '--config', '~/remote.toml'],
  ['providers', '--config', '~/remote.toml'],
  ['providers', '--chain', '--config', '~/remote.toml'],
  ['providers', 'mine', '--config', '~/remote.toml'],
  ['calibrate', '~/labels.jsonl', '--dry-run', '--target-accuracy', '0.9'],
];

const helps: readonly string[][] = [
  [],
  ...['decide', 'health', 'calibrate', 'completion'].map((name) => [name, '--help']),
  ...['exit-codes', 'environment', 'configuration', 'providers'].map((topic) => ['help', topic]),
];

/** What is there to be copied stands as it is. */
const withoutExamples = (text: string): string => text.replaceAll(/^(?:Examples|To start .*):\n(?: {2}.*\n)+/gm, '');

/** Runs a command on such a terminal, and expects that all of what it shows fits. */
async function fits(argv: readonly string[], columns: number): Promise<void> {
  const env = { SYSTEM1_LAYA_API_KEY: 'k', FORCE_COLOR: '1' };
  const { stdout, stderr } = await withEngines({ laya }, argv, { env, files, tty: ['stdout', 'stderr'], columns });
  const { rows, overflow } = await screenAfter(withoutExamples(stdout + stderr), columns);
  expect(rows.length).toBeGreaterThan(0);
  expect(overflow).toEqual([]);
  expect(rows.join('\n')).not.toMatch(/undefined|NaN/);
}

describe.each([40, 60, 80, 200])('%i columns', (columns) => {
  test.each(commands.map((argv) => [argv]))('%j', (argv) => fits(argv, columns));
});

describe.each([60, 80, 200])('help in %i columns', (columns) => {
  test.each(helps.map((argv) => [argv]))('%j', (argv) => fits(argv, columns));
});

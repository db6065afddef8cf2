// The README as a whole: tables, links, ports and shell code that must not drift from the program, and its recorded session.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { providers } from '../../src/providers/index.ts';
import { root } from '../support/cli.ts';
import { runOnTerminal } from '../support/shell.ts';
import { blocks, isInstalled, readme } from './support.ts';

test('links within the project lead somewhere', () => {
  const headings = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => `#${anchorOf(text)}`);
  const links = [...readme.matchAll(/\]\(((?!https:)[^)]+)\)/g)].map(([, link = '']) => link);
  const dead = links.filter((link) => !headings.includes(link) && !existsSync(join(root, link)));
  expect(links.length).toBeGreaterThan(10);
  expect(dead).toEqual([]);
});

/** As GitHub makes them. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

test('engines are started where their providers look for them', () => {
  const start = blocks.find(({ text }) => /^llama-server /m.test(text))?.text ?? '';
  const portOf = (kind: string) =>
    Number(providers.find((provider) => provider.kind === kind)?.homes[0]?.endpoint.split(':')[2]);
  const ports = {
    systemone: Number(/^llama-server .*--host 127\.0\.0\.1 --port (\d+)/m.exec(start)?.[1]),
    laya: Number(/^LAYA_HOST=127\.0\.0\.1 LAYA_PORT=(\d+) .*laya-serve$/m.exec(start)?.[1]),
    von: Number(/^von serve --host 127\.0\.0\.1 --port (\d+)$/m.exec(start)?.[1]),
    ollama: Number(/^# Ollama \(port (\d+), as it comes\)/m.exec(start)?.[1]),
  };
  expect(ports).toEqual(Object.fromEntries(Object.keys(ports).map((kind) => [kind, portOf(kind)])));
});

describe('code', () => {
  const code = blocks.filter(({ language }) => ['sh', 'yaml', 'json'].includes(language));

  test('never negates, and asks nothing that comes from outside', () => {
    expect(code.length).toBeGreaterThan(10);
    for (const { text } of code) {
      expect(text).not.toMatch(/!\s+system1/);
      // A question is a literal.
      expect(text).not.toMatch(/decide (-\w+ )*"[^"]*[$`]/);
    }
  });

  test('every recipe has a test', () => {
    const tests = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
    const source = tests.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('');
    const untested = blocks.filter(({ name }) => name !== undefined && !source.includes(`'${name}'`));
    expect(untested).toEqual([]);
  });

  const hasShellcheck = isInstalled('shellcheck');
  test.skipIf(!hasShellcheck)(`shellcheck finds nothing${hasShellcheck ? '' : ' (skipped: not installed)'}`, () => {
    for (const { name, language, text } of blocks.filter(
      ({ name, language }) => name !== undefined && language === 'sh',
    )) {
      // SC2154: what comes from outside, such as $cmd, is not assigned here.
      const args = ['--shell=bash', '--exclude=SC2154,SC2034', '-'];
      const { stdout } = spawnSync('shellcheck', args, { input: text, encoding: 'utf8' });
      expect({ name, language, stdout }).toMatchObject({ stdout: '' });
    }
  });
});

describe('session', () => {
  /** What was typed, and what came. */
  const steps = (blocks.find(({ language }) => language === 'console')?.text ?? '')
    .split(/^\$ /m)
    .slice(1)
    .map((step) => step.split(/\n/))
    .map(([command = '', ...shown]) => ({ command, shown: shown.join('\n') }));
  /** Times differ. */
  const settled = (text: string): string =>
    text.replaceAll(/\d+\.\d ms/g, '… ms').replace('127.0.0.1:8765', '127.0.0.1:1');

  test.runIf(process.platform === 'linux')('shows what comes on a terminal of 80 columns', async () => {
    const script = steps.map(({ command }) => `echo '<<<'; ${command}`).join('\n');
    // Nobody knows which engines run on this machine: a hint would name one.
    const nowhere = providers
      .filter(({ homes }) => homes.length > 0)
      .map(({ kind }) => [`SYSTEM1_${kind.toUpperCase()}_ENDPOINT`, 'http://127.0.0.1:1']);
    const env = { ...Object.fromEntries(nowhere), NO_COLOR: '1', CI: 'true' };
    const screen = await runOnTerminal(script, env);
    const shown = screen.replaceAll('\r', '').split('<<<\n').slice(1);
    expect(steps.length).toBeGreaterThan(3);
    expect(shown.map(settled)).toEqual(steps.map((step) => settled(step.shown)));
  });
});

test('the set-up is two commands', () => {
  const commands = readme.match(/^npm ci && .*$/gm)?.map((line) => line.split('  ')[0]);
  expect(commands).toEqual([
    'npm ci && npx system1 decide "Is this safe?" -c "ls" --provider mock',
    'npm ci && npm test',
  ]);
});

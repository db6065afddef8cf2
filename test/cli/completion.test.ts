// `system1 completion SHELL`: the shipped file, from a clone and from an installed package.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, runBuilt } from '../support/cli.ts';
import { runHere } from '../support/run.ts';

const files = [
  ['bash', 'system1.bash'],
  ['zsh', '_system1'],
  ['fish', 'system1.fish'],
] as const;
const shipped = (file: string): string => readFileSync(join(root, 'completions', file), 'utf8');

describe.each(files)('%s', (shell, file) => {
  test('is the file, byte for byte', async () => {
    const expected = { code: 0, stdout: shipped(file), stderr: '' };
    expect(await runHere(['completion', shell])).toEqual(expected);
    expect(await runBuilt(['completion', shell])).toEqual({ ...expected, signal: null });
  });

  test('as JSON, and quietly', async () => {
    const { stdout } = await runHere(['completion', shell, '--json']);
    expect(JSON.parse(stdout)).toEqual({ shell, text: shipped(file) });
    expect(await runHere(['completion', shell, '-q'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

test.each([
  [['bsh'], 'completion: unknown shell "bsh"', 'did you mean bash?'],
  [['FISH'], 'completion: unknown shell "FISH"', 'did you mean fish?'],
  [['powershell'], 'completion: unknown shell "powershell"', 'the shells are bash, zsh, fish'],
  [['constructor'], 'completion: unknown shell "constructor"', 'the shells are bash, zsh, fish'],
  [[], "missing required argument 'shell'", 'see system1 completion --help'],
  [['bash', '--format', 'jsn'], '--format: "jsn" is none of text, json', 'did you mean json?'],
])('%j is exit 2', async (args, says, hint) => {
  const { code, stdout, stderr } = await runHere(['completion', ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(`system1: ${says}\nhint: ${hint}\n`);
});

test('an installed package has them, and the man page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'system1-pack-'));
  try {
    const npm = (...args: string[]) => execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim();
    const tarball = npm('pack', '--silent', '--ignore-scripts', '--pack-destination', folder);
    execFileSync('tar', ['-xzf', join(folder, tarball), '-C', folder]);
    const bin = join(folder, 'package/bin/system1.cjs');
    for (const [shell, file] of files) {
      expect(await runBuilt(['completion', shell], { bin })).toMatchObject({ code: 0, stdout: shipped(file) });
    }
    expect(readFileSync(join(folder, 'package/completions/system1.1'), 'utf8')).toBe(shipped('system1.1'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// The generated files are those that are committed, and the tools that read such files find no fault in them.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { generatedFiles } from '../../../src/tools/generate/files.ts';
import { fill } from '../../../src/tools/generate/template.ts';
import { root } from '../../support/cli.ts';
import { installed } from '../../support/completing.ts';

const generated = await generatedFiles();

describe('npm run generate changes nothing', () => {
  test.each([...generated])('%s', (name, text) => {
    expect(readFileSync(join(root, name), 'utf8')).toBe(text);
  });

  test('completions/ holds nothing else', () => {
    const committed = readdirSync(join(root, 'completions')).map((name) => `completions/${name}`);
    expect(committed.toSorted()).toEqual([...generated.keys()].filter((name) => name !== 'README.md').toSorted());
  });
});

test('package.json names the man page, and ships the folder', () => {
  expect(packageJson.man).toEqual(['completions/system1.1']);
  expect(packageJson.files).toContain('completions');
});

test('a template and its texts have to agree', () => {
  expect(() => fill('system1.fish', { head: '', valued: '' })).toThrow('system1.fish: completions is on one side only');
});

/** What a checker says of a generated file; empty when it finds no fault. */
function complaints(command: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  return stdout + stderr;
}

const check = (program: string) =>
  installed(program) === null
    ? ([test.skip, ` (skipped: ${program} is not installed)`] as const)
    : ([test, ''] as const);

describe('checkers', () => {
  const [withShellcheck, noShellcheck] = check('shellcheck');
  withShellcheck(`shellcheck${noShellcheck}`, () => {
    expect(complaints('shellcheck', ['--shell=bash', 'completions/system1.bash'])).toBe('');
  });

  const [withMandoc, noMandoc] = check('mandoc');
  withMandoc(`mandoc -T lint${noMandoc}`, () => {
    // The date is that of the release in the change log.
    const told = complaints('mandoc', ['-T', 'lint', 'completions/system1.1']);
    const isReleased = !/^## [^\n]*not released/m.test(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
    expect(told.replace(/^.*WARNING: missing date.*\n/, isReleased ? '$&' : '')).toBe('');
  });

  const [withGroff, noGroff] = check('groff');
  withGroff(`groff, all warnings${noGroff}`, () => {
    expect(complaints('groff', ['-man', '-ww', '-z', '-Tutf8', 'completions/system1.1'])).toBe('');
  });

  const [withMan, noMan] = check('man');
  withMan(`man --warnings${noMan}`, () => {
    const shown = complaints('man', ['--warnings', '--encoding=ascii', '--local-file', 'completions/system1.1']);
    expect(shown).toContain('system1 decide [options] [question]');
    expect(shown).not.toContain('warning');
  });
});

describe('the bash completion', () => {
  const lines = (generated.get('completions/system1.bash') ?? '').split('\n').filter((line) => !/^\s*#/.test(line));

  // Of bash 4.0 and later, by the changes that bash lists for each version; compopt has a way around it.
  test.each<[string, RegExp]>([
    ['mapfile', /\b(?:mapfile|readarray|coproc)\b/],
    ['associative arrays, references and global declarations', /\b(?:declare|local|typeset) -\w*[Anlugi]/],
    ['case conversion and transformation', /\$\{\w+(?:\[[^\]]*\])?(?:\^|,|@\w\})/],
    ['redirections and separators', /&>>|\|&|;&|;;&/],
    ['negative subscripts', /\[-\d+\]|\$\{\w+:[^}]*:\s*-/],
    ['ranges of file descriptors, and printf to a variable', /\{\w+\}[<>]|printf -v|%\(/],
    ['[[ -v ]]', /\[\[ -[vR] /],
  ])('uses no %s', (_, pattern) => {
    expect(lines.filter((line) => pattern.test(line))).toEqual([]);
  });

  test('can do without compopt', () => {
    expect(lines.filter((line) => line.includes('compopt'))).toEqual([
      expect.stringContaining('compopt -o filenames 2>/dev/null || '),
    ]);
  });
});

test.each(['completions/system1.bash', 'completions/_system1'])('%s substitutes no command but compgen', (name) => {
  const code = (generated.get(name) ?? '').replaceAll(/^\s*#.*$/gm, '').replaceAll('$(compgen -f -- "$value")', '');
  expect(code.replaceAll('((', '')).not.toMatch(/\$\(|[<>]\(|(?<!\\)`|\beval\b/);
});

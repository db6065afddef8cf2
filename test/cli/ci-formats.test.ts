// `--format github|junit|tap` for one question and for a file of them: report and exit code say the same, and the context stays out.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { batch, numbered } from '../support/batch.ts';
import { decide, withEngines } from '../support/decide.ts';
import { deciding, type Rule } from '../support/deciding.ts';
import { fails, systemOne } from '../support/engines.ts';
import { outputsIn } from '../support/github.ts';
import { checkJunit, parseXml } from '../support/junit-schema.ts';
import { itUnless } from '../support/unless.ts';

const yes = systemOne({ yes: 0.9, no: 0.1 });
const no = systemOne({ yes: 0.1, no: 0.9 });
const unsure = systemOne({ yes: 0.5, no: 0.5 });

describe('one question', () => {
  it.each([
    ['pass', yes, 0, '::notice title=Is it safe?::yes (90.0%25)\n', 'ok 1 - Is it safe?\n', null],
    ['block', no, 1, '::error title=Is it safe?::no (90.0%25)\n', 'not ok 1 - Is it safe?\n', 'failure block'],
    [
      'abstained',
      unsure,
      3,
      '::warning title=Is it safe?::abstained: ',
      'not ok 1 - Is it safe?\n',
      'failure abstained',
    ],
    [
      'failed',
      fails(500),
      4,
      '::error title=Is it safe?::laya: HTTP 500',
      'not ok 1 - Is it safe?\n',
      'error provider_error',
    ],
  ])('%s', async (_, laya, code, annotation, point, element) => {
    const run = (format: string) => decide({ laya }, ['--format', format]);
    const [github, tap, junit] = await Promise.all(['github', 'tap', 'junit'].map(run));
    expect([github?.code, tap?.code, junit?.code]).toEqual([code, code, code]);
    expect(github?.stdout).toContain(annotation);
    expect(github?.stdout.split('\n')).toHaveLength(2);
    expect(tap?.stdout).toMatch(/^TAP version 13\n[\s\S]*\n1\.\.1\n$/);
    expect(tap?.stdout.split('\n').slice(1, 2)).toEqual([point.trimEnd()]);
    expect(checkJunit(junit?.stdout ?? '')).toEqual([]);
    const cases = parseXml(junit?.stdout ?? '').children[0]?.children ?? [];
    const inner = cases.flatMap(({ children }) => children.map((each) => `${each.name} ${each.attributes['type']}`));
    expect(inner).toEqual(element === null ? [] : [element]);
  });

  it('stands-in count as what they say', async () => {
    const { code, stdout } = await decide({ laya: unsure }, ['--format', 'tap', '--on-abstain', 'pass']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'TAP version 13\nok 1 - Is it safe?\n1..1\n' });
  });

  it('says nothing on stdout with -q, nor when nothing was asked', async () => {
    for (const format of ['github', 'junit', 'tap']) {
      expect(await decide({ laya: yes }, ['--format', format, '-q'])).toMatchObject({ code: 0, stdout: '' });
      expect(await decide({ laya: yes }, ['--format', format, '-c', ''])).toMatchObject({ code: 2, stdout: '' });
    }
  });
});

describe('several questions', () => {
  const questions = JSON.stringify({
    questions: {
      safe: { question: 'Is it safe?', expect: 'yes' },
      spam: { question: 'Is it spam?' },
      kind: { question: 'Which?', options: ['bug # SKIP', '::set-output name=x::y', '</testsuite>'] },
      blocked: { question: 'Is it?', expect: 'no' },
      unsure: { question: 'Is it?' },
      broken: { question: 'Is it?' },
    },
  });
  const rule: Rule = ({ id, names }) => {
    if (id === 'broken') return { error: 'x\n::error::y\n# SKIP </failure> \u001b[31m' };
    if (id === 'unsure') return [0.5, 0.5];
    return id === 'spam' ? [0.1, 0.9] : names.map((_, index) => (index === 0 ? 0.9 : 0.1 / (names.length - 1)));
  };
  const context = 'CONTEXT ::error::x </testcase> # SKIP';
  const run = (format: string, env: Record<string, string> = {}) =>
    withEngines({ laya: deciding(rule) }, ['decide', '--questions', questions, '-c', context, '--format', format], {
      env,
    });

  it('tap: a no without expect passes, as it does for the exit code', async () => {
    const { code, stdout } = await run('tap');
    expect(code).toBe(4);
    expect(stdout.split('\n').filter((line) => !line.startsWith('  '))).toEqual([
      'TAP version 13',
      'ok 1 - safe',
      'ok 2 - spam',
      'ok 3 - kind',
      'not ok 4 - blocked',
      'not ok 5 - unsure',
      'not ok 6 - broken',
      '1..6',
      '',
    ]);
    expect(stdout).not.toContain('CONTEXT');
  });

  it('junit', async () => {
    const { code, stdout } = await run('junit');
    expect(code).toBe(4);
    expect(checkJunit(stdout)).toEqual([]);
    const [suite] = parseXml(stdout).children;
    expect(suite?.attributes).toMatchObject({ tests: '6', failures: '2', errors: '1', skipped: '0' });
    expect(stdout).not.toContain('CONTEXT');
  });

  it('github: commands on stdout, outputs and a table by files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'system1-github-'));
    const [output, summary] = [join(folder, 'output'), join(folder, 'summary')];
    writeFileSync(output, 'before=1\n');
    try {
      const { stdout } = await run('github', { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary });
      expect(stdout.split('\n').map((line) => line.split('::')[1] ?? '')).toEqual([
        'notice title=safe',
        'notice title=spam',
        'notice title=kind',
        'error title=blocked',
        'warning title=unsure',
        'error title=broken',
        '',
      ]);
      const values = outputsIn(readFileSync(output, 'utf8'));
      expect(values).toMatchObject({
        before: '1',
        safe_decision: 'yes',
        safe_verdict: 'pass',
        safe_outcome: 'answered',
        safe_confidence: '0.9',
        kind_decision: 'bug # SKIP',
        kind_verdict: '',
        unsure_decision: '',
        broken_outcome: 'failed',
      });
      const table = readFileSync(summary, 'utf8');
      expect(table.match(/^\|/gm)).toHaveLength(8);
      expect(stdout + table + JSON.stringify(values)).not.toContain('CONTEXT');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('github: a lone question has plain outputs, and each has a delimiter that nobody can guess', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'system1-github-'));
    const output = join(folder, 'output');
    try {
      await decide({ laya: yes }, ['--format', 'github', '-q'], { env: { GITHUB_OUTPUT: output } });
      const text = readFileSync(output, 'utf8');
      expect(outputsIn(text)).toEqual({ decision: 'yes', outcome: 'answered', verdict: 'pass', confidence: '0.9' });
      const delimiters = [...text.matchAll(/<<(.*)/g)].map(([, delimiter]) => delimiter);
      expect(new Set(delimiters).size).toBe(4);
      for (const delimiter of delimiters) expect(delimiter).toMatch(/^ghadelimiter_[0-9a-f-]{36}$/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('github: a batch has counts for outputs, and a table of its first rows', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'system1-github-'));
    const [output, summary] = [join(folder, 'output'), join(folder, 'summary')];
    const env = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
    const rows = [...numbered(200), { context: 'y', expect: 'no' }, 'bad'];
    try {
      const { code } = await batch(rows, ['Safe?', '--format', 'github'], { env });
      expect(code).toBe(4);
      expect(outputsIn(readFileSync(output, 'utf8'))).toEqual({
        rows: '202',
        answered: '201',
        abstained: '0',
        failed: '1',
        blocked: '1',
      });
      const table = readFileSync(summary, 'utf8');
      expect(table.match(/^\|/gm)).toHaveLength(202);
      expect(table).toMatch(/\n\nand 2 more\n$/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Whether a shell line ends well; `input` is its stdin. */
function succeeds(line: string, input = ''): boolean {
  try {
    execFileSync('sh', ['-c', line], { input, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

const hasXmllint = succeeds('command -v xmllint');
itUnless(!hasXmllint, 'there is no xmllint')('junit is well-formed for xmllint', async () => {
  const { stdout } = await decide({ laya: no }, ['--format', 'junit']);
  expect(succeeds('xmllint --noout -', stdout)).toBe(true);
});

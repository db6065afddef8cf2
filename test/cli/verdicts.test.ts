// From probabilities to a verdict and an exit code: thresholds, gates, and what stands in when there is no decision.
import { describe, expect, it } from 'vitest';
import { config, decide, withEngines } from '../support/decide.ts';
import { fails, type Probabilities, silent, systemOne } from '../support/engines.ts';
import type { Handler } from '../support/server.ts';

const [pass, block, usage, abstained, failed, late] = [0, 1, 2, 3, 4, 124];
const team = ['-o', 'billing', '-o', 'sales'];

describe('thresholds', () => {
  const p = (yes: number): Probabilities => ({ yes, no: Number((1 - yes).toFixed(12)) });

  it.each<[yes: number, flags: string[], code: number]>([
    [0.6, [], pass],
    [0.59, [], abstained],
    [0.4, [], block],
    [0.41, [], abstained],
    [0.9, ['--min-confidence', '0.9'], pass],
    [0.8999999995, ['--min-confidence', '0.9'], pass],
    [0.89999, ['--min-confidence', '0.9'], abstained],
    [0.5, ['--min-confidence', '0'], pass],
    [0.94, ['--min-confidence', 'yes=0.95,no=0.6'], abstained],
    [0.95, ['--min-confidence', ' yes = 0.95 ,no=0.6'], pass],
    [0.4, ['--min-confidence', 'yes=0.95,no=0.6'], block],
    [0.41, ['--min-confidence', 'yes=0.1'], abstained],
    [0.9, ['--min-confidence', '1'], abstained],
    [1, ['--min-confidence', '1'], pass],
  ])('yes at %d with %j is %i', async (yes, flags, code) => {
    expect((await decide({ laya: systemOne(p(yes)) }, flags)).code).toBe(code);
  });

  it.each<[text: string, least: number]>([
    ['0.8', 0.8],
    [' .5 ', 0.5],
    ['1.', 1],
    ['5e-1', 0.5],
    ['00.25E0', 0.25],
    ['12e-2', 0.12],
    ['a=b=0.7', 0.7],
    ['a=0.9, a=b = .7', 0.7],
    ['a=0.9', 0.6],
  ])('%j is %d for the option a=b', async (text, least) => {
    const flags = ['-o', 'a', '-o', 'a\\=b', '--min-confidence', text, '--json'];
    const { json } = await decide({ laya: systemOne({ a: 0.05, 'a=b': 0.95 }) }, flags);
    expect(json.min_confidence).toBe(least);
  });

  it.each([
    ['default', [], {}],
    ['file', [], config('min_confidence = 0.7')],
    ['env SYSTEM1_MIN_CONFIDENCE', [], { ...config('min_confidence = 0.7'), env: { SYSTEM1_MIN_CONFIDENCE: '0.8' } }],
    ['flag', ['--min-confidence', '0.9'], { env: { SYSTEM1_MIN_CONFIDENCE: '0.8' } }],
  ])('tells that it came from %s', async (source, flags, world) => {
    const { json } = await decide({ laya: systemOne({ yes: 0.95, no: 0.05 }) }, [...flags, '--json'], world);
    const value = { default: 0.6, file: 0.7, 'env SYSTEM1_MIN_CONFIDENCE': 0.8, flag: 0.9 }[source];
    expect(json).toMatchObject({ min_confidence: value, min_confidence_source: source });
  });
});

describe('--expect', () => {
  it.each<[decision: string, flags: string[], code: number, verdict: string | null]>([
    ['billing', [], pass, null],
    ['billing', ['--expect', 'billing'], pass, 'pass'],
    ['billing', ['--expect', 'sales'], block, 'block'],
    ['billing', ['--expect', 'sales', '--expect', ' billing'], pass, 'pass'],
  ])('%s with %j is %i', async (decision, flags, code, verdict) => {
    const engine = systemOne({ billing: 0.1, sales: 0.1, [decision]: 0.9 });
    const { json, ...ended } = await decide({ laya: engine }, [...team, ...flags, '--json']);
    expect(ended.code).toBe(code);
    expect(json).toMatchObject({ decision, verdict, verdict_source: verdict && 'expect' });
  });

  it.each<[expected: string, yes: number, code: number]>([
    ['no', 0.1, pass],
    ['no', 0.9, block],
    ['no', 0.5, abstained],
    ['yes', 0.9, pass],
  ])('%s of a yes/no question at %d is %i', async (expected, yes, code) => {
    expect((await decide({ laya: systemOne({ yes, no: 1 - yes }) }, ['--expect', expected])).code).toBe(code);
  });

  it('compares by NFC, and answers as the question spells it', async () => {
    const flags = ['-o', 'caf\u00e9', '-o', 'bar', '--expect', 'cafe\u0301'];
    expect(await decide({ laya: systemOne({ 'caf\u00e9': 0.9, bar: 0.1 }) }, flags)).toMatchObject({
      code: pass,
      stdout: 'caf\u00e9\n',
    });
  });
});

describe('stand-ins', () => {
  const unsure = systemOne({ yes: 0.5, no: 0.5 });

  it.each([
    ['--on-abstain', unsure, 'on_abstain', abstained],
    ['--on-error', fails(400), 'on_error', failed],
    ['--on-error', silent, 'on_error', late],
  ] as const)('%s gives the verdict when there is none', async (flag, engine, source, own) => {
    for (const [standIn, code, verdict] of [
      ['pass', pass, 'pass'],
      ['block', block, 'block'],
      ['fail', own, null],
    ] as const) {
      const flags = [flag, standIn, ...(engine === silent ? ['--timeout', '50ms'] : [])];
      expect(await decide({ laya: engine }, flags)).toMatchObject({ code, stdout: '' });
      const { json } = await decide({ laya: engine }, [...flags, '--json']);
      expect(json).toMatchObject({ decision: null, verdict, verdict_source: verdict && source });
      expect(json.outcome).toBe(source === 'on_abstain' ? 'abstained' : 'failed');
    }
  });

  it('stands in for a pick too, with --expect', async () => {
    const flags = [...team, '--expect', 'billing', '--on-abstain', 'pass', '--on-error', 'block'];
    expect((await decide({ laya: systemOne({ billing: 0.5, sales: 0.5 }) }, flags)).code).toBe(pass);
    expect((await decide({ laya: fails(400) }, flags)).code).toBe(block);
  });

  it('of a batch lets a row pass, and hides none', async () => {
    const codes = async (engine: Handler, ...flags: string[]) =>
      (await withEngines({ laya: engine }, ['decide', 'q', '--batch', '-', ...flags], { stdin: '{"context":"x"}' }))
        .code;
    expect(await codes(fails(400), '--on-error', 'pass')).toBe(pass);
    expect(await codes(fails(400), '--on-error', 'block')).toBe(failed);
    expect(await codes(unsure, '--on-abstain', 'block')).toBe(pass);
    expect(await codes(unsure, '--on-abstain', 'block', '--fail-on', 'block')).toBe(block);
    expect(await codes(unsure, '--on-abstain', 'block', '--fail-on', 'abstained')).toBe(abstained);
    expect(await codes(unsure, '--on-abstain', 'pass', '--fail-on', 'abstained')).toBe(pass);
  });

  it('keeps the two apart', async () => {
    expect((await decide({ laya: unsure }, ['--on-error', 'pass'])).code).toBe(abstained);
    expect((await decide({ laya: fails(400) }, ['--on-abstain', 'pass'])).code).toBe(failed);
  });

  it('a proxy that nothing may go through is no fault', async () => {
    const env = { TYPESAFE_API_KEY: 'k', HTTPS_PROXY: 'socks5://127.0.0.1:1' };
    const flags = ['--fallback', 'typesafe', '--local-only'];
    expect((await decide({ laya: systemOne({ yes: 0.9, no: 0.1 }) }, flags, { env })).code).toBe(pass);
    expect((await decide({ laya: fails(400) }, flags, { env })).code).toBe(failed);
  });

  it('never covers faulty settings, which come up before anybody is asked', async () => {
    const env = { TYPESAFE_API_KEY: 'k', HTTPS_PROXY: '::' };
    for (const flags of [
      ['-p', 'typesafe'],
      ['--fallback', 'typesafe'],
      ['--fallback', 'typesafe', '--dry-run'],
    ]) {
      const ended = await decide({ laya: fails(500) }, [...flags, '--on-error', 'pass'], { env });
      expect(ended).toMatchObject({ code: usage, stdout: '', sent: { laya: [] } });
      expect(ended.stderr).toBe(
        'system1: typesafe: HTTPS_PROXY is no http or https URL\nhint: write it as http://HOST:PORT, or unset it\n',
      );
    }
  });
});

describe('--exit', () => {
  const map = ['--exit', 'pass=10, block=11,abstain=12,error=13,timeout=14'];

  it.each([
    [10, systemOne({ yes: 0.9, no: 0.1 }), []],
    [10, fails(400), ['--on-error', 'pass']],
    [11, systemOne({ yes: 0.1, no: 0.9 }), []],
    [12, systemOne({ yes: 0.5, no: 0.5 }), []],
    [13, fails(400), []],
    [14, silent, ['--timeout', '30ms']],
    [3, fails(400), ['--dry-run']],
  ] as const)('%i', async (code, engine, flags) => {
    expect((await decide({ laya: engine }, [...map, ...flags])).code).toBe(code);
  });

  it('also maps a pick, and lets two results share a code', async () => {
    const engines = { laya: systemOne({ billing: 0.9, sales: 0.1 }) };
    expect((await decide(engines, [...team, ...map])).code).toBe(10);
    expect((await decide({ laya: fails(400) }, ['--exit', 'error=1,timeout=1'])).code).toBe(1);
  });
});

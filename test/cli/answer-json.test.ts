// The JSON of one answer: the names, their order and their nulls are what scripts rely on.
import { expect, it } from 'vitest';
import { decide } from '../support/decide.ts';
import { fails, systemOne } from '../support/engines.ts';
import type { Handler } from '../support/server.ts';

const yes = systemOne({ yes: 0.97, no: 0.03 });

it('has every field of the contract, in its order', async () => {
  const flags = ['--fallback', 'laya', '-p', 'von', '--json'];
  const { stdout, stderr } = await decide({ von: fails(500), laya: yes }, flags);
  const answer = {
    id: null,
    outcome: 'answered',
    decision: 'yes',
    verdict: 'pass',
    verdict_source: 'decision',
    confidence: 0.97,
    confidence_source: 'distribution',
    options: [
      { name: 'yes', probability: 0.97, raw: 0.97 },
      { name: 'no', probability: 0.03, raw: 0.03 },
    ],
    probabilities: { yes: 0.97, no: 0.03 },
    raw_probabilities: { yes: 0.97, no: 0.03 },
    provider_confidence: 0.81,
    score: null,
    legend: null,
    min_confidence: 0.6,
    min_confidence_source: 'default',
    abstain_reason: null,
    calibration: null,
    provider: 'laya',
    model: 'typed-decisions',
    rationale: 'laya typed-decisions: yes=0.97, no=0.03',
    latency_ms: 0,
    request: { id: 2, questions: 1 },
    usage: { input_tokens: 83, output_tokens: 0 },
    attempts: [
      {
        provider: 'von',
        model: null,
        outcome: 'failed',
        tries: 1,
        latency_ms: 0,
        error: { code: 'provider_error', message: 'HTTP 500: no' },
      },
      {
        provider: 'laya',
        model: 'typed-decisions',
        outcome: 'answered',
        tries: 1,
        latency_ms: 0,
        error: null,
      },
    ],
    warnings: [],
    error: null,
  };
  expect(stdout.replace(/"latency_ms":[\d.]+/g, '"latency_ms":0')).toBe(`${JSON.stringify(answer)}\n`);
  expect(stderr).toBe('system1: laya answered in place of von (HTTP 500: no)\n');
});

it('has the same fields after a failure and after bad input', async () => {
  const answered = await decide({ laya: yes }, ['--json']);
  const failed = await decide({ laya: fails(401) }, ['--json']);
  const refused = await decide({}, ['--json', '-c', '']);
  expect(Object.keys(failed.json)).toEqual(Object.keys(answered.json));
  expect(Object.keys(refused.json)).toEqual(Object.keys(answered.json));
  expect(failed.json).toMatchObject({ outcome: 'failed', decision: null, verdict: null, options: null });
  expect(failed.json.error).toEqual({
    code: 'authentication',
    message: 'HTTP 401: no',
    provider: 'laya',
    status: 401,
    hint: expect.stringContaining('check the key'),
  });
});

it('keeps the leaning when it abstains, and the numbers as they were sent', async () => {
  const { json } = await decide({ laya: systemOne({ yes: 0.555, no: 0.45 }) }, ['--json']);
  expect(json).toMatchObject({ outcome: 'abstained', decision: null, abstain_reason: 'low_confidence', error: null });
  expect(json.raw_probabilities).toEqual({ yes: 0.555, no: 0.45 });
  expect(json.confidence).toBeCloseTo(0.555 / 1.005, 12);
});

it('has score and legend for levels; the likeliest level counts, the lower one on a tie', async () => {
  const flags = ['-l', 'calm', '-l', 'soon', '-l', 'now', '--json', '--min-confidence', '0.3'];
  const { json, code } = await decide({ laya: systemOne({ calm: 0.2, soon: 0.4, now: 0.4 }) }, flags);
  expect([code, json.decision, json.verdict]).toEqual([0, 'soon', null]);
  expect(json).toMatchObject({ legend: { 0: 'calm', 1: 'soon', 2: 'now' } });
  expect(json.score).toBeCloseTo(1.2, 12);
});

it('says why nothing is known about a text in another script', async () => {
  const { code, json, sent } = await decide({ laya: yes }, ['--json', '-c', 'это совершенно безопасно']);
  expect([code, sent['laya']]).toEqual([3, []]);
  expect(json).toMatchObject({
    abstain_reason: 'non_latin_text',
    options: null,
    warnings: [{ code: 'non_latin_text' }],
  });
});

it('writes options in the order given, whatever they are called', async () => {
  const flags = ['-p', 'systemone', '--json', '-o', '10', '-o', '2', '-o', '__proto__'];
  const probabilities = '{"10":0.2,"2":0.1,"__proto__":0.7}';
  const answer = `{"type":"choice","choice":"__proto__","probabilities":${probabilities}}`;
  const systemone: Handler = () => ({ body: `{"model":"d1","answers":{"decision":${answer}}}` });
  const { stdout, sent } = await decide({ systemone }, flags);
  expect(stdout).toContain(`"probabilities":${probabilities},"raw_probabilities":${probabilities}`);
  expect(sent['systemone']?.[0]?.body).toContain('"criteria":{"10":"10","2":"2","__proto__":"__proto__"}');
});

import { expect, test } from 'vitest';
import type { Answer } from '../../src/decision/answer.ts';
import { System1Error } from '../../src/errors.ts';
import { toJson } from '../../src/json.ts';
import { answerJson, failedJson, jsonDocument } from '../../src/output/json.ts';
import { answer, question } from './answers.ts';

const text = (value: Answer): string => toJson(answerJson(value));
const parsed = (value: Answer) => JSON.parse(text(value)) as Record<string, unknown>;

/** The names and their order, as the contract shows them. */
const fields = [
  'id,outcome,decision,verdict,verdict_source,confidence,confidence_source,options,probabilities,raw_probabilities',
  'provider_confidence,score,legend,min_confidence,min_confidence_source,abstain_reason,calibration,provider,model',
  'rationale,latency_ms,request,usage,attempts,warnings,error',
].join(',');

const failure = new System1Error('unreachable', 'connection refused', {
  provider: 'von',
  hint: 'start it',
  status: 502,
});

test('an answer', () => {
  const attempts: Answer['attempts'] = [
    { provider: 'von', model: null, outcome: 'failed', tries: 2, latencyMs: 290.34, error: failure },
    { provider: 'laya', model: 'typed-decisions', outcome: 'answered', tries: 1, latencyMs: 9.26, error: null },
  ];
  const warnings = [{ code: 'uncalibrated', message: 'over-confident' }];
  expect(jsonDocument(answerJson(answer({ attempts, warnings })), { isTTY: true })).toMatchInlineSnapshot(`
    "{
      "id": null,
      "outcome": "answered",
      "decision": "yes",
      "verdict": "pass",
      "verdict_source": "decision",
      "confidence": 0.88,
      "confidence_source": "distribution",
      "options": [
        {
          "name": "yes",
          "probability": 0.88,
          "raw": 0.97
        },
        {
          "name": "no",
          "probability": 0.12,
          "raw": 0.03
        }
      ],
      "probabilities": {
        "yes": 0.88,
        "no": 0.12
      },
      "raw_probabilities": {
        "yes": 0.97,
        "no": 0.03
      },
      "provider_confidence": 0.81,
      "score": null,
      "legend": null,
      "min_confidence": 0.6,
      "min_confidence_source": "default",
      "abstain_reason": null,
      "calibration": null,
      "provider": "laya",
      "model": "typed-decisions",
      "rationale": "laya typed-decisions: yes=0.88, no=0.12",
      "latency_ms": 299.8,
      "request": {
        "id": 1,
        "questions": 1
      },
      "usage": {
        "input_tokens": 83,
        "output_tokens": 0
      },
      "attempts": [
        {
          "provider": "von",
          "model": null,
          "outcome": "failed",
          "tries": 2,
          "latency_ms": 290.3,
          "error": {
            "code": "unreachable",
            "message": "connection refused"
          }
        },
        {
          "provider": "laya",
          "model": "typed-decisions",
          "outcome": "answered",
          "tries": 1,
          "latency_ms": 9.3,
          "error": null
        }
      ],
      "warnings": [
        {
          "code": "uncalibrated",
          "message": "over-confident"
        }
      ],
      "error": null
    }
    "
  `);
});

test.each([
  ['an answer', answerJson(answer())],
  ['a failure before asking', failedJson(failure)],
])('%s has every field, in order', (_, value) => {
  expect(Object.keys(JSON.parse(toJson(value)) as object).join(',')).toBe(fields);
});

test('a failure before asking', () => {
  const document = JSON.parse(toJson(failedJson(failure))) as Record<string, unknown>;
  const { outcome, error, attempts, warnings, ...rest } = document;
  expect(outcome).toBe('failed');
  expect(attempts).toEqual([]);
  expect(warnings).toEqual([]);
  expect(error).toEqual({
    code: 'unreachable',
    message: 'connection refused',
    provider: 'von',
    status: 502,
    hint: 'start it',
  });
  expect(new Set(Object.values(rest))).toEqual(new Set([null]));
});

test('an error without details has nulls for them', () => {
  const { error } = parsed(answer({ outcome: 'failed', error: new System1Error('deadline', 'too late') }));
  expect(error).toEqual({ code: 'deadline', message: 'too late', provider: null, status: null, hint: null });
});

test('the maps keep the order of the options, whatever they are called', () => {
  const names = ['10', '2', '__proto__', 'constructor'];
  const options = names.map((name) => ({ name, probability: 0.25, raw: 0.2 }));
  expect(text(answer({ options }))).toContain(
    '"probabilities":{"10":0.25,"2":0.25,"__proto__":0.25,"constructor":0.25},"raw_probabilities":{"10":0.2,"2":0.2,',
  );
});

test('numbers are not rounded, times are', () => {
  const options = [
    { name: 'yes', probability: 0.8800000000000001, raw: 0.97 },
    { name: 'no', probability: 0.11999999999999988, raw: 1e-300 },
  ];
  const json = text(answer({ options, latencyMs: 12.3456 }));
  expect(json).toContain('0.8800000000000001');
  expect(json).toContain('1e-300');
  expect(json).toContain('"latency_ms":12.3,');
});

test('an engine without probabilities: the names alone', () => {
  const options = ['yes', 'no'].map((name) => ({ name, probability: null, raw: null }));
  const { options: named, probabilities, raw_probabilities } = parsed(answer({ options }));
  expect(named).toEqual([{ name: 'yes' }, { name: 'no' }]);
  expect(probabilities).toBeNull();
  expect(raw_probabilities).toBeNull();
});

test('levels have a legend', () => {
  const levels = answer({ question: question('levels', ['calm', 'angry']), score: 0.25 });
  expect(parsed(levels)).toMatchObject({ score: 0.25, legend: { 0: 'calm', 1: 'angry' } });
});

test('a program gets one line', () => {
  const document = jsonDocument({ a: [1, 2] }, { isTTY: false });
  expect(document).toBe('{"a":[1,2]}\n');
});

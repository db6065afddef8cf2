import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/decision/answer.ts';
import { type Gate, gateConfidence, gatesOf, giveVerdict, isOwnFault } from '../../src/decision/gate.ts';
import { errorCodes, System1Error } from '../../src/errors.ts';
import { answer, question } from '../output/answers.ts';

const gate = (parts: Partial<Gate> = {}): Gate => ({
  threshold: () => ({ value: 0.6, source: 'default' }),
  expect: [],
  onAbstain: 'fail',
  onError: 'fail',
  ...parts,
});

const failure = (code: (typeof errorCodes)[number]): Partial<Answer> => ({
  outcome: 'failed',
  decision: null,
  error: new System1Error(code, 'no'),
});

describe('gatesOf', () => {
  it('gives each question its own gate, and is asked of no other', () => {
    const asked = ['a', 'b'].map((id) => ({ question: question('yes-no', ['yes', 'no'], id), gate: gate() }));
    const gateOf = gatesOf(asked);
    for (const one of asked) expect(gateOf(one.question)).toBe(one.gate);
    expect(() => gateOf(question('yes-no', ['yes', 'no'], 'c'))).toThrow(
      expect.objectContaining({ code: 'internal', message: 'no gate for the question c' }),
    );
  });
});

describe('gateConfidence', () => {
  it.each([
    [0.6, 'answered'],
    [0.6 - 1e-9, 'answered'],
    [0.6 - 1.1e-9, 'abstained'],
    [0.9, 'answered'],
  ])('a confidence of %d is %s', (confidence, outcome) => {
    expect(gateConfidence(answer({ confidence }), gate(), null)).toEqual({
      ...answer({ confidence, minConfidence: 0.6, minConfidenceSource: 'default' }),
      ...(outcome === 'abstained' ? { outcome, decision: null, abstainReason: 'low_confidence' } : {}),
    });
  });

  it('asks for the threshold of the decision', () => {
    const threshold = (decision: string) => ({ value: decision === 'no' ? 0.95 : 0.5, source: 'flag' });
    const gated = (decision: string) =>
      gateConfidence(answer({ decision, confidence: 0.9 }), gate({ threshold }), null);
    expect(gated('yes')).toMatchObject({ outcome: 'answered', minConfidence: 0.5, minConfidenceSource: 'flag' });
    expect(gated('no')).toMatchObject({ outcome: 'abstained', minConfidence: 0.95 });
  });

  it.each<Partial<Answer>>([
    failure('timeout'),
    { outcome: 'abstained', decision: null, abstainReason: 'order_sensitive', confidence: 0.1 },
    { outcome: 'abstained', decision: 'yes', confidence: 0.1 },
    { decision: null, confidence: 0.1 },
    { confidence: null },
  ])('leaves what has no decision of its own or no confidence: %j', (parts) => {
    const given = answer(parts);
    expect(gateConfidence(given, gate(), null)).toBe(given);
  });

  describe('with a threshold that was fitted', () => {
    const stored = (ofThisQuestion: boolean) => ({ value: 0.8, ofThisQuestion });
    const at = (source: string) => gate({ threshold: () => ({ value: 0.6, source }) });
    const given = answer({ confidence: 0.7, warnings: [{ code: 'before', message: 'kept' }] });

    it('goes by it where nobody set another', () => {
      expect(gateConfidence(given, at('default'), stored(true))).toMatchObject({
        outcome: 'abstained',
        minConfidence: 0.8,
        minConfidenceSource: 'stored',
        warnings: given.warnings,
      });
    });

    it('goes by the default for another question, and says so', () => {
      const { outcome, minConfidence, minConfidenceSource, warnings } = gateConfidence(
        given,
        at('default'),
        stored(false),
      );
      expect({ outcome, minConfidence, minConfidenceSource }).toEqual({
        outcome: 'answered',
        minConfidence: 0.6,
        minConfidenceSource: 'default',
      });
      expect(warnings).toEqual([
        ...given.warnings,
        {
          code: 'threshold_of_another_question',
          message: 'the stored threshold was fitted on another question: the default applies',
        },
      ]);
    });

    it.each([true, false])('goes by what the user set, of this question or not: %s', (ofThisQuestion) => {
      expect(gateConfidence(given, at('flag'), stored(ofThisQuestion))).toMatchObject({
        outcome: 'answered',
        minConfidence: 0.6,
        minConfidenceSource: 'flag',
        warnings: given.warnings,
      });
    });
  });
});

describe('giveVerdict', () => {
  const choice = { question: question('choice', ['a', 'b']) };
  const abstained: Partial<Answer> = { outcome: 'abstained', decision: null };

  it.each<[string, Partial<Answer>, Partial<Gate>, Answer['verdict'], Answer['verdictSource']]>([
    ['yes', { decision: 'yes' }, {}, 'pass', 'decision'],
    ['no', { decision: 'no' }, {}, 'block', 'decision'],
    ['a no that is expected', { decision: 'no' }, { expect: ['no'] }, 'pass', 'expect'],
    ['a yes that is not', { decision: 'yes' }, { expect: ['no'] }, 'block', 'expect'],
    ['a pick', { ...choice, decision: 'a' }, {}, null, null],
    ['a pick called yes', { question: question('choice', ['yes', 'b']), decision: 'yes' }, {}, null, null],
    ['a pick among several', { ...choice, decision: 'a' }, { expect: ['b', 'a'] }, 'pass', 'expect'],
    ['a pick that is not among them', { ...choice, decision: 'a' }, { expect: ['b'] }, 'block', 'expect'],
    ['a level', { question: question('levels', ['a', 'b']), decision: 'a' }, {}, null, null],
    ['a decision, whatever stands in', { decision: 'no' }, { onAbstain: 'pass', onError: 'pass' }, 'block', 'decision'],
    ['an abstention', abstained, {}, null, null],
    ['an abstention that passes', abstained, { onAbstain: 'pass' }, 'pass', 'on_abstain'],
    ['an abstention that blocks', abstained, { onAbstain: 'block', onError: 'pass' }, 'block', 'on_abstain'],
    ['an abstention beside expect', abstained, { expect: ['yes'], onAbstain: 'pass' }, 'pass', 'on_abstain'],
    ['a failure', failure('overloaded'), { onAbstain: 'pass' }, null, null],
    ['a failure that passes', failure('deadline'), { onError: 'pass' }, 'pass', 'on_error'],
    ['a failure that blocks', failure('unreachable'), { onAbstain: 'pass', onError: 'block' }, 'block', 'on_error'],
    ['a fault of the user', failure('invalid_request'), { onError: 'pass' }, null, null],
  ])('%s', (_, parts, gateParts, verdict, verdictSource) => {
    const given = answer({ verdict: null, verdictSource: null, ...parts });
    expect(giveVerdict(given, gate(gateParts))).toEqual({ ...given, verdict, verdictSource });
  });
});

describe('isOwnFault', () => {
  it('is one of the user or a bug, and nothing that an engine does', () => {
    const own = errorCodes.filter((code) => isOwnFault(new System1Error(code, 'no')));
    expect(own).toEqual(['invalid_request', 'config_error', 'internal']);
    expect(isOwnFault(null)).toBe(false);
  });
});

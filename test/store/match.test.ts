import { describe, expect, it } from 'vitest';
import { labelsKey, optionsKey, questionKey } from '../../src/store/keys.ts';
import { entriesFor, findEntry, isOfQuestion, ofAnotherModel } from '../../src/store/match.ts';
import { configOf, hopOf } from '../config/support.ts';
import { entry } from './support.ts';

const yesNo = entry('yes-no');
const model = entry('model', { scope: 'model', options: null });
const other = entry('other', { model: 'typed-decisions' });
const nameless = entry('nameless', { model: null });
const all = [yesNo, model, other, nameless];

describe('entriesFor', () => {
  const names = ['laya', 'von', 'ollama', 'anthropic', 'mock'];

  it.each([
    ['laya', ['laya']],
    ['ollama', ['ollama']],
    ['systemone', []],
    ['anthropic', []],
    ['mock', []],
  ])('gives %s its own, if it tells probabilities', async (name, found) => {
    const stored = names.map((provider) => entry(provider, { provider }));
    const hop = hopOf(await configOf({}), name);
    expect(entriesFor(hop, stored).map(({ path }) => path)).toEqual(found);
  });
});

describe('findEntry', () => {
  it.each([
    { name: 'the very list', entries: all, wanted: { model: 'english', options: ['yes', 'no'] }, found: 'yes-no' },
    {
      name: 'the list in another order',
      entries: all,
      wanted: { model: 'english', options: ['no', 'yes'] },
      found: 'yes-no',
    },
    {
      name: 'another list: the model',
      entries: all,
      wanted: { model: 'english', options: ['a', 'b'] },
      found: 'model',
    },
    { name: 'a longer list', entries: [yesNo], wanted: { model: 'english', options: ['yes', 'no', 'a'] }, found: null },
    { name: 'lists that differ', entries: all, wanted: { model: 'english', options: null }, found: 'model' },
    {
      name: 'another model',
      entries: all,
      wanted: { model: 'typed-decisions', options: ['yes', 'no'] },
      found: 'other',
    },
    {
      name: 'a model that is not told',
      entries: all,
      wanted: { model: null, options: ['yes', 'no'] },
      found: 'nameless',
    },
    { name: 'nobody', entries: [yesNo], wanted: { model: null, options: ['yes', 'no'] }, found: null },
  ])('$name', ({ entries, wanted, found }) => {
    expect(findEntry(entries, wanted)?.path ?? null).toBe(found);
  });
});

describe('ofAnotherModel', () => {
  it('names one that would do, were it not for the model', () => {
    expect(ofAnotherModel([yesNo], { model: 'multilingual', options: ['no', 'yes'] })).toBe(yesNo);
    expect(ofAnotherModel([model], { model: 'multilingual', options: ['a', 'b'] })).toBe(model);
    expect(ofAnotherModel([yesNo], { model: 'multilingual', options: ['a', 'b'] })).toBe(null);
    expect(ofAnotherModel([yesNo], { model: 'english', options: ['yes', 'no'] })).toBe(null);
  });
});

describe('isOfQuestion', () => {
  const safe = entry('safe', { question: questionKey('Is it safe?') });

  it.each([
    [safe, 'Is it safe?', true],
    [safe, 'Is it spam?', false],
    [safe, null, false],
    [yesNo, 'Is it spam?', true],
    [yesNo, null, true],
  ])('%#', (stored, question, holds) => {
    expect(isOfQuestion(stored, question)).toBe(holds);
  });
});

describe('keys', () => {
  // They are stored: a change would orphan every calibration.
  it('never change', () => {
    expect(optionsKey(['yes', 'no'])).toBe('eb6850d92ff95281');
    expect(questionKey('Is it safe?')).toBe('fad50cb488162f24');
    expect(questionKey('Ist es nötig 40?')).toBe('0042f6a70ee5b477');
    expect(questionKey('Is it 4?')).toBe('f17ad8db05cd20c3');
    expect(labelsKey({ hashes: Uint32Array.of(1, 2), labels: Uint16Array.of(0, 1) })).toBe('7bb65f3d6f9a0515');
  });

  it('tell lists apart that only look alike', () => {
    expect(optionsKey([' yes', 'no '])).toBe(optionsKey(['no', 'yes']));
    expect(optionsKey(['a', 'b c'])).not.toBe(optionsKey(['a b', 'c']));
    expect(optionsKey(['é', 'e'])).not.toBe(optionsKey(['e', 'e\u0301']));
  });
});

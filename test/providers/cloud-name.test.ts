import { expect, test } from 'vitest';
import { isCloudName } from '../../src/providers/cloud-name.ts';

test.each([
  ['gpt-oss:120b-cloud', true],
  ['glm-4.6:cloud', true],
  ['Qwen:CLOUD', true],
  ['x:cloud ', true],
  ['cloud', false],
  ['cloud:7b', false],
  ['cloudy:7b', false],
  ['cloud-7b', false],
  ['x-cloud-7b', false],
  ['nimbuscloud', false],
  ['gemma4:e4b', false],
  ['', false],
])('the name %j is one of the cloud: %s', (model, isOne) => {
  expect(isCloudName(model)).toBe(isOne);
});

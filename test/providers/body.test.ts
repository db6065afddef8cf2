import { expect, test } from 'vitest';
import { readBody } from '../../src/providers/body.ts';
import { respond, thrownBy } from './samples.ts';

test.each<[string, string, string, string]>([
  ['a bare NaN', '{"p": NaN}', 'malformed_response', 'the answer is not valid JSON'],
  ['a bare Infinity', '{"p": Infinity}', 'malformed_response', 'the answer is not valid JSON'],
  ['an overflowing number', '{"p": 1e999}', 'malformed_response', 'the answer holds a number that is not finite'],
  ['one deep inside', '{"a": [{"b": [-1e999]}]}', 'malformed_response', 'the answer holds a number that is not finite'],
  ['a web page', '\n<html></html>', 'malformed_response', 'the answer is a web page, not JSON'],
  ['nothing', ' ', 'malformed_response', 'the answer is empty'],
  ['half an object', '{"answers": {', 'malformed_response', 'the answer is not valid JSON'],
  ['an array', '[]', 'malformed_response', 'the answer is no JSON object'],
  ['null', 'null', 'malformed_response', 'the answer is no JSON object'],
  ['an error string', '{"error": "model not loaded", "answers": {}}', 'provider_error', 'model not loaded'],
  ['an error object', '{"error": {"message": "busy"}}', 'provider_error', 'busy'],
  ['an error without a text', '{"error": {}}', 'provider_error', 'the answer is an error without a text'],
  ['an error that is false', '{"error": false}', 'provider_error', 'the answer is an error without a text'],
])('%s', (_, body, code, message) => {
  expect(thrownBy(() => readBody(respond(body)))).toMatchObject({ code, message, retryable: false });
});

test('an error of null is none', () => {
  expect(readBody(respond('{"error": null, "a": 1}'))).toEqual({ error: null, a: 1 });
});

test('nesting deeper than the stack', () => {
  const depth = 50_000;
  expect(readBody(respond(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`))).toHaveProperty('a');
});

test('more values than any engine sends are refused before they are parsed', () => {
  const list = (count: number): string => `{"a":[${'0,'.repeat(count)}0]}`;
  expect(readBody(respond(list(99_000)))).toHaveProperty('a');
  expect(thrownBy(() => readBody(respond(list(101_000))))).toMatchObject({
    code: 'malformed_response',
    message: 'the answer holds more values than any engine sends',
  });
});

import { describe, expect, test } from 'vitest';
import { dotted, lineOfKey, parseToml } from '../../src/config/toml.ts';

const text = `# provider = "in a comment"
provider = "laya"
fallback = [
  "ollama",
]

[providers.ollama]   # local
model = "gemma4:e4b"
"num_ctx" = 4096

[ providers . gpu-box ]
'kind' = "systemone"

[providers]
von = { model = "x", endpoint = "y" }
laya.model = "typed-decisions"
"a\\"b".'c"d' = 1
`.replaceAll('\n', '\r\n');

describe('the line of a key', () => {
  test.each([
    [['provider'], 2],
    [['fallback'], 3],
    [['providers', 'ollama'], 7],
    [['providers', 'ollama', 'model'], 8],
    [['providers', 'ollama', 'num_ctx'], 9],
    [['providers', 'gpu-box', 'kind'], 12],
    [['providers', 'von', 'endpoint'], 15],
    [['providers', 'laya', 'model'], 16],
    [['providers', 'ollama', 'absent'], 7],
    [['model'], null],
    [['providers', 'a"b', 'c"d'], 17],
  ])('%j → %s', (keys, line) => {
    expect(lineOfKey(text, keys)).toBe(line);
  });
});

test('a fault names file, line and dotted key', async () => {
  const file = await parseToml(text, '/etc/c.toml');
  expect(file.fault(['providers', 'ollama', 'model'], 'must be blue').message).toBe(
    '/etc/c.toml:8: providers.ollama.model must be blue',
  );
  expect(file.fault(['absent'], 'is no setting').message).toBe('/etc/c.toml: absent is no setting');
});

test('odd keys are quoted', () => {
  expect(dotted(['providers', 'gpu box', 'a\u001bb'])).toBe('providers."gpu box"."a\\u001bb"');
});

describe('what is no TOML', () => {
  test.each([
    ['a = 1\nb = ', 2],
    ['a = 1\na = 2', 2],
    ['[x\n', 1],
    ['a = "sk-secret', 1],
    ['a = 1\r\n\r\nb = [1,,]', 3],
  ])('%j: line %s', async (broken, line) => {
    await expect(parseToml(broken, 'c.toml')).rejects.toMatchObject({
      code: 'config_error',
      message: expect.stringMatching(new RegExp(`^c\\.toml:${line}: [a-z][^\\n]*$`)),
    });
  });

  test('the reason is told in the words of the parser', async () => {
    await expect(parseToml('a = tru', 'c.toml')).rejects.toMatchObject({
      message: 'c.toml:1: invalid value',
      hint: 'the file must be valid TOML',
    });
  });

  test('the line itself is not shown: it may hold a key', async () => {
    await expect(parseToml('api_key = "sk-secret', 'c.toml')).rejects.toMatchObject({
      message: expect.not.stringContaining('secret'),
    });
  });
});

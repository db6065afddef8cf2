import { describe, expect, test } from 'vitest';
import { type ColorMode, plain, styleFor } from '../../src/output/style.ts';

const terminal = { isTTY: true, columns: 80 };
const pipe = { isTTY: false, columns: 0 };

describe('colour', () => {
  test.each<[where: typeof terminal, mode: ColorMode, env: Record<string, string>, colour: boolean]>([
    [terminal, 'auto', {}, true],
    [pipe, 'auto', {}, false],
    [pipe, 'always', {}, true],
    [terminal, 'never', {}, false],
    [pipe, 'auto', { CI: 'true' }, false],
    [terminal, 'auto', { TERM: 'dumb' }, false],
    [terminal, 'always', { TERM: 'dumb' }, true],
    [terminal, 'auto', { NO_COLOR: '1' }, false],
    [terminal, 'auto', { NO_COLOR: 'false' }, false],
    [terminal, 'auto', { NO_COLOR: '' }, true],
    [terminal, 'always', { NO_COLOR: '1' }, true],
    [pipe, 'auto', { FORCE_COLOR: '1' }, true],
    [pipe, 'auto', { FORCE_COLOR: 'true' }, true],
    [pipe, 'auto', { FORCE_COLOR: '' }, false],
    [terminal, 'auto', { FORCE_COLOR: '0' }, false],
    [terminal, 'auto', { FORCE_COLOR: 'False' }, false],
    [terminal, 'auto', { FORCE_COLOR: '3', TERM: 'dumb' }, true],
    [terminal, 'auto', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [terminal, 'never', { FORCE_COLOR: '1' }, false],
  ])('%o --color %s %o: %s', (where, mode, env, colour) => {
    const { colors } = styleFor(where, env, mode);
    expect(colors.red('x')).toBe(colour ? '\x1b[31mx\x1b[39m' : 'x');
  });
});

describe('characters', () => {
  test.each<[env: Record<string, string>, unicode: boolean]>([
    [{}, false],
    [{ LANG: 'C' }, false],
    [{ LANG: 'en_GB.UTF-8' }, true],
    [{ LANG: 'de_DE.utf8' }, true],
    [{ LANG: 'en_GB.UTF-8', LC_ALL: 'C' }, false],
    [{ LANG: 'C', LC_CTYPE: 'C.UTF-8' }, true],
    [{ LANG: 'en_GB.UTF-8', LC_ALL: '' }, true],
  ])('%o: %s', (env, unicode) => {
    expect(styleFor(terminal, env, 'auto').unicode).toBe(unicode);
  });
});

test('plain has neither', () => {
  expect(plain.unicode).toBe(false);
  expect(plain.colors.bold('x')).toBe('x');
});

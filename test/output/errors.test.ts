import picocolors from 'picocolors';
import { describe, expect, test } from 'vitest';
import { asSystem1Error, configError, type ErrorDetails, invalidRequest, System1Error } from '../../src/errors.ts';
import { renderAbstention, renderError, renderWarning } from '../../src/output/errors.ts';
import { renderNotice } from '../../src/output/notices.ts';
import { plain } from '../../src/output/style.ts';

const quiet = { verbose: false, style: plain };
const at = (details: ErrorDetails): System1Error => new System1Error('unreachable', 'connection refused', details);

test.each<[what: string, error: System1Error, text: string]>([
  ['message alone', configError('no model'), 'system1: no model\n'],
  ['with a hint', invalidRequest('blank', 'say more'), 'system1: blank\nhint: say more\n'],
  [
    'with a provider',
    at({ provider: 'laya', hint: 'start it' }),
    'system1: laya: connection refused\nhint: start it\n',
  ],
  ['controls', at({ provider: 'a\x1b[31mb', hint: 'x\ny' }), 'system1: ab: connection refused\nhint: x y\n'],
])('%s', (_, error, text) => {
  expect(renderError(error, quiet)).toBe(text);
});

test('a bug says how to report it, and shows its stack only with --verbose', () => {
  const bug = asSystem1Error(new TypeError('x is \x1b[2Jundefined'));
  const short = renderError(bug, quiet);
  expect(short).toMatch(/^system1: x is undefined\nhint: this is a bug in system1: please report it .*--verbose\n$/);
  const long = renderError(bug, { verbose: true, style: plain });
  expect(long.startsWith(short)).toBe(true);
  expect(long).toMatch(/\n {4}TypeError: x is undefined\n {4}at /);
  expect(long).not.toContain('\x1b');
});

test('a cause that is no Error is shown too', () => {
  expect(renderError(at({ cause: 'ECONNREFUSED' }), { verbose: true, style: plain })).toContain('\n    ECONNREFUSED\n');
});

test('colour', () => {
  const style = { colors: picocolors.createColors(true), unicode: true, columns: 0 };
  expect(renderError(configError('no'), { verbose: false, style })).toContain('\x1b[31m');
  expect(renderWarning('careful', style)).toContain('\x1b[33m');
});

describe('on a terminal', () => {
  const long = 'a message that is long enough to need a second line, 日本語 and all, and even a third one';
  const on = (columns: number): string => {
    const style = { ...plain, columns };
    const error = configError(long, 'a hint that is long enough to need a second line as well');
    const notice = { kind: 'leaving', provider: 'typesafe', host: 'api.typesafe.ai' } as const;
    return [
      renderError(error, { verbose: false, style }),
      renderWarning(long, style),
      renderAbstention('leaning yes: 53.0% is below 60.0%', style),
      renderNotice(notice, style),
    ].join('');
  };

  test('what does not fit on a line stands below where the text began', () => {
    expect(`\n${on(40)}`).toMatchInlineSnapshot(`
      "
      system1: a message that is long enough
               to need a second line, 日本語
               and all, and even a third one
      hint: a hint that is long enough to need
            a second line as well
      system1: warning: a message that is long
               enough to need a second line,
               日本語 and all, and even a
               third one
      system1: abstained: leaning yes: 53.0%
               is below 60.0%
      system1: typesafe: the text goes to
               api.typesafe.ai
      "
    `);
    expect(`\n${on(60)}`).toMatchInlineSnapshot(`
      "
      system1: a message that is long enough to need a second
               line, 日本語 and all, and even a third one
      hint: a hint that is long enough to need a second line as
            well
      system1: warning: a message that is long enough to need a
               second line, 日本語 and all, and even a third one
      system1: abstained: leaning yes: 53.0% is below 60.0%
      system1: typesafe: the text goes to api.typesafe.ai
      "
    `);
    expect(`\n${on(80)}`).toMatchInlineSnapshot(`
      "
      system1: a message that is long enough to need a second line, 日本語 and all,
               and even a third one
      hint: a hint that is long enough to need a second line as well
      system1: warning: a message that is long enough to need a second line, 日本語
               and all, and even a third one
      system1: abstained: leaning yes: 53.0% is below 60.0%
      system1: typesafe: the text goes to api.typesafe.ai
      "
    `);
  });

  test.each([0, 24, 200])('with room for it, or without any, it is one line: %i columns', (columns) => {
    expect(on(columns)).toBe(on(0));
  });

  test('every line is painted for itself, and what is bold has no colour but red', () => {
    const style = { colors: picocolors.createColors(true), unicode: true, columns: 40 };
    const shown = renderWarning(long, style) + renderError(configError(long), { verbose: false, style });
    expect(shown).toContain('\x1b[1msystem1:\x1b[22m \x1b[33mwarning:\x1b[39m a message');
    expect(shown).toContain('\x1b[31m\x1b[1msystem1:\x1b[22m\x1b[39m a message');
    const notice = renderNotice({ kind: 'leaving', provider: 'typesafe', host: 'h'.repeat(20) }, style).split('\n');
    for (const line of notice.slice(0, -1)) expect(line).toMatch(/^ *\x1b\[2m.*\x1b\[22m$/);
  });
});

test('a warning is one line in a pipe', () => {
  expect(renderWarning('unknown variable\nSYSTEM1_X', plain)).toBe('system1: warning: unknown variable SYSTEM1_X\n');
});

import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { asSystem1Error, configError, type ErrorDetails, invalidRequest, System1Error } from '../../src/errors.ts';
import { renderError, renderWarning } from '../../src/output/errors.ts';
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
  const style = { colors: picocolors.createColors(true), unicode: true };
  expect(renderError(configError('no'), { verbose: false, style })).toContain('\x1b[31m');
  expect(renderWarning('careful', style)).toContain('\x1b[33m');
});

test('a warning is one line', () => {
  expect(renderWarning('unknown variable\nSYSTEM1_X', plain)).toBe('system1: warning: unknown variable SYSTEM1_X\n');
});

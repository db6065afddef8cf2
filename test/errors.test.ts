import { expect, it } from 'vitest';
import { System1Error } from '../src/errors.ts';

it('holds no control character but a line feed or an escape', () => {
  // Found by fuzzing: `calibrations = "\u0000"` in a configuration file.
  expect(new System1Error('config_error', 'a\0b\x7fc\nd').message).toBe('a b c\nd');
});

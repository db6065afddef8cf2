import { expect, it } from 'vitest';
import { System1Error } from '../src/errors.ts';

it('holds no control character but the line feed between several faults', () => {
  // Found by fuzzing: `calibrations = "\u0000"` in a configuration file.
  expect(new System1Error('config_error', 'a\0b\x1b[31mc\x9b\nd').message).toBe('a b [31mc \nd');
});

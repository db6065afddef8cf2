import { expect, it } from 'vitest';
import { System1Error } from '../src/errors.ts';

it('has a message of one line, whatever its paths and names hold', () => {
  // Found by fuzzing: `calibrations = "\u0000"` in a configuration file.
  expect(new System1Error('config_error', 'a\0b \x1b[31mc\x9b1m\n d').message).toBe('ab c d');
});

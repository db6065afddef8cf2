import { expect, it } from 'vitest';
import { asSystem1Error, System1Error } from '../src/errors.ts';

it('has a message of one line, whatever its paths and names hold', () => {
  // Found by fuzzing: `calibrations = "\u0000"` in a configuration file.
  expect(new System1Error('config_error', 'a\0b \x1b[31mc\x9b1m\n d').message).toBe('ab c d');
});

it('shows the first line of what a bug threw', () => {
  const thrown = new Error("Cannot find module './help.cjs'\nRequire stack:\n- /home/me/dist/cli.cjs");
  expect(asSystem1Error(thrown)).toMatchObject({
    code: 'internal',
    message: "Cannot find module './help.cjs'",
    cause: thrown,
  });
});

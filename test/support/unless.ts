// Tests that need what not every machine has: skipped there, with the reason in their titles.
import { it } from 'vitest';

/** `it`, or a test that is skipped when `lacks` says so. */
export const itUnless =
  (lacks: boolean, why: string) =>
  (title: string, test: () => void | Promise<void>, timeoutMs?: number): void =>
    it.skipIf(lacks)(lacks ? `${title} (skipped: ${why})` : title, test, timeoutMs);

export const isRoot = process.getuid?.() === 0;

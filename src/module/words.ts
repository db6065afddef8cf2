// The core words its errors for the command line: here flags get the names that the module's options have.
import type { System1Error } from '../errors.ts';

const options: Readonly<Record<string, string>> = {
  '--allow-remote': 'allowRemote: true',
  '--config': 'configFile',
  '--deadline': 'deadlineMs',
  '--endpoint': 'endpoint',
  '--expect': 'expect',
  '--fallback': 'fallback',
  '--local-only': 'localOnly',
  '--max-requests': 'maxRequests',
  '--min-confidence': 'minConfidence',
  '--model': 'model',
  '--no-calibration': 'calibration: false',
  '--provider': 'provider',
  '--timeout': 'timeoutMs',
};

/** The same error in the module's words. What an engine said stays as it is. */
export function inOurWords(error: System1Error): System1Error {
  const isOurs = error.status === undefined;
  return error.with({
    message: isOurs ? reworded(error.message) : error.message,
    hint: error.hint && reworded(error.hint),
  });
}

const reworded = (text: string): string =>
  text.replace(/--[a-z]+(?:-[a-z]+)*/g, (flag) => options[flag] ?? flag).replaceAll('flag)', 'argument)');

// The bare decision of `--format value` is the one output that cannot be escaped: in a step of a CI system, its runner reads it too.
import { isCommand } from '../../acting.ts';
import type { Asked } from '../../decision/gate.ts';
import { invalidRequest } from '../../errors.ts';
import type { Io } from '../../io.ts';

/** Set to something by GitHub Actions, Azure Pipelines and TeamCity. */
export const runners = ['GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'] as const;

/** Throws System1Error when a runner reads what is printed, and the name of an option would be a command to it. */
export function refuseRunnerCommands({ env }: Pick<Io, 'env'>, asked: readonly Asked[]): void {
  const runner = runners.find((name) => env[name]);
  const names = asked.flatMap(({ question }) => question.options.map(({ name }) => name));
  const found = names.find(isCommand);
  if (runner === undefined || found === undefined) return;
  throw invalidRequest(
    `the option "${found}" would be a command to the runner of this job ($${runner}), and --format value prints it as it is`,
    'use --format json',
  );
}

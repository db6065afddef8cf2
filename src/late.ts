// What a plain decision does not need, as one door: behind it the build puts everything into a file of its own, which is
// loaded when another command, help, a batch, a questions file, a dry run or a report for CI asks for it.

export { runDecideBatch } from './commands/batch/batch.ts';
export { checkStepFiles, ciReport, writeStepFiles } from './commands/decide/ci.ts';
export { dryRun } from './commands/decide/dry-run.ts';
export { addCommands } from './commands/others.ts';
export { whatElseAnswers } from './decision/neighbours.ts';
export { isJson, parseQuestions } from './decision/questions-file.ts';

// What a plain decision does not need, as one door: behind it the build puts everything into a file of its own, which is
// loaded when another command, help, a batch, a questions file or a report for CI asks for it.

export { runDecideBatch } from './commands/batch/batch.ts';
export { ciReport, writeStepFiles } from './commands/decide/ci.ts';
export { addCommands } from './commands/others.ts';
export { isJson, parseQuestions } from './decision/questions-file.ts';

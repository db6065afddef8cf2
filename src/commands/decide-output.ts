// Where an answer goes: the decision to stdout, everything else to stderr.
import type { Answer } from '../decision/answer.ts';
import type { Io } from '../io.ts';
import { renderAbstention, renderError, renderWarning } from '../output/errors.ts';
import { answerJson, jsonDocument } from '../output/json.ts';
import { abstentionOf, renderText } from '../output/text.ts';
import { renderValue } from '../output/value.ts';
import type { DecideFormat } from './decide-options.ts';
import type { Presentation } from './options.ts';

/** Shows one answer in the format that was asked for. */
export function showAnswer(io: Io, answer: Answer, speak: Presentation<DecideFormat>): void {
  const { format, quiet, verbose } = speak;
  if (!quiet) io.stdout.write(rendered(io, answer, speak));
  if (verbose && format !== 'text')
    io.stderr.write(renderText([answer], { columns: io.stderr.columns, style: speak.err }));
  if ((format === 'json' || format === 'jsonl') && !quiet) return;
  if (!quiet) for (const { message } of answer.warnings) io.stderr.write(renderWarning(message, speak.err));
  if (answer.error !== null) io.stderr.write(renderError(answer.error, { verbose, style: speak.err }));
  if (format === 'value' && answer.outcome === 'abstained' && !quiet) {
    io.stderr.write(renderAbstention(abstentionOf(answer), speak.err));
  }
}

function rendered(io: Io, answer: Answer, { format, out }: Presentation<DecideFormat>): string {
  switch (format) {
    case 'text':
      return answer.outcome === 'failed' ? '' : renderText([answer], { columns: io.stdout.columns, style: out });
    case 'value':
      return renderValue([answer], { named: false });
    case 'json':
      return jsonDocument(answerJson(answer), io.stdout);
    case 'jsonl':
      return jsonDocument(answerJson(answer), { isTTY: false });
  }
}

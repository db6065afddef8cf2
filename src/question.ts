// What is asked: questions about one context. The core always handles a list, so that batches need nothing new here.

/** One answer to choose from. Names are NFC-distinct, trimmed, not blank and free of control characters. */
export interface Option {
  readonly name: string;
  readonly description: string | null;
}

/** `yes-no`: the options are exactly yes and no. `levels`: an ordinal scale, lowest first. */
export type QuestionKind = 'yes-no' | 'choice' | 'levels';

export interface Question {
  /** Names the question in requests and answers; unique within an ask. A lone question is `decision`. */
  readonly id: string;
  readonly kind: QuestionKind;
  /** The question in words: a trusted text, never the text that is judged. */
  readonly text: string;
  /** In the order the user gave: 2 to 256, or 2 to 10 levels. */
  readonly options: readonly Option[];
}

/** Questions about one text. `context` is null when there is nothing to judge but the question itself. */
export interface Ask {
  readonly context: string | null;
  readonly questions: readonly Question[];
}

// What has to be said beside the figures, in plain words: few rows, a needless temperature, odd data.
import { rows } from '../output/units.ts';
import type { Warning } from '../providers/types.ts';
import { rowsNeeded } from './figures/threshold.ts';
import type { Dataset } from './rows/dataset.ts';
import type { Study, StudyRules } from './study.ts';
import type { Subject } from './study-report.ts';

/** With fewer rows to fit on, T is provisional. */
const steadyRows = 200;
/** Engines are off by temperatures from 0.5 to 12. */
const usual = { least: 0.2, most: 20 };

/** Something to say, or false where there is nothing. */
type Remark = readonly [code: string, message: string] | false;

const said = (remarks: readonly Remark[]): Warning[] =>
  remarks.filter((remark) => remark !== false).map(([code, message]) => ({ code, message }));

/** The remarks on a study, the weightiest first. */
export const studyRemarks = (study: Study, rules: StudyRules): Warning[] =>
  said([...onStatus(study), ...onTemperature(study), onSplit(study, rules), onThreshold(study, rules)]);

/** What is odd about the rows themselves. */
export const rowRemarks = ({ skipped, abstained, unanswered, duplicates, builds, validUtf8 }: Dataset): Warning[] =>
  said([
    skipped > 0 && ['skipped_rows', `${rows(skipped)} left out as bad`],
    unanswered > 0 && ['failed_rows', `${rows(unanswered)} left out since they failed`],
    abstained > 0 && ['abstained_rows', `${rows(abstained)} left out: the engine abstained before it was asked`],
    duplicates > 0 && ['duplicates', `${rows(duplicates)} ask what was asked before: the intervals are too narrow`],
    builds.length > 1 && [
      'several_builds',
      `${builds.length} builds of the model answered: the figures are of them together; delete the kept answers to ask one alone`,
    ],
    !validUtf8 && ['invalid_utf8', 'the file holds bytes that are no UTF-8: they were replaced'],
  ]);

/** What is odd about who answered. An alias goes on meaning something else one day; answers tell what it means now. */
export const sourceRemarks = ({ provider, model, modelIsAsked }: Answerer): Warning[] =>
  said([
    provider !== null && model === null && ['no_model', 'no model is known: only answers that name none are rescaled'],
    modelIsAsked &&
      typeof model === 'string' && [
        'model_not_told',
        `the rows do not tell that ${model} is the name in answers of ${provider}: decide goes by that one`,
      ],
    model?.endsWith('latest') === true && [
      'model_alias',
      `${model} is an alias: what it stands for changes, and the calibration with it`,
    ],
  ]);

type Answerer = Pick<Subject, 'provider' | 'model' | 'modelIsAsked'>;

const onStatus = ({ status, fitRows, heldOutRows }: Study): Remark[] => [
  status === 'too_few_rows' && [
    status,
    `${rows(fitRows)} to fit on and ${heldOutRows} to report on: that is too few, label more`,
  ],
  status === 'not_informative' && [
    status,
    'the probabilities say nothing about the labels: no temperature mends that, and nothing is stored',
  ],
  status === 'flat' && [
    status,
    'every row has equal probabilities: there is nothing to rescale, and nothing is stored',
  ],
  status === 'all_correct' && [
    status,
    'every row that was fitted on is right: how sure is too sure cannot be told, T stays 1',
  ],
];

function onTemperature({ fit, fitRows, appliedTemperature, buckets, bucketsApplied }: Study): Remark[] {
  if (fit === null) return [];
  const { temperature, ci95 } = fit;
  const holdsOne = ci95[0] <= 1 && 1 <= ci95[1];
  const why = holdsOne ? 'the interval of T contains 1' : 'it is worse on the held-out rows';
  return [
    appliedTemperature === 1 && [
      holdsOne ? 'interval_holds_one' : 'not_better',
      `rescaling is not shown to help: ${why}, so T stays 1`,
    ],
    (temperature < usual.least || temperature > usual.most) && [
      'extreme_temperature',
      `T = ${temperature.toPrecision(3)} is far from what engines need: look at the labels`,
    ],
    fitRows < steadyRows && [
      'provisional',
      `provisional: T was fitted on ${rows(fitRows)}, and is steadier with ${steadyRows}`,
    ],
    buckets?.suggested === true &&
      !bucketsApplied && ['by_options', 'T differs with the number of options: try --by options'],
  ];
}

const onSplit = ({ before }: Study, { holdout }: StudyRules): Remark =>
  holdout === 0 &&
  before !== null && ['optimistic', 'the figures are optimistic: they come from the rows that were fitted on'];

function onThreshold({ before, threshold, heldOutRows }: Study, { target }: StudyRules): Remark {
  if (target === null || threshold !== null || before === null) return false;
  const needed = rowsNeeded(target.accuracy, target.level);
  const more = Math.max(0, needed - heldOutRows);
  const wanted = `no threshold keeps an accuracy of ${target.accuracy} with confidence ${target.level}`;
  const why =
    more === 0
      ? `too many of the surest answers are wrong for so few: label more rows (it takes ${needed} without a mistake, more with some), or ask for less`
      : `it takes at least ${rows(needed)} above it, all right, ${more} more than were held out`;
  return ['no_threshold', `${wanted}: ${why}`];
}

// What a report says in sentences.
import type { Report } from '../calibration/report.ts';
import { percent, rows } from './units.ts';

/** What was done, on which rows. */
export function headline(report: Report): string {
  const { status, temperature, ci95, appliedTemperature, fitRows, heldOutRows, optimistic } = report;
  const figures = optimistic ? 'Figures are from the same rows.' : `Figures are from ${rows(heldOutRows)} held out.`;
  switch (status) {
    case 'fitted':
      return `T = ${short(temperature)}${interval(ci95)}, fitted on ${rows(fitRows)}. ${figures}`;
    case 'all_correct':
      return `All ${rows(fitRows)} to fit on are right: T = 1. ${figures}`;
    case 'measured':
      return `Measured as recorded. ${figures}`;
    case 'checked':
      return appliedTemperature === null
        ? 'No stored calibration was checked.'
        : `The stored calibration, T = ${short(appliedTemperature)}, on ${rows(heldOutRows)}.`;
    default:
      return 'Nothing was fitted, and nothing is stored.';
  }
}

/** What a fitted temperature does to the probabilities; null where none was fitted. */
export function effect({ temperature, appliedTemperature, buckets }: Report): string | null {
  if (temperature === null || appliedTemperature === null) return null;
  if (buckets !== null) {
    const each = buckets.map(({ name, temperature }) => `${short(temperature)} for ${name}`).join(', ');
    return `It goes by the number of options: T = ${each}.`;
  }
  if (appliedTemperature === 1) return 'It is not applied: probabilities stay as they are.';
  return appliedTemperature > 1 ? 'The engine is too sure of itself.' : 'The engine is not sure enough of itself.';
}

/** What a threshold holds; null where there is none. */
export function thresholdWords({ threshold, heldOutRows }: Report): string | null {
  if (threshold === null) return null;
  const { accepted, right, lower, level, certified } = threshold;
  const counted = `Threshold ${threshold.threshold}: it accepts ${accepted} of ${rows(heldOutRows)}, and ${right} of these are right.`;
  if (!certified) return `${counted} It is not certified: no row was held out.`;
  return `${counted} With ${percent(level)} confidence its accuracy is at least ${percent(lower)}.`;
}

const short = (value: number | null): string => String(Number((value ?? Number.NaN).toPrecision(3)));

const interval = (ci95: Report['ci95']): string =>
  ci95 === null ? '' : ` (95% interval ${short(ci95[0])} to ${short(ci95[1])})`;

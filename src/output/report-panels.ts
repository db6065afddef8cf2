// Which reliability diagrams a report has: one of what was recorded, and a second where something was rescaled.
import type { Figures } from '../calibration/figures/figures.ts';
import type { Report } from '../calibration/report.ts';

export interface Panel {
  readonly heading: string;
  readonly figures: Figures;
}

/** Before and after; one panel where nothing was rescaled, none where nothing could be measured. */
export function panelsOf({ before, after, appliedTemperature, buckets }: Report): readonly Panel[] {
  if (before === null) return [];
  if (after === null || (appliedTemperature === 1 && buckets === null)) {
    return [{ heading: 'As recorded', figures: before }];
  }
  const how = buckets === null ? `T = ${Number(appliedTemperature?.toPrecision(3))}` : 'T by options';
  return [
    { heading: 'Before', figures: before },
    { heading: `After, ${how}`, figures: after },
  ];
}

/** Who is calibrated: `laya typed-decisions`. */
export const subjectOf = ({ provider, model }: Report): string =>
  [provider, model].filter((name) => name !== null).join(' ') || 'recorded answers';

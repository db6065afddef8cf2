// How far `calibrate` has come with rows that it asks live: count, rate, time left.
import type { LiveProgress } from '../calibration/live/live.ts';

/** `asking laya: 120 of 400 rows, 35 a second, 8 s left`. */
export function renderProgress(provider: string, { done, total, elapsedMs }: LiveProgress): string {
  const count = `asking ${provider}: ${done} of ${total} rows`;
  if (done === 0 || elapsedMs <= 0) return count;
  const perSecond = done / (elapsedMs / 1000);
  const rate = perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond);
  return `${count}, ${rate} a second, ${timeLeft((total - done) / perSecond)} left`;
}

function timeLeft(seconds: number): string {
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

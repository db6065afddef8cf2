// What a health check of any engine comes to, in short.
import type { HealthReport } from './types.ts';

export const up = (detail: string, model: string | null = null): HealthReport => ({ state: 'ok', model, detail });

export const warned = (detail: string, model: string | null = null): HealthReport => ({ state: 'warn', model, detail });

export const down = (detail: string): HealthReport => ({ state: 'down', model: null, detail });

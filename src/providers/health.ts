// One step of a health check: GET a route, and make a report of whatever comes back.
import { asSystem1Error, type System1Error } from '../errors.ts';
import { isSuccess, type WireRequest, type WireResponse } from '../http/wire.ts';
import { readBody } from './body.ts';
import { failureOf } from './failure.ts';
import type { HealthCheck, HealthReport, Provider, ProviderSettings } from './types.ts';

/** Who is checked. */
export interface Patient {
  readonly provider: Provider;
  readonly settings: ProviderSettings;
}

export interface Probe {
  readonly route: string;
  /** What a 2xx with a JSON object means, or the next step. */
  healthy(body: Record<string, unknown>): HealthReport | HealthCheck;
  /** What another status means, where it does not simply mean that the engine is down. */
  otherwise?(status: number): HealthReport | HealthCheck | null;
}

/** A step that reads any response: it never throws, a 2xx without a JSON object is `down`. */
export function healthStep({ route, healthy, otherwise }: Probe, patient: Patient): HealthCheck {
  return {
    request: get(route),
    read(response) {
      if (!isSuccess(response)) return otherwise?.(response.status) ?? down(failure(response, patient));
      try {
        return healthy(readBody(response));
      } catch (thrown) {
        return down(asSystem1Error(thrown));
      }
    },
  };
}

export const up = (detail: string, model: string | null = null): HealthReport => ({ state: 'ok', model, detail });

export const warned = (detail: string, model: string | null = null): HealthReport => ({ state: 'warn', model, detail });

const down = (error: System1Error): HealthReport => ({ state: 'down', model: null, detail: detailOf(error) });

/** A failure as the detail of a report: what failed, and what to do. */
export const detailOf = ({ message, hint }: System1Error): string =>
  hint === undefined ? message : `${message} (${hint})`;

const failure = (response: WireResponse, { provider, settings }: Patient): System1Error =>
  failureOf(response, provider, settings);

const get = (route: string): WireRequest => ({ method: 'GET', route, body: null });

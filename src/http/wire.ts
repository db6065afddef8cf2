// A request and a response as adapters see them: no sockets, no keys, no time limits.

/** A request as an adapter words it. The route is appended to the configured endpoint; the key is added on sending. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Starts with a slash, for example `/v1/systemone`. */
  readonly route: string;
  /** Beside content-type, accept-encoding and the key, which the HTTP client adds. Lower case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text, null for GET. */
  readonly body: string | null;
}

/** A complete response: the body is decoded text, at most 4 MiB. */
export interface WireResponse {
  readonly status: number;
  /** Lower case names; repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A 2xx. A redirect is a failure: none is ever followed. */
export const isSuccess = ({ status }: Pick<WireResponse, 'status'>): boolean => status >= 200 && status < 300;

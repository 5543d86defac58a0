// The part of autocannon that the bench uses; the package brings no types.
declare module 'autocannon' {
  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: Request) => Request;
  }

  export interface Client {
    setRequests(requests: Request[]): void;
    on(event: 'response', listener: (status: number, bytes: number, tookMs: number) => void): void;
  }

  export interface Options {
    url: string;
    connections: number;
    /** Seconds. Either this or `amount`, a number of requests, is given. */
    duration?: number;
    amount?: number;
    /** Requests a second of all connections together; as many as can be if not given. */
    overallRate?: number;
    setupClient: (client: Client) => void;
  }

  export interface Result {
    /** Seconds. */
    duration: number;
    errors: number;
    non2xx: number;
    statusCodeStats: Record<string, { count: number }>;
    requests: { total: number };
    /** Whole milliseconds. */
    latency: { p50: number; p99: number; max: number };
  }

  export default function autocannon(options: Options): Promise<Result>;
}

// Calls of the service that set a figure up. A refusal ends the run.
import { liveKey, type RunningService, testKey } from '../service.ts';

export type Answer = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Api {
  get<T = Answer>(path: string): Promise<T>;
  post(path: string, body: object, headers?: Record<string, string>): Promise<Answer>;
}

const apiWith = (key: string) =>
  function api({ url }: Pick<RunningService, 'url'>): Api {
    const call = async <T = Answer>(
      method: string,
      path: string,
      body?: object,
      more: Record<string, string> = {},
    ): Promise<T> => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json', ...more };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${url}/api${path}`, { method, headers, ...sent });
      const text = await response.text();
      if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text).data as T;
    };
    return { get: (path) => call('GET', path), post: (path, body, more) => call('POST', path, body, more) };
  };

export const liveApi = apiWith(liveKey);
export const testApi = apiWith(testKey);

// A tool such as Redash on loopback: it runs a query when it is asked to, and gives the result as CSV.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export const redashKey = 'a key of the query';

interface Redash {
  /** It is allowed by WEBHOOK_DEV_HOSTS. */
  readonly host: string;
  urlOf(query: number): string;
  /** What the query gives from now on: its parts are sent one after the other; `breaksOff` ends them without an end. */
  says(
    query: number,
    parts: readonly string[] | (() => Iterable<string>),
    how?: { readonly breaksOff?: boolean },
  ): void;
  /** How often each query was run. */
  readonly asked: Map<number, number>;
}

interface Said {
  readonly parts: () => Iterable<string>;
  readonly breaksOff: boolean;
}

/** It listens before the house of the tests is made, which has to know where. */
export async function aRedash(): Promise<Redash> {
  const said = new Map<number, Said>();
  const asked = new Map<number, number>();
  const server = createServer((request, response) => void answer(said, asked, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    host: `127.0.0.1:${port}`,
    urlOf: (query) => `http://127.0.0.1:${port}/queries/${query}`,
    says: (query, parts, { breaksOff = false } = {}) =>
      void said.set(query, { parts: typeof parts === 'function' ? parts : () => parts, breaksOff }),
    asked,
  };
}

async function answer(
  said: ReadonlyMap<number, Said>,
  asked: Map<number, number>,
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const json = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (headers.authorization !== `Key ${redashKey}`) return json(403, {});
  const [, run] = /^\/api\/queries\/(\d+)\/results$/.exec(url) ?? [];
  if (method === 'POST' && run !== undefined) {
    asked.set(Number(run), (asked.get(Number(run)) ?? 0) + 1);
    return said.has(Number(run)) ? json(200, { job: { id: `job-${run}`, status: 2 } }) : json(404, {});
  }
  const [, job] = /^\/api\/jobs\/job-(\d+)$/.exec(url) ?? [];
  if (job !== undefined) return json(200, { job: { id: `job-${job}`, status: 3, query_result_id: Number(job) } });
  const [, result] = /^\/api\/query_results\/(\d+)\.csv$/.exec(url) ?? [];
  const found = said.get(Number(result));
  if (found === undefined) return json(404, {});
  response.writeHead(200, { 'content-type': 'text/csv' });
  for (const part of found.parts()) {
    if (!response.write(part)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    if (response.destroyed) return;
  }
  if (found.breaksOff) response.destroy();
  else response.end();
}

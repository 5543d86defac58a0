// The requests of an ordinary working day, reads and writes mixed: six of ten read one borrower.
import type { Client, Request } from 'autocannon';
import type { Target } from '../load.ts';
import { personBody, shuffled } from '../people.ts';
import { liveKey } from '../service.ts';

const headers = { 'x-api-key': liveKey };
const json = { ...headers, 'content-type': 'application/json' };

const read = (id: string): Request => ({ method: 'GET', path: `/api/people/${id}`, headers });
const list: Request = { method: 'GET', path: '/api/people?limit=25', headers };
const search: Request = { method: 'GET', path: '/api/people/search?lastName=badenfor', headers };
const create: Request = {
  method: 'POST',
  path: '/api/people',
  setupRequest: (request) => ({ ...request, headers: json, body: personBody() }),
};
const change = (id: string): Request => ({
  method: 'PUT',
  path: `/api/people/${id}`,
  headers: json,
  body: JSON.stringify({ metaData: { seen: true } }),
});

/** Each connection has its own people, so that none waits for another's lock. */
export function asksMixed(ids: readonly string[]): Target['setupClient'] {
  return (client: Client, index: number, connections: number) => {
    const own = shuffled(ids.filter((_, i) => i % connections === index % ids.length));
    const of = (n: number): string => own[n % own.length] ?? (ids[index % ids.length] as string);
    const requests = Array.from({ length: 10 }, (_, n) => [
      read(of(6 * n)),
      read(of(6 * n + 1)),
      list,
      read(of(6 * n + 2)),
      create,
      read(of(6 * n + 3)),
      search,
      change(of(n)),
      read(of(6 * n + 4)),
      read(of(6 * n + 5)),
    ]).flat();
    client.setRequests(requests.map((request) => ({ ...request })));
  };
}

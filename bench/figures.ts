// The figures that compare the service with a limit: which targets are driven, with which requests.
import type { Client, Request } from 'autocannon';
import type { Cleanup } from './cleanup.ts';
import { type LimitName, type RunningLimit, startLimit } from './limit.ts';
import type { Target } from './load.ts';
import { idempotencyKey, personBody } from './people.ts';
import type { Started } from './processes.ts';
import { makeLimitTables, seedPeople } from './seed.ts';
import { liveKey, makePlace, type Place, type RunningService, startService, withDatabase } from './service.ts';

export interface Figure {
  readonly name: string;
  readonly limit: LimitName;
  readonly limitSays: string;
  /** Null for a figure that informs only. */
  readonly aim: number | null;
  readonly connections: readonly number[];
  /** How requests are sent to the service or to its limit. */
  target(name: string, at: Started & { url: string }, ids: readonly string[]): Target;
}

export const figures: readonly Figure[] = [
  {
    name: 'create-person',
    limit: 'create-person',
    limitSays: 'bare Fastify, the same rows in one statement that commits by itself',
    aim: 0.65,
    connections: [8, 1, 32],
    target: (name, at) => ({ ...at, name, setupClient: createsPeople(() => ({})) }),
  },
  {
    name: 'create-person-idempotent',
    limit: 'create-person',
    limitSays: 'the same limit, which keeps no answer',
    aim: null,
    connections: [8],
    target: (name, at) => ({
      ...at,
      name,
      setupClient: createsPeople(() => ({ 'idempotency-key': idempotencyKey() })),
    }),
  },
];

const headers = { 'x-api-key': liveKey };

export function createsPeople(moreHeaders: () => Record<string, string>): Target['setupClient'] {
  const request: Request = {
    method: 'POST',
    path: '/api/people',
    setupRequest: (made) => ({
      ...made,
      headers: { ...headers, 'content-type': 'application/json', ...moreHeaders() },
      body: personBody(),
    }),
  };
  return (client: Client) => client.setRequests([{ ...request }]);
}

/** The service with its people, and the limits once they are started. */
export interface Stage {
  readonly place: Place;
  readonly service: RunningService;
  readonly ids: readonly string[];
  limit(name: LimitName): Promise<RunningLimit>;
}

export async function setStage(cleanup: Cleanup, nodeFlags: readonly string[] = []): Promise<Stage> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup, { nodeFlags });
  const ids = await seedPeople(service);
  await makeLimitTables(place, service, ids[0] as string);
  const started = new Map<LimitName, Promise<RunningLimit>>();
  return {
    place,
    service,
    ids,
    limit(name) {
      const limit = started.get(name) ?? startLimit(name, place, cleanup);
      started.set(name, limit);
      return limit;
    },
  };
}

/** A limit that wrote less than the service would not be a limit. */
export async function mustHaveWrittenAll({ place }: Stage): Promise<void> {
  await withDatabase(place, async (client) => {
    for (const schema of ['live', 'bench']) {
      // Counts external ids of borrowers only, because a loan type has one as well.
      const counted = ['people', 'identities', "external_ids where kind = 'borrower'"];
      const counts = counted.map((rows) => `(select count(*) from ${schema}.${rows})`);
      const { rows } = await client.query({ text: `select ${counts.join(', ')}`, rowMode: 'array' });
      if (new Set(rows[0]).size !== 1) throw new Error(`${counted} in ${schema} are ${rows[0]} rows.`);
    }
  });
}

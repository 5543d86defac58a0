// A fact as it is stored: what every fact has is in columns, and the JSON has the rest. Here it is taken apart and put
// together; everybody else knows facts alone.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';

/** Selected where a fact is read, and given to `factOf`: one value, so that many of them are a list of JSON. */
export type StoredFact = readonly [id: string, kind: Fact['kind'], on: Day, recordedMicros: number, rest: object];

export const storedFact = sql<StoredFact>`json_build_array(id, kind, effective_on - date '1970-01-01',
  (extract(epoch from recorded_at) * 1000000)::bigint, fact)`;

export const storedFacts = sql<StoredFact[] | null>`json_agg(${storedFact} order by number)`;

export const factOf = ([id, kind, on, recordedMicros, rest]: StoredFact): Fact =>
  ({ ...rest, id, kind, on, recordedAt: instantOfMicros(BigInt(recordedMicros)) }) as Fact;

export function factColumns({ id, kind, on, recordedAt: _, ...rest }: Fact, recorded_at: Instant) {
  return { id, kind, effective_on: dateOf(on), fact: JSON.stringify(rest), recorded_at };
}

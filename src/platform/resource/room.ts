// How many things there may be below one: counted no further than that number.
import type { SelectQueryBuilder } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { errors, Refusal } from '#platform/errors.ts';

/** `own`: the rows that there are. `message`: what the refusal says. Errors: NoRoom. */
export async function mustHaveRoomFor<T extends keyof Tables>(
  reader: Reader,
  own: SelectQueryBuilder<Tables, T, object>,
  atMost: number,
  message: string,
): Promise<void> {
  const counted = reader.db
    .selectFrom(own.limit(atMost).as('own'))
    .select(({ fn }) => fn.countAll<number>().as('count'));
  if (Number((await reader.row(counted))?.count ?? 0) < atMost) return;
  throw new Refusal(errors.NoRoom, message, { data: { atMost } });
}

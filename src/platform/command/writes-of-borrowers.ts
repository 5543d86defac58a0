// How much a borrower may do in a day. A borrower pays nothing for a request, and some cost the company money: trial
// deposits, orders to a provider. Counted is what was done, in its own commit: what is refused is not, nor a preview.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';

/** What a borrower's request counts as. */
export interface CountedAs {
  readonly personId: string;
  readonly action: string;
  readonly perDay: number;
}

/** The row is held until the commit, so that many at once are counted one after the other. Errors: DailyLimitReached. */
export async function countWrite(
  tx: Tx,
  { personId, action, perDay }: CountedAs,
  now: Instant,
  timezone: string,
): Promise<void> {
  const day: CivilDate = dateInZone(now, timezone);
  const counted = await tx.row(
    tx.db
      .insertInto('borrower_writes')
      .values({ person_id: personId, action, day, made: 1 })
      .onConflict((conflict) =>
        conflict.columns(['person_id', 'action']).doUpdateSet((eb) => ({
          day,
          made: eb
            .case()
            .when('borrower_writes.day', '=', day)
            .then(eb('borrower_writes.made', '+', 1))
            .else(1)
            .end(),
        })),
      )
      .returning('made'),
  );
  if (counted !== undefined && counted.made <= perDay) return;
  throw new Refusal(errors.DailyLimitReached, `A borrower can do this ${perDay} times in a day.`, {
    data: { action, perDay, day },
  });
}

export async function eraseWrites(tx: Tx, personId: string): Promise<void> {
  tx.write(tx.db.deleteFrom('borrower_writes').where('person_id', '=', personId));
}

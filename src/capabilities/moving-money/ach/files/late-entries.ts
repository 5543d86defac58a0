// Entries whose cut-off has passed without a file: payments were stopped, or nobody was there. They go by the next one,
// on another day of settlement; sent as they are they would settle at once.
import { placeOf } from '@tenor/ach/write/place.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EntryRow } from '../../orders/ach-entries/tables.ts';
import { type EntryPlan, markOf, planOf } from '../../orders/providers/ach/entry.ts';
import type { AchSettings } from '../../orders/providers/ach/settings.ts';
import { waitingEntries } from './waiting.ts';

const page = 500;

/** Entries that are due keep their day as long as the bank takes what comes so late. */
export async function planLateEntries(tx: Tx, now: Instant, carrierId: string, settings: AchSettings): Promise<void> {
  const kinds = await tx.rows(waitingEntries(tx.db, carrierId, now).select(['settles_on', 'is_same_day']).distinct());
  const earliest = addSeconds(now, -settings.lateMinutes * 60);
  for (const { settles_on, is_same_day } of kinds) {
    const plan = planOf({ entryDate: settles_on, isSameDay: is_same_day }, settings, earliest);
    if (plan.settlesOn === settles_on && plan.isSameDay === is_same_day) continue;
    await planAnew(tx, now, carrierId, { settles_on, is_same_day }, plan, settings);
  }
}

async function planAnew(
  tx: Tx,
  now: Instant,
  carrierId: string,
  before: Pick<EntryRow, 'settles_on' | 'is_same_day'>,
  plan: EntryPlan,
  settings: AchSettings,
): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await tx.rows(
      waitingEntries(tx.db, carrierId, now)
        .selectAll()
        .where('settles_on', '=', before.settles_on)
        .where('is_same_day', '=', before.is_same_day)
        .where('place', '>', after)
        .orderBy('place')
        .limit(page),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.place;
    const places = rows.map((row) => placeIn(row, plan, settings));
    const v = sql<{
      of_attempt: string;
      to_place: string;
    }>`unnest(${rows.map((row) => row.attempt_id)}::text[], ${places}::text[])`;
    await tx.affected(
      tx.db
        .updateTable('ach_entries')
        .from(v.as<'v'>(sql`v(of_attempt, to_place)`))
        .set((eb) => ({
          place: eb.ref('v.to_place'),
          settles_on: plan.settlesOn,
          is_same_day: plan.isSameDay,
          leaves_at: plan.leavesAt,
        }))
        .whereRef('ach_entries.attempt_id', '=', 'v.of_attempt'),
    );
  }
}

const placeIn = (row: EntryRow, plan: EntryPlan, settings: AchSettings): string =>
  placeOf({
    direction: row.direction,
    sec: row.sec,
    description: row.description,
    entryDate: plan.settlesOn,
    sameDayMark: markOf(plan, settings),
    isPrenote: row.is_prenote,
    id: row.individual_id,
  });

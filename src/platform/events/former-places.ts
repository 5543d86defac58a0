// Beside a process of the release before, which knows nothing of waiting_events and placed_events: it writes an event
// without a place and gives places by events.sequence. What it did is taken over here before places are given, so that
// there is one order. The next release needs none of this.
import { sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import { placedColumns } from './tables.ts';

const lastTakenOver = (db: Builder) =>
  db.selectFrom('placed_events').select(sql<number>`coalesce(max(sequence), 0)`.as('sequence'));

/** Places become visible in their order there too, and numbers are drawn from one row: so none is passed over. */
export const formerlyPlaced = (db: Builder) => db.selectFrom('events').where('sequence', '>', lastTakenOver(db));

export const takeOver = prepared((db) =>
  db
    .insertInto('placed_events')
    .columns(['sequence', ...placedColumns])
    .expression(formerlyPlaced(db).select(['sequence', ...placedColumns]) as never),
);

export const formerlyWaiting = prepared((db, placeholder: PlaceholderOf<{ limit: number }>) =>
  db
    .selectFrom('events')
    .select(['subject_id', 'id', 'position'])
    .where('sequence', 'is', null)
    .orderBy('position')
    .orderBy('subject_id')
    .orderBy('id')
    .limit(placeholder('limit')),
);

/** They have their places here: no process of the release before is to give them others. */
export const mark = prepared(
  (db, placeholder: PlaceholderOf<{ subjects: readonly string[]; ids: readonly string[] }>) =>
    db
      .updateTable('events')
      .set({ sequence: 0 })
      .where(
        sql<boolean>`(subject_id, id) in (
          select * from unnest(${placeholder('subjects')}::text[], ${placeholder('ids')}::text[]))`,
      ),
);

// A replay that knows which facts no longer hold takes their events back: such events are marked, and nothing else of
// them changes. Their rows are found by the time in which they took effect, and then written by their keys: each of the
// two has one index, whatever the server knows of the table, so it costs nothing how much its subject has told.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';

/** Facts that no longer hold, and a time in which all of their events took effect. */
interface Gone {
  readonly facts: readonly { readonly type: string; readonly cause: string }[];
  readonly from: Instant;
  readonly until: Instant;
}

/** Before new events are written, so that a fact that changed may be emitted again. */
export async function takeBack(
  { now }: { readonly now: Instant },
  tx: Tx,
  subjectId: string,
  { facts, from, until }: Gone,
): Promise<void> {
  const gone = new Set(facts.map(({ type, cause }) => `${type} ${cause}`));
  const rows = await tx.rows(rowsWithin(tx.db, { subjectId, from, until }));
  const marks: Record<string, Record<string, Instant>> = {};
  for (const { position, types, causes, taken_back: already } of rows) {
    const isGone = (type: string, nth: number) => gone.has(`${type} ${causes?.[nth]}`) && already?.[nth] === undefined;
    const own = types.flatMap((type, nth) => (isGone(type, nth) ? [[nth, now]] : []));
    if (own.length > 0) marks[position] = Object.fromEntries(own);
  }
  const positions = Object.keys(marks).map(Number);
  if (positions.length > 0) tx.write(mark(tx.db, { subjectId, positions, marks: JSON.stringify(marks) }));
}

const rowsWithin = prepared(
  (db, placeholder: PlaceholderOf<{ subjectId: string; from: Instant; until: Instant }>) =>
    db
      .selectFrom('event_commits')
      .select(['position', 'types', 'causes', 'taken_back'])
      .where('subject_id', '=', placeholder('subjectId'))
      .where('effective_at', '>=', placeholder('from'))
      .where('effective_at', '<', placeholder('until'))
      .where('causes', 'is not', null)
      .orderBy('effective_at'),
  { subjectId: 'text', from: 'timestamptz', until: 'timestamptz' },
);

interface Marks {
  readonly subjectId: string;
  readonly positions: readonly number[];
  /** By position, and then by the number of the event. */
  readonly marks: string;
}

const mark = prepared((db, placeholder: PlaceholderOf<{ [K in keyof Marks]: Marks[K] }>) =>
  db
    .updateTable('event_commits')
    .set({ taken_back: sql`coalesce(taken_back, '{}') || (${placeholder('marks')}::jsonb -> position::text)` })
    .where('subject_id', '=', placeholder('subjectId'))
    .where('position', '=', sql<number>`any(${placeholder('positions')}::bigint[])`),
);

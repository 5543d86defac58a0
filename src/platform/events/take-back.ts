// A replay that knows which facts no longer hold takes their events back: such events are marked, and nothing else of
// them changes.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';

/** Sent before new events, so that a fact that changed may be emitted again. */
export function takeBack(
  { now }: { readonly now: Instant },
  tx: Tx,
  subjectId: string,
  facts: readonly { readonly type: string; readonly cause: string }[],
): void {
  const types = facts.map(({ type }) => type);
  const causes = facts.map(({ cause }) => cause);
  tx.write(takeBackFacts(tx.db, { types, causes, subjectId, at: now }));
}

const takeBackFacts = prepared(
  (
    db,
    placeholder: PlaceholderOf<{ types: readonly string[]; causes: readonly string[]; subjectId: string; at: Instant }>,
  ) =>
    db
      .updateTable('events')
      .from(
        sql<{
          of_type: string;
          of_cause: string;
        }>`unnest(${placeholder('types')}::text[], ${placeholder('causes')}::text[])`.as<'gone'>(
          sql`gone(of_type, of_cause)`,
        ),
      )
      .set({ deleted_at: placeholder('at') })
      .where('subject_id', '=', placeholder('subjectId'))
      .where('deleted_at', 'is', null)
      .whereRef('event_type', '=', 'gone.of_type')
      .whereRef('cause', '=', 'gone.of_cause'),
);

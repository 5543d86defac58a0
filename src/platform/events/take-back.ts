// A replay that knows which facts no longer hold takes their events back: such events are marked, and nothing else of
// them changes.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { plannedAfresh } from '#platform/db/statements.ts';

/** Events that no longer hold, and when they took effect: their rows are looked for within this time. */
interface Gone {
  readonly facts: readonly { readonly type: string; readonly cause: string }[];
  readonly from: Instant;
  readonly until: Instant;
}

/** Sent before new events, so that a fact that changed may be emitted again. */
export function takeBack({ now }: { readonly now: Instant }, tx: Tx, subjectId: string, gone: Gone): void {
  const { facts, ...span } = gone;
  const types = facts.map(({ type }) => type);
  const causes = facts.map(({ cause }) => cause);
  tx.write(plannedAfresh(takeBackFacts(tx.db, { types, causes, subjectId, at: now, ...span })));
}

interface Asked extends Omit<Gone, 'facts'> {
  readonly types: readonly string[];
  readonly causes: readonly string[];
  readonly subjectId: string;
  readonly at: Instant;
}

/** The rows of the subject with one of the causes, and in them the events that stand and have its type too. */
const takeBackFacts = prepared((db, placeholder: PlaceholderOf<{ [K in keyof Asked]: Asked[K] }>) => {
  const told = sql<{ type: string; cause: string; nth: number }>`unnest(kept.types, kept.causes) with ordinality`;
  const gone = sql<{
    type: string;
    cause: string;
  }>`unnest(${placeholder('types')}::text[], ${placeholder('causes')}::text[])`;
  return db
    .updateTable('event_commits')
    .from(
      db
        .selectFrom('event_commits as kept')
        .innerJoinLateral(told.as<'told'>(sql`told(type, cause, nth)`), (join) => join.onTrue())
        .innerJoin(gone.as<'gone'>(sql`gone(type, cause)`), (join) =>
          join.onRef('gone.type', '=', 'told.type').onRef('gone.cause', '=', 'told.cause'),
        )
        .select('kept.position')
        .select(sql`jsonb_object_agg(told.nth - 1, ${placeholder('at')}::text)`.as('marks'))
        .where('kept.subject_id', '=', placeholder('subjectId'))
        .where('kept.effective_at', '>=', placeholder('from'))
        .where('kept.effective_at', '<', placeholder('until'))
        .where(sql<boolean>`kept.causes && ${placeholder('causes')}::text[]`)
        .where(sql<boolean>`(kept.taken_back -> (told.nth - 1)::text) is null`)
        .groupBy('kept.position')
        .as('found'),
    )
    .set({ taken_back: sql`coalesce(${sql.ref('event_commits.taken_back')}, '{}') || found.marks` })
    .where('event_commits.subject_id', '=', placeholder('subjectId'))
    .whereRef('event_commits.position', '=', 'found.position');
});

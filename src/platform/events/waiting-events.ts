// What waits for its place: rows of waiting_events, each with the events of one commit about one subject. They lie with
// their subjects, so on a cluster they are read from all nodes, without a lock, and nothing depends on their being
// deleted at once: who reads one whose events have their places finds that out before it gives any.
import { type Compilable, type Expression, sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import { isRace } from '#platform/db/races.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase, UnscopedTx } from '#platform/db/realm-database.ts';
import { plannedAfresh } from '#platform/db/statements.ts';
import { newId } from '#platform/ids.ts';
import { isLockTimeout } from '#platform/sqlstate.ts';
import { placedColumns } from './tables.ts';

/** An event without a place. */
export interface Waiting {
  readonly subject_id: string;
  readonly id: string;
  /** The position of its commit: it gives the commits of a subject their order. */
  readonly position: number;
  /** What its place repeats of it, as JSON, which goes back to the server as it came; null if there is no such event. */
  readonly narrow: string | null;
}

export interface WaitingRead {
  /** Sorted by position; the events of a commit in the order in which they were told. */
  readonly events: readonly Waiting[];
  readonly isAll: boolean;
}

/**
 * The earliest commits, about `limit` events. A subject lies on one node, which answers from one moment, and its
 * positions rise with its commits: so no event is read without those of its subject that were told before it and have
 * no place yet.
 */
export async function readWaiting(reader: Asked, limit: number, subjectId?: string): Promise<WaitingRead> {
  for (let most = limit; ; most *= 4) {
    const found = await reader.rows(
      subjectId === undefined
        ? plannedAfresh(earliest(reader.db, { limit: most }))
        : earliestOf(reader.db, { limit: most, subjectId }),
    );
    if (found.length < most) return { events: found, isAll: true };
    // The limit may have cut the last commit in two: it is read whole the next time.
    const last = found.at(-1);
    const whole = found.filter((one) => one.position !== last?.position || one.subject_id !== last.subject_id);
    if (whole.length > 0) return { events: whole, isAll: false };
  }
}

type Asked = Pick<UnscopedTx, 'db' | 'rows'>;

/** The columns of `events` that a place repeats. */
const narrow = sql<string>`json_build_object(${sql.join(
  placedColumns.flatMap((column) => [sql.lit(column), sql.ref(`events.${column}`)]),
)})::text`;

/** The event is asked for by itself: joined, the server would read all events for some sizes of the tables. */
const toldBy = (db: Builder, subjectId: string | Expression<string>, limit: number) =>
  db
    .selectFrom('waiting_events as waiting')
    .innerJoinLateral(
      sql<{ id: string; nth: number }>`unnest(waiting.ids) with ordinality`.as<'told'>(sql`told(id, nth)`),
      (join) => join.onTrue(),
    )
    .select(['waiting.subject_id', 'waiting.position', 'told.id'])
    .select(({ selectFrom }) =>
      selectFrom('events')
        .select(narrow.as('narrow'))
        .where('events.subject_id', '=', subjectId)
        .whereRef('events.id', '=', sql.ref('told.id'))
        .as('narrow'),
    )
    .orderBy('waiting.position')
    .orderBy('waiting.subject_id')
    .orderBy('told.nth')
    .limit(limit);

const earliest = prepared((db, placeholder: PlaceholderOf<{ limit: number }>) =>
  toldBy(db, sql.ref('waiting.subject_id'), placeholder('limit')),
);

const earliestOf = prepared((db, placeholder: PlaceholderOf<{ limit: number; subjectId: string }>) =>
  toldBy(db, placeholder('subjectId'), placeholder('limit')).where('waiting.subject_id', '=', placeholder('subjectId')),
);

/** From so many subjects on, one commit on all nodes costs less than one for each subject. */
const manySubjects = 64;

/** Deletes what waited and has its places now. What a crash leaves here is deleted by who reads it next. */
export async function forgetWaiting(database: RealmDatabase, mode: Mode, placed: readonly Waiting[]): Promise<void> {
  const { personsMax, commitsAtOnce } = database.grouping;
  const bySubject = [...Map.groupBy(placed, (one) => one.subject_id)];
  const [first] = bySubject;
  if (first === undefined) return;
  const { db, rows, transact } = database.unscoped(mode);
  // Without waiting for the disk: a row that comes back is deleted again.
  const once = (query: Compilable<unknown>) =>
    transact(async (tx) => tx.write(query), { isDurable: false }).catch(mayRace);
  if (bySubject.length === 1) return once(deleteOfSubject(db, ofSubject(first)));
  if (bySubject.length <= personsMax || bySubject.length >= manySubjects) {
    const commits = [...new Map(placed.map((one) => [`${one.subject_id} ${one.position}`, one])).values()];
    const keys = { subjects: commits.map((one) => one.subject_id), positions: commits.map((one) => one.position) };
    return once(deleteWaiting(db, keys));
  }
  const inTurn = async (): Promise<void> => {
    for (let next = bySubject.pop(); next !== undefined; next = bySubject.pop()) {
      await rows(deleteOfSubject(db, ofSubject(next))).catch(mayRace);
    }
  };
  await Promise.all(Array.from({ length: commitsAtOnce }, inTurn));
}

const ofSubject = ([subject, own]: [string, readonly Waiting[]]) => ({
  subject,
  positions: [...new Set(own.map(({ position }) => position))],
});

/** Another process deletes the same rows. */
function mayRace(error: unknown): void {
  if (!isRace(error) && !isLockTimeout(error)) throw error;
}

const deleteOfSubject = prepared((db, placeholder: PlaceholderOf<{ subject: string; positions: readonly number[] }>) =>
  db
    .deleteFrom('waiting_events')
    .where('subject_id', '=', placeholder('subject'))
    .where('position', '=', sql<number>`any(${placeholder('positions')}::bigint[])`),
);

const deleteWaiting = prepared(
  (db, placeholder: PlaceholderOf<{ subjects: readonly string[]; positions: readonly number[] }>) =>
    db
      .deleteFrom('waiting_events')
      .using(
        sql<{
          of_subject: string;
          of_position: number;
        }>`unnest(${placeholder('subjects')}::text[], ${placeholder('positions')}::bigint[])`.as<'gone'>(
          sql`gone(of_subject, of_position)`,
        ),
      )
      .whereRef('subject_id', '=', 'gone.of_subject')
      .whereRef('position', '=', 'gone.of_position'),
);

/** Gives an event a new id, because another event shows the one that it had. Nobody has seen it yet. */
export function renameWaiting(database: RealmDatabase, mode: Mode, { subject_id, id, position }: Waiting) {
  const drawn = newId('EV');
  return database.unscoped(mode).transact(async (tx) => {
    tx.write(renamedEvent(tx.db, subject_id, id, drawn));
    tx.write(
      tx.db
        .updateTable('waiting_events')
        .set({ ids: sql<string[]>`array_replace(ids, ${id}, ${drawn})` })
        .where('subject_id', '=', subject_id)
        .where('position', '=', position),
    );
  });
}

const renamedEvent = (db: Builder, subjectId: string, id: string, drawn: string) =>
  db.updateTable('events').set({ id: drawn }).where('subject_id', '=', subjectId).where('id', '=', id);

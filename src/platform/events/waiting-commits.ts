// What waits for its place: rows of event_commits, named in waiting_commits. They lie with their subjects, so on a
// cluster they are read from all nodes, without a lock, and nothing depends on their being deleted at once: who reads
// one that has its place finds that out before it gives any.
import { type Compilable, type Expression, sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import { isRace } from '#platform/db/races.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase, UnscopedTx } from '#platform/db/realm-database.ts';
import { plannedAfresh } from '#platform/db/statements.ts';
import { isLockTimeout } from '#platform/sqlstate.ts';
import type { Shape } from './shapes.ts';
import { placedColumns } from './tables.ts';

/** A row of event_commits without a place. */
export interface Waiting {
  readonly subject_id: string;
  /** It gives the commits of a subject their order. */
  readonly position: number;
  /** Null if there is no such row. */
  readonly told: Told | null;
}

/** What is read of it. Instants stay as the server wrote them, for they go back to it. */
export type Told = Shape & { readonly company_id: string; readonly [column: string]: unknown };

interface WaitingRead {
  /** Sorted by position. */
  readonly commits: readonly Waiting[];
  readonly isAll: boolean;
}

/**
 * The earliest rows. A subject lies on one node, which answers from one moment, and its positions rise with its commits:
 * so no row is read without those of its subject that were told before it and have no place yet.
 */
export async function readWaiting(reader: Asked, limit: number, subjectId?: string): Promise<WaitingRead> {
  const found = await reader.rows(
    subjectId === undefined
      ? plannedAfresh(earliest(reader.db, { limit }))
      : earliestOf(reader.db, { limit, subjectId }),
  );
  const commits = found.map(({ told, ...key }) => ({
    ...key,
    told: told === null ? null : (JSON.parse(told) as Told),
  }));
  return { commits, isAll: found.length < limit };
}

type Asked = Pick<UnscopedTx, 'db' | 'rows'>;

/** What the place of a row repeats, and what makes its shape. */
const read = [...placedColumns.filter((column) => column !== 'place' && column !== 'shape'), 'types', 'naming'];

const toldAsText = sql<string>`json_build_object(${sql.join(
  read.flatMap((column) => [sql.lit(column), sql.ref(`event_commits.${column}`)]),
)})::text`;

/** Each row is asked for by itself: joined, the server would read all rows for some sizes of the tables. */
const toldBy = (db: Builder, subjectId: string | Expression<string>, limit: number) =>
  db
    .selectFrom('waiting_commits as waiting')
    .select(['waiting.subject_id', 'waiting.position'])
    .select(({ selectFrom }) =>
      selectFrom('event_commits')
        .select(toldAsText.as('told'))
        .where('event_commits.subject_id', '=', subjectId)
        .whereRef('event_commits.position', '=', 'waiting.position')
        .as('told'),
    )
    .orderBy('waiting.position')
    .orderBy('waiting.subject_id')
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
    const keys = { subjects: placed.map((one) => one.subject_id), positions: placed.map((one) => one.position) };
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
  positions: own.map(({ position }) => position),
});

/** Another process deletes the same rows. */
function mayRace(error: unknown): void {
  if (!isRace(error) && !isLockTimeout(error)) throw error;
}

const deleteOfSubject = prepared((db, placeholder: PlaceholderOf<{ subject: string; positions: readonly number[] }>) =>
  db
    .deleteFrom('waiting_commits')
    .where('subject_id', '=', placeholder('subject'))
    .where('position', '=', sql<number>`any(${placeholder('positions')}::bigint[])`),
);

const deleteWaiting = prepared(
  (db, placeholder: PlaceholderOf<{ subjects: readonly string[]; positions: readonly number[] }>) =>
    db
      .deleteFrom('waiting_commits')
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

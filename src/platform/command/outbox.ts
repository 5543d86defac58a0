// Writes rows of the outbox: work that follows a commit, which the relay moves to the job queue.
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { uuid } from '#platform/random.ts';

export interface FollowingWork {
  readonly subjectId: string;
  readonly position: number;
  readonly job: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export function writeOutbox(tx: Tx, work: readonly FollowingWork[]): void {
  if (work.length === 0) return;
  tx.news.work = true;
  const rows = work.map(({ subjectId, position, job, payload }) => ({
    subject_id: subjectId,
    id: uuid(),
    position,
    job,
    payload: JSON.stringify(payload),
  }));
  for (const insert of insertRows(tx.db, rows)) tx.write(insert);
}

const insertRows = preparedInserts('outbox', ['subject_id', 'id', 'position', 'job', 'payload']);

type Payload = FollowingWork['payload'];

/** Work of one kind, of one commit, as one row: the queue needs as long for a job of one thing as for one of many. */
export const inOneRowEach = (work: readonly FollowingWork[]): FollowingWork[] =>
  [...Map.groupBy(work, ({ job }) => job).values()].map((own) => {
    const [first] = own as [FollowingWork, ...FollowingWork[]];
    return own.length === 1 ? first : { ...first, payload: { all: own.map(({ payload }) => payload) } };
  });

/** What a row asks to be done. */
export const eachOf = (payload: Payload): readonly Payload[] => (payload.all as Payload[] | undefined) ?? [payload];

// Writes rows of the outbox: work that follows a commit, which the relay moves to the job queue.
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
  tx.write(tx.db.insertInto('outbox').values(rows));
}

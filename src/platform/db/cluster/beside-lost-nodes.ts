// Work that asks all nodes of a cluster goes on while one of them is lost: for the subjects on the others.
import { isStopped, isUnreachable } from '../../sqlstate.ts';
import type { Mode } from '../realm.ts';
import type { RealmDatabase } from '../realm-database.ts';
import type { Tables } from '../tables.ts';

/** Does the work about one subject, or about all. */
type Work = (subjectId?: string) => Promise<number>;

/**
 * Returns the sum of what the work returns. It is done for all subjects at once; when that fails because a node is lost,
 * it is done for each subject that has rows in `table` on the nodes that answer. What lies on the lost node waits.
 */
export async function besideLostNodes(
  { grouping, unscoped }: Pick<RealmDatabase, 'grouping' | 'unscoped'>,
  mode: Mode,
  table: keyof Tables & string,
  work: Work,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (grouping.subjectsThere === null || !isLoss(error)) throw error;
    const waiting = await grouping.subjectsThere(unscoped(mode).rows, mode, table);
    let total = 0;
    const inTurn = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) total += await work(next).catch(lostToo);
    };
    await Promise.all(Array.from({ length: grouping.commitsAtOnce }, inTurn));
    return total;
  }
}

/** A node that does not answer at all holds a statement up until the time for it is over. */
const isLoss = (error: unknown): boolean => isUnreachable(error) || isStopped(error);

function lostToo(error: unknown): number {
  if (!isLoss(error)) throw error;
  return 0;
}

// Work on many things, a group in a commit.
import type { Grouping } from '#platform/db/cluster/grouping.ts';

/** Does the groups in the order of the things. The first that fails ends the work, when those beside it have ended. */
export async function inGroups<Thing>(
  things: readonly Thing[],
  { personsMax, commitsAtOnce }: Grouping,
  work: (group: readonly Thing[]) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < things.length) {
      const group = things.slice(next, next + personsMax);
      next += group.length;
      try {
        await work(group);
      } catch (error) {
        next = things.length;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: commitsAtOnce }, lane));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

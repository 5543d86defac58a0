import { setTimeout as sleep } from 'node:timers/promises';
import { isRace } from '#platform/db/races.ts';
import { isLockTimeout } from '#platform/db/sqlstate.ts';

const attemptsMax = 10;
const againMs = 20;

/** For a piece of an operation: what only stands in its way for a moment is tried again, as nobody else will. */
export async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isPassing = isRace(error) || isLockTimeout(error);
      if (!isPassing || attempt === attemptsMax) throw error;
      await sleep(againMs * attempt);
    }
  }
}

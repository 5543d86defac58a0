import { setTimeout as sleep } from 'node:timers/promises';
import { isRace } from '#platform/db/races.ts';
import { isLockTimeout } from '#platform/sqlstate.ts';

const attempts = 10;
const againMs = 20;

/** Another transaction was quicker, or has locked what is needed: the next try may succeed. */
const isPassing = (error: unknown): boolean => isRace(error) || isLockTimeout(error);

interface Persistence {
  readonly attemptsMax?: number;
  /** Other errors after which the next try may succeed. */
  isAlsoPassing?(error: unknown): boolean;
}

/** For a piece of an operation: tries again after a short obstacle, because nothing else repeats a piece. */
export async function persistently<T>(
  work: () => Promise<T>,
  { attemptsMax = attempts, isAlsoPassing = () => false }: Persistence = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attemptsMax || !(isPassing(error) || isAlsoPassing(error))) throw error;
      await sleep(againMs * attempt);
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { isRace } from '#platform/db/races.ts';
import { isLockTimeout } from '#platform/db/sqlstate.ts';

const attempts = 10;
const againMs = 20;

/** Somebody else was quicker, or holds what is needed: it may do at once. */
const isPassing = (error: unknown): boolean => isRace(error) || isLockTimeout(error);

interface Persistence {
  readonly attemptsMax?: number;
  /** What else may do at once. */
  isAlsoPassing?(error: unknown): boolean;
}

/** For a piece of an operation: what only stands in its way for a moment is tried again, as nobody else will. */
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

import { isRace } from '#platform/db/races.ts';
import { Refusal } from '#platform/errors.ts';
import { isLockTimeout } from '#platform/sqlstate.ts';

/** The thing has no fault: somebody else was quicker, or has locked it. */
export const isOfTheTime = (error: unknown): boolean =>
  isRace(error) || (error instanceof Refusal && error.kind.status === 423) || isLockTimeout(error);

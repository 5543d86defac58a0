import { isRace } from '#platform/db/races.ts';
import { isLockTimeout } from '#platform/db/sqlstate.ts';
import { Refusal } from '#platform/errors.ts';

/** The thing has no fault: somebody else was quicker, or has locked it. */
export const isOfTheTime = (error: unknown): boolean =>
  isRace(error) || (error instanceof Refusal && error.kind.status === 423) || isLockTimeout(error);

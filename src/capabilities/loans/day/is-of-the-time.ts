import { isRace } from '#platform/db/races.ts';
import { isLockTimeout } from '#platform/db/sqlstate.ts';
import { Refusal } from '#platform/errors.ts';

/** Not the fault of a loan: somebody else was quicker, or holds it. */
export const isOfTheTime = (error: unknown): boolean =>
  isRace(error) || (error instanceof Refusal && error.kind.status === 423) || isLockTimeout(error);

import { RightsLost } from '#platform/command/rights.ts';
import { isRace } from '#platform/db/races.ts';
import { isLockTimeout, isUnreachable } from '#platform/db/sqlstate.ts';
import { Refusal } from '#platform/errors.ts';
import { LeaseLost } from '#platform/work/operations/held-operation.ts';

/** Not the fault of a loan: somebody else was quicker, or the database, the work or the key that asked for it is gone. */
export const isOfTheTime = (error: unknown): boolean =>
  isRace(error) ||
  error instanceof LeaseLost ||
  error instanceof RightsLost ||
  (error instanceof Refusal && error.kind.status === 423) ||
  isLockTimeout(error) ||
  isUnreachable(error);

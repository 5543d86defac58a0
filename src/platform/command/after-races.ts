// A transaction that lost a race is done again, a few times and with pauses; then the caller is told.
import { setTimeout as sleep } from 'node:timers/promises';
import { isRace } from '#platform/db/races.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { randomFraction } from '#platform/random.ts';
import { isLockTimeout, isUnreachable, OutcomeUnknown, whyUnreachable } from '#platform/sqlstate.ts';

/** Enough for a few writers of one row; after that the caller gets 423 and can wait longer than we can. */
const attemptsMax = 5;
const backOffMs = 20;

/** `isRepeatable`: the caller may repeat the request as it is, and it is done once. */
export async function againAfterRaces<T>(
  attemptOnce: (attempt: number) => Promise<T>,
  { isRepeatable }: { readonly isRepeatable: boolean },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(attempt);
    } catch (error) {
      if (!isRace(error) || attempt === attemptsMax) throw refusalOf(error, isRepeatable);
      await sleep(randomFraction() * backOffMs * 2 ** attempt);
    }
  }
}

/** The refusal that the caller gets when the database gave up on a command. */
function refusalOf(error: unknown, isRepeatable: boolean): unknown {
  const cause = { cause: error, headers: { 'retry-after': '1' } };
  if (isRace(error)) {
    return new Refusal(errors.Locked, 'Too many others were changing the same object.', cause);
  }
  if (isLockTimeout(error)) {
    return new Refusal(errors.Locked, 'Another change of the same object goes on.', cause);
  }
  if (error instanceof OutcomeUnknown) {
    const remedy = isRepeatable
      ? 'Repeat it unchanged with the same Idempotency-Key: it is then done once.'
      : 'Look before you repeat it; with an Idempotency-Key a repeat would be safe.';
    const message = `The connection to the database was lost; the write may or may not have happened. ${remedy}`;
    return new Refusal(errors.Unavailable, message, { ...cause, data: { outcome: 'unknown' } });
  }
  if (isUnreachable(error)) {
    const message = `${whyUnreachable(error)} Nothing was written.`;
    return new Refusal(errors.Unavailable, message, { ...cause, data: { outcome: 'nothing' } });
  }
  return error;
}

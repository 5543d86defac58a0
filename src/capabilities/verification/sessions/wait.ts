// How often a borrower may be verified: as the type says within its time, and whatever the types say, no more than so many
// wrong attempts in a day, so that nobody guesses on from hour to hour.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { verificationErrors } from '../errors.ts';
import type { Rules } from '../resources/verification-type.ts';

const wrongPerDay = 10;
const day = 24 * 3_600;

/** Errors: TooManyVerifications. */
export async function mustNotWait(
  tx: Tx,
  personId: string,
  { max_sessions_recent_past: sessionsMax, recent_past_secs: seconds }: Rules,
  now: Instant,
): Promise<void> {
  const [sessions, wrong] = await tx.together(
    tx.db
      .selectFrom('verifications')
      .select('counts_from as at')
      .where('person_id', '=', personId)
      .orderBy('counts_from', 'desc')
      .limit(sessionsMax),
    lastWrong(tx, personId),
  );
  const free = [freeFrom(sessions, sessionsMax, seconds), freeFrom(wrong, wrongPerDay, day)];
  const next = laterThan(now, free);
  if (next !== undefined) throw tooMany(`Another verification may begin at ${next}.`, next);
}

/** Also of verifications that were begun before: each would add its attempts to those of the day. Errors: as above. */
export async function mustMayGuess(tx: Tx, personId: string, now: Instant): Promise<void> {
  const next = laterThan(now, [freeFrom(await tx.rows(lastWrong(tx, personId)), wrongPerDay, day)]);
  if (next !== undefined) throw tooMany(`${wrongPerDay} attempts of a day were wrong. Try again at ${next}.`, next);
}

const lastWrong = ({ db }: Tx, personId: string) =>
  db
    .selectFrom('verification_attempts')
    .select('created_at as at')
    .where('person_id', '=', personId)
    .where('is_success', '=', false)
    .orderBy('position', 'desc')
    .limit(wrongPerDay);

const laterThan = (now: Instant, free: readonly (Instant | undefined)[]): Instant | undefined =>
  free
    .filter((at) => at !== undefined && at > now)
    .sort()
    .at(-1);

const tooMany = (message: string, next: Instant): Refusal =>
  new Refusal(verificationErrors.TooManyVerifications, message, { data: { nextVerificationOkAt: next } });

/** From then on the last ones are fewer than so many. */
const freeFrom = (last: readonly { readonly at: Instant }[], most: number, seconds: number): Instant | undefined => {
  const earliest = last.length < most ? undefined : last.at(-1);
  return earliest && addSeconds(earliest.at, seconds);
};

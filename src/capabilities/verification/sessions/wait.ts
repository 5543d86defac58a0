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
    tx.db
      .selectFrom('verification_attempts')
      .select('created_at as at')
      .where('person_id', '=', personId)
      .where('is_success', '=', false)
      .orderBy('position', 'desc')
      .limit(wrongPerDay),
  );
  const free = [freeFrom(sessions, sessionsMax, seconds), freeFrom(wrong, wrongPerDay, day)];
  const next = free
    .filter((at) => at !== undefined && at > now)
    .sort()
    .at(-1);
  if (next === undefined) return;
  throw new Refusal(verificationErrors.TooManyVerifications, `Another verification may begin at ${next}.`, {
    data: { nextVerificationOkAt: next },
  });
}

/** From then on the last ones are fewer than so many. */
const freeFrom = (last: readonly { readonly at: Instant }[], most: number, seconds: number): Instant | undefined => {
  const earliest = last.length < most ? undefined : last.at(-1);
  return earliest && addSeconds(earliest.at, seconds);
};

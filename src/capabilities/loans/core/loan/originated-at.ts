// When a loan was originated: as the lender said, otherwise when it was recorded here.
import { type Instant, secondsOfInstant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { refuseField } from '#platform/errors.ts';
import type { LoanRow } from './tables.ts';

export const originatedAt = ({ timestamps, created_at }: Pick<LoanRow, 'timestamps' | 'created_at'>): Instant =>
  timestamps.lenderOriginatedAt ?? timestamps.originatedAt ?? created_at;

/** A schedule lasts no longer either. */
const longestSeconds = 100 * 366 * 86_400;

/** A time of today is taken even if it is to come: the clock of the lender may be a little ahead. Errors: InvalidRequest. */
export function mustHaveCome(said: Instant | null | undefined, now: Instant, zone: string): void {
  if (said == null) return;
  const today = dateInZone(now, zone);
  const isTooOld = secondsOfInstant(now) - secondsOfInstant(said) > longestSeconds;
  if (!isTooOld && dateInZone(said, zone) <= today) return;
  const message = isTooOld ? 'lies too far back' : 'has not come yet';
  throw refuseField('timestamps.originatedAt', message, `a time until ${today}, of the last hundred years`);
}

// When a loan was originated: as the lender said, otherwise when it was recorded here.
import { type Instant, secondsOfInstant } from '@tenor/engine/values/instant.ts';
import { refuseField } from '#platform/errors.ts';
import type { LoanRow } from './tables.ts';

export const originatedAt = ({ timestamps, created_at }: Pick<LoanRow, 'timestamps' | 'created_at'>): Instant =>
  timestamps.lenderOriginatedAt ?? timestamps.originatedAt ?? created_at;

/** A schedule lasts no longer either. */
const longestSeconds = 100 * 366 * 86_400;

/** Errors: InvalidRequest. */
export function mustBePast(said: Instant | null | undefined, now: Instant): void {
  if (said == null) return;
  const ago = secondsOfInstant(now) - secondsOfInstant(said);
  if (ago >= 0 && ago <= longestSeconds) return;
  const message = ago < 0 ? 'has not come yet' : 'lies too far back';
  throw refuseField('timestamps.originatedAt', message, `a moment until ${now}, of the last hundred years`);
}

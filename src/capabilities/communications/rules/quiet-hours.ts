// The hours of the night at which a company sends nothing, by the clocks of the borrower: where the borrower may be in
// several zones, the night is over when it is over in all of them.
import { addDays } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal, timeInZone } from '@tenor/engine/values/zone.ts';

/** Times of day such as 21:00. Where `to` is not later than `from`, it is that of the next day. */
interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** The moment at which it is quiet nowhere any more; null: it is not quiet now, or it is always quiet somewhere. */
export function quietUntil(at: Instant, zones: readonly string[], hours: QuietHours): Instant | null {
  let opens = at;
  // Each zone may wake in the night of another one; zones whose nights fill the day together never wake.
  for (let turn = 0; turn <= zones.length; turn++) {
    const ends = zones.flatMap((zone) => endOfNight(opens, zone, hours) ?? []);
    if (ends.length === 0) return opens === at ? null : opens;
    opens = ends.toSorted().at(-1) as Instant;
  }
  return null;
}

/** Undefined: it is no night there. */
function endOfNight(at: Instant, zone: string, { from, to }: QuietHours): Instant | undefined {
  const now = timeInZone(at, zone);
  const [isOverMidnight, isLate, isEarly] = [to <= from, now >= from, now < to];
  if (isOverMidnight ? !isLate && !isEarly : !isLate || !isEarly) return undefined;
  const today = dateInZone(at, zone);
  const date = isOverMidnight && isLate ? addDays(today, 1) : today;
  return instantOfLocal({ date, time: `${to}:00`, zone });
}

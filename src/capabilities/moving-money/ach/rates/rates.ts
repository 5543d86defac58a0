// The rates of returns over the sixty days that end with a day, from the counts of each day.
import { type RateKind, rateKinds, type Standing, standingOf, windowDays } from '@tenor/ach/read/return-rates.ts';
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { RateDayRow } from './tables.ts';

interface Rate {
  readonly rate: RateKind;
  readonly returned: number;
  readonly standing: Standing;
}

export interface OriginatorRates {
  readonly originator: string;
  readonly sent: number;
  readonly rates: readonly Rate[];
  /** The newest is first; prenotes and entries that verify an account are apart. */
  readonly days: readonly RateDayRow[];
}

export const firstOf = (through: CivilDate): CivilDate => addDays(through, 1 - windowDays);

/** In the order of the company identifications. */
export async function ratesThrough(reader: Reader, through: CivilDate): Promise<OriginatorRates[]> {
  const days = await reader.rows(
    reader.db
      .selectFrom('ach_rate_days')
      .selectAll()
      .where('day', '>=', firstOf(through))
      .where('day', '<=', through)
      .orderBy('originator')
      .orderBy('day', 'desc')
      .orderBy('is_verifying'),
  );
  return [...Map.groupBy(days, (day) => day.originator)].map(([originator, own]) => ratesOf(originator, own));
}

function ratesOf(originator: string, days: readonly RateDayRow[]): OriginatorRates {
  const live = days.filter((day) => !day.is_verifying);
  const sum = (count: (day: RateDayRow) => number): number => live.reduce((all, day) => all + count(day), 0);
  const sent = sum((day) => day.sent);
  const rates = rateKinds.map((rate): Rate => {
    const returned = sum((day) => day[rate === 'all' ? 'returned' : rate]);
    return { rate, returned, standing: standingOf(rate, returned, sent) };
  });
  return { originator, sent, rates, days };
}

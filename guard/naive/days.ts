// How days are counted (conventions 2): the day of the event is day 1, in every zone where the borrower may be.
import type { Per } from '../contract.ts';
import { localOf, monthsLater, msOfDay } from './clock.ts';
import type { Asked } from './reach.ts';

/** Whether an event still counts, by the clock of this zone. */
export function stillCounts(event: number, moment: number, per: Per, zone: string): boolean {
  if (per === 'lifetime' || per === 'optOutEvent') return true;
  if (per === '24h') return moment - event < msOfDay;
  const then = localOf(event, zone);
  const now = localOf(moment, zone);
  if (per === '1d') return now.day === then.day;
  if (per === 'businessWeek') return mondayOf(now.day) === mondayOf(then.day);
  if (per === '1mo') return now.day < monthsLater(then.day, 1);
  return now.day - then.day < Number.parseInt(per, 10);
}

/** 1 January 1970 was a Thursday. */
const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7);

/** How many local days have passed since, in the zone where it is fewest. */
export function daysSince(event: number, moment: number, zones: readonly string[]): number {
  let fewest = Number.POSITIVE_INFINITY;
  for (const zone of zones) fewest = Math.min(fewest, localOf(moment, zone).day - localOf(event, zone).day);
  return fewest;
}

/** Days are counted somewhere even where nobody knows the borrower's zone: then where the company is. */
export const zonesToCountIn = (asked: Asked): readonly string[] =>
  asked.zones.length === 0 ? [asked.facts.company.zone] : asked.zones;

// When: mostly where windows and days turn.
import type { DateText, Moment } from '../contract.ts';
import type { Dice } from './dice.ts';

export const msOfHour = 3_600_000;
export const msOfDay = 24 * msOfHour;

const from = Date.UTC(2026, 0, 1);
/** Days on which clocks are set, holidays, the last of a month, and when rules begin and end. */
const oddDays = ['2026-03-08', '2026-07-03', '2026-08-31', '2026-09-01', '2026-11-01', '2027-01-31', '2028-02-29'];

export function someMoment(dice: Dice): Moment {
  const day = dice.chance(0.2) ? Date.parse(dice.pick(oddDays)) : from + dice.between(0, 540) * msOfDay;
  const moment = day + dice.between(0, 47) * (msOfHour / 2);
  return moment + dice.pick([0, 0, 0, 1, -1, 17 * 60_000]);
}

/** Mostly before, sometimes after; mostly at an odd minute, sometimes exactly so many hours away. */
export function around(dice: Dice, at: Moment, days: number): Moment {
  const hours = dice.chance(0.92) ? -dice.between(0, 24 * days) : dice.between(0, 24 * days);
  return at + hours * msOfHour + (dice.chance(0.3) ? 0 : dice.between(-29, 29) * 60_000);
}

export const dateOf = (moment: Moment): DateText => new Date(moment).toISOString().slice(0, 10);

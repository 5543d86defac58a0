// Amounts, rates, days and times from JSON. Numbers are read through their decimal text and never multiplied, so 1.15
// is 115 cents and 0.30000000000000004 is refused.

import { type Cents, parseCents } from '../values/cents.ts';
import { parseCivilDate } from '../values/civil-date.ts';
import { type Day, dayOf } from '../values/day.ts';
import { formatScaled, scaleDecimal } from '../values/decimal.ts';
import { type Instant, parseInstant } from '../values/instant.ts';
import { parseRate, type Rate } from '../values/rate.ts';
import { fault, type Reader, refuse } from './input.ts';

/** The decimal text of a JSON number or string; undefined for anything else. */
function decimalOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function amountThat(fits: (amount: Cents) => boolean, what: string): Reader<Cents> {
  return {
    what,
    read(value, path) {
      const amount = parseCents(decimalOf(value) ?? '');
      if (amount === undefined || !fits(amount)) return refuse(path, what, value);
      return amount;
    },
  };
}

const amountFrom = (least: number, what: string): Reader<Cents> => amountThat((amount) => amount >= least, what);

export const amount = amountFrom(0, 'an amount in dollars, zero or more, in whole cents, such as 12.50');
export const amountNotZero = amountThat(
  (amount) => amount !== 0,
  'an amount in dollars, in whole cents, other than zero, such as 12.50',
);
export const amountAboveZero = amountFrom(1, 'an amount in dollars above zero, in whole cents, such as 12.50');

// The engine calculates rates with ten decimals. A thousand percent is more than any lender may charge.
const ratePlaces = 10;
const rateMax = 10;

function rateFrom(least: number, most: number, what: string): Reader<Rate> {
  return {
    what,
    read(value, path) {
      const written = decimalOf(value) ?? '';
      const rate = parseRate(written);
      if (rate === undefined) return refuse(path, what, value);
      // Only for comparing with whole numbers; the text is the value that is used.
      const size = Number(rate);
      if (size > most) throw fault(path, `must be ${what}, not ${written}${percentMeant(size)}`);
      if (size < least) return refuse(path, what, value);
      if (scaleDecimal(rate, { places: ratePlaces, digitsMax: 12 }) === undefined)
        throw fault(path, `must have at most ${ratePlaces} decimals, not ${written}.`);
      return rate;
    },
  };
}

function percentMeant(size: number): string {
  const rate = parseRate(`${size}e-2`);
  return rate === undefined ? '.' : `. For ${size} percent write ${rate}.`;
}

export const rate = rateFrom(0, rateMax, 'a rate from 0 to 10, where 0.0999 is 9.99 percent');
export const signedRate = rateFrom(-rateMax, rateMax, 'a rate from -10 to 10, where 0.0999 is 9.99 percent');
export const fraction = rateFrom(0, 1, 'a fraction from 0 to 1, where 0.05 is 5 percent');

export const day: Reader<Day> = {
  what: 'a day such as "2027-02-15", from 1900 to 2999',
  read(value, path) {
    const isDay = typeof value === 'string' && /^(19|2\d)\d\d-\d\d-\d\d$/.test(value);
    const date = isDay ? parseCivilDate(value) : undefined;
    if (isDay && date === undefined) throw fault(path, `must be a day of the calendar, which "${value}" is not.`);
    return date === undefined ? refuse(path, day.what, value) : dayOf(date);
  },
};

/** A date, or a month and a day of every year: kept as its text. */
export const closedDay: Reader<string> = {
  what: 'a day such as "2027-11-26", or a day of every year such as "12-24"',
  read(value, path) {
    const isOfEveryYear = typeof value === 'string' && /^\d\d-\d\d$/.test(value);
    // A leap year has all days.
    day.read(isOfEveryYear ? `2028-${value}` : value, path);
    return value as string;
  },
};

/** Seconds since midnight. */
export const timeOfDay: Reader<number> = {
  what: 'a time of day such as "14:30" or "14:30:05"',
  read(value, path) {
    const match = typeof value === 'string' ? /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(value) : null;
    if (match === null) return refuse(path, timeOfDay.what, value);
    const [, hours, minutes, seconds = '0'] = match;
    return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  },
};

export const moment: Reader<Instant> = {
  what: 'a moment such as "2027-02-15T14:30:00Z"',
  read(value, path) {
    const instant = typeof value === 'string' ? parseInstant(value) : undefined;
    return instant === undefined ? refuse(path, moment.what, value) : instant;
  },
};

const dollarPlaces = 8;

/** Dollars with parts of a cent, as the cents the engine takes: 13.7925246 is `1379.252460`. */
export const exactAmount: Reader<string> = {
  what: `an amount in dollars, zero or more, with at most ${dollarPlaces} decimals, such as 13.7925246`,
  read(value, path) {
    const scaled = scaleDecimal(decimalOf(value) ?? '', { places: dollarPlaces, digitsMax: 20 });
    if (scaled === undefined || scaled.isNegative || scaled.digits.length > 20)
      return refuse(path, exactAmount.what, value);
    return formatScaled(scaled, dollarPlaces - 2);
  },
};

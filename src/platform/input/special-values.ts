// Values that documents and our code represent differently: money, rates, dates, date-times. A schema names them by
// `x-tenor`. Each is read from the text that the caller wrote, never from a double that was rounded before.

import { cents, centsMax, formatCents, parseCents } from '@tenor/engine/values/cents.ts';
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { parseInstant } from '@tenor/engine/values/instant.ts';
import { parseRate } from '@tenor/engine/values/rate.ts';
import { cardDigits, isCardNumber, isSecurityCode, isSimulatedCard } from './card-number.ts';
import { Inexact } from './number.ts';

export type Source = 'json' | 'form' | 'query';

export interface SpecialValue {
  /** Completes "must be …". */
  readonly expected: string;
  readonly types: readonly string[];
  /** Undefined when the value is not of this kind. */
  parse(value: unknown, source: Source): unknown;
  /** A better sentence than "must be …", if there is one. */
  complaint?(value: unknown): string | undefined;
  /** True: a part of what was sent may be kept nowhere, and is dropped by `parse`. */
  readonly drops?: true;
}

/** The source of a number, or a text as it is: careful clients send money in quotes, '12.50'. */
function decimalText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return value instanceof Inexact ? value.source : undefined;
}

/**
 * When it is not escaped in a query, the plus of `+00:00` arrives as a space. Between a time with a T and an offset its
 * meaning is clear.
 */
const lostPlus = /^(\d{4}-\d\d-\d\d[Tt][\d:.,]+) (\d\d(?::?\d\d)?)$/;

function isoText(value: unknown, source: Source): string | undefined {
  if (typeof value !== 'string') return undefined;
  return source === 'json' ? value : value.replace(lostPlus, '$1+$2');
}

function parseWith<T>(parse: (text: string) => T | undefined, text: string | undefined): T | undefined {
  return text === undefined ? undefined : parse(text);
}

const isNumeric = (text: string): boolean => /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);

const amount: SpecialValue = {
  expected: 'an amount with at most two decimals, such as 12.50',
  types: ['number', 'string'],
  parse: (value) => parseWith(parseCents, decimalText(value)),
  complaint: (value) => {
    const text = decimalText(value);
    if (text === undefined || !isNumeric(text)) return undefined;
    const bound = formatCents(cents(centsMax));
    if (Math.abs(Number(text)) > centsMax / 100) return `is too large: an amount lies between -${bound} and ${bound}`;
    return 'has too many digits: an amount has at most two decimals, such as 12.50';
  },
};

const rate: SpecialValue = {
  expected: 'a rate as a decimal such as 0.0725, with at most 12 decimals',
  types: ['number', 'string'],
  parse: (value) => parseWith(parseRate, decimalText(value)),
  complaint: (value) => {
    const text = decimalText(value);
    if (text === undefined || !isNumeric(text)) return undefined;
    return 'is outside what a rate can be: between -1000 and 1000, with at most 12 decimals';
  },
};

const date: SpecialValue = {
  expected: 'a date such as 2026-01-31',
  types: ['string'],
  parse: (value, source) => parseWith(parseCivilDate, isoText(value, source)),
};

const dateTime: SpecialValue = {
  expected: 'a date-time such as 2026-01-31T09:30:00Z',
  types: ['string'],
  parse: (value, source) => parseWith(parseInstant, isoText(value, source)),
};

/** Forms hold only text, and careful clients quote numbers: a text of digits is a number. Other text is judged later. */
const dayOrDate: SpecialValue = {
  expected: 'a number of a day, or a date such as 2026-01-31',
  types: ['integer', 'string'],
  parse(value, source) {
    if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
    if (typeof value !== 'string') return undefined;
    return /^\d{1,4}$/.test(value) ? Number(value) : (date.parse(value, source) ?? value);
  },
};

/** Only the last four digits of a card's number come in. */
const cardNumber: SpecialValue = {
  expected: 'the 12 to 19 digits of a card',
  types: ['string'],
  drops: true,
  parse(value) {
    const digits = typeof value === 'string' ? cardDigits(value) : undefined;
    return digits !== undefined && isCardNumber(digits) ? digits.slice(-4) : undefined;
  },
  complaint: (value) =>
    typeof value === 'string' && cardDigits(value) !== undefined ? 'is no card number: a digit is wrong' : undefined,
};

/** The same; but a number of the simulator comes in whole. */
const payingCard: SpecialValue = {
  ...cardNumber,
  parse(value, source) {
    const digits = typeof value === 'string' ? cardDigits(value) : undefined;
    return digits !== undefined && isSimulatedCard(digits) ? digits : cardNumber.parse(value, source);
  },
};

/** Nothing of a security code comes in. */
const securityCode: SpecialValue = {
  expected: '3 or 4 digits',
  types: ['string'],
  drops: true,
  parse: (value) => (typeof value === 'string' && isSecurityCode(value) ? null : undefined),
};

export const specialValues = {
  amount,
  rate,
  date,
  dateTime,
  dayOrDate,
  cardNumber,
  payingCard,
  securityCode,
} as const;

export type SpecialName = keyof typeof specialValues;

// The value that a place names: a field of the event, or of a source, and what becomes of it.
import { openDaysFrom } from '@tenor/engine/time/calendar.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Condition, From } from '../notice.ts';
import { bars } from './bars.ts';
import { isSource, type Known } from './sources.ts';

/** The days within which a default may be cured: 15 by the law of Wisconsin (Wis. Stat. 425.105), and 5 for the mail. */
const cureDays = 20;

/** A period to dispute a debt has 30 days from the receipt, which is assumed five open days after the sending. */
const validationDays = 30;
const receiptDays = 5;
/** What is made today may wait for the hour in which a borrower may be written to. */
const waitingDays = 1;

const validationEnd = ({ today }: Known): CivilDate =>
  dateOf(openDaysFrom(dayOf(today) + waitingDays, receiptDays) + validationDays);

const fixedValues: Readonly<Record<From, (known: Known) => unknown>> = {
  day: ({ day }) => day,
  limitLowered: () => 'limitLowered',
  declined: () => 'declined',
  drawDeclined: () => 'drawDeclined',
  drawsFrozen: () => 'drawsFrozen',
  lineClosed: () => 'lineClosed',
  validationEnd,
  borrowerAddress: ({ address }) => address(),
  collectionPlace: ({ collectionPlace }) => collectionPlace(),
  cureDays: () => cureDays,
  cureBy: ({ day }) => addDays(day, cureDays),
};

/** Null where there is nothing of that name. */
export async function valueFrom(from: From, known: Known): Promise<unknown> {
  const fixed = fixedValues[from];
  if (fixed !== undefined) return fixed(known);
  const [place = '', bar] = from.split(' | ');
  const [first = '', ...path] = place.split('.');
  const whole = first === 'told' ? known.told : isSource(first) ? await known.shown(first) : undefined;
  if (whole === undefined) return null;
  const found = path.reduce<unknown>((object, name) => (object as Readonly<Record<string, unknown>>)?.[name], whole);
  if (bar === undefined) return found ?? null;
  const change = bars[bar];
  if (change === undefined) throw new Error(`Nobody knows what becomes of a value by "${bar}".`);
  return found == null ? null : (change(found as never, known) ?? null);
}

export async function isMet(from: From, condition: Condition, known: Known): Promise<boolean> {
  const value = await valueFrom(from, known);
  if (condition === 'there') return value !== null;
  if (condition === 'absent') return value === null;
  const word = String(value ?? '');
  return 'not' in condition ? !condition.not.includes(word) : condition.includes(word);
}

/** As texts are given it: an amount in decimals, an instant as its day. */
export function asText(type: string, value: unknown, zone: string): unknown {
  if (value === null) return null;
  if (type === 'amount' && typeof value === 'number') return formatCents(value as Cents);
  if (type === 'date' && typeof value === 'string' && value.includes('T')) return dateInZone(value as Instant, zone);
  return value;
}

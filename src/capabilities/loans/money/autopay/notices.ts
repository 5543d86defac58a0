// Which payments must be announced, and what may be taken without an announcement. Law and network ask for ten days
// before an amount that varies, and for seven before a day that is another one. Closed days shift nothing.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { startOfDay } from '../../core/loan/today.ts';
import type { Announced, NoticeRule } from './plan.ts';
import type { PlannedDay } from './planned-dates.ts';

const amountDays = 10;
const dateDays = 7;

export interface Notice {
  readonly isNeeded: boolean;
  readonly sentAt: Instant | null;
  /** The largest amount that may be taken. */
  readonly most: number;
}

type Keyed = Pick<PlannedDay, 'due' | 'ordinal'>;
const isOf =
  ({ due, ordinal }: Keyed) =>
  (one: Pick<Announced, 'dueOn' | 'ordinal'>): boolean =>
    one.dueOn === due.on && one.ordinal === ordinal;

const lastNoticeDay = ({ entryOn }: Pick<PlannedDay, 'entryOn'>): Day => entryOn - amountDays;

/** At that instant a payment that varies is announced. */
export const noticeAt = (one: Pick<PlannedDay, 'entryOn'>, zone: string): Instant =>
  startOfDay(lastNoticeDay(one), zone);

export const isTimeToAnnounce = (one: Pick<PlannedDay, 'entryOn'>, today: Day): boolean => lastNoticeDay(one) <= today;

/** The statement of a line is the notice of its payments: they have no rule. */
export function noticeOf(rule: NoticeRule | null, today: Day, day: PlannedDay, amount: number): Notice {
  if (rule === null || amount <= rule.above) return { isNeeded: false, sentAt: null, most: amount };
  const told = rule.announced.find(isOf(day));
  const last = lastNoticeDay(day);
  const mayBeSent = today <= last;
  const isSent = told?.sentOn != null && told.sentOn <= last;
  const sentAt = isSent ? told.sentAt : null;
  if (told === undefined) return { isNeeded: true, sentAt, most: mayBeSent ? amount : rule.above };
  return { isNeeded: true, sentAt, most: isSent || mayBeSent ? Math.max(rule.above, told.amount) : rule.above };
}

/** What the borrower was told: days that are planned, and amounts that vary. */
export interface Told {
  readonly days: readonly Day[];
  readonly payments: readonly Announced[];
  /** What usually comes due. */
  readonly usual: number;
}

/** Whether its day is another one than was told, so late that no notice is in time. */
export function isMovedTooLate(told: Told | null, { plannedOn, entryOn }: PlannedDay, today: Day): boolean {
  const last = told?.days.at(-1);
  const isNew = last !== undefined && plannedOn <= last && !told?.days.includes(plannedOn);
  return isNew && entryOn - dateDays < today;
}

/** Replaces what was told of the payment before. */
export const withAnnounced = (all: readonly Announced[], one: Announced): Announced[] => [
  ...all.filter((other) => other.dueOn !== one.dueOn || other.ordinal !== one.ordinal),
  one,
];

export const isAnnounced = (rule: NoticeRule, one: Keyed & { readonly amount: Cents }): boolean =>
  rule.announced.some((other) => isOf(one)(other) && other.amount >= one.amount);

/** It was announced, and the borrower was told of another amount last, which was more. */
export const isSmallerThanTold = (rule: NoticeRule, one: Keyed & { readonly amount: Cents }): boolean =>
  rule.announced.some((other) => isOf(one)(other) && one.amount > 0 && one.amount < (other.lastTold ?? other.amount));

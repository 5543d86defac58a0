// An order as an entry of a file: of which kind, for which day, and by which cut-off it leaves.
import { entryTimes } from '@tenor/ach/times/entry-times.ts';
import { ruledDescriptions } from '@tenor/ach/values/codes.ts';
import { type Entry, faultOf } from '@tenor/ach/write/entry.ts';
import { openDaysFrom } from '@tenor/engine/time/calendar.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';
import type { BankAccount, Order } from '../../order/order.ts';
import { type AchSettings, bankTimesOf } from './settings.ts';

/** When an entry leaves, and settles. */
export interface EntryPlan {
  readonly settlesOn: CivilDate;
  readonly isSameDay: boolean;
  readonly leavesAt: Instant;
}

type Planned = Pick<Order, 'entryDate' | 'isSameDay'>;

/** Keeps the day that was told with the order while its cut-off is ahead; else the next one that is open. */
export function planOf({ entryDate, isSameDay }: Planned, settings: AchSettings, now: Instant): EntryPlan {
  const told = entryDate as CivilDate | null;
  if (told !== null) {
    const leavesAt = cutOffsFor(told, isSameDay, settings).find((at) => at >= now);
    if (leavesAt !== undefined) return { settlesOn: told, isSameDay, leavesAt };
  }
  const on = told === null ? dayOf(dateInZone(now, settings.timezone)) : dayOf(told);
  const times = entryTimes(bankTimesOf(settings), { on, wantsSameDay: isSameDay }, now);
  return { settlesOn: dateOf(times.settles), isSameDay: times.isSameDay, leavesAt: times.leavesBy };
}

const cutOffOn = (date: CivilDate, time: string, zone: string): Instant =>
  instantOfLocal({ date, time: `${time}:00`, zone });

function cutOffsFor(settlesOn: CivilDate, isSameDay: boolean, settings: AchSettings): Instant[] {
  const { timezone, cutOff, sameDayWindows } = settings;
  if (isSameDay) return sameDayWindows.map((window) => cutOffOn(settlesOn, window.cutOff, timezone));
  return [cutOffOn(dateOf(openDaysFrom(dayOf(settlesOn), -1)), cutOff, timezone)];
}

/** What the bank wants to see of entries for the day itself; null: nothing. */
export function markOf({ isSameDay, settlesOn, leavesAt }: EntryPlan, settings: AchSettings): string | null {
  if (!isSameDay) return null;
  const { timezone, sameDayWindows } = settings;
  return sameDayWindows.find(({ cutOff }) => cutOffOn(settlesOn, cutOff, timezone) === leavesAt)?.mark ?? null;
}

export function entryOf(order: Order, plan: EntryPlan, settings: AchSettings): Entry {
  const handle = order.handle as BankAccount;
  // By a prenote a bank is asked whether debits may come.
  const isPrenote = order.deed === 'verify';
  const direction = order.deed === 'debit' || isPrenote ? 'debit' : 'credit';
  const description = descriptionOf(order.entry.description, settings);
  return {
    direction,
    sec: secOf(order, handle),
    description,
    entryDate: plan.settlesOn,
    sameDayMark: markOf(plan, settings),
    isPrenote,
    routingNumber: handle.routingNumber,
    accountNumber: handle.accountNumber,
    accountType: handle.accountType,
    amountCents: order.amount,
    // Both deposits of a pair are in one batch.
    id: order.entry.description === trialDescription ? order.key : order.entry.id,
    name: order.entry.name || handle.holderName,
    isRecurring: order.entry.isRecurring,
    addenda: null,
  };
}

const trialDescription = 'ACCTVERIFY';

/** In doubt the account is a consumer's. What takes an entry back has its kind; other credits are PPD or CCD. */
function secOf({ deed, entry: { sec } }: Order, { holderType }: BankAccount): Entry['sec'] {
  const usual = holderType === 'business' ? 'CCD' : 'PPD';
  if (deed === 'credit') return sec === 'CCD' ? 'CCD' : usual;
  return sec ?? usual;
}

/** Descriptions that are spelled so by rule stay. */
function descriptionOf(ours: string, { descriptions }: AchSettings): string {
  switch (ours) {
    case 'LOAN PMT':
      return descriptions.payment;
    case 'DOWN PMT':
      return descriptions.downPayment;
    case 'REFUND':
      return descriptions.refund;
    case 'LOAN FUND':
      return descriptions.funding;
    default:
      return ours;
  }
}

export const ruled: readonly string[] = [...Object.values(ruledDescriptions), 'RETURN FEE', trialDescription];

/** Why no file can have it; undefined: it can be written. */
export function faultOfOrder(order: Order, plan: EntryPlan, settings: AchSettings): string | undefined {
  if (order.handle.kind !== 'bankAccount') return 'handle';
  const entry = entryOf(order, plan, settings);
  const { debitAmount, creditAmount } = settings.fileMax;
  const max = entry.direction === 'debit' ? debitAmount : creditAmount;
  if (max !== null && entry.amountCents > max) return 'amount';
  return faultOf(entry)?.field;
}

// When money that is to count on a day leaves and settles. The day on which it counts (P) is the borrower's and follows
// from the loan type; the banking days are those of the provider's zone.
import { type BankTimes, entryTimes, lastCutOff, submissionDay } from '@tenor/ach/times/entry-times.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { instantOfLocal } from '@tenor/engine/values/zone.ts';
import type { Carrier, Rail } from '#capabilities/moving-money/index.ts';
import type { LoanRow } from '../../core/loan/tables.ts';

/** The abilities of a provider that decide when an order leaves. */
export type CutOffs = Pick<
  Carrier['provider']['can'],
  'cutOff' | 'sameDayCutOffs' | 'zone' | 'isSameDay' | 'amountMax'
>;

interface Planned {
  readonly rail: Rail;
  readonly on: Day;
  readonly amount: number;
  readonly wantsSameDay: boolean;
}

interface Entry {
  /** Null on rails that settle at once. */
  readonly entryDate: CivilDate | null;
  readonly isSameDay: boolean;
}

/** How long before the cut-off a scheduled payment is ordered: so all of a day reach the provider in time. */
const leadSeconds = 1_800;

/** The time for cards: a decline leaves the day to pay otherwise. */
const cardTime = '08:00:00';

const maySettleSameDay = (can: CutOffs, { wantsSameDay, amount }: Planned): boolean =>
  wantsSameDay && can.isSameDay && (can.amountMax === null || amount <= can.amountMax);

const bankOf = (can: CutOffs): BankTimes => ({
  ...can,
  sameDayCutOffs: can.isSameDay ? (can.sameDayCutOffs ?? [can.cutOff]) : [],
});

const plannedFor = (can: CutOffs, planned: Planned) => ({
  on: planned.on,
  wantsSameDay: maySettleSameDay(can, planned),
});

/** The banking day on which an order leaves that is given now. */
export const leavesOn = (can: CutOffs, now: Instant): Day => submissionDay(can, now);

/** The entry of an order that leaves now: never before the day that was authorized. */
export function entryAt(can: CutOffs, planned: Planned, now: Instant): Entry {
  if (planned.rail !== 'ach') return { entryDate: null, isSameDay: false };
  const { settles, isSameDay } = entryTimes(bankOf(can), plannedFor(can, planned), now);
  return { entryDate: dateOf(settles), isSameDay };
}

/** When a scheduled payment becomes an order. */
export function releaseAt(can: CutOffs, planned: Planned, { zone }: Pick<LoanRow, 'zone'>): Instant {
  if (planned.rail !== 'ach') return instantOfLocal({ date: dateOf(planned.on), time: cardTime, zone });
  return addSeconds(lastCutOff(bankOf(can), plannedFor(can, planned)), -leadSeconds);
}

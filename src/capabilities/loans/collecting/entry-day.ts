// When money that is to count on a day leaves and settles. The day on which it counts (P) is the borrower's and follows
// from the loan type; the banking days are those of the provider's zone.
import { following, isOpen } from '@tenor/engine/time/calendar.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { instantOfLocal } from '@tenor/engine/values/zone.ts';
import { type Carrier, type Rail, submissionDay } from '#capabilities/moving-money/index.ts';
import type { LoanRow } from '../loan/tables.ts';

/** What of a provider decides when an order leaves. */
export type CutOffs = Pick<Carrier['provider']['can'], 'cutOff' | 'zone' | 'isSameDay' | 'amountMax'>;

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

/** So long before the cut-off a scheduled payment is ordered: all of a day are with the provider by then. */
const leadSeconds = 1_800;

/** Of a card: a decline leaves the day to pay otherwise. */
const cardTime = '08:00:00';

const preceding = (day: Day): Day => {
  let open = day;
  while (!isOpen(open)) open -= 1;
  return open;
};

const cutOffOn = ({ cutOff, zone }: CutOffs, day: Day): Instant =>
  instantOfLocal({ date: dateOf(day), time: `${cutOff}:00`, zone });

const maySettleSameDay = (can: CutOffs, { wantsSameDay, amount }: Planned): boolean =>
  wantsSameDay && can.isSameDay && (can.amountMax === null || amount <= can.amountMax);

/** The entry of an order that leaves now: never before the day that was authorized. */
export function entryAt(can: CutOffs, planned: Planned, now: Instant): Entry {
  if (planned.rail !== 'ach') return { entryDate: null, isSameDay: false };
  const submission = submissionDay(can, now);
  const first = maySettleSameDay(can, planned) ? submission : following(submission + 1);
  const entry = Math.max(first, following(planned.on));
  return { entryDate: dateOf(entry), isSameDay: entry === submission };
}

/** When a scheduled payment becomes an order. */
export function releaseAt(can: CutOffs, planned: Planned, { zone }: Pick<LoanRow, 'zone'>): Instant {
  const { rail, on } = planned;
  if (rail !== 'ach') return instantOfLocal({ date: dateOf(on), time: cardTime, zone });
  const entry = following(on);
  const submission = maySettleSameDay(can, planned) ? entry : preceding(entry - 1);
  return addSeconds(cutOffOn(can, submission), -leadSeconds);
}

// Obligations as they are shown, and how they are filtered.
import { openOf } from '@tenor/engine/account/obligations.ts';
import type { Obligation } from '@tenor/engine/account/records.ts';
import type { LoanState } from '@tenor/engine/account/state.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { compare, type Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type DateFilter, isWithin, mustBeWhole } from '../loan/date-filter.ts';
import { obligationId, periodId } from '../loan/derived-id.ts';
import { leaseOf } from '../loan/lock.ts';
import type { HeldLoan, NextObligation } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import { startOfDay } from '../loan/today.ts';
import { termsOf } from '../timeline/held-loan.ts';
import {
  type DueRange,
  everyDueDate,
  findObligations,
  type KeptObligation,
  noDueDate,
  type ObligationsFound,
} from './obligations.ts';
import type { Obligations, ObligationView } from './schemas.ts';

interface ObligationFilter extends DateFilter {
  readonly periodId?: string;
  readonly status?: 'unfulfilled' | 'overdue';
  readonly isOpen?: boolean;
  readonly knownAt?: Instant;
}

export async function listObligations(
  reader: Reader,
  held: HeldLoan,
  { now, micros }: { readonly now: Instant; readonly micros: number },
  filter: ObligationFilter,
): Promise<Obligations> {
  mustBeWhole(filter);
  const found = await findObligations(reader, held, now, { knownAt: filter.knownAt, due: dueOf(filter) });
  const all = found === undefined ? [] : presentAll(held, found);
  const isLocked = leaseOf(held.row, micros) !== undefined;
  return { isLocked, ...overdueOf(held, found?.state), obligations: all.filter((one) => passes(one, filter)) };
}

/** Only the running obligation is open, and it is never stored. */
const dueOf = ({ isOpen, dueDate, fromDate, toDate }: ObligationFilter): DueRange =>
  isOpen === true
    ? noDueDate
    : { from: dueDate ?? fromDate ?? everyDueDate.from, to: dueDate ?? toDate ?? everyDueDate.to };

export async function readObligation(
  reader: Reader,
  held: HeldLoan,
  now: Instant,
  { id, knownAt }: { readonly id: string; readonly knownAt: Instant | undefined },
): Promise<ObligationView> {
  const found = await findObligations(reader, held, now, { knownAt });
  const one = found && presentAll(held, found).find((shown) => shown.id === id);
  if (one !== undefined) return one;
  throw new Refusal(errors.NotFound, `This loan has no obligation ${id}.`, { data: { path: 'obligationId' } });
}

function overdueOf(
  { row, product }: HeldLoan,
  state: LoanState | undefined,
): Omit<Obligations, 'isLocked' | 'obligations'> {
  if (state === undefined) return { isOverdue: false, overdueAmount: zeroCents, daysOverdue: 0 };
  const { overdueAmount, daysPastDue } = product.read(termsOf(row), state);
  return { isOverdue: state.position.isDelinquent, overdueAmount, daysOverdue: daysPastDue };
}

const passes = (one: ObligationView, filter: ObligationFilter): boolean =>
  isWithin(one.dueDate, filter) &&
  (filter.periodId === undefined || one.periodId === filter.periodId) &&
  (filter.isOpen === undefined || one.isOpen === filter.isOpen) &&
  (filter.status !== 'unfulfilled' || !one.isFulfilled) &&
  (filter.status !== 'overdue' || one.isOverdue);

const kinds = ['instalment', 'acceleration', 'demand', 'fee'] as const;

/** In the order in which money pays them. */
function presentAll(held: HeldLoan, { state, kept, next }: ObligationsFound): ObligationView[] {
  const inOrder = kept.toSorted(
    ({ obligation: a, key }, { obligation: b, key: other }) =>
      a.dueDate - b.dueDate ||
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      a.ordinal - b.ordinal ||
      (key < other ? -1 : 1),
  );
  return [
    ...inOrder.map((one) => presentKept(held, state, one)),
    ...(next === undefined ? [] : [presentNext(held.row, next)]),
  ];
}

const nothingElse = { overLimitAmount: zeroCents, loanGracePeriod: null, gracePeriod: [], deletedAt: null };

function presentKept(held: HeldLoan, state: LoanState, { obligation: o, ...stamps }: KeptObligation): ObligationView {
  const whole = o.interest + o.principal + o.feesDue + o.paidAhead;
  const remaining = openOf(o);
  const fulfilled = whole - remaining;
  return {
    id: obligationId(held.row.id, o),
    object: 'obligation',
    obligationType: o.kind,
    periodId: periodOf(held, state, o),
    dueDate: dateOf(o.dueDate),
    obligationAmount: whole as Cents,
    fulfilledAmount: fulfilled as Cents,
    remainingAmount: remaining as Cents,
    paymentsAmount: o.byPayments as Cents,
    serviceCreditsAmount: o.byCredits as Cents,
    overpaymentsAmount: o.paidAhead,
    capitalizedAmount: o.capitalised as Cents,
    unassignedAmount: (fulfilled - o.byPayments - o.byCredits - o.paidAhead - o.capitalised) as Cents,
    isFulfilled: remaining === 0,
    // A charge-off closes an obligation although something of it is open.
    isOverdue: o.isOverdue && o.closedOn === null,
    isOpen: false,
    isLateFeeBlockedByPyramidingConfig: o.isBlockedByPyramiding,
    migration: migratedPart(state, o, whole, remaining),
    createdAt: createdAt(held, state, o, stamps.created_at),
    updatedAt: stamps.updated_at,
    ...nothingElse,
  };
}

function presentNext(row: LoanRow, next: NextObligation): ObligationView {
  const { kind, ordinal, begunOn, dueDate, amount, paidAhead } = next;
  return {
    id: obligationId(row.id, next),
    object: 'obligation',
    obligationType: kind,
    periodId: periodId(row.id, ordinal),
    dueDate: dateOf(dueDate),
    obligationAmount: amount as Cents,
    fulfilledAmount: paidAhead as Cents,
    remainingAmount: (amount - paidAhead) as Cents,
    paymentsAmount: zeroCents,
    serviceCreditsAmount: zeroCents,
    overpaymentsAmount: paidAhead as Cents,
    capitalizedAmount: zeroCents,
    unassignedAmount: zeroCents,
    isFulfilled: amount === paidAhead,
    isOverdue: false,
    isOpen: true,
    isLateFeeBlockedByPyramidingConfig: false,
    migration: null,
    createdAt: begunAt(row, begunOn),
    updatedAt: null,
    ...nothingElse,
  };
}

/** An instalment is there from the beginning of its period on; the stored books hold it once it has come due. */
function createdAt({ row, product }: HeldLoan, state: LoanState, o: Obligation, storedAt: Instant): Instant {
  const begunOn = o.kind === 'instalment' ? product.startOfPeriod(state, o.ordinal) : undefined;
  if (begunOn === undefined) return storedAt;
  const begun = begunAt(row, begunOn);
  return compare(begun, storedAt) < 0 ? begun : storedAt;
}

/** When a period began. The first one begins with the activation, and no obligation is older than its loan. */
function begunAt({ zone, timestamps, created_at }: LoanRow, begunOn: Day): Instant {
  const midnight = startOfDay(begunOn, zone);
  const first = timestamps.activatedAt ?? created_at;
  return compare(midnight, first) < 0 ? first : midnight;
}

function periodOf({ row, product }: HeldLoan, state: LoanState, { kind, ordinal, dueDate }: Obligation): string | null {
  if (kind === 'instalment') return periodId(row.id, ordinal);
  const around = product.periodOn(state, dueDate);
  return around === undefined ? null : periodId(row.id, around);
}

function migratedPart(
  { position: p }: LoanState,
  { kind, ordinal, dueDate }: Obligation,
  whole: number,
  remaining: number,
): ObligationView['migration'] {
  if (kind !== 'instalment' || ordinal >= p.firstOrdinal) return null;
  const isLate = dueDate < p.startedOn;
  return {
    migratedOverdueAmount: (isLate ? whole : 0) as Cents,
    migratedOverdueRemainingAmount: (isLate ? remaining : 0) as Cents,
    migratedDaysOverdue: isLate ? p.startedOn - dueDate : 0,
  };
}

// Obligations as they are shown, and how they are filtered.
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { addDays } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { compare, type Instant } from '@tenor/engine/values/instant.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { BookObligation, State } from '../loan/books.ts';
import { type DateFilter, isWithin, mustBeWhole } from '../loan/date-filter.ts';
import { obligationId, periodId } from '../loan/derived-id.ts';
import { leaseOf } from '../loan/lock.ts';
import type { NextObligation } from '../loan/next-obligation.ts';
import type { ObligationParts } from '../loan/product.ts';
import { startOfDay } from '../loan/today.ts';
import {
  type DueRange,
  everyDueDate,
  type KeptObligation,
  noDueDate,
  type ObligationsFinder,
  type ObligationsFound,
  type ObligationsLoan,
} from './obligations.ts';
import type { Obligations, ObligationView } from './schemas.ts';

interface ObligationFilter extends DateFilter {
  readonly periodId?: string;
  readonly status?: 'unfulfilled' | 'overdue';
  readonly isOpen?: boolean;
  readonly knownAt?: Instant;
}

/** Shows a part of each obligation alone. */
export interface Narrow {
  /** Undefined: the obligation has no such part. */
  kept(obligation: BookObligation): BookObligation | undefined;
  next(state: State, next: NextObligation): NextObligation;
}

const narrowed = (found: ObligationsFound, narrow: Narrow | undefined): ObligationsFound =>
  narrow === undefined
    ? found
    : {
        ...found,
        kept: found.kept.flatMap((one) => {
          const obligation = narrow.kept(one.obligation);
          return obligation === undefined ? [] : { ...one, obligation };
        }),
        next: found.next && narrow.next(found.state, found.next),
      };

export async function listObligations(
  find: ObligationsFinder,
  micros: number,
  filter: ObligationFilter,
  narrow?: Narrow,
): Promise<Obligations> {
  mustBeWhole(filter);
  const { loan, found } = await find({ knownAt: filter.knownAt, due: dueOf(filter) });
  const all = found === undefined ? [] : presentAll(loan, found, narrow);
  const isLocked = leaseOf(loan.row, micros) !== undefined;
  return { isLocked, ...overdueIn(found), obligations: all.filter((one) => passes(one, filter)) };
}

/** Only the running obligation is open, and it is never stored. */
function dueOf({ isOpen, dueDate, fromDate, toDate }: ObligationFilter): DueRange {
  if (isOpen === true) return noDueDate;
  const to = dueDate ?? toDate;
  return {
    from: dueDate ?? fromDate ?? everyDueDate.from,
    to: to === undefined || to > lastShown ? everyDueDate.to : addDays(to, periodAndDueDaysMax),
  };
}

/** What becomes due by itself lies in a period whose own obligation becomes due later. */
const periodAndDueDaysMax = 125;
const lastShown = '9999-01-01';

export async function readObligation(
  find: ObligationsFinder,
  { id, knownAt }: { readonly id: string; readonly knownAt: Instant | undefined },
  narrow?: Narrow,
): Promise<ObligationView> {
  const { loan, found } = await find({ knownAt });
  const one = found && presentAll(loan, found, narrow).find((shown) => shown.id === id);
  if (one !== undefined) return one;
  throw new Refusal(errors.NotFound, `This loan has no obligation ${id}.`, { data: { path: 'obligationId' } });
}

function overdueIn(found: ObligationsFound | undefined): Omit<Obligations, 'isLocked' | 'obligations'> {
  if (found === undefined) return { isOverdue: false, overdueAmount: zeroCents, daysOverdue: 0 };
  const { state, overdue } = found;
  return { isOverdue: state.position.isDelinquent, overdueAmount: overdue.amount, daysOverdue: overdue.days };
}

const passes = (one: ObligationView, filter: ObligationFilter): boolean =>
  isWithin(one.dueDate, filter) &&
  (filter.periodId === undefined || one.periodId === filter.periodId) &&
  (filter.isOpen === undefined || one.isOpen === filter.isOpen) &&
  (filter.status !== 'unfulfilled' || !one.isFulfilled) &&
  (filter.status !== 'overdue' || one.isOverdue);

/** In the order in which money pays them. */
function presentAll(loan: ObligationsLoan, found: ObligationsFound, narrow: Narrow | undefined): ObligationView[] {
  const { state, kept, next } = narrowed(found, narrow);
  const known = found.kept.map(({ obligation }) => obligation);
  const parts = kept.map((one) => ({ one, parts: loan.product.obligation(state, one.obligation) }));
  const inOrder = parts.sort(
    (a, b) =>
      a.parts.dueDate - b.parts.dueDate ||
      a.parts.rank - b.parts.rank ||
      a.one.obligation.ordinal - b.one.obligation.ordinal ||
      (a.one.key < b.one.key ? -1 : 1),
  );
  return [
    ...inOrder.map(({ one, parts: of }) => presentKept(loan, { state, known }, one, of)),
    ...(next === undefined ? [] : [presentNext(loan.row, next)]),
  ];
}

const nothingElse = { overLimitAmount: zeroCents, loanGracePeriod: null, gracePeriod: [], deletedAt: null };

interface Surroundings {
  readonly state: State;
  readonly known: readonly BookObligation[];
}

function presentKept(
  loan: ObligationsLoan,
  around: Surroundings,
  { obligation: o, ...stamps }: KeptObligation,
  parts: ObligationParts,
): ObligationView {
  const { whole, open, byPayments, byCredits, byOverpayments, capitalised } = parts;
  const fulfilled = whole - open;
  return {
    id: obligationId(loan.row.id, o),
    object: 'obligation',
    obligationType: o.kind as ObligationView['obligationType'],
    periodId: periodOf(loan, around, o, parts),
    dueDate: dateOf(parts.dueDate),
    obligationAmount: whole as Cents,
    fulfilledAmount: fulfilled as Cents,
    remainingAmount: open as Cents,
    paymentsAmount: byPayments as Cents,
    serviceCreditsAmount: byCredits as Cents,
    overpaymentsAmount: byOverpayments as Cents,
    capitalizedAmount: capitalised as Cents,
    unassignedAmount: (fulfilled - byPayments - byCredits - byOverpayments - capitalised) as Cents,
    isFulfilled: open === 0,
    isOverdue: parts.isOverdue,
    isOpen: false,
    isLateFeeBlockedByPyramidingConfig: parts.isLateFeeBlocked,
    isLateFeeSuspended: parts.isLateFeeSuspended,
    migration: migratedPart(parts),
    createdAt: createdAt(loan, around.state, o, parts, stamps.created_at),
    updatedAt: stamps.updated_at,
    ...nothingElse,
    ...parts.own,
  };
}

function presentNext(row: ObligationsLoan['row'], next: NextObligation): ObligationView {
  const { kind, ordinal, begunOn, dueDate, amount, paidAhead, own } = next;
  return {
    id: obligationId(row.id, next),
    object: 'obligation',
    obligationType: kind as ObligationView['obligationType'],
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
    isLateFeeSuspended: false,
    migration: null,
    createdAt: begunAt(row, begunOn),
    updatedAt: null,
    ...nothingElse,
    ...own,
  };
}

/** A period's obligation exists from its beginning; the stored books hold it once it has come due. */
function createdAt(
  { row, product }: ObligationsLoan,
  state: State,
  { ordinal }: BookObligation,
  { isOfPeriod }: ObligationParts,
  storedAt: Instant,
): Instant {
  const begunOn = isOfPeriod ? product.startOfPeriod(state, ordinal) : undefined;
  if (begunOn === undefined) return storedAt;
  const begun = begunAt(row, begunOn);
  return compare(begun, storedAt) < 0 ? begun : storedAt;
}

/** When a period began. The first one begins with the activation, and no obligation is older than its loan. */
function begunAt({ zone, timestamps, created_at }: ObligationsLoan['row'], begunOn: Day): Instant {
  const midnight = startOfDay(begunOn, zone);
  const first = timestamps.activatedAt ?? created_at;
  return compare(midnight, first) < 0 ? first : midnight;
}

function periodOf(
  { row, product }: ObligationsLoan,
  { state, known }: Surroundings,
  { ordinal }: BookObligation,
  { isOfPeriod, dueDate }: ObligationParts,
): string | null {
  if (isOfPeriod) return periodId(row.id, ordinal);
  const around = product.periodOn(state, dueDate, known);
  return around === undefined ? null : periodId(row.id, around);
}

function migratedPart({ migrated, whole, open }: ObligationParts): ObligationView['migration'] {
  if (migrated === null) return null;
  const { isLate, days } = migrated;
  return {
    migratedOverdueAmount: (isLate ? whole : 0) as Cents,
    migratedOverdueRemainingAmount: (isLate ? open : 0) as Cents,
    migratedDaysOverdue: days,
  };
}

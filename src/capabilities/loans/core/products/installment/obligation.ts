// An obligation of an installment loan, by what every product says of one.
import { openOf } from '@tenor/engine/account/obligations.ts';
import type { Obligation } from '@tenor/engine/account/records.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import { zeroCents } from '@tenor/engine/values/cents.ts';
import { lean } from '#platform/db/lean-json.ts';
import type { BookObligation } from '../../loan/books.ts';
import type { LeanObligation, ObligationParts } from '../../loan/product.ts';

/** What an obligation has of which nothing is known or owed. */
const nothing = () => ({
  ordinal: 0,
  interest: zeroCents,
  principal: zeroCents,
  paidAhead: zeroCents,
  interestOpen: 0,
  principalOpen: 0,
  fees: [],
  feesDue: 0,
  capitalised: 0,
  byPayments: 0,
  byCredits: 0,
  isOverdue: false,
  hasTurned: false,
  isTested: false,
  isBlockedByPyramiding: false,
  isLateFeeSuspended: false,
  frozenDays: 0,
  closedOn: null,
});

export const obligations = {
  lean: (of: BookObligation) => lean(of as Obligation, nothing()),
  whole: (kept: LeanObligation): BookObligation => ({ ...nothing(), ...kept }),
};

const kinds = ['instalment', 'acceleration', 'demand', 'fee'] as const;

export function obligation({ position: p }: State, of: BookObligation): ObligationParts {
  const o = of as Obligation;
  const isOfPeriod = o.kind === 'instalment';
  const isLate = o.dueDate < p.startedOn;
  return {
    isOfPeriod,
    interest: o.interest,
    rank: kinds.indexOf(o.kind),
    dueDate: o.dueDate,
    whole: o.interest + o.principal + o.feesDue + o.paidAhead,
    open: openOf(o),
    byPayments: o.byPayments,
    byCredits: o.byCredits,
    byOverpayments: o.paidAhead,
    capitalised: o.capitalised,
    // A charge-off closes an obligation although something of it is open.
    isOverdue: o.isOverdue && o.closedOn === null,
    isLateFeeBlocked: o.isBlockedByPyramiding,
    isLateFeeSuspended: o.isLateFeeSuspended,
    fees: o.fees,
    migrated: isOfPeriod && o.ordinal < p.firstOrdinal ? { isLate, days: isLate ? p.startedOn - o.dueDate : 0 } : null,
    own: {},
  };
}

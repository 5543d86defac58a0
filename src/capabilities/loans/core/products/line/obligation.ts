// An obligation of a line, by what every product says of one: what a statement asked for, or what became due apart.
import { openOf } from '@tenor/engine/line/owed.ts';
import { ifEndedNow } from '@tenor/engine/line/preview.ts';
import type { LineState } from '@tenor/engine/line/records.ts';
import type { LineObligation, LineObligationKind, LinePosition, Part } from '@tenor/engine/line/state.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { lean } from '#platform/db/lean-json.ts';
import type { BookObligation } from '../../loan/books.ts';
import type { NextObligation } from '../../loan/next-obligation.ts';
import type { LeanObligation, ObligationParts } from '../../loan/product.ts';

/** What an obligation, and its part of a draw, has of which nothing is known or owed. */
const nothing = () => ({
  ordinal: 0,
  amount: 0,
  overLimit: 0,
  minimumShown: 0,
  parts: [],
  fees: [],
  newBalance: 0,
  full: 0,
  sent: null,
  took: 0,
  byPayments: 0,
  byCredits: 0,
  byOverpayments: 0,
  capitalised: 0,
  isOverdue: false,
  hasTurned: false,
  isTested: false,
  isBlockedByPyramiding: false,
  isLateFeeSuspended: false,
  isDeferred: false,
  closedOn: null,
});
const nothingOfDraw = () => ({
  interest: 0,
  principal: 0,
  feesDue: 0,
  fees: [],
  interestOpen: 0,
  principalOpen: 0,
  related: 0,
  older: 0,
  full: 0,
  fulfilled: 0,
  atStatement: 0,
  hadGrace: false,
  isLeftOut: false,
  isChecked: false,
  keepOn: null,
  keepCanceledOn: null,
  paidInFullOn: null,
  restoreOn: null,
  accrued: [],
});

export const obligations = {
  lean(of: BookObligation): Partial<BookObligation> {
    const { parts, ...rest } = lean(of as LineObligation, nothing());
    return { ...rest, ...(parts && { parts: parts.map((part) => lean(part, nothingOfDraw())) }) };
  },
  whole(kept: LeanObligation): BookObligation {
    const { parts = [], ...rest } = kept as LeanObligation & { readonly parts?: readonly Partial<Part>[] };
    const whole = { parts: parts.map((part) => ({ ...nothingOfDraw(), ...part })) };
    return { ...nothing(), ...rest, ...whole };
  },
};

const kinds: readonly LineObligationKind[] = ['statement', 'moved', 'acceleration', 'fee'];

export function obligation(_: LineState, of: BookObligation): ObligationParts {
  const o = of as LineObligation;
  const open = openOf(o);
  return {
    isOfPeriod: o.kind === 'statement',
    interest: o.parts.reduce((sum, { interest }) => sum + interest, 0) as Cents,
    rank: kinds.indexOf(o.kind),
    // Days past due count from here: a due date that was moved for the borrower stays as he was told.
    dueDate: o.agesFrom,
    whole: o.amount,
    open,
    byPayments: o.byPayments,
    byCredits: o.byCredits,
    byOverpayments: o.byOverpayments,
    capitalised: o.capitalised,
    isOverdue: o.isOverdue && o.closedOn === null,
    isLateFeeBlocked: o.isBlockedByPyramiding,
    isLateFeeSuspended: o.isLateFeeSuspended,
    fees: [...o.fees, ...o.parts.flatMap(({ fees }) => fees)],
    migrated: null,
    own: ownOf(o),
  };
}

const ownOf = (o: LineObligation): object => ({
  overLimitAmount: o.overLimit as Cents,
  loanGracePeriod: o.kind === 'statement' ? graceOfLine(o) : null,
  gracePeriod: o.kind === 'statement' ? o.parts.map(graceOfDraw) : [],
});

const dateIf = (day: Day | null) => (day === null ? null : dateOf(day));

/** Grace by the line asks for the whole balance of the statement. */
const graceOfLine = ({ full, fulfilled, minimumShown, amount, parts }: LineObligation) => ({
  fullBalanceAmount: full as Cents,
  fullBalanceMinusOverdueAmount: Math.max(0, full - (minimumShown - amount)) as Cents,
  totalFulfilledOnDueDateAmount: fulfilled.full as Cents,
  isGracePeriodEligible: parts.some(({ hadGrace }) => hadGrace),
});

const graceOfDraw = (part: Part) => ({
  drawId: part.draw,
  fullBalanceAmount: part.full as Cents,
  fullBalanceMinusOverdueAmount: Math.max(0, part.full - part.older) as Cents,
  totalFulfilledOnDueDateAmount: part.fulfilled as Cents,
  isGracePeriodEligible: part.hadGrace,
  dateToCheckToKeepGrace: dateIf(part.keepOn),
  dateToCheckToKeepGraceCanceledAt: dateIf(part.keepCanceledOn),
  dateToCheckToRestoreGrace: dateIf(part.restoreOn),
});

export const nextDueOn = ({ standing, paidOffOn, dueOn }: LinePosition): Day | undefined =>
  standing === 'active' && paidOffOn === null ? dueOn : undefined;

/** What the statement of the running period would ask for, if it were made today. */
export function nextObligation(terms: LineTerms, state: LineState): NextObligation | undefined {
  const { ordinal, periodStart } = state.position;
  const dueOn = nextDueOn(state.position);
  if (dueOn === undefined) return undefined;
  const expected = ifEndedNow(terms, state).obligation;
  return {
    kind: 'statement',
    key: String(ordinal),
    ordinal,
    begunOn: periodStart,
    dueDate: dueOn,
    amount: expected.amount,
    paidAhead: 0,
    own: ownOf(expected),
  };
}

export function openFees({ position: p }: LineState): ReadonlyMap<string, number> {
  const open = new Map<string, number>();
  const addAll = (fees: readonly { readonly key: string; readonly open: number }[]): void => {
    for (const { key, open: amount } of fees) open.set(key, (open.get(key) ?? 0) + amount);
  };
  addAll(p.waiting);
  for (const d of p.draws) addAll([...d.waiting, ...(d.spread?.fees ?? [])]);
  for (const o of p.obligations) addAll([...o.fees, ...o.parts.flatMap(({ fees }) => fees)]);
  return open;
}

// What a statement asks for, from the day it is made until nothing of it is open and nothing of it is to be tested.

import { feeAccount, transfer } from '../account/ledger.ts';
import { emit, openFees } from '../account/loan.ts';
import type { PastDue } from '../account/obligations.ts';
import type { Fee } from '../account/records.ts';
import { type DelinquencyTerms, type FeeType, unforeseenFees } from '../account/terms.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { deadlineFor } from './cycle.ts';
import { type Line, of, partOf } from './line.ts';
import {
  forgetResting,
  isAmongResting,
  isResting,
  openDebt,
  openOf,
  openOfResting,
  pendingOf,
  sumAgain,
} from './owed.ts';
import type { Draw, LineObligation, LineObligationKind, LinePosition, Part } from './state.ts';

interface Made {
  readonly kind: LineObligationKind;
  readonly key: string;
  readonly on: Day;
  readonly dueDate: Day;
  readonly deadline: Day;
  readonly overLimit?: number;
  readonly parts: Part[];
  readonly fees: Fee[];
}

export function newObligation(p: LinePosition, made: Made): LineObligation {
  const isStatement = made.kind === 'statement';
  const o: LineObligation = {
    ...blankObligation(),
    ...made,
    ordinal: isStatement ? p.ordinal : 0,
    periodStart: p.periodStart,
    agesFrom: made.dueDate,
    overLimit: made.overLimit ?? 0,
    isTested: !isStatement,
  };
  return { ...o, amount: openOf(o) };
}

export function blankObligation(): LineObligation {
  return {
    kind: 'statement',
    key: '',
    ordinal: 0,
    on: 0,
    periodStart: 0,
    dueDate: 0,
    deadline: 0,
    agesFrom: 0,
    amount: 0,
    overLimit: 0,
    minimumShown: 0,
    parts: [],
    fees: [],
    newBalance: 0,
    full: 0,
    fulfilled: { all: 0, full: 0, atStatement: 0 },
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
  };
}

export function newPart(d: Draw, { interest, principal, fees }: Pick<Part, 'interest' | 'principal' | 'fees'>): Part {
  return {
    ...blankPart(),
    draw: d.id,
    interest,
    principal,
    feesDue: openFees(fees),
    fees,
    interestOpen: interest,
    principalOpen: principal,
    hadGrace: d.hasGrace,
  };
}

export function blankPart(): Part {
  return {
    draw: '',
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
  };
}

export function moveToDue(line: Line, fees: readonly Fee[], d: Draw | null): void {
  for (const { type, open } of fees) {
    const { notDue, due } = feeAccount[type];
    transfer(line, of(notDue, d), of(due, d), open);
  }
}

/** A fee that is due on its day, by itself. */
export function makeDueAtOnce(line: Line, d: Draw, fee: Fee, on: Day): void {
  const p = line.position;
  moveToDue(line, [fee], d);
  const part = { ...newPart(d, { interest: 0, principal: 0, fees: [fee] }), isChecked: true };
  p.obligations.push(
    newObligation(p, {
      kind: 'fee',
      key: fee.key,
      on,
      dueDate: on,
      deadline: deadlineFor(on, line.terms),
      parts: [part],
      fees: [],
    }),
  );
}

interface Counting {
  /** The obligation from which it was taken; absent: from what is not due. */
  readonly from?: LineObligation;
  /** The effective day of the purchase that it takes back: statements up to that day do not have it (7.2). */
  readonly takesBack?: Day | null;
}

/** What was taken of a draw (or of the fees of the line) counts for every statement that is still to be checked. */
export function countFulfilled(line: Line, draw: string | null, amount: number, { from, takesBack }: Counting): void {
  const d = draw === null ? null : line.byId.get(draw)!;
  let isFrom = from !== undefined && isAmongResting(line, from);
  if (isFrom) sumAgain(line);
  for (const o of pendingOf(line)) {
    if (isResting(line, o)) continue;
    isFrom ||= o === from;
    if (isFrom && !(o.hasTurned && o.isTested)) o.took += amount;
    if (o.kind !== 'statement' || (typeof takesBack === 'number' && takesBack >= o.on)) continue;
    o.fulfilled.all += amount;
    const part = d === null ? undefined : partOf(o, d);
    if (!isLeftOut(d, part)) o.fulfilled.full += amount;
    if (part !== undefined && !part.isChecked) part.fulfilled += amount;
  }
}

/** A draw without a part began after the statement. */
const isLeftOut = (d: Draw | null, part: Part | undefined): boolean =>
  part === undefined ? d !== null && d.terms.deferredInterest !== null : part.isLeftOut;

const unforeseen: ReadonlySet<FeeType> = new Set(unforeseenFees);

/** What is open of an obligation for which somebody may be late: without interest on what is disputed. */
function openForTests(o: LineObligation): number {
  let open = 0;
  for (const fee of o.fees) if (!unforeseen.has(fee.type)) open += fee.open;
  for (const part of o.parts) {
    let ofPart = part.interestOpen + part.principalOpen;
    for (const fee of part.fees) if (!unforeseen.has(fee.type)) ofPart += fee.open;
    open += Math.max(0, ofPart - part.related);
  }
  return open;
}

export function countsAsPaid(o: LineObligation, { tolerance }: DelinquencyTerms): boolean {
  const open = openForTests(o);
  return open === 0 || open < tolerance;
}

/** True: the borrower paid what the statement asked for when it was sent, whatever was found out later. */
export function isPaidAsTold({ sent, took }: LineObligation): boolean {
  return sent !== null && took >= sent.minimum;
}

export function oldestOverdue(p: LinePosition, terms: DelinquencyTerms): LineObligation | undefined {
  return p.obligations.find((o) => o.isOverdue && !countsAsPaid(o, terms));
}

/** A line that was re-aged became current by that: its days count from there. */
export function pastDue(
  terms: { readonly delinquency: DelinquencyTerms },
  state: { readonly position: LinePosition; readonly through: Day },
): PastDue[] {
  const { position, through } = state;
  return position.obligations
    .filter((o) => o.isOverdue && !countsAsPaid(o, terms.delinquency))
    .map((o) => ({ dueDate: o.agesFrom, days: through - o.agesFrom, open: openOf(o) as Cents }));
}

export function daysPastDue(p: LinePosition, terms: DelinquencyTerms, day: Day): number {
  const oldest = oldestOverdue(p, terms);
  return oldest === undefined ? 0 : day - oldest.agesFrom;
}

/** Writes down which obligations are closed. Those that no later step can need leave the position. */
export function closePaid(line: Line, day: Day): void {
  const p = line.position;
  const { debt, paid } = openOfResting(line);
  let isDebtOpen = debt > 0;
  let isDone = false;
  for (const o of paid > 0 ? p.obligations : pendingOf(line)) {
    if (openOf(o) > 0) {
      isDebtOpen ||= openDebt(o) > 0;
      continue;
    }
    if (o.closedOn === null) {
      o.closedOn = day;
      emit(line, day, 'loan.obligation.statuschanged', o.key);
    }
    isDone ||= isResting(line, o);
  }
  // Nothing is open, so late fees that were paid before cannot be the reason why a later bill is short (rules.md 15).
  if (!isDebtOpen) p.lateFees.taken = 0;
  if (!isDone) return;
  p.obligations = p.obligations.filter((o) => {
    const isGone = o.closedOn !== null && isResting(line, o);
    if (isGone) line.records.obligations.push(o);
    return !isGone;
  });
  if (paid > 0) forgetResting(line);
}

/** An event when the line becomes late, or current again. */
export function noteDelinquency(line: Line, day: Day, cause: string): void {
  const p = line.position;
  const isLate = p.standing !== 'chargedOff' && oldestOverdue(p, line.terms.delinquency) !== undefined;
  if (isLate === p.isDelinquent) return;
  p.isDelinquent = isLate;
  if (p.standing !== 'chargedOff') emit(line, day, isLate ? 'loan.overdue' : 'loan.current', cause);
}

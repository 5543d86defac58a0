// Applies one fact to the loan in its present state: the part that is the same for every product.

import { accelerate, chargeOff } from './acceleration.ts';
import { bookReturnedItems } from './calendar-day.ts';
import { type Fact, type FactOf, FactRefused } from './facts.ts';
import { areLateFeesSuspended, bookFee, bookLateFee, suspendLateFees } from './fees.ts';
import { freeze } from './freeze.ts';
import { closeSegment, emit, type Loan, type Moot } from './loan.ts';
import { agreeSettlement } from './money.ts';
import { owes, passMissedDueDates, settleUp } from './paid-off.ts';
import type { Beginning, ProductRules } from './product-rules.ts';
import type { LoanPosition } from './state.ts';
import type { LoanTerms } from './terms.ts';
import { waive } from './waiver.ts';

export function applyFact<T extends LoanTerms, P extends LoanPosition>(
  rules: ProductRules<T, P>,
  loan: Loan<T, P>,
  fact: Fact,
): void {
  passMissedDueDates(loan, fact.on);
  if (isBeginning(fact)) begin(rules, loan, fact);
  else {
    const isBegun = loan.position.standing !== 'pending';
    if (!isBegun && fact.kind !== 'index') throw new FactRefused(fact.id, 'stands before the activation');
    noteMoot(loan, fact, rules.apply(loan, fact));
  }
  if (loan.position.standing !== 'pending') settleUp(loan, fact.on, fact.id);
}

const isBeginning = (fact: Fact): fact is Beginning => fact.kind === 'activation' || fact.kind === 'migration';

function begin<T extends LoanTerms, P extends LoanPosition>(
  rules: ProductRules<T, P>,
  loan: Loan<T, P>,
  fact: Beginning,
): void {
  if (loan.position.standing !== 'pending') throw new FactRefused(fact.id, 'the loan has begun already');
  rules.begin(loan, fact);
  bookReturnedItems(loan, fact.on);
}

function noteMoot(loan: Loan, { id, on }: Fact, why: Moot): void {
  if (why !== undefined) loan.records.moot.push({ fact: id, on, why });
}

/** Facts that mean the same for every product. */
type CommonFact = FactOf<
  | 'fee'
  | 'waiver'
  | 'feeChange'
  | 'lateFeeNotified'
  | 'lateFeeSuspension'
  | 'settlement'
  | 'freeze'
  | 'acceleration'
  | 'chargeOff'
  | 'agency'
  | 'statementSent'
  | 'close'
  | 'undo'
>;

export function applyCommon(loan: Loan, fact: CommonFact): Moot {
  switch (fact.kind) {
    case 'fee':
      return charge(loan, fact);
    case 'waiver':
      return waive(loan, fact);
    case 'feeChange':
      return changeFee(loan, fact);
    case 'lateFeeNotified':
      return keepNotified(loan, fact);
    case 'lateFeeSuspension':
      return suspendLateFees(loan.position, fact);
    case 'settlement':
      return agreeSettlement(loan, fact);
    case 'freeze':
      return freeze(loan, fact);
    case 'acceleration':
      return accelerateByHand(loan, fact);
    case 'chargeOff':
      return chargeOffByHand(loan, fact);
    default:
      return note(loan, fact);
  }
}

function charge(loan: Loan, fact: FactOf<'fee'>): Moot {
  if (loan.position.standing === 'chargedOff') return 'fees end with the charge-off';
  if (fact.amount === 0) return 'a fee of nothing';
  const key = `${fact.type}:${fact.id}`;
  bookFee(loan, { type: fact.type, key, amount: fact.amount, on: fact.on, cause: key });
}

function changeFee(loan: Loan, fact: FactOf<'feeChange'>): Moot {
  if (fact.type === 'origination') {
    return loan.terms.fees.origination === null ? 'the loan has no origination fee' : undefined;
  }
  const fee = loan.position.periodicFees.find(({ type }) => type === fact.type);
  if (fee === undefined) return `the loan has no ${fact.type} fee`;
  fee.amount = fact.amount;
  fee.cap = fact.cap;
}

/** A late fee stays once the borrower was notified of it, even if its reason no longer exists; a suspension takes it back. */
function keepNotified(loan: Loan, fact: FactOf<'lateFeeNotified'>): Moot {
  const p = loan.position;
  if (p.standing === 'chargedOff') return 'fees end with the charge-off';
  if (p.lateFeeOrdinals.includes(fact.obligation)) return undefined;
  if (areLateFeesSuspended(p, fact.on)) return 'late fees are suspended';
  bookLateFee(loan, fact.obligation, fact.amount, fact.on);
}

function accelerateByHand(loan: Loan, fact: FactOf<'acceleration'>): Moot {
  const p = loan.position;
  if (p.standing !== 'active' || p.paidOffOn !== null) return 'only an active loan can be accelerated';
  accelerate(loan, fact.on, `acceleration:${fact.id}`);
}

function chargeOffByHand(loan: Loan, fact: FactOf<'chargeOff'>): Moot {
  const p = loan.position;
  const isOpen = p.standing === 'active' || p.standing === 'accelerated';
  if (!isOpen || p.paidOffOn !== null) return 'only an active or accelerated loan can be charged off';
  chargeOff(loan, fact.on, `chargeOff:${fact.id}`);
}

/** Facts that move no money. */
function note(loan: Loan, fact: FactOf<'agency'> | FactOf<'statementSent'> | FactOf<'close'> | FactOf<'undo'>): Moot {
  const p = loan.position;
  if (fact.kind === 'agency') p.servicedBy = fact.servicedBy;
  if (fact.kind !== 'close') return undefined;
  if (p.isClosed || owes(p)) return p.isClosed ? 'the loan is closed already' : 'something is still owed';
  p.isClosed = true;
  closeSegment(loan);
  emit(loan, fact.on, 'loan.closed', fact.id);
}

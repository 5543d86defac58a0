// One fact, applied to the loan as it stands.

import { accelerate, chargeOff } from '../account/acceleration.ts';
import { addRateFact, closeSegment, emit, type Loan, type Moot } from '../account/account.ts';
import { bookReturnedItems } from '../account/calendar-day.ts';
import { type Fact, type FactOf, FactRefused } from '../account/facts.ts';
import { bookFee, bookLateFee } from '../account/fees.ts';
import { freeze, unfreeze } from '../account/freeze.ts';
import { advance, agreeSettlement, credit, pay, refund, reimburse } from '../account/money.ts';
import { owes, passMissedDueDates, settleUp } from '../account/paid-off.ts';
import { waive } from '../account/waiver.ts';
import type { RateFact } from '../interest/rates.ts';
import { activate, migrate } from './activation.ts';
import { changeDueDates, defer, plan, reamortize } from './changes.ts';
import { solveAgain } from './schedule.ts';

export function apply(loan: Loan, fact: Fact): void {
  const isBegun = loan.position.standing !== 'pending';
  passMissedDueDates(loan, fact.on);
  if (!isBegun && !mayPrecede(fact)) throw new FactRefused(fact.id, 'stands before the activation');
  switch (fact.kind) {
    case 'activation':
    case 'migration':
      if (isBegun) throw new FactRefused(fact.id, 'the loan has begun already');
      if (fact.kind === 'activation') activate(loan, fact);
      else migrate(loan, fact);
      bookReturnedItems(loan, fact.on);
      break;
    case 'index':
    case 'rate':
    case 'promo':
    case 'ceiling':
      changeRate(loan, fact);
      break;
    default:
      noteMoot(loan, fact, applyToRunning(loan, fact));
  }
  if (loan.position.standing !== 'pending') settleUp(loan, fact.on, fact.id);
}

function noteMoot(loan: Loan, { id, on }: Fact, why: Moot): void {
  if (why !== undefined) loan.records.moot.push({ fact: id, on, why });
}

const mayPrecede = ({ kind }: Fact): boolean => kind === 'activation' || kind === 'migration' || kind === 'index';

function changeRate(loan: Loan, fact: RateFact): void {
  const { position: p, terms } = loan;
  addRateFact(loan, fact);
  if (p.standing === 'pending' || fact.kind === 'ceiling') return;
  const isKept = terms.interest.afterRateChange === 'keepPayment' || terms.payments.amount !== null;
  const isRunning = p.standing === 'active' || p.standing === 'frozen';
  if (isRunning && p.paidOffOn === null && !isKept) solveAgain(loan);
}

type Running = Exclude<Fact, RateFact | FactOf<'activation'> | FactOf<'migration'>>;

/** Each gives the reason when it finds nothing to do. */
function applyToRunning(loan: Loan, fact: Running): Moot {
  switch (fact.kind) {
    case 'dueDateChange':
      return changeDueDates(loan, fact);
    case 'deferral':
      return defer(loan, fact);
    case 'plan':
      return plan(loan, fact);
    case 'reamortization':
      return reamortize(loan, fact);
    case 'advance':
      return advance(loan, fact);
    case 'fee':
      return charge(loan, fact);
    case 'waiver':
      return waive(loan, fact);
    case 'feeChange':
      return changeFee(loan, fact);
    case 'lateFeeNotified':
      return keepNotified(loan, fact);
    case 'refund':
      return refund(loan, fact);
    case 'serviceCredit':
      credit(loan, fact);
      return undefined;
    case 'payment':
      pay(loan, fact);
      return undefined;
    case 'reimbursement':
      reimburse(loan, fact);
      return undefined;
    case 'settlement':
      return agreeSettlement(loan, fact);
    case 'freeze':
      return freeze(loan, fact);
    case 'unfreeze':
      return unfreeze(loan, fact);
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

/** A late fee of which the borrower was told stays, even when the reason for it has gone. */
function keepNotified(loan: Loan, fact: FactOf<'lateFeeNotified'>): Moot {
  const p = loan.position;
  if (p.standing === 'chargedOff') return 'fees end with the charge-off';
  if (p.lateFeeOrdinals.includes(fact.obligation)) return undefined;
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

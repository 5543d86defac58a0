// A second product, made only of the room `account`: a layaway. The price is paid in equal parts without interest, and
// a charge is a fee. It shows what a product must contain, and that no code of installment loans is used.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Cents, cents } from '../values/cents.ts';
import type { CivilDate } from '../values/civil-date.ts';
import { dayOf } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';
import { applyCommon } from './apply.ts';
import type { Fact } from './facts.ts';
import { book, post, principalAccount, transfer } from './ledger.ts';
import { emit, setRates } from './loan.ts';
import { pay } from './money.ts';
import { addObligation } from './obligations.ts';
import { pendingPosition } from './position.ts';
import { type Product, productOf } from './product.ts';
import type { ProductRules } from './product-rules.ts';
import type { LoanPosition } from './state.ts';
import type { LoanTerms } from './terms.ts';

interface LayawayTerms extends LoanTerms {
  readonly price: Cents;
  readonly parts: number;
  readonly everyDays: number;
}

const rules: ProductRules<LayawayTerms, LoanPosition> = {
  beforeActivation: pendingPosition,
  begin(loan, { id, on, kind }) {
    if (kind !== 'activation') throw new RangeError('a layaway is never taken over');
    const { terms, position: p } = loan;
    Object.assign(p, { standing: 'active', startedOn: on, accruedTo: on, periodStart: on, principal: terms.price });
    setRates(loan, on);
    p.dueDates = Array.from({ length: terms.parts }, (_, i) => on + (i + 1) * terms.everyDays);
    p.payment = Math.ceil(terms.price / terms.parts);
    post(loan, principalAccount.notDue, terms.price);
    post(loan, 'clearing', -terms.price);
    book(loan, on, 'activation', `activation:${id}`, terms.price);
    emit(loan, on, 'loan.activated', id);
  },
  turnDue(loan, dueDate) {
    const p = loan.position;
    p.next++;
    const principal = Math.min(p.payment, p.principal);
    p.principal -= principal;
    transfer(loan, principalAccount.notDue, principalAccount.due, principal);
    const made = { interest: 0, principal, paidAhead: 0, fees: [] };
    addObligation(loan, { kind: 'instalment', key: String(p.next), ordinal: p.next, dueDate, ...made });
    book(loan, dueDate, 'due', `due:${p.next}`, principal);
  },
  apply(loan, fact) {
    if (fact.kind === 'fee') return applyCommon(loan, fact);
    if (fact.kind !== 'payment') return 'a layaway knows payments and fees alone';
    pay(loan, fact);
    return undefined;
  },
};

const layaway = productOf('layaway', rules);

/** 100.00 in three parts, every ten days. */
const terms: LayawayTerms = {
  price: cents(100_00),
  parts: 3,
  everyDays: 10,
  amountFinanced: cents(100_00),
  interest: {
    rates: [{ days: null, rate: '0' as Rate, type: 'absolute' }],
    promos: [],
    floor: null,
    cap: null,
    stepCap: null,
    dayCount: 'actual/365',
    accrual: 'simple',
    rounding: 'cut',
    totalCap: null,
  },
  fees: { origination: null, periodic: [], late: null, nsf: null },
  waterfall: { by: 'obligation', order: ['fees', 'interest', 'principal'], early: 'interestFirst' },
  prepayment: 'lastDue',
  delinquency: {
    tolerance: cents(0),
    deadlines: 'asIs',
    accelerationDueWithin: null,
    chargeOffDueWithin: null,
    accrualAfterChargeOff: false,
  },
  merchantDiscount: null,
};

const on = (date: string) => dayOf(date as CivilDate);
const payment = (id: string, date: string, amount: number): Fact => ({
  kind: 'payment',
  id,
  on: on(date),
  amount: cents(amount),
  status: 'succeeded',
  enablePrepayments: false,
  agencyFee: cents(0),
});
const activation: Fact = { kind: 'activation', id: 'A', on: on('2027-01-01') };

describe('a product of its own', () => {
  test('comes due in parts, turns overdue and tells what it owes', () => {
    const facts = [activation, payment('P1', '2027-01-11', 33_34)];
    const state = layaway.replay(terms, facts, { through: on('2027-01-25') });
    const { principal, daysPastDue, status } = layaway.read(terms, state);
    // 100.00 = 33.34 paid + 33.34 due on 01-21 and overdue since 01-22 + 33.32 not due
    assert.deepEqual(principal, { notDue: 33_32, due: 0, overdue: 33_34 });
    assert.deepEqual([daysPastDue, status], [4, 'active']);
    assert.equal(layaway.payoffOf(terms, state).amount, 66_66);
    assert.equal(layaway.nextActionAt(terms, state, facts, 'UTC'), '2027-01-31T00:00:00.000000+00:00');
  });

  test('goes on from a checkpoint, is paid off, and adds up', () => {
    const facts = [activation, payment('P1', '2027-01-11', 33_34), payment('P2', '2027-01-22', 66_66)];
    const through = on('2027-02-10');
    const from = layaway.replay(terms, facts, { through: on('2027-01-15') });
    const state = layaway.replay(terms, facts, { through });
    assert.deepEqual(layaway.replay(terms, facts, { through, from }).position, state.position);
    assert.equal(layaway.statusOf(state.position), 'paidOff');
    assert.equal(state.position.paidOffOn, on('2027-01-22'));
    assert.equal(
      state.records.postings.reduce((sum, { amount }) => sum + amount, 0),
      0,
    );
  });

  test('one list holds products of different terms', () => {
    const products: readonly Product[] = [layaway];
    const state = products[0]!.replay(terms, [activation], { through: activation.on });
    assert.deepEqual([products[0]!.kind, products[0]!.statusOf(state.position)], ['layaway', 'active']);
  });
});

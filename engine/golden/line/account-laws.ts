// What holds for every line on every day, whatever happened on it: the ledger, the sums, the bills. The random lines of
// engine/laws are held to it, and each golden case.

import assert from 'node:assert/strict';
import { openFees } from '../../account/loan.ts';
import { openOf } from '../../line/owed.ts';
import { type LineReading, readLine } from '../../line/read.ts';
import type { LineState } from '../../line/records.ts';
import type { LineTerms } from '../../line/terms.ts';

const buckets = ['notDue', 'due', 'overdue'] as const;
const add = (amounts: Iterable<number>): number => [...amounts].reduce((sum, amount) => sum + amount, 0);

/** Throws at the first thing that is not so. */
export function assertAccountLaws(terms: LineTerms, state: LineState): void {
  const reading = readLine(terms, state);
  entriesAddUp(state);
  bucketsAreAccounts(state, reading);
  drawsAddUp(state, reading);
  interestIsAccountedFor(reading);
  billsAddUp(state);
  obligationsAddUp(state);
  totalsAreSteps(state);
}

function entriesAddUp({ records: { postings } }: LineState): void {
  const sums = new Map<string, number>();
  for (const { on, cause, amount } of postings) {
    sums.set(`${on} ${cause}`, (sums.get(`${on} ${cause}`) ?? 0) + amount);
  }
  for (const [entry, sum] of sums) assert.equal(sum, 0, `the entry ${entry} adds up to zero`);
}

/** Balances by account. */
function ledgerOf({ records: { postings } }: LineState): Map<string, number> {
  const balances = new Map<string, number>();
  for (const { account, amount } of postings) balances.set(account, (balances.get(account) ?? 0) + amount);
  return balances;
}

function bucketsAreAccounts(state: LineState, { draws, customerCredit, fees }: LineReading): void {
  const ledger = ledgerOf(state);
  const isBalance = (account: string, amount: number) => assert.equal(ledger.get(account) ?? 0, amount, account);
  for (const d of draws) {
    for (const bucket of buckets) isBalance(`principal.${bucket}@${d.draw}`, d.principal[bucket]);
    for (const bucket of ['due', 'overdue'] as const) isBalance(`interest.${bucket}@${d.draw}`, d.interest[bucket]);
    isBalance(`disputed@${d.draw}`, d.disputed);
  }
  for (const [account, balance] of ledger) {
    const [, type = '', bucket, draw] = /^fees\.(\w+)\.(\w+)(?:@(.+))?$/.exec(account) ?? [];
    if (bucket === undefined) continue;
    const read = draw === undefined ? ofLineAlone(fees, draws) : draws.find((d) => d.draw === draw)!.fees;
    const byBucket = (read as Record<string, Record<string, number>>)[type];
    assert.equal(balance, byBucket?.[bucket] ?? 0, account);
  }
  assert.equal(0 - (ledger.get('customerCredit') ?? 0), customerCredit, 'customer credit');
}

/** Fees of the line itself: all, less those of its draws. */
function ofLineAlone(fees: LineReading['fees'], draws: LineReading['draws']): Record<string, Record<string, number>> {
  const left: Record<string, Record<string, number>> = {};
  for (const [type, byBucket] of Object.entries(fees)) {
    const ofDraws = (bucket: (typeof buckets)[number]) =>
      add(draws.map((d) => d.fees[type as keyof typeof d.fees]?.[bucket] ?? 0));
    left[type] = Object.fromEntries(buckets.map((bucket) => [bucket, byBucket[bucket] - ofDraws(bucket)]));
  }
  return left;
}

function drawsAddUp({ position: p }: LineState, reading: LineReading): void {
  const { draws, principal, interest, disputed, fees } = reading;
  const inBuckets = [principal, interest, ...Object.values(fees)].map(
    ({ notDue, due, overdue }) => notDue + due + overdue,
  );
  assert.equal(reading.outstanding, add(inBuckets), 'outstanding');
  assert.equal(reading.payment, add(draws.map(({ payment }) => payment)), 'payment');
  assert.deepEqual(
    reading.open,
    p.obligations.filter((o) => openOf(o) > 0),
  );
  const status = p.standing === 'accelerated' || p.standing === 'chargedOff' ? p.standing : 'active';
  for (const d of draws) assert.ok(d.status === 'paidOff' || d.status === status, `${d.draw} is ${d.status}`);
  for (const bucket of buckets) {
    assert.equal(principal[bucket], add(draws.map((d) => d.principal[bucket])));
    assert.equal(interest[bucket], add(draws.map((d) => d.interest[bucket])));
  }
  assert.equal(disputed, add(draws.map((d) => d.disputed)));
  for (const d of p.draws) {
    const parts = p.obligations.flatMap((o) => o.parts).filter(({ draw }) => draw === d.id);
    assert.equal(d.principalOwed, d.principal + add(parts.map(({ principalOpen }) => principalOpen)), d.id);
    const amounts = [d.principal, d.principalOwed, d.disputed, openFees(d.waiting), openFees(d.spread?.fees ?? [])];
    assert.ok(amounts.every((amount) => amount >= 0));
  }
}

type Fraction = readonly [bigint, bigint];
const fraction = (text: string): Fraction => text.split('/').map(BigInt) as unknown as Fraction;
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];

/** Exactly; fractions of a cent too. */
function interestIsAccountedFor({ draws }: LineReading): void {
  for (const d of draws) {
    const [a, b] = fraction(d.accruedTotal);
    const booked: Fraction = [BigInt(d.interestBooked - d.interestRaised), 1n];
    const [c, e] = [d.accrued, d.forgone, d.forgoneByCap].map(fraction).reduce(plus, booked);
    assert.equal(a * e, c * b, `what ${d.draw} earned is booked, accrued or forgone`);
  }
}

/**
 * Each bill begins with the balance of the one before. The rows of its rates add up to its interest; a draw that was paid
 * off, or called in, was billed before, so then the rows may be less.
 */
function billsAddUp({ records: { bills, steps, events } }: LineState): void {
  const isAllBilled = !events.some(({ type }) => ['draw.paidoff', 'loan.acceleration.processed'].includes(type));
  const end = steps.find(({ kind }) => kind === 'chargeOff')?.on ?? Infinity;
  bills.forEach((bill, i) => {
    if (i > 0) assert.equal(bill.previousBalance, bills[i - 1]!.newBalance, `bill ${bill.ordinal}`);
    if (end <= bill.statementOn) return;
    const rows = add(bill.rates.map(({ interest }) => interest));
    assert.ok(isAllBilled ? rows === bill.interest : rows <= bill.interest, `the rows of bill ${bill.ordinal}`);
    const { previousBalance, payments, credits, purchases, cashAdvances, balanceTransfers } = bill;
    const fees = add(Object.values(bill.fees));
    const added = purchases + cashAdvances + balanceTransfers + fees + bill.interest + bill.reimbursements;
    assert.equal(previousBalance - payments - credits + added, bill.newBalance, `bill ${bill.ordinal}`);
  });
}

const kindsOfMoney = ['payment', 'serviceCredit', 'refund', 'cashBack', 'reimbursement', 'creditUsed'];

/** The totals of a position are the sums of its steps: of the money that came in and went back, and of what it paid. */
function totalsAreSteps({ position: { totals }, records: { steps } }: LineState): void {
  const sum = (kinds: readonly string[], of: 'amount' | 'fees' | 'interest' | 'principal') =>
    add(steps.filter(({ kind }) => kinds.includes(kind)).map((step) => step[of]));
  assert.deepEqual(totals, {
    payments: sum(['payment'], 'amount'),
    credits: sum(['serviceCredit', 'refund', 'cashBack'], 'amount'),
    reimbursements: sum(['reimbursement'], 'amount'),
    principal: sum(kindsOfMoney, 'principal'),
    interest: sum(kindsOfMoney, 'interest'),
    fees: sum(kindsOfMoney, 'fees'),
  });
}

/** What a statement asked for is open, or was taken by something. Where a dispute or a re-age moved a part, it is not. */
function obligationsAddUp({ position, records }: LineState): void {
  const all = [...records.obligations, ...position.obligations];
  const isWhole = !records.steps.some(({ kind }) => ['reAge', 'migration', 'chargeOff', 'settled'].includes(kind));
  const moved = new Set(all.filter(({ kind }) => kind === 'moved').map(({ ordinal }) => ordinal));
  if (!isWhole) return;
  for (const o of all) {
    if (moved.has(o.ordinal)) continue;
    const taken = o.byPayments + o.byCredits + o.byOverpayments + o.capitalised;
    assert.equal(o.amount - taken, openOf(o), `obligation ${o.key}`);
  }
}

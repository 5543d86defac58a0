// A second way to a statement, written from the rules of the trade alone: plain loops over what the interface answers of
// the ledger, the transactions, the purchases and the fees. It knows nothing of how the service makes its statements, and
// asks that nothing is recorded on a statement date.
import assert from 'node:assert/strict';
import type { Answer, Client } from './house.ts';

type Shown = Answer['body'];

const cents = (amount: number): number => Math.round(amount * 100);
const dollars = (amount: number): number => (amount === 0 ? 0 : amount / 100);

/** What the interface answers of a loan or a line. */
interface Told {
  readonly postings: readonly Shown[];
  readonly transactions: readonly Shown[];
  readonly purchases: readonly Shown[];
  readonly fees: readonly Shown[];
}

async function all(api: Client, path: string): Promise<Shown[]> {
  const found: Shown[] = [];
  for (let url: string | null = path; url !== null; ) {
    const { status, body }: Answer = await api.get(url.replace(/^https?:\/\/[^/]*\/api/, ''));
    assert.equal(status, 200, JSON.stringify(body));
    found.push(...body.data);
    url = body.nextUrl;
  }
  return found;
}

export async function toldOf(api: Client, path: string, isLine: boolean): Promise<Told> {
  return {
    postings: await all(api, `${path}/ledger?limit=100&sortBy=number`),
    transactions: await all(api, `${path}/transactions?limit=100`),
    purchases: isLine ? await all(api, `${path}/purchases?limit=100`) : [],
    fees: await all(api, `${path}/fees?limit=100`),
  };
}

const dayAfter = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

/** The days after the one, up to and with the other. */
const isIn = (date: string, { after, through }: Window): boolean => date > after && date <= through;

interface Window {
  readonly after: string;
  readonly through: string;
}

export interface Terms {
  readonly isLine: boolean;
  readonly startedOn: string;
  /** Hundredths of a percent of a year of 365 days. */
  readonly rateBasisPoints: number;
  /** The due dates of a loan, on which its interest is booked. */
  readonly dueDates: readonly string[];
}

/** What an account of the ledger holds at the end of a day; the name of one of a draw ends with its id. */
function held(told: Told, through: string, isOf: (account: string, drawId: string | null) => boolean): number {
  let sum = 0;
  for (const { effectiveDate, account, drawId, amount } of told.postings) {
    if (effectiveDate <= through && isOf(account, drawId)) sum += cents(amount);
  }
  return sum;
}

const isPrincipal = (account: string): boolean => account.startsWith('principal.');
const isReceivable = (account: string): boolean => /^(principal|interest|fees)\./.test(account);
const isCredit = (account: string): boolean => account === 'customerCredit';
const isInterestIncome = (account: string): boolean => account === 'interestIncome';

/** Interest of the days from one up to the one before the other, in ten-thousandths of a cent times 365: exact. */
function accrued(told: Told, { rateBasisPoints }: Terms, from: string, until: string, drawId?: string): bigint {
  let sum = 0n;
  for (let day = from; day < until; day = dayAfter(day)) {
    const principal = held(told, day, (account, of) => isPrincipal(account) && (drawId === undefined || of === drawId));
    sum += BigInt(principal) * BigInt(rateBasisPoints);
  }
  return sum;
}

const unit = 365n * 10_000n;

/** Interest that money took before it was booked, or that was booked. */
function income(told: Told, window: Window): number {
  let sum = 0;
  for (const { effectiveDate, account, amount } of told.postings) {
    if (isInterestIncome(account) && isIn(effectiveDate, window)) sum -= cents(amount);
  }
  return sum;
}

/** What has accrued of a loan and is not booked: whole cents. On its due date all is booked, and the rest is given up. */
function accruedCents(told: Told, terms: Terms, on: string): number {
  if (terms.isLine) return 0;
  const last = terms.dueDates.filter((date) => date <= on).at(-1) ?? terms.startedOn;
  const exact = accrued(told, terms, last, on) - BigInt(income(told, { after: last, through: on })) * unit;
  return Number(exact / unit);
}

function owed(told: Told, terms: Terms, on: string): number {
  return held(told, on, (account) => isReceivable(account) || isCredit(account)) + accruedCents(told, terms, on);
}

interface Moment {
  readonly statementDate: string;
}

/** The statement of a day; `before` has the days of those before it. */
export function naiveStatement(told: Told, terms: Terms, { statementDate: on }: Moment, before: readonly string[]) {
  const last = before.at(-1);
  const window = { after: last ?? '0000-01-01', through: on };
  const countsIn = ({ timestamps }: Shown): boolean => isIn(timestamps.effectiveDate, window);
  const sums = { payments: 0, reversals: 0, credits: 0, purchases: 0, refunds: 0, lent: 0, fees: 0 };
  const paid = { principal: 0, interest: 0, fees: 0 };
  const lines: string[] = [];
  for (const one of told.transactions.filter(countsIn)) {
    const amount = cents(one.actualAmount);
    const day = one.timestamps.effectiveDate;
    if (one.transactionType === 'serviceCredit') {
      sums.credits += amount;
      lines.push(`${day} credit ${dollars(-amount)} ${one.id}`);
      continue;
    }
    sums.payments += amount;
    lines.push(`${day} payment ${dollars(-amount)} ${one.id}`);
    if (one.status === 'failed') sums.reversals += amount;
    paid.principal += cents(one.paidPrincipalAmount);
    paid.interest += cents(one.paidInterestAmount);
    paid.fees += cents(one.paidFeesAmount);
  }
  for (const one of told.purchases) {
    if (!isIn(one.purchaseDate, window)) continue;
    const isBought = one.type === 'regular';
    sums[isBought ? 'purchases' : 'refunds'] += cents(one.amount);
    const signed = isBought ? one.amount : -one.amount;
    lines.push(`${one.purchaseDate} ${isBought ? 'purchase' : one.type} ${signed} ${one.id}`);
  }
  for (const { chargeDate, amount } of told.fees) if (isIn(chargeDate, window)) sums.fees += cents(amount);
  if (!terms.isLine && isIn(terms.startedOn, window)) {
    sums.lent = held(told, terms.startedOn, isPrincipal);
  }
  return {
    previousBalance: last === undefined ? 0 : dollars(owed(told, terms, last)),
    totalPaymentsForThisPeriod: dollars(sums.payments),
    totalPaymentReversalsForThisPeriod: dollars(sums.reversals),
    totalCreditsForThisPeriod: dollars(sums.credits),
    totalCreditReversalsForThisPeriod: 0,
    totalRefundsForThisPeriod: dollars(sums.refunds),
    totalAdjustmentsForThisPeriod: 0,
    totalPurchasesForThisPeriod: dollars(sums.purchases),
    totalCashAdvancesForThisPeriod: 0,
    totalBalanceTransfersForThisPeriod: 0,
    totalLentForThisPeriod: dollars(sums.lent),
    totalReimbursementsForThisPeriod: 0,
    totalInterestForThisPeriod: dollars(interestOf(told, terms, on, last)),
    totalFeesForThisPeriod: dollars(sums.fees),
    newBalanceAmount: dollars(owed(told, terms, on)),
    newPrincipalBalance: dollars(held(told, on, isPrincipal)),
    creditBalanceAmount: dollars(-held(told, on, isCredit)),
    yearToDateFeesCharged: dollars(feesOfYear(told, on)),
    yearToDateInterestCharged: dollars(interestOfYear(told, terms, on, before)),
    lastPeriodPrincipalPaid: dollars(paid.principal),
    lastPeriodInterestPaid: dollars(paid.interest),
    lastPeriodFeesPaid: dollars(paid.fees),
    year: on.slice(0, 4),
    lines: lines.sort(),
  };
}

function interestOf(told: Told, terms: Terms, on: string, last: string | undefined): number {
  const before = last === undefined ? 0 : accruedCents(told, terms, last);
  return income(told, { after: last ?? '0000-01-01', through: on }) + accruedCents(told, terms, on) - before;
}

function feesOfYear(told: Told, on: string): number {
  let sum = 0;
  for (const { chargeDate, amount } of told.fees) {
    if (chargeDate.slice(0, 4) === on.slice(0, 4) && chargeDate <= on) sum += cents(amount);
  }
  return sum;
}

/** What is booked counts on its day, and what has accrued besides with the statement that shows it. */
function interestOfYear(told: Told, terms: Terms, on: string, before: readonly string[]): number {
  const year = on.slice(0, 4);
  const lastOfYearBefore = before.filter((date) => date.slice(0, 4) < year).at(-1);
  const shown = lastOfYearBefore === undefined ? 0 : accruedCents(told, terms, lastOfYearBefore);
  const booked = income(told, { after: `${Number(year) - 1}-12-31`, through: on });
  return booked + accruedCents(told, terms, on) - shown;
}

/**
 * The interest of the draws of a line that a statement books, by the days alone; undefined where money took some of it
 * before it was booked.
 */
export function naiveDraws(told: Told, terms: Terms, on: string, last: string | undefined) {
  const from = last ?? terms.startedOn;
  const draws = [...new Set(told.purchases.map(({ drawId }) => drawId as string))];
  const took = income(told, { after: from, through: new Date(Date.parse(on) - 86_400_000).toISOString().slice(0, 10) });
  return draws.map((drawId) => ({
    drawId,
    newBalanceAmount: dollars(held(told, on, (account, of) => isReceivable(account) && of === drawId)),
    interest: took !== 0 ? undefined : dollars(Number(accrued(told, terms, from, on, drawId) / unit)),
  }));
}

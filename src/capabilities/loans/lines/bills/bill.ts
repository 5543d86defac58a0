// The bill of a period of a line, as its books have it now or had it at an instant: a later correction of the period
// changes it, and what a borrower was told is kept apart (statement-sent.ts).
import type { FeeType } from '@tenor/engine/account/terms.ts';
import { effectiveRate } from '@tenor/engine/interest/effective-rate.ts';
import { cycleRateText } from '@tenor/engine/line/cycle-rate.ts';
import { ifEndedNow } from '@tenor/engine/line/preview.ts';
import type { CycleRate, Bill as EngineBill, LineState } from '@tenor/engine/line/records.ts';
import type { LineObligation } from '@tenor/engine/line/state.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { parseRate, type Rate } from '@tenor/engine/values/rate.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { periodId } from '../../core/loan/derived-id.ts';
import { feeKindOf } from '../../core/loan/fee-kind.ts';
import { mustBeLine } from '../../core/loan/not-for.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { rateText } from '../../core/loan/rate-text.ts';
import { lineTermsOf, ownBooks, ownPosition, ownState } from '../../core/products/lines.ts';
import { askedDay, booksAsked } from '../../core/timeline/asked-day.ts';
import { stateSince } from '../../core/timeline/compute-state.ts';
import type { Bill } from './schemas.ts';
import { sentStatement } from './sent-statement.ts';
import { shownWarning } from './warning.ts';

/** A bill with what it was made from. */
interface Found {
  readonly terms: LineTerms;
  readonly bill: EngineBill;
  readonly obligation: LineObligation;
  readonly state: LineState;
  readonly isOpen: boolean;
}

export async function readBill(
  reader: Reader,
  held: HeldLoan,
  now: Instant,
  { id, knownAt }: { readonly id: string; readonly knownAt?: Instant },
): Promise<Bill> {
  const { day } = askedDay(held, now, { path: 'knownAt', date: undefined, knownAt });
  const found = await findBill(reader, held, id, day, knownAt);
  return presentBill(held, found, await sentStatement(reader, held, found.bill.ordinal, knownAt));
}

/** Errors: OnlyForLines, NotFound. */
export async function findBill(
  reader: Reader,
  held: HeldLoan,
  id: string,
  day: Day,
  knownAt?: Instant,
): Promise<Found> {
  mustBeLine(held);
  const books = knownAt === undefined ? await booksAround(reader, held, id, day) : undefined;
  const found = books && billIn(books, held.row.id, id);
  if (found !== undefined) return found;
  // The period may have been followed by an irregular one, or be asked for as it was known then.
  const whole = await booksAsked(reader, held, { day, knownAt });
  const old = whole && billIn(ownBooks(whole), held.row.id, id);
  if (old !== undefined) return old;
  const message = `This line has no bill of a period ${id}: its statement is not made before the period runs.`;
  throw new Refusal(errors.NotFound, message, { data: { path: 'loanPeriodId' } });
}

/** A period and the day on which it ends are hardly ever longer. */
const periodDaysMax = 35;

/** The replay begins at the checkpoint before that period, so for a period of a year ago it replays a year. */
async function booksAround(reader: Reader, held: HeldLoan, id: string, day: Day): Promise<Books | undefined> {
  const position = ownPosition(held.row);
  if (position === null || (held.row.state?.through ?? day) > day) return undefined;
  const { ordinal, periodStart } = position;
  const back = Array.from({ length: ordinal }, (_, i) => i).find((one) => periodId(held.row.id, ordinal - one) === id);
  const computed = await stateSince(reader, held, periodStart - ((back ?? 0) + 1) * periodDaysMax, day);
  return { terms: lineTermsOf(held.row), state: ownState(computed.state) };
}

interface Books {
  readonly terms: LineTerms;
  readonly state: LineState;
}

function billIn({ terms, state }: Books, loanId: string, id: string): Found | undefined {
  const { position: p, records } = state;
  if (p.standing === 'pending') return undefined;
  if (periodId(loanId, p.ordinal) === id && p.standing !== 'chargedOff' && p.paidOffOn === null) {
    return { terms, ...ifEndedNow(terms, state), state, isOpen: true };
  }
  const bill = records.bills.find(({ ordinal }) => periodId(loanId, ordinal) === id);
  const known = [...records.obligations, ...p.obligations];
  const obligation = known.find(({ kind, ordinal }) => kind === 'statement' && ordinal === bill?.ordinal);
  if (bill === undefined || obligation === undefined) return undefined;
  return { terms, bill, obligation, state, isOpen: false };
}

export function presentBill({ row }: HeldLoan, found: Found, sent: Bill['sent']): Bill {
  const { bill, isOpen } = found;
  const statementOn = isOpen ? found.state.position.statementOn : bill.statementOn;
  return {
    object: 'bill',
    loanId: row.id,
    periodId: periodId(row.id, bill.ordinal),
    isOpen,
    startDate: dateOf(bill.periodStart),
    endDate: dateOf(statementOn - 1),
    statementDate: dateOf(statementOn),
    dueDate: dateOf(bill.dueOn),
    ...balancesOf(bill),
    ...askedBy(bill),
    rates: bill.rates.map((one) => ({
      drawId: one.draw,
      fromDate: dateOf(one.from),
      toDate: dateOf(one.to),
      annualRate: rateText(one.rate, one.scale),
      isVariable: one.isVariable,
      effectiveAnnualRate: effectiveOf(found.terms, one),
      averageBalanceAmount: one.averageBalance as Cents,
      interestAmount: one.interest as Cents,
    })),
    draws: drawsOf(found),
    periodsPaidInFull: bill.periodsPaidInFull,
    yearToDate: {
      year: bill.yearToDate.year,
      feesAmount: bill.yearToDate.fees as Cents,
      interestAmount: bill.yearToDate.interest as Cents,
    },
    minimumPaymentWarning: shownWarning(found.terms, bill),
    cycleRate: bill.cycle && shownCycle(bill.cycle),
    sent,
  };
}

const effectiveOf = ({ interest: { accrual, dayCount } }: LineTerms, { rate, scale }: EngineBill['rates'][number]) =>
  accrual === 'compoundDaily' ? parseRate(effectiveRate(rate, scale, dayCount))! : null;

const rateIf = (text: string | null): Rate | null => (text === null ? null : (parseRate(text) ?? null));

const shownCycle = (cycle: CycleRate): Bill['cycleRate'] => ({
  annualRate: rateIf(cycleRateText(cycle)),
  chargesAmount: cycle.charges as Cents,
  maxAmount: cycle.max as Cents,
  waivedFeesAmount: cycle.fees as Cents,
  waivedInterestAmount: cycle.interest as Cents,
  givenBackAmount: cycle.givenBack as Cents,
});

function balancesOf(bill: EngineBill) {
  const fees = Object.entries(bill.fees).filter(([, amount]) => amount !== 0);
  return {
    previousBalanceAmount: bill.previousBalance as Cents,
    paymentsAmount: bill.payments as Cents,
    creditsAmount: bill.credits as Cents,
    purchasesAmount: bill.purchases as Cents,
    cashAdvancesAmount: bill.cashAdvances as Cents,
    balanceTransfersAmount: bill.balanceTransfers as Cents,
    feesAmount: fees.reduce((sum, [, amount]) => sum + amount, 0) as Cents,
    fees: fees.map(([type, amount]) => ({ feeType: feeKindOf[type as FeeType], amount: amount as Cents })),
    interestAmount: bill.interest as Cents,
    reimbursementsAmount: bill.reimbursements as Cents,
    newBalanceAmount: bill.newBalance as Cents,
  };
}

const askedBy = (bill: EngineBill) => ({
  minimumDueAmount: bill.minimum as Cents,
  overdueAmount: bill.overdue as Cents,
  minimumPaymentAmount: bill.minimumShown as Cents,
  lateFeeAmount: bill.lateFee as Cents,
  creditLimitAmount: bill.limit as Cents,
  availableCreditAmount: bill.available as Cents,
});

const dateIf = (day: Day | null | undefined) => (day == null ? null : dateOf(day));

function drawsOf({ bill, obligation }: Found): Bill['draws'] {
  return bill.draws.map(({ draw, principal, interest, fullBalance, hasGrace, deferred }) => {
    const part = obligation.parts.find((one) => one.draw === draw);
    return {
      drawId: draw,
      principalAmount: principal as Cents,
      interestAmount: interest as Cents,
      fullBalanceAmount: fullBalance as Cents,
      hasGrace,
      dateToCheckToKeepGrace: dateIf(part?.keepOn),
      dateToCheckToRestoreGrace: dateIf(part?.restoreOn),
      deferredInterest: deferred && {
        // What is deferred is rounded only if it is ever charged.
        interestAmount: deferred.interest.whole as Cents,
        endDate: dateOf(deferred.endsOn),
      },
    };
  });
}

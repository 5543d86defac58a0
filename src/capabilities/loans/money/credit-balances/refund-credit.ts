// Pays credit of a borrower back without being asked, once it is safe and old enough. What cannot be paid back is told to
// a person, and again when six months are over: then the law asks for an effort (12 CFR 1026.11 and 1026.21).
import { following, monthsLater, yearMonthDay } from '@tenor/engine/time/calendar.ts';
import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import { instrumentErrors } from '#capabilities/instruments/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type ErrorKind, errors, Refusal } from '#platform/errors.ts';
import { morningOf, refundedAt } from '../../core/books/note-credit.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { loanStates } from '../../core/loan/states.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import type { Collecting } from '../collecting/collect.ts';
import { safeCredit } from '../collecting/credits.ts';
import { withheldCredit } from '../collecting/recorded-credits.ts';
import { payBack } from '../collecting/reimbursing.ts';
import { accountsFor } from './accounts.ts';
import { creditRefundNeeded } from './events.ts';
import type { CreditRow } from './tables.ts';

/** Up to here it is paid back when somebody asks for it. */
const littleCents = cents(100);
const effortMonths = 6;

type Next = Pick<CreditRow, 'look_at' | 'told_at'>;

/** What is to be done with the credit next; `look_at` null: nothing before the loan changes. */
export async function refundCredit(ctx: Collecting, tx: Tx, held: HeldLoan, row: CreditRow): Promise<Next> {
  const { row: loan } = held;
  const stays = { look_at: null, told_at: row.told_at };
  const credit = loan.state?.position.customerCredit ?? 0;
  if (credit <= littleCents || !loanStates.from('reimburse').includes(loan.status)) return stays;
  const oldEnough = refundedAt(loan, dayOf(row.since));
  if (ctx.now < oldEnough) return { ...stays, look_at: oldEnough };
  if ((await settingsOf(tx)).refundsCreditsUnasked === false) return leftToPerson(ctx, held, row, 'switchedOff');
  const today = todayOf(loan, ctx.now);
  const later = { ...stays, look_at: morningOf(loan, following(today + 1)) };
  const safe = await safeCredit(tx, held, { today });
  if (safe <= littleCents) {
    const isWithheld = (await withheldCredit(tx, held, Math.max(today, loan.state?.through ?? today))) > 0;
    return isWithheld ? { ...later, told_at: leftToPerson(ctx, held, row, 'notConfirmed').told_at } : later;
  }
  const outcome = await sentBack(ctx, tx, held, safe);
  return outcome === 'sent' || outcome === 'later' ? later : leftToPerson(ctx, held, row, outcome);
}

/** These are of an account; the next one may do. */
const ofAccount: readonly ErrorKind[] = [transactionErrors.InstrumentCannotBeCharged, errors.NotFound];

/** To the first account that takes it. */
export async function sentBack(
  ctx: Collecting,
  tx: Tx,
  held: HeldLoan,
  safe: Cents,
): Promise<'sent' | 'later' | 'noAccount' | 'noProvider'> {
  let isNew = false;
  for (const { instrument, most } of await accountsFor(tx, held.row)) {
    const amount = Math.min(safe, most ?? safe) as Cents;
    const refusal = await payBack(ctx, tx, held, { amount, instrument, createdBy }).then(() => undefined, asRefusal);
    if (refusal === undefined) return 'sent';
    if (refusal.kind === instrumentErrors.PaymentProcessorNotConfigured) return 'noProvider';
    // A limit of the company, which is over tomorrow.
    if (refusal.kind === errors.InvalidRequest) return 'later';
    if (!ofAccount.includes(refusal.kind)) throw refusal;
    if (refusal.data.reason === 'new') isNew = true;
  }
  return isNew ? 'later' : 'noAccount';
}

function halfAYearAfter(since: Day): Day {
  const { year, month, day } = yearMonthDay(since);
  return monthsLater(year, month, effortMonths, day);
}

const createdBy = { type: 'system', id: 'creditRefund', name: 'Refund of credit' } as const;

/** It was refused before anything was written. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

function leftToPerson(ctx: Collecting, { row: loan }: HeldLoan, row: CreditRow, why: string): Next {
  const effortAt: Instant = morningOf(loan, halfAYearAfter(dayOf(row.since)) + 1);
  const isEffortDue = ctx.now >= effortAt;
  const look_at = isEffortDue ? null : effortAt;
  // Who has switched it off knows; the six months are told all the same.
  const isToldNow = isEffortDue || (row.told_at === null && why !== 'switchedOff');
  if (!isToldNow) return { look_at, told_at: row.told_at };
  const amount = (loan.state?.position.customerCredit ?? 0) as Cents;
  tellNeeded(ctx, loan, { amount, since: row.since, reason: why, isEffortDue });
  return { look_at, told_at: ctx.now };
}

interface Needed {
  readonly amount: Cents;
  readonly since: CreditRow['since'];
  readonly reason: string;
  readonly isEffortDue: boolean;
}

export function tellNeeded(ctx: Collecting, loan: LoanRow, { since: creditSince, ...needed }: Needed): void {
  const about = { loanExternalId: loan.external_id, loanTypeId: loan.loan_type_id };
  ctx.emit(creditRefundNeeded, loan.person_id, { ...about, creditSince, ...needed }, { about: { loanId: loan.id } });
}

// Services of a loan: sold, canceled with what is unearned of them, listed. What is given back is a service credit.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { start } from '#platform/states.ts';
import { mustCostAtMost } from '../charges/cost.ts';
import { feesOf } from '../charges/fees.ts';
import { isCovered } from '../loan/covered.ts';
import { keysOf } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loanStates } from '../loan/states.ts';
import type { LoanRow } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import { createTransaction } from '../transactions/commands/create-transaction.ts';
import { touchLoan } from '../transactions/commands/update-transaction.ts';
import type { ChangedTransaction } from '../transactions/schemas.ts';
import {
  chargeOf,
  type LoanService,
  type ServiceRow,
  serviceStates,
  services,
  servicesOf,
  tellService,
} from './base/service.ts';
import type { CanceledLoanService, LoanServiceCancel, LoanServiceCreate } from './schemas.ts';
import { unearnedOf, wholeMonths } from './unearned.ts';

const servicesMax = 50;

/** Errors: LoanStatusForbids, InvalidRequest, NoRoom. */
export async function addService(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  sent: LoanServiceCreate,
): Promise<LoanService> {
  const { row: loan } = held;
  loanStates.mustAllow(loan.status, 'sell');
  mustBeSound(loan, sent);
  if ((await servicesOf(tx, keysOf(loan))).length >= servicesMax) {
    throw new Refusal(errors.NoRoom, `The loan has ${servicesMax} services.`, { data: { atMost: servicesMax } });
  }
  const { kind, provider, amount, charged, startDate, endDate = null, rebate } = sent;
  const sale = serviceStates.move(start, 'sell');
  const row = services.newRow(ctx, loan, {
    kind,
    provider,
    amount,
    charged,
    rebate: rebate ?? 'proRata',
    start_date: startDate,
    end_date: endDate,
    status: sale.to,
  });
  await mustCostAtMostWith(tx, held, row, todayOf(loan, ctx.now));
  touchLoan(tx, loan);
  services.insert(tx, row);
  tellService(ctx, loan, row, sale.emits);
  return services.show(row);
}

/** For a covered borrower it is a charge for credit (32 CFR 232.4(c)(1)). Errors: InvalidRequest. */
async function mustCostAtMostWith(tx: Tx, held: HeldLoan, row: ServiceRow, today: Day): Promise<void> {
  if (!isCovered(held.row.at_origination) || chargeOf(row) === 0) return;
  if (held.row.terms === null) {
    throw refuseField(
      'amount',
      'cannot be held against 36 % a year before the terms are agreed',
      'a loan that is originated',
    );
  }
  const of = await feesOf(tx, held, today);
  mustCostAtMost('amount', { ...of, sold: (of.sold + chargeOf(row)) as Cents });
}

/** Errors: InvalidRequest. */
function mustBeSound({ at_origination }: LoanRow, { amount, charged, startDate, endDate, rebate }: LoanServiceCreate) {
  const { principalAmount } = at_origination as { readonly principalAmount?: Cents | null };
  if (amount <= 0) throw refuseField('amount', 'must be more than zero', 'an amount of at least 0.01');
  if (charged === 'financed' && principalAmount != null && amount > principalAmount) {
    throw refuseField('amount', 'is more than the principal, in which it is financed', 'at most the principal');
  }
  if (endDate != null && endDate < startDate) {
    throw refuseField('endDate', 'lies before the first day', `a date from ${startDate} on, or null`);
  }
  if (rebate === 'ruleOf78' && (endDate == null || wholeMonths(startDate, endDate) === undefined)) {
    throw refuseField('endDate', 'does not end a whole month of the cover', 'the day before the first one of a month');
  }
}

/** Errors: NotFound, NothingToDo, InvalidRequest, LoanStatusForbids. */
export async function cancelService(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  { reason, lastDate, credit = false, previewMode }: LoanServiceCancel,
): Promise<CanceledLoanService> {
  const { row: loan } = held;
  const before = await services.find(tx, keysOf(loan), id);
  const move = serviceStates.move(before.status, 'cancel');
  const today = dateOf(todayOf(loan, ctx.now));
  const canceled_on = lastDate ?? today;
  if (canceled_on > today) throw refuseField('lastDate', 'has not come', `${today}, or a day before it`);
  const unearned_amount = unearnedOf(before, canceled_on);
  const given = credit ? await creditOf(ctx, tx, held, before, unearned_amount, previewMode === true) : undefined;
  const row: ServiceRow = {
    ...before,
    status: move.to,
    cancel_reason: reason,
    canceled_on,
    unearned_amount,
    credit_transaction_id: given?.id ?? null,
    updated_at: ctx.now,
  };
  if (given === undefined) touchLoan(tx, loan);
  services.write(tx, row);
  tellService(ctx, loan, row, move.emits);
  return { ...services.show(row), difference: given?.difference ?? null };
}

/** What is more than the loan owes is credit of the borrower, and goes back as such. */
function creditOf(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { id, kind, provider }: ServiceRow,
  amount: Cents,
  previewMode: boolean,
): Promise<ChangedTransaction> {
  if (amount === 0) throw refuseField('credit', 'has nothing to give back: all is earned', 'false');
  const serviceCreditDetails = { type: kind, sponsor: provider.slice(0, 100), reason: `${id} was canceled` };
  const sent = { type: 'serviceCredit' as const, amount, allowOverpayment: true, serviceCreditDetails, previewMode };
  return createTransaction(ctx, tx, held, sent, undefined);
}

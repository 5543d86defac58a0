// A borrower has asked in writing for what the loan owes them: it is to be paid back within seven business days (12 CFR
// 1026.11(a)(2); for closed-end loans, 1026.21, which names no number, the same are taken).

import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField, refuseFields } from '#platform/errors.ts';
import { start } from '#platform/states.ts';
import { keysOf } from '../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { loanStates } from '../../core/loan/states.ts';
import { todayOf } from '../../core/loan/today.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import { bankingDaysAfter } from '../collecting/way-back.ts';
import { creditBalanceErrors } from './errors.ts';
import {
  type CreditRefundRequest,
  creditRequests,
  openRequest,
  presentRequest,
  requestStates,
  tellRequest,
} from './request.ts';
import type { CreditRefundRequestCreate } from './schemas.ts';

const withinDays = 7;
const oldestDays = 365;

/** Errors: InvalidRequest, LoanStatusForbids, AmountExceedsCredit, CreditRefundRequestOpen. */
export async function receiveRequest(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  { receivedOn, amount: asked }: CreditRefundRequestCreate,
): Promise<CreditRefundRequest> {
  loanStates.mustAllow(loan.status, 'reimburse');
  const today = todayOf(loan, ctx.now);
  const received = receivedOn === undefined ? today : dayOf(receivedOn);
  if (received > today || received < today - oldestDays) {
    throw refuseField('receivedOn', 'is not within the last year', `a day from ${dateOf(today - oldestDays)} to today`);
  }
  const credit = (loan.state?.position.customerCredit ?? 0) as Cents;
  const amount = asked ?? credit;
  mustBeOwed(amount, credit);
  const open = await openRequest(tx, keysOf(loan));
  if (open !== undefined) {
    throw new Refusal(creditBalanceErrors.CreditRefundRequestOpen, 'This credit was asked for already.', {
      data: { creditRefundRequestId: open.id },
    });
  }
  const move = requestStates.move(start, 'receive');
  const row = creditRequests.newRow(ctx, loan, {
    status: move.to,
    amount,
    received_on: dateOf(received),
    due_on: dateOf(bankingDaysAfter(received, withinDays)),
    look_at: ctx.now,
    transaction_ids: [],
  });
  creditRequests.insert(tx, row);
  tellRequest(ctx, loan, row, move.emits);
  return presentRequest(row);
}

function mustBeOwed(amount: Cents, credit: Cents): void {
  if (amount > 0 && amount <= credit) return;
  const expected = credit === 0 ? 'nothing: nothing is owed to the borrower' : `from 0.01 to ${formatCents(credit)}`;
  throw refuseFields(transactionErrors.AmountExceedsCredit, [
    { path: 'amount', message: `is not of the ${formatCents(credit)} that are owed to the borrower`, expected },
  ]);
}

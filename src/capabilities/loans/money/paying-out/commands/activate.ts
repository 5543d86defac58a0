// Activates a loan, or pays its proceeds out first: then it is active once they are there.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import { loanTypeVersion } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { Activation } from '../../../core/lifecycle/schemas.ts';
import type { Terms } from '../../../core/loan/books.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { writeLoan } from '../../../core/loan/write-loan.ts';
import { termsOf } from '../../../core/timeline/held-loan.ts';
import { indexFacts } from '../../../core/timeline/index-facts.ts';
import { asCollecting } from '../../collecting/commands/collect-payment.ts';
import { activateLoan, mustBeActivable } from '../activate-loan.ts';
import { presentDisbursement } from '../disbursement.ts';
import { entryOfPayout, type Payee, payOut } from '../pay-out.ts';
import { borrowersAccount, merchantsAccount } from '../payee.ts';

/**
 * Errors: LoanAlreadyActive, LoanStatusForbids, DisbursementUnderWay, InvalidRequest, NotFound (instrument),
 * InstrumentCannotBeCharged, PaymentProcessorNotConfigured.
 */
export async function activateOrPayOut(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  input: Activation & { readonly paymentInstrumentId?: string | null },
): Promise<object> {
  mustBeActivable(held);
  const { paymentInstrumentId, previewMode, ...activation } = input;
  const payee = await payeeOf(ctx, tx, held, paymentInstrumentId);
  if (payee === undefined) return activateLoan(ctx, tx, held, input);
  const { row: loan, product } = held;
  const { entryDate } = entryOfPayout(ctx, held, payee, cents(1));
  const on = entryDate === null ? todayOf(loan, ctx.now) : dayOf(entryDate);
  const { terms = termsOf(loan), answer } = await product.activation(tx, held, activation, on);
  const amount = proceedsOf(held, terms, on);
  if (amount === 0) return activateLoan(ctx, tx, held, input);
  const row = await payOut(asCollecting(ctx), tx, held, {
    kind: 'proceeds',
    subjectId: loan.id,
    amount,
    payee,
    details: { activation },
  });
  writeLoan(tx, loan, { ...loan, disbursement_id: row.id, updated_at: ctx.now });
  return previewMode ? answer : { ...answer, disbursement: presentDisbursement(row) };
}

/** Undefined: the lender pays. Errors: InvalidRequest, NotFound, and those of the account. */
async function payeeOf(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  reference: string | null | undefined,
): Promise<Payee | undefined> {
  const { settings } = await loanTypeVersion(tx, loan.loan_type_id, loan.loan_type_version);
  const payee = settings.type === 'installment' ? settings.payments.proceedsPaidTo : 'nobody';
  const { merchantId } = loan.at_origination;
  if (payee === 'merchant' && merchantId != null) {
    if (reference == null) return merchantsAccount(ctx, tx, loan, merchantId);
    throw refuseField('paymentInstrumentId', 'is of no use: the proceeds go to the merchant', 'nothing');
  }
  const isPaidHere = payee !== 'nobody';
  if (isPaidHere && reference != null) return borrowersAccount(ctx, tx, loan, reference);
  if (!isPaidHere && reference == null) return undefined;
  throw isPaidHere
    ? refuseField('paymentInstrumentId', 'is needed: the service pays the proceeds', 'a bank account of the borrower')
    : refuseField('paymentInstrumentId', 'is of no use: the lender pays the proceeds', 'nothing');
}

/** What leaves for the activation, by its own books: less what is kept back as a fee. */
function proceedsOf({ row, product, index }: HeldLoan, terms: Terms, on: Day): Cents {
  const activation: Fact = { kind: 'activation', id: row.id, on, time: 0 };
  const { records } = product.replay(terms, [...indexFacts(index), activation], { through: on });
  const cleared = records.postings.filter(({ account }) => account === 'clearing');
  return cents(cleared.reduce((sum, { amount }) => sum - amount, 0));
}

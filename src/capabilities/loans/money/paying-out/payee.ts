// Whose account money goes to: one that the borrower has and that is known to be theirs, or that of a merchant.
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { carrierFor, merchantAccount } from '#capabilities/moving-money/index.ts';
import { findMerchant } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import { instrumentOfLoan, mustBeUsable, unusable, wayOf } from '../collecting/checks.ts';
import { mustTakeCredits } from '../collecting/credits.ts';
import { bankingDaysAfter } from '../collecting/way-back.ts';
import type { Payee } from './pay-out.ts';
import type { DisbursementRow } from './tables.ts';

type Asking = Pick<CommandContext, 'now' | 'vault'>;

/** Errors: NotFound, InstrumentCannotBeCharged, PaymentProcessorNotConfigured. */
export async function borrowersAccount(ctx: Asking, tx: Tx, loan: LoanRow, reference: string): Promise<Payee> {
  const { instrument } = await instrumentOfLoan(tx, { ...loan, additional_people: [] }, reference);
  if (instrument.instrument_type !== 'bankAccount') throw unusable('itsType', 'is no bank account');
  const way = await wayOf(ctx, tx, instrument, 'credit');
  mustBeUsable(ctx, loan, instrument);
  await mustTakeCredits(ctx, tx, loan, instrument);
  const isBusiness = instrument.account_holder_type === 'business';
  return { receiver: 'borrower', id: instrument.id, way, isBusiness };
}

/** A secret change of a merchant's account brings no money before others may have seen it. */
const seenDays = 3;

/** Errors: NotFound, InstrumentCannotBeCharged, PaymentProcessorNotConfigured. */
export async function merchantsAccount(
  ctx: Asking,
  tx: Tx,
  loan: Pick<LoanRow, 'zone'>,
  reference: string,
): Promise<Payee & { readonly changedAt: Instant }> {
  const { id, status } = await findMerchant(tx, reference);
  if (status !== 'active') throw unpayable('inactive', `The merchant ${id} is not active.`, 'an active merchant');
  const found = await merchantAccount(ctx, tx, id);
  if (found === undefined) {
    throw unpayable('noAccount', `The merchant ${id} has no account.`, 'PUT …/merchants/{merchantId}/account first');
  }
  const { account, changedAt } = found;
  const usableOn = bankingDaysAfter(todayOf(loan, changedAt), seenDays);
  if (todayOf(loan, ctx.now) < usableOn) {
    throw unpayable('changed', `The account of ${id} was changed of late.`, `a payout from ${dateOf(usableOn)} on`);
  }
  const carrier = await carrierFor(tx, ctx, { instrumentType: 'bankAccount', deed: 'credit' });
  return { receiver: 'merchant', id, way: { rail: 'ach', carrier }, isBusiness: true, account, changedAt };
}

/** The payee of a payout that was approved: where it was ordered to go. Errors: those of both. */
export async function payeeAgain(ctx: Asking, tx: Tx, loan: LoanRow, row: DisbursementRow): Promise<Payee> {
  if (row.receiver === 'borrower') return borrowersAccount(ctx, tx, loan, row.instrument_id);
  const payee = await merchantsAccount(ctx, tx, loan, row.instrument_id);
  if (payee.changedAt < row.created_at) return payee;
  const message = `The account of ${row.instrument_id} has become another one since.`;
  throw unpayable('changed', message, 'another order, to the account of now');
}

const unpayable = (reason: string, message: string, expected: string): Refusal =>
  new Refusal(transactionErrors.InstrumentCannotBeCharged, message, { data: { path: 'merchantId', expected, reason } });

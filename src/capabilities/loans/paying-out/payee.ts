// Whose account money goes to: one that the borrower has, and that is known to be theirs.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { instrumentOfLoan, mustBeUsable, unusable, wayOf } from '../collecting/checks.ts';
import { mustTakeCredits } from '../collecting/credits.ts';
import type { LoanRow } from '../loan/tables.ts';
import type { Payee } from './pay-out.ts';

/** Errors: NotFound, InstrumentCannotBeCharged, PaymentProcessorNotConfigured. */
export async function borrowersAccount(ctx: CommandContext, tx: Tx, loan: LoanRow, reference: string): Promise<Payee> {
  const { instrument } = await instrumentOfLoan(tx, { ...loan, additional_people: [] }, reference);
  if (instrument.instrument_type !== 'bankAccount') throw unusable('itsType', 'is no bank account');
  const way = await wayOf(ctx, tx, instrument, 'credit');
  mustBeUsable(ctx, loan, instrument);
  await mustTakeCredits(ctx, tx, loan, instrument);
  const isBusiness = instrument.account_holder_type === 'business';
  return { receiver: 'borrower', id: instrument.id, way, isBusiness };
}

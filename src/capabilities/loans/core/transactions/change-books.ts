// The answer of every command that records or corrects a transaction: the transaction as it is stored, and with
// previewMode what would change.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { asLoanContext, type Changed, changeByTransaction, type TransactionWrite } from '../books/change-loan.ts';
import { presentDifference } from '../books/present-difference.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { NamedInstrument } from './instrument-of.ts';
import type { ChangedTransaction } from './schemas.ts';
import { presentTransaction } from './transaction.ts';

interface Shown {
  readonly instrument: NamedInstrument;
  readonly previewMode: boolean | null | undefined;
  /** True for a transaction that is not there yet: in a preview it has no id. */
  readonly isNew?: boolean;
}

/** `check` may refuse the change, once it is computed. */
export async function changeBooks(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  facts: readonly Fact[],
  write: TransactionWrite,
  { instrument, previewMode, isNew = false }: Shown,
  check: (changed: Changed) => Promise<void> = async () => undefined,
): Promise<ChangedTransaction> {
  const changed = await changeByTransaction(asLoanContext(ctx), tx, held, facts, { ...write, instrument });
  await check(changed);
  const shown = presentTransaction(changed.transaction, instrument);
  if (!previewMode) return { ...shown, difference: null };
  if (!isNew) return { ...shown, difference: await presentDifference(held, changed) };
  return { ...shown, id: null, difference: await presentDifference(held, changed, shown.id) };
}

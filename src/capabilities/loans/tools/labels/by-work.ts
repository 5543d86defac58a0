// A label that is given or taken away by work without a request. What is so already stays so.
import { microsOfInstant } from '@tenor/engine/values/instant.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { findLoan, loanNotFound } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { mustBeFree } from '../../core/loan/lock.ts';
import type { LoanKeys } from '../../core/loan/named-loans.ts';
import { addLabel, type Labeling, removeLabel } from './label-loan.ts';

interface Asked {
  readonly verb: 'add' | 'remove';
  readonly loanLabelId: string;
}

/** Errors: NotFound, InvalidRequest (archived), NoRoom, Locked. */
export async function labelByWork(
  ctx: Labeling & Pick<CommandContext, 'machineNow'>,
  tx: Tx,
  keys: LoanKeys,
  { verb, loanLabelId }: Asked,
): Promise<void> {
  const held = await findLoan(tx, keys);
  if (held === undefined) throw loanNotFound(keys.loanId);
  mustBeFree(held.row, Number(microsOfInstant(ctx.machineNow())));
  try {
    if (verb === 'add') await addLabel(ctx, tx, held, { loanLabelId });
    else await removeLabel(ctx, tx, held, loanLabelId);
  } catch (error) {
    const isSo = verb === 'add' ? loanErrors.NothingToDo : errors.NotFound;
    if (!(error instanceof Refusal) || error.kind !== isSo) throw error;
  }
}

// Gives the loans of the case a label, or takes it away.
import { labelByWork } from '#capabilities/loans/index.ts';
import type { AutomaticTask } from '#capabilities/workflow-types/index.ts';
import { ofBorrower } from '../run/whose.ts';
import type { Act } from './acting.ts';

export const loanLabel =
  ({ do: verb, loanLabelId }: NonNullable<AutomaticTask['loanLabel']>): Act =>
  async ({ run }) => {
    const { ctx, tx, owner, ofCase } = ofBorrower(run);
    const by = { ...ctx, caller: { actor: ctx.actor } };
    for (const loanId of ofCase.loan_ids) {
      await labelByWork(by, tx, { personId: owner.person_id, loanId }, { verb, loanLabelId });
    }
    return null;
  };

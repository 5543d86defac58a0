// The case that is opened with a dispute of a purchase.
import type { DisputeCases } from '#capabilities/loans/index.ts';
import { person } from '#capabilities/people/index.ts';
import { caseAssociationAdded, caseChanged } from './events.ts';
import { movingBy } from './moving-context.ts';
import { type CaseListener, openCase } from './write-case.ts';

export const disputeCases = (listeners: readonly CaseListener[]): DisputeCases => ({
  mayEmit: [caseChanged, caseAssociationAdded, ...listeners.flatMap(({ mayEmit }) => mayEmit)],
  async open(ctx, tx, { personId, loanId, purchaseId, disputeId, decideBy }) {
    const { subject } = await person.find(tx, personId, false);
    const sent = { caseType: 'disputeOfPurchase', loanIds: [loanId] } as const;
    const { id } = await openCase(
      movingBy(ctx),
      tx,
      listeners,
      subject,
      { ...sent, loanIds: [loanId] },
      {
        purchase_id: purchaseId,
        purchase_dispute_id: disputeId,
        ...(decideBy !== undefined && { due_date: decideBy }),
      },
    );
    return id;
  },
});

// The statuses of a settlement. An offer is no more than words; one that is accepted is a fact of the loan, and its books
// say whether it was kept or broken, and say so anew when what was paid is corrected.
import { Refusal } from '#platform/errors.ts';
import { start, stateTable } from '#platform/states.ts';
import { settlementStatusChanged } from '../loan/settlement-events.ts';
import { settlementStatuses } from '../loan/settlement-words.ts';
import { settlementErrors } from './errors.ts';

const told = { emits: [settlementStatusChanged] };

export const settlementStates = stateTable({
  name: 'Settlement',
  states: settlementStatuses,
  verbs: {
    offer: 'be offered',
    accept: 'be accepted',
    cancel: 'be canceled',
    expire: 'expire',
    keep: 'be kept',
    break: 'be broken',
    resume: 'be waited for again',
  },
  rows: [
    [start, 'offer', 'offered', told],
    ['offered', 'accept', 'accepted', told],
    [['offered', 'accepted', 'kept'], 'cancel', 'canceled', told],
    ['offered', 'expire', 'expired', told],
    [['accepted', 'broken', 'canceled'], 'keep', 'kept', told],
    [['accepted', 'kept', 'canceled'], 'break', 'broken', told],
    // The payment that completed it was taken back before the last day.
    [['kept', 'broken', 'canceled'], 'resume', 'accepted', told],
  ],
  refuse: ({ state, said, allowed }) =>
    new Refusal(settlementErrors.SettlementStatusForbids, `A settlement that is ${state} cannot ${said}.`, {
      data: { status: state, allowed },
    }),
});

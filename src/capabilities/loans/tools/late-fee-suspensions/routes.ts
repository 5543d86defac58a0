// Endpoints of suspensions of late fees.
import type { Endpoint } from '#platform/http/endpoint.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { commandsOfThing } from '../../core/lifecycle/endpoints-of-thing.ts';
import { readsOfThings } from '../../core/lifecycle/reads-of-things.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { cancelSuspension, changeSuspension } from './commands/change-suspension.ts';
import { suspendLateFees } from './commands/suspend-late-fees.ts';
import { suspensionErrors } from './errors.ts';
import { ChangedSuspension, SuspensionCancel, SuspensionCreate, SuspensionUpdate } from './schemas.ts';
import { suspensionEvents, suspensionLists, suspensions } from './suspension.ts';

const named = {
  thing: suspensions,
  name: 'lateFeeSuspensions',
  path: 'late-fee-suspensions',
  permission: 'loan.latefee.suspension',
};
const { make, change } = commandsOfThing({ ...named, answer: ChangedSuspension });

const { LoanStatusForbids, NothingToDo } = loanErrors;
const { LateFeeSuspensionStatusForbids } = suspensionErrors;

export const suspensionRoutes: Endpoint[] = [
  ...readsOfThings({
    ...named,
    lists: suspensionLists,
    one: 'a suspension of late fees',
    many: 'suspensions of late fees',
    listed: 'Includes those that were canceled; the newest is first.',
    answer: suspensions.schema,
    show: (row) => suspensions.show(row),
  }),
  make({
    summary: 'Suspend the late fees of a loan',
    description:
      'A late fee that would come on one of these days does not come, and is not made up for later; its obligation says isLateFeeSuspended. Days of the past count too: a fee that was charged on one of them is taken back, also if the borrower was notified of it, and what it took is applied anew. Other fees, interest and days overdue go on. Suspensions may overlap.',
    body: SuspensionCreate,
    errors: [LoanStatusForbids, NothingToDo],
    example: { body: {} },
    emits: [suspensionEvents.suspended],
    mayEmit: ledgerEvents,
    run: suspendLateFees,
  }),
  change('update', {
    summary: 'Suspend late fees on other days',
    description: 'Ends it earlier or later, or lets it begin on another day. The loan is replayed.',
    body: SuspensionUpdate,
    errors: [LoanStatusForbids, NothingToDo, LateFeeSuspensionStatusForbids],
    example: { body: { startDate: '2026-07-01' } },
    emits: [suspensionEvents.changed],
    mayEmit: ledgerEvents,
    run: changeSuspension,
  }),
  change('cancel', {
    summary: 'Cancel a suspension of late fees',
    description: 'A mistake: as if it had never been. Late fees that it kept away are charged, each on its day.',
    body: SuspensionCancel,
    errors: [LoanStatusForbids, NothingToDo, LateFeeSuspensionStatusForbids],
    example: { body: {} },
    emits: [suspensionEvents.canceled],
    mayEmit: ledgerEvents,
    run: cancelSuspension,
  }),
];

// Endpoints of settlements: an agreed sum below what is owed.
import { secondPersonErrors } from '#capabilities/access/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { ledgerEvents } from '../books/ledger-events.ts';
import { commandsOfThing } from '../lifecycle/endpoints-of-thing.ts';
import { readsOfThings } from '../lifecycle/reads-of-things.ts';
import { loanErrors } from '../loan/errors.ts';
import { settlementErrors } from './base/errors.ts';
import { settlementStatusChanged } from './base/events.ts';
import { settlementLists, settlements } from './base/settlement.ts';
import { acceptSettlement } from './commands/accept-settlement.ts';
import { cancelSettlement } from './commands/cancel-settlement.ts';
import { offerSettlement } from './commands/offer-settlement.ts';
import { ChangedSettlement, SettlementAccept, SettlementCancel, SettlementCreate } from './schemas.ts';
import { presentSettlement } from './settlement.ts';

const { SecondPersonNeeded, OrdererLostRight } = secondPersonErrors;
const { SettlementStatusForbids, SettlementCreditPaidOut, SettlementOpen, SettlementNotBelowOwed } = settlementErrors;

const named = { thing: settlements, name: 'settlements', path: 'settlements', permission: 'loan.settlement' };
const { make, change } = commandsOfThing({ ...named, answer: ChangedSettlement });

export const settlementRoutes = (whole: Whole): Endpoint[] => [
  ...readsOfThings({
    ...named,
    lists: settlementLists,
    one: 'a settlement',
    many: 'settlements',
    isListedForCompany: true,
    areForBorrowers: true,
    answer: settlements.schema,
    show: presentSettlement,
  }),
  make({
    summary: 'Offer a settlement',
    description:
      'Either one sum (amount, lastDate) or a schedule of parts; less than what pays the loan off. Nothing of the loan changes before it is accepted. An offer that nobody accepts by acceptBy expires. A loan has one settlement that is offered or accepted.',
    body: SettlementCreate,
    errors: [loanErrors.LoanStatusForbids, SettlementOpen],
    example: { body: { amount: 1000 } },
    emits: [settlementStatusChanged],
    run: offerSettlement,
  }),
  change('accept', {
    mayEmit: ledgerEvents,
    summary: 'Accept a settlement',
    description:
      'Payments from now on count toward it, and are applied as ever. On the day on which they reach the agreed sum the rest is given up, and the loan is paid off; a line is closed with its draws. What is not there by lastDate breaks it, and nothing else happens. Service credits do not count. Where it gives up more than the company lets one person give up (settlementApprovals), whoever offered it does not accept it; a key that accepts it then needs payment.approval.key:approve as well.',
    body: SettlementAccept,
    errors: [
      loanErrors.LoanStatusForbids,
      loanErrors.NothingToDo,
      SettlementStatusForbids,
      SettlementNotBelowOwed,
      SecondPersonNeeded,
      OrdererLostRight,
    ],
    example: { body: {} },
    run: (ctx, tx, held, id, sent) => acceptSettlement(ctx, tx, held, id, sent, whole),
  }),
  change('cancel', {
    mayEmit: ledgerEvents,
    summary: 'Cancel a settlement',
    description:
      'An offer, or one that was accepted: as if it had never been. The loan is replayed; what a kept one has given up is owed again. Not after credit that it has left was paid back.',
    body: SettlementCancel,
    errors: [loanErrors.NothingToDo, SettlementStatusForbids, SettlementCreditPaidOut],
    example: { body: { cancelReason: 'the borrower has paid the whole' } },
    run: cancelSettlement,
  }),
];

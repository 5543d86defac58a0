// Endpoints of settlements: an agreed sum below what is owed.
import { approvalErrors } from '#capabilities/moving-money/index.ts';
import type { Whole } from '#platform/capability.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { loan } from '../lifecycle/loan.ts';
import { readsOfThings } from '../lifecycle/reads-of-things.ts';
import { loanErrors } from '../loan/errors.ts';
import { ledgerEvents } from '../loan/events.ts';
import { settlementStatusChanged } from '../loan/settlement-events.ts';
import { settlementErrors } from '../settlements/errors.ts';
import { settlements } from '../settlements/tables.ts';
import { acceptSettlement } from './commands/accept-settlement.ts';
import { cancelSettlement } from './commands/cancel-settlement.ts';
import { offerSettlement } from './commands/offer-settlement.ts';
import * as example from './examples.ts';
import { ChangedSettlement, Settlement, SettlementAccept, SettlementCancel, SettlementCreate } from './schemas.ts';
import { presentSettlement, settlementLists } from './settlement.ts';

const all = '/people/{personId}/loans/{loanId}/settlements';
const one = `${all}/{settlementId}` as const;

const { SecondPersonNeeded, OrdererLostRight } = approvalErrors;
const { SettlementStatusForbids, SettlementCreditPaidOut, SettlementOpen, SettlementNotBelowOwed } = settlementErrors;

const changing = {
  method: 'POST',
  shape: 'single',
  status: 201,
  previews: true,
  answer: ChangedSettlement,
  subject: loan,
} as const;

/** Its event is one of those that any change of the books may emit. */
const changingBooks = { ...changing, mayEmit: ledgerEvents } as const;

export const settlementRoutes = (whole: Whole): Endpoint[] => [
  ...readsOfThings({
    name: 'settlements',
    thing: settlements,
    lists: settlementLists,
    one: 'a settlement',
    many: 'settlements',
    path: 'settlements',
    isListedForCompany: true,
    areForBorrowers: true,
    permission: 'loan.settlement',
    answer: Settlement,
    example: example.settlement,
    show: presentSettlement,
  }),
  endpoint({
    ...changing,
    name: 'settlements.create',
    path: all,
    summary: 'Offer a settlement',
    description:
      'Either one sum (amount, lastDate) or a schedule of parts; less than what pays the loan off. Nothing of the loan changes before it is accepted. An offer that nobody accepts by acceptBy expires. A loan has one settlement that is offered or accepted.',
    permission: 'loan.settlement:create',
    body: SettlementCreate,
    errors: [loanErrors.LoanStatusForbids, SettlementOpen],
    example: { body: { amount: 1000 }, answer: example.offered },
    emits: [settlementStatusChanged],
    command: (ctx, tx, { body }, held) => offerSettlement(ctx, tx, held, body),
  }),
  endpoint({
    ...changingBooks,
    name: 'settlements.accept',
    path: `${one}/accept`,
    summary: 'Accept a settlement',
    description:
      'Payments from now on count toward it, and are applied as ever. On the day on which they reach the agreed sum the rest is given up, and the loan is paid off; a line is closed with its draws. What is not there by lastDate breaks it, and nothing else happens. Service credits do not count. Where it gives up more than the company lets one person give up (settlementApprovals), whoever offered it does not accept it; a key that accepts it then needs payment.approval.key:approve as well.',
    permission: 'loan.settlement:accept',
    body: SettlementAccept,
    errors: [
      loanErrors.LoanStatusForbids,
      loanErrors.NothingToDo,
      SettlementStatusForbids,
      SettlementNotBelowOwed,
      SecondPersonNeeded,
      OrdererLostRight,
    ],
    example: { body: {}, answer: example.accepted },
    command: (ctx, tx, { body, params }, held) => acceptSettlement(ctx, tx, held, params.settlementId, body, whole),
  }),
  endpoint({
    ...changingBooks,
    name: 'settlements.cancel',
    path: `${one}/cancel`,
    summary: 'Cancel a settlement',
    description:
      'An offer, or one that was accepted: as if it had never been. The loan is replayed; what a kept one has given up is owed again. Not after credit that it has left was paid back.',
    permission: 'loan.settlement:cancel',
    body: SettlementCancel,
    errors: [loanErrors.NothingToDo, SettlementStatusForbids, SettlementCreditPaidOut],
    example: { body: { cancelReason: 'the borrower has paid the whole' }, answer: example.canceled },
    command: (ctx, tx, { body, params }, held) => cancelSettlement(ctx, tx, held, params.settlementId, body),
  }),
];

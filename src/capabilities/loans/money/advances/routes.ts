// Endpoints of advances: what is lent on a running installment loan besides its principal.

import { Type } from 'typebox';
import { instrumentErrors } from '#capabilities/instruments/index.ts';
import { approvalRequested } from '#capabilities/moving-money/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { Bool, Described, WithoutEffect } from '#platform/input/schemas.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { loan, loanToRead } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { mustHavePart } from '../../core/loan/not-for.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import { disbursementInitiated } from '../paying-out/events.ts';
import { payoutPermission } from '../paying-out/pay-out.ts';
import { advanceLists, advances } from './base/advance.ts';
import { advanceErrors } from './base/errors.ts';
import { advanceStatusChanged, advanceUpdated } from './base/events.ts';
import { createAdvance } from './commands/create-advance.ts';
import { updateAdvance } from './commands/update-advance.ts';
import { presentAdvance } from './present.ts';
import { AdvanceCreate, AdvanceUpdate, ChangedAdvance } from './schemas.ts';

const all = '/people/{personId}/loans/{loanId}/advances';
const one = `${all}/{advanceId}` as const;

const sync = Type.Optional(
  WithoutEffect(Described(Bool, { description: 'All is done before the answer.' }), 'work that goes on after it'),
);

/** Errors: NotForLines. */
function keysOf({ product, row }: HeldLoan) {
  mustHavePart(product, 'advances');
  return { personId: row.person_id, loanId: row.id };
}

const refused = [
  loanErrors.LoanStatusForbids,
  loanErrors.NotForLines,
  loanErrors.ChargeFixed,
  loanErrors.NothingToDo,
  advanceErrors.LoanTakesNoAdvances,
  errors.DuplicateExternalId,
  transactionErrors.InstrumentCannotBeCharged,
  instrumentErrors.PaymentProcessorNotConfigured,
];

/** What both commands have in common. */
const changing = {
  shape: 'single',
  previews: true,
  answer: ChangedAdvance,
  subject: loan,
  kinds: [payoutPermission],
  mayEmit: [...ledgerEvents, disbursementInitiated, approvalRequested],
} as const;

export const advanceRoutes: Endpoint[] = [
  endpoint({
    name: 'advances.list',
    method: 'GET',
    path: all,
    summary: 'List the advances of a loan',
    description: 'Newest first. Those that were agreed with the loan are there from its activation on.',
    permission: 'loan.advance:list',
    borrowers: {},
    shape: 'list',
    query: advanceLists.ofLoan.query,
    answer: advances.schema,
    subject: loanToRead,
    errors: [loanErrors.NotForLines],
    read: async ({ reader }, { query }, held) =>
      advanceLists.ofLoan.page(reader, keysOf(held), query, { each: presentAdvance }),
  }),
  endpoint({
    name: 'advances.read',
    method: 'GET',
    path: one,
    summary: 'Read an advance',
    permission: 'loan.advance:read',
    borrowers: {},
    shape: 'single',
    answer: advances.schema,
    subject: loanToRead,
    errors: [loanErrors.NotForLines],
    read: async ({ reader }, { params }, held) =>
      presentAdvance(await advances.find(reader, keysOf(held), params.advanceId)),
  }),
  endpoint({
    ...changing,
    name: 'advances.create',
    method: 'POST',
    path: all,
    summary: 'Lend more on a running loan',
    description:
      'For a loan type with several advances. The loan is replayed from its date, and the payment is solved again. With paymentInstrumentId the service pays it out; without, the lender has.',
    permission: 'loan.advance:create',
    status: 201,
    query: { sync },
    body: AdvanceCreate,
    errors: refused,
    authorize({ caller }, { body }) {
      if (body.paymentInstrumentId != null) mustHave(caller, payoutPermission);
    },
    example: {
      body: { amount: 1500, advanceDetails: { description: 'Second half of the roof' } },
    },
    emits: [advanceStatusChanged],
    command: (ctx, tx, { body }, held) => createAdvance(ctx, tx, held, body),
  }),
  endpoint({
    ...changing,
    name: 'advances.update',
    method: 'PUT',
    path: one,
    summary: 'Change an advance',
    description:
      'Its next status; while it is scheduled its amount and date. canceled undoes it from its date on. What is not sent stays.',
    permission: 'loan.advance:update',
    query: { sync },
    body: AdvanceUpdate,
    errors: [...refused, advanceErrors.AdvanceStatusForbids, advanceErrors.AdvancePaidOut],
    authorize({ caller }, { body }) {
      if (body.paymentInstrumentId != null) mustHave(caller, payoutPermission);
    },
    example: { body: { status: 'canceled' } },
    emits: [advanceStatusChanged, advanceUpdated],
    command: (ctx, tx, { body, params }, held) => updateAdvance(ctx, tx, held, params.advanceId, body),
  }),
];

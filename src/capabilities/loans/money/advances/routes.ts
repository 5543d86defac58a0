// Endpoints of advances: what is lent on a running installment loan besides its principal.

import { Type } from 'typebox';
import { instrumentErrors } from '#capabilities/instruments/index.ts';
import { approvalRequested } from '#capabilities/moving-money/index.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
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
const advanceCommand = below({
  path: '/people/{personId}/loans/{loanId}/advances',
  permission: 'loan.advance',
  subject: loan,
  answer: ChangedAdvance,
  kinds: [payoutPermission],
  mayEmit: [...ledgerEvents, disbursementInitiated, approvalRequested],
  previews: true,
});

const advanceEndpoint = below({ path: all, permission: 'loan.advance', subject: loanToRead, answer: advances.schema });

export const advanceRoutes: Endpoint[] = [
  advanceEndpoint({
    name: 'advances.list',
    summary: 'List the advances of a loan',
    description: 'Newest first. Those that were agreed with the loan are there from its activation on.',
    borrowers: {},
    shape: 'list',
    query: advanceLists.ofLoan.query,
    errors: [loanErrors.NotForLines],
    read: async ({ reader }, { query }, held) =>
      advanceLists.ofLoan.page(reader, keysOf(held), query, { each: presentAdvance }),
  }),
  advanceEndpoint({
    name: 'advances.read',
    path: '/{advanceId}',
    summary: 'Read an advance',
    borrowers: {},
    errors: [loanErrors.NotForLines],
    read: async ({ reader }, { params }, held) =>
      presentAdvance(await advances.find(reader, keysOf(held), params.advanceId)),
  }),
  advanceCommand({
    name: 'advances.create',
    summary: 'Lend more on a running loan',
    description:
      'For a loan type with several advances. The loan is replayed from its date, and the payment is solved again. With paymentInstrumentId the service pays it out; without, the lender has.',
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
  advanceCommand({
    name: 'advances.update',
    path: '/{advanceId}',
    summary: 'Change an advance',
    description:
      'Its next status; while it is scheduled its amount and date. canceled undoes it from its date on. What is not sent stays.',
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

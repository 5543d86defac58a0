// Endpoints of money that the service pays out for a loan, and the activation, which may do so.

import { instrumentErrors } from '#capabilities/instruments/index.ts';
import { approvalRequested, approvalWithdrawn } from '#capabilities/moving-money/index.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { loan, loanThatIsThere } from '../../core/lifecycle/loan.ts';
import { Activated, Activation } from '../../core/lifecycle/schemas.ts';
import { Disbursement } from '../../core/loan/disbursement-schemas.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { promoActivated } from '../../core/loan/events.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import { advanceStatusChanged } from '../advances/base/events.ts';
import { activateOrPayOut } from './commands/activate.ts';
import { cancelDisbursement } from './commands/cancel-disbursement.ts';
import { presentDisbursement } from './disbursement.ts';
import { emittedBy } from './disbursement-taker.ts';
import type { Effects } from './effect.ts';
import { payoutErrors } from './errors.ts';
import * as told from './events.ts';
import * as example from './examples.ts';
import { disbursementSort, listDisbursements } from './list-disbursements.ts';
import { payoutPermission } from './pay-out.ts';
import { payouts } from './tables.ts';

const below = '/people/{personId}/loans/{loanId}';
const all = `${below}/disbursements` as const;

export const payoutRoutes = (effects: Effects): Endpoint[] => [
  endpoint({
    subject: loan,
    status: 201,
    previews: true,
    name: 'loans.activate',
    mayEmit: [promoActivated, advanceStatusChanged, ...ledgerEvents, told.disbursementInitiated, approvalRequested],
    method: 'POST',
    path: `${below}/activate`,
    summary: 'Activate a loan',
    description:
      'Interest accrues from today on. Where the loan type has the service pay out the proceeds, the loan stays originated until they are there, and is activated on that day; if they are refused or come back it is originated again. A loan that is active already answers 400. With previewMode nothing is done, and the answer is the schedule that would be.',
    permission: 'loan:activate',
    shape: 'single',
    body: Activation,
    answer: Activated,
    errors: [
      loanErrors.LoanAlreadyActive,
      loanErrors.LoanStatusForbids,
      loanErrors.DisbursementUnderWay,
      instrumentErrors.PaymentProcessorNotConfigured,
      transactionErrors.InstrumentCannotBeCharged,
    ],
    kinds: [payoutPermission],
    authorize({ caller }, { body }) {
      if ('paymentInstrumentId' in body && body.paymentInstrumentId != null) mustHave(caller, payoutPermission);
    },
    example: { body: {} },
    command: (ctx, tx, { body }, held) => activateOrPayOut(ctx, tx, held, body),
  }),
  endpoint({
    name: 'disbursements.list',
    method: 'GET',
    path: all,
    summary: 'List what is paid out for a loan',
    permission: 'disbursement:list',
    shape: 'list',
    query: pageQuery(disbursementSort),
    answer: Disbursement,
    subject: loanThatIsThere,
    example: { answer: example.disbursement },
    read: ({ reader }, { query }, ids) => listDisbursements(reader, ids, query),
  }),
  endpoint({
    name: 'disbursements.read',
    method: 'GET',
    path: `${all}/{disbursementId}`,
    summary: 'Read what is paid out',
    permission: 'disbursement:read',
    shape: 'single',
    answer: Disbursement,
    subject: loanThatIsThere,
    read: async ({ reader }, { params }, ids) =>
      presentDisbursement(await payouts.find(reader, ids, params.disbursementId)),
  }),
  endpoint({
    name: 'disbursements.cancel',
    method: 'POST',
    path: `${all}/{disbursementId}/cancel`,
    summary: 'Take back what was to be paid out',
    description: 'While nobody outside has heard of it: what the provider has goes out.',
    permission: 'disbursement:cancel',
    shape: 'single',
    status: 201,
    answer: Disbursement,
    subject: loan,
    mayEmit: [...emittedBy(effects), approvalWithdrawn],
    errors: [payoutErrors.DisbursementStatusForbids, loanErrors.NothingToDo],
    command: (ctx, tx, { params }, held) => cancelDisbursement(ctx, tx, held, params.disbursementId, effects),
  }),
];

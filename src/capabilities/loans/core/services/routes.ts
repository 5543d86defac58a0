// Endpoints of services that are sold with a loan.
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { computedQuery, pageOf } from '#platform/resource/computed-list.ts';
import { ledgerEvents } from '../books/ledger-events.ts';
import { loan, loanThatIsThere } from '../lifecycle/loan.ts';
import { loanErrors } from '../loan/errors.ts';
import { createPermissions } from '../transactions/commands/create-transaction.ts';
import { creditCreated } from '../transactions/events.ts';
import { serviceAdded, serviceCanceled, services, servicesOf } from './base/service.ts';
import { CanceledLoanService, LoanServiceCancel, LoanServiceCreate } from './schemas.ts';
import { addService, cancelService } from './sell.ts';

const path = '/people/{personId}/loans/{loanId}/services';

const loanServiceEndpoint = below({
  path,
  permission: 'loan.service',
  subject: loanThatIsThere,
  answer: services.schema,
});

export const serviceRoutes: Endpoint[] = [
  loanServiceEndpoint({
    name: 'loanServices.list',
    summary: 'List the services that were sold with a loan',
    description: 'The one that was sold last first.',
    borrowers: {},
    shape: 'list',
    query: computedQuery,
    read: async ({ reader }, { query }, keys) =>
      pageOf(
        (await servicesOf(reader, keys)).map((row) => services.show(row)),
        query,
      ),
  }),
  loanServiceEndpoint({
    name: 'loanServices.add',
    summary: 'Record a service that is sold with a loan',
    description:
      'Such as credit insurance, a GAP waiver or a service contract. It moves no money and charges nothing: what is financed is in the principal, a periodic fee in the agreement.',
    status: 201,
    body: LoanServiceCreate,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, errors.NoRoom],
    example: {
      body: {
        kind: 'gapWaiver',
        provider: 'Wabash Assurance Co.',
        amount: 365,
        charged: 'financed',
        startDate: '2026-05-04',
        endDate: '2099-05-03',
      },
    },
    emits: [serviceAdded],
    command: (ctx, tx, { body }, held) => addService(ctx, tx, held, body),
  }),
  loanServiceEndpoint({
    name: 'loanServices.read',
    path: '/{loanServiceId}',
    summary: 'Read a service that was sold with a loan',
    borrowers: {},
    read: async ({ reader }, { params }, keys) =>
      services.show(await services.find(reader, keys, params.loanServiceId)),
  }),
  loanServiceEndpoint({
    name: 'loanServices.cancel',
    path: '/{loanServiceId}/cancel',
    summary: 'Cancel a service that was sold with a loan',
    description:
      'The answer says what of its price is unearned. With credit that is a service credit of today, in the same commit: this needs transaction:create.servicecredit too.',
    status: 201,
    previews: true,
    body: LoanServiceCancel,
    answer: CanceledLoanService,
    subject: loan,
    errors: [loanErrors.NothingToDo, loanErrors.LoanStatusForbids],
    example: { body: { reason: 'borrowerRequest' } },
    emits: [serviceCanceled],
    mayEmit: [creditCreated, ...ledgerEvents],
    authorize({ caller }, { body }) {
      if (body.credit === true) mustHave(caller, createPermissions.serviceCredit);
    },
    command: (ctx, tx, { body, params }, held) => cancelService(ctx, tx, held, params.loanServiceId, body),
  }),
];

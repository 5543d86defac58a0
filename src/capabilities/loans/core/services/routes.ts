// Endpoints of services that are sold with a loan.
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
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

export const serviceRoutes: Endpoint[] = [
  endpoint({
    name: 'loanServices.list',
    method: 'GET',
    path,
    summary: 'List the services that were sold with a loan',
    description: 'The one that was sold last first.',
    permission: 'loan.service:list',
    borrowers: {},
    shape: 'list',
    query: computedQuery,
    answer: services.schema,
    subject: loanThatIsThere,
    read: async ({ reader }, { query }, keys) =>
      pageOf(
        (await servicesOf(reader, keys)).map((row) => services.show(row)),
        query,
      ),
  }),
  endpoint({
    name: 'loanServices.add',
    method: 'POST',
    path,
    summary: 'Record a service that is sold with a loan',
    description:
      'Such as credit insurance, a GAP waiver or a service contract. It moves no money and charges nothing: what is financed is in the principal, a periodic fee in the agreement.',
    permission: 'loan.service:add',
    shape: 'single',
    status: 201,
    body: LoanServiceCreate,
    answer: services.schema,
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
  endpoint({
    name: 'loanServices.read',
    method: 'GET',
    path: `${path}/{loanServiceId}`,
    summary: 'Read a service that was sold with a loan',
    permission: 'loan.service:read',
    borrowers: {},
    shape: 'single',
    answer: services.schema,
    subject: loanThatIsThere,
    read: async ({ reader }, { params }, keys) =>
      services.show(await services.find(reader, keys, params.loanServiceId)),
  }),
  endpoint({
    name: 'loanServices.cancel',
    method: 'POST',
    path: `${path}/{loanServiceId}/cancel`,
    summary: 'Cancel a service that was sold with a loan',
    description:
      'The answer says what of its price is unearned. With credit that is a service credit of today, in the same commit: this needs transaction:create.servicecredit too.',
    permission: 'loan.service:cancel',
    shape: 'single',
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

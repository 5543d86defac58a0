// Every endpoint of authorizations. They are made by the calls that they carry.
import { person } from '#capabilities/people/index.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { authorizationList, listAuthorizations, readAuthorization } from './authorization.ts';
import { authorizationRevoked } from './events.ts';
import * as example from './examples.ts';
import { revoke } from './revoke.ts';
import { AuthorizationRevoke, PaymentAuthorization } from './schemas.ts';

export const consentRoutes: Endpoint[] = [
  endpoint({
    name: 'paymentAuthorizations.list',
    method: 'GET',
    path: '/people/{personId}/payment-authorizations',
    summary: 'List payment authorizations',
    permission: 'payment.authorization:list',
    borrowers: {},
    shape: 'list',
    query: authorizationList.query,
    list: authorizationList,
    answer: PaymentAuthorization,
    subject: person,
    read: ({ reader, vault }, { query }, row) => listAuthorizations(reader, vault, row, query),
  }),
  endpoint({
    name: 'paymentAuthorizations.read',
    method: 'GET',
    path: '/people/{personId}/payment-authorizations/{paymentAuthorizationId}',
    summary: 'Read a payment authorization',
    permission: 'payment.authorization:read',
    borrowers: {},
    shape: 'single',
    answer: PaymentAuthorization,
    subject: person,
    read: ({ reader, vault }, { params }, row) => readAuthorization(reader, vault, row, params.paymentAuthorizationId),
  }),
  endpoint({
    name: 'paymentAuthorizations.revoke',
    method: 'POST',
    path: '/people/{personId}/payment-authorizations/{paymentAuthorizationId}/revoke',
    summary: 'Revoke a payment authorization',
    description:
      'Debits that it carried and that were not released yet are canceled when their time comes. With `date` only the debit of that day is stopped. Revoked again, it stays as it is.',
    permission: 'payment.authorization:revoke',
    shape: 'single',
    body: AuthorizationRevoke,
    answer: PaymentAuthorization,
    subject: person,
    example: { body: example.authorizationRevoke },
    emits: [authorizationRevoked],
    borrowers: { writes: ['payment_authorizations'], sends: ['date'], perDay: 50, body: {} },
    command: (ctx, tx, { params, body }, row) => revoke(ctx, tx, row, params.paymentAuthorizationId, body),
  }),
];

// Every endpoint of authorizations. They are made by the calls that they carry.
import { person } from '#capabilities/people/index.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { authorizationList, listAuthorizations, readAuthorization } from './authorization.ts';
import { authorizationRevoked } from './events.ts';
import * as example from './examples.ts';
import { revoke } from './revoke.ts';
import { AuthorizationRevoke, PaymentAuthorization } from './schemas.ts';

const paymentAuthorizationEndpoint = below({
  path: '/people/{personId}/payment-authorizations',
  permission: 'payment.authorization',
  subject: person,
  answer: PaymentAuthorization,
});

export const consentRoutes: Endpoint[] = [
  paymentAuthorizationEndpoint({
    name: 'paymentAuthorizations.list',
    summary: 'List payment authorizations',
    borrowers: {},
    shape: 'list',
    query: authorizationList.query,
    list: authorizationList,
    read: ({ reader, vault }, { query }, row) => listAuthorizations(reader, vault, row, query),
  }),
  paymentAuthorizationEndpoint({
    name: 'paymentAuthorizations.read',
    path: '/{paymentAuthorizationId}',
    summary: 'Read a payment authorization',
    borrowers: {},
    read: ({ reader, vault }, { params }, row) => readAuthorization(reader, vault, row, params.paymentAuthorizationId),
  }),
  paymentAuthorizationEndpoint({
    name: 'paymentAuthorizations.revoke',
    path: '/{paymentAuthorizationId}/revoke',
    summary: 'Revoke a payment authorization',
    description:
      'Debits that it carried and that were not released yet are canceled when their time comes. With `date` only the debit of that day is stopped. Revoked again, it stays as it is.',
    body: AuthorizationRevoke,
    example: { body: example.authorizationRevoke },
    emits: [authorizationRevoked],
    borrowers: { writes: ['payment_authorizations'], sends: ['date'], perDay: 50, body: {} },
    command: (ctx, tx, { params, body }, row) => revoke(ctx, tx, row, params.paymentAuthorizationId, body),
  }),
];

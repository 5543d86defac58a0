// The endpoints by which a company says who moves its money. Whoever may change this steers money, so it needs a
// permission that no default role but the owner has.
import { ownCompany } from '#capabilities/access/index.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import type { InstrumentType } from '../providers/provider.ts';
import { providerErrors } from './errors.ts';
import { providerCreated, providerDeleted, providerUpdated } from './events.ts';
import * as example from './examples.ts';
import { listProviders, providerList } from './list-providers.ts';
import { PaymentProvider, ProviderReplace } from './schemas.ts';
import { instrumentTypes } from './words.ts';
import { deleteProvider, type HasOpenOrders, replaceProvider } from './write-provider.ts';

const path = '/companies/{companyId}/payment-providers';

/** Errors: NotFound. */
function typeNamed(text: string): InstrumentType {
  const found = instrumentTypes.find((type) => type === text);
  if (found !== undefined) return found;
  throw new Refusal(errors.NotFound, `No payment provider is named by ${text}.`, {
    data: { path: 'instrumentType', expected: instrumentTypes.join(' or ') },
  });
}

export const providerRoutes = (hasOpenOrders: HasOpenOrders): Endpoint[] => [
  endpoint({
    name: 'paymentProviders.list',
    path,
    summary: 'List who moves the money of the company',
    description:
      'For each kind of instrument the one that gets new orders, and those that were replaced and go on with theirs. Credentials are never shown.',
    permission: 'payment.provider:list',
    shape: 'list',
    query: providerList.query,
    list: providerList,
    answer: PaymentProvider,
    subject: ownCompany,
    read: ({ reader }, { query }) => listProviders(reader, query),
  }),
  endpoint({
    name: 'paymentProviders.replace',
    method: 'PUT',
    path: `${path}/{instrumentType}`,
    summary: 'Name who moves money of bank accounts or cards',
    description:
      'For the mode of the caller. With another kind or url it is another provider, with an id of its own, and the one before goes on with the orders that it has. With new credentials both are good for a while. docs/payment-providers.md tells how a bridge is built.',
    permission: 'payment.provider:update',
    body: ProviderReplace,
    answer: PaymentProvider,
    subject: ownCompany,
    errors: [providerErrors.PaymentProviderInUse],
    emits: [providerCreated, providerUpdated],
    example: { body: example.bridge },
    command: (ctx, tx, { params, body }) =>
      replaceProvider(ctx, tx, typeNamed(params.instrumentType), body, hasOpenOrders),
  }),
  endpoint({
    name: 'paymentProviders.delete',
    path: `${path}/{instrumentType}`,
    summary: 'Take a payment provider away',
    description:
      'With all that it replaced, and their credentials: from then on nobody is believed who tells of earlier orders, so do it when no returns can come any more. Refused while an order has not ended.',
    permission: 'payment.provider:delete',
    shape: 'message',
    says: 'There is no payment provider any more.',
    subject: ownCompany,
    errors: [providerErrors.NoPaymentProvider, providerErrors.PaymentProviderInUse],
    emits: [providerDeleted],
    command: (ctx, tx, { params }) => deleteProvider(ctx, tx, typeNamed(params.instrumentType), hasOpenOrders),
  }),
];

// The endpoints of the account to which a merchant is paid. Whoever may change it steers money, so it needs a permission
// that no default role but the owner has.
import { ownCompany } from '#capabilities/access/index.ts';
import { findMerchant } from '#capabilities/products/index.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { deleteAccount, readAccount, replaceAccount } from './account.ts';
import { merchantAccountDeleted, merchantAccountUpdated } from './events.ts';
import * as example from './examples.ts';
import { MerchantAccount, MerchantAccountReplace } from './schemas.ts';

const merchantAccountEndpoint = below({
  path: '/companies/{companyId}/merchants/{merchantId}/account',
  permission: 'merchant.account',
  subject: ownCompany,
  answer: MerchantAccount,
});

export const merchantAccountRoutes: Endpoint[] = [
  merchantAccountEndpoint({
    name: 'merchantAccounts.read',
    summary: 'Read to which account a merchant is paid',
    read: async ({ reader, vault }, { params }) =>
      readAccount({ vault }, reader, (await findMerchant(reader, params.merchantId)).id),
  }),
  merchantAccountEndpoint({
    name: 'merchantAccounts.replace',
    method: 'PUT',
    summary: 'Say to which account a merchant is paid',
    description:
      'A merchant has one account. After a number was sent, the first one too, nothing is paid to it for three banking days, so that a change by somebody who should not has time to be seen; and what is paid first waits for a second person.',
    permission: 'merchant.account:update',
    body: MerchantAccountReplace,
    emits: [merchantAccountUpdated],
    example: { body: example.accountReplace },
    command: async (ctx, tx, { params, body }) =>
      replaceAccount(ctx, tx, (await findMerchant(tx, params.merchantId)).id, body),
  }),
  merchantAccountEndpoint({
    name: 'merchantAccounts.delete',
    summary: 'Take the account of a merchant away',
    shape: 'message',
    says: 'The merchant has no account any more.',
    emits: [merchantAccountDeleted],
    command: async (ctx, tx, { params }) => deleteAccount(ctx, tx, (await findMerchant(tx, params.merchantId)).id),
  }),
];

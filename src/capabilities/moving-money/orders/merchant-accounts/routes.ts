// The endpoints of the account to which a merchant is paid. Whoever may change it steers money, so it needs a permission
// that no default role but the owner has.
import { ownCompany } from '#capabilities/access/index.ts';
import { findMerchant } from '#capabilities/products/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { deleteAccount, readAccount, replaceAccount } from './account.ts';
import { merchantAccountDeleted, merchantAccountUpdated } from './events.ts';
import * as example from './examples.ts';
import { MerchantAccount, MerchantAccountReplace } from './schemas.ts';

const common = {
  path: '/companies/{companyId}/merchants/{merchantId}/account',
  answer: MerchantAccount,
  subject: ownCompany,
  errors: [errors.NotFound],
} as const;

export const merchantAccountRoutes: Endpoint[] = [
  endpoint({
    ...common,
    name: 'merchantAccounts.read',
    method: 'GET',
    summary: 'Read to which account a merchant is paid',
    permission: 'merchant.account:read',
    shape: 'single',
    read: async ({ reader, vault }, { params }) =>
      readAccount({ vault }, reader, (await findMerchant(reader, params.merchantId)).id),
  }),
  endpoint({
    ...common,
    name: 'merchantAccounts.replace',
    method: 'PUT',
    summary: 'Say to which account a merchant is paid',
    description:
      'A merchant has one account. After a number was sent, the first one too, nothing is paid to it for three banking days, so that a change by somebody who should not has time to be seen; and what is paid first waits for a second person.',
    permission: 'merchant.account:update',
    shape: 'single',
    body: MerchantAccountReplace,
    emits: [merchantAccountUpdated],
    example: { body: example.accountReplace },
    command: async (ctx, tx, { params, body }) =>
      replaceAccount(ctx, tx, (await findMerchant(tx, params.merchantId)).id, body),
  }),
  endpoint({
    ...common,
    name: 'merchantAccounts.delete',
    method: 'DELETE',
    summary: 'Take the account of a merchant away',
    permission: 'merchant.account:delete',
    shape: 'message',
    says: 'The merchant has no account any more.',
    emits: [merchantAccountDeleted],
    command: async (ctx, tx, { params }) => deleteAccount(ctx, tx, (await findMerchant(tx, params.merchantId)).id),
  }),
];

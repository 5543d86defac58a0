// The endpoints of the link of an account to its bank, and of what lies on the account. No borrower reaches them: whoever
// holds a borrower's telephone would see the balance.
import { person } from '#capabilities/people/index.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { askForBalance, readBalance, storeBalance } from './commands/balance.ts';
import { forgetLink, linkAccount, updateLink } from './commands/link-account.ts';
import { lookUp } from './commands/look-up.ts';
import { instrumentErrors } from './errors.ts';
import * as told from './events.ts';
import * as example from './examples.ts';
import type { Given } from './given.ts';
import { balancePermission, linkPermission } from './permissions.ts';
import { AccountLink, AccountLinkCreate, AccountLinkUpdate, InstrumentBalance } from './schemas.ts';

const link = '/people/{personId}/payment-instruments/{paymentInstrumentId}/account-link';
const balance = '/people/{personId}/payment-instruments/{paymentInstrumentId}/balance';

export const linkRoutes = ({ vendors }: Given): Endpoint[] => [
  endpoint({
    name: 'accountLinks.replace',
    method: 'POST',
    path: link,
    summary: 'Link an account to its bank',
    description:
      'Takes the place of the link before. The vendor must name the numbers of this very account, which is then verified and active.',
    permission: linkPermission,
    shape: 'single',
    body: AccountLinkCreate,
    answer: AccountLink,
    subject: person,
    errors: [instrumentErrors.AccountLinkNotConfigured, instrumentErrors.AccountLinkFailed],
    example: { body: example.accountLinkCreate },
    emits: [told.instrumentUpdated],
    async ahead({ database, waitFor }, { body: { accessToken, accountId } }, { realm }) {
      const asked = { instrumentType: 'plaid' as const, accessToken, accountIds: [accountId] };
      return (await lookUp({ database, waitFor, realm, vendors }, asked)).linked;
    },
    alongside: async (_, __, ___, ahead) => ahead,
    command: (ctx, tx, { params, body }, row, ahead) =>
      linkAccount(ctx, tx, row, params.paymentInstrumentId, body, ahead),
  }),
  endpoint({
    name: 'accountLinks.update',
    method: 'PUT',
    path: link,
    summary: 'Change what is known of a link',
    permission: linkPermission,
    shape: 'single',
    body: AccountLinkUpdate,
    answer: AccountLink,
    subject: person,
    example: { body: example.accountLinkUpdate },
    emits: [told.instrumentUpdated],
    command: (ctx, tx, { params, body }, row) => updateLink(ctx, tx, row, params.paymentInstrumentId, body),
  }),
  endpoint({
    name: 'accountLinks.delete',
    method: 'DELETE',
    path: link,
    summary: 'Forget the link of an account',
    description:
      'The token and the balance are gone. The account goes on, since its numbers stay good. The vendor is not told: end the access there as well.',
    permission: linkPermission,
    shape: 'message',
    answer: AccountLink,
    subject: person,
    emits: [told.instrumentUpdated],
    command: (ctx, tx, { params }, row) => forgetLink(ctx, tx, row, params.paymentInstrumentId),
  }),
  endpoint({
    name: 'instrumentBalances.read',
    method: 'GET',
    path: balance,
    summary: 'Read the balance of an account',
    description: 'As it was asked for last; 404 where it never was.',
    permission: balancePermission,
    shape: 'single',
    answer: InstrumentBalance,
    subject: person,
    showsPersonal: () => true,
    read: ({ reader, vault }, { params }, row) => readBalance(reader, vault, row, params.paymentInstrumentId),
  }),
  endpoint({
    name: 'instrumentBalances.fetch',
    method: 'POST',
    path: balance,
    summary: 'Ask the bank for the balance of an account',
    description:
      'Asks the vendor of its link now. An answer that does not come, or that says no, is the `error` of a success; `lastSuccessfulBalance` stays. The same account is asked for once in a while: 429 before that.',
    permission: balancePermission,
    shape: 'single',
    answer: InstrumentBalance,
    subject: person,
    errors: [instrumentErrors.AccountLinkNotConfigured, instrumentErrors.AccountNotLinked],
    emits: [told.instrumentUpdated, told.instrumentLinkFailed],
    ahead: (tools, { params }, { realm }) =>
      askForBalance({ ...tools, realm, vendors }, params.personId, params.paymentInstrumentId),
    alongside: async (_, __, ___, ahead) => ahead,
    command: (ctx, tx, { params }, row, ahead) => storeBalance(ctx, tx, row, params.paymentInstrumentId, ahead),
  }),
];

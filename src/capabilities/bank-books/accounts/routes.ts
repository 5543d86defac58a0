// The accounts at banks to which providers pay. Whoever may change one chooses with what the books are compared, so it
// needs a permission that no default role but the owner has.
import { ownCompany } from '#capabilities/access/index.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { OrderSide } from '../cash-book/order-side.ts';
import {
  bankAccountList,
  createBankAccount,
  listBankAccounts,
  shownBankAccount,
  updateBankAccount,
} from './account.ts';
import { bankAccountCreated, bankAccountUpdated } from './events.ts';
import * as example from './examples.ts';
import { BankAccount, BankAccountCreate, BankAccountUpdate } from './schemas.ts';

const bankAccountEndpoint = below({
  path: '/companies/{companyId}/bank-accounts',
  permission: 'bank.account',
  subject: ownCompany,
  answer: BankAccount,
});

export const bankAccountRoutes = (orders: OrderSide): Endpoint[] => [
  bankAccountEndpoint({
    name: 'bankAccounts.list',
    summary: 'List the accounts at banks to which providers pay',
    shape: 'list',
    query: bankAccountList.query,
    list: bankAccountList,
    read: ({ reader }, { query }) => listBankAccounts(reader, query),
  }),
  bankAccountEndpoint({
    name: 'bankAccounts.create',
    summary: 'Name an account at a bank to which providers pay',
    description:
      'From then on what a provider has settled is expected there, and its statements are compared with the cash book.',
    body: BankAccountCreate,
    emits: [bankAccountCreated],
    example: { body: example.create },
    command: (ctx, tx, { body }) => createBankAccount(orders, ctx, tx, body),
  }),
  bankAccountEndpoint({
    name: 'bankAccounts.read',
    path: '/{bankAccountId}',
    summary: 'Read an account at a bank',
    read: ({ reader }, { params }) => shownBankAccount(reader, params.bankAccountId),
  }),
  bankAccountEndpoint({
    name: 'bankAccounts.update',
    path: '/{bankAccountId}',
    summary: 'Change what is known of an account at a bank',
    description: 'What is not sent stays. Another number is another account.',
    body: BankAccountUpdate,
    emits: [bankAccountUpdated],
    example: { body: example.update },
    command: (ctx, tx, { params, body }) => updateBankAccount(orders, ctx, tx, params.bankAccountId, body),
  }),
];

// The accounts at banks to which providers pay. Whoever may change one chooses with what the books are compared, so it
// needs a permission that no default role but the owner has.
import { ownCompany } from '#capabilities/access/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
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

const path = '/companies/{companyId}/bank-accounts';
const common = { answer: BankAccount, subject: ownCompany, errors: [errors.NotFound] } as const;

export const bankAccountRoutes = (orders: OrderSide): Endpoint[] => [
  endpoint({
    ...common,
    name: 'bankAccounts.list',
    method: 'GET',
    path,
    summary: 'List the accounts at banks to which providers pay',
    permission: 'bank.account:list',
    shape: 'list',
    query: bankAccountList.query,
    list: bankAccountList,
    read: ({ reader }, { query }) => listBankAccounts(reader, query),
  }),
  endpoint({
    ...common,
    name: 'bankAccounts.create',
    method: 'POST',
    path,
    summary: 'Name an account at a bank to which providers pay',
    description:
      'From then on what a provider has settled is expected there, and its statements are compared with the cash book.',
    permission: 'bank.account:create',
    shape: 'single',
    status: 201,
    body: BankAccountCreate,
    emits: [bankAccountCreated],
    example: { body: example.create },
    command: (ctx, tx, { body }) => createBankAccount(orders, ctx, tx, body),
  }),
  endpoint({
    ...common,
    name: 'bankAccounts.read',
    method: 'GET',
    path: `${path}/{bankAccountId}`,
    summary: 'Read an account at a bank',
    permission: 'bank.account:read',
    shape: 'single',
    read: ({ reader }, { params }) => shownBankAccount(reader, params.bankAccountId),
  }),
  endpoint({
    ...common,
    name: 'bankAccounts.update',
    method: 'PUT',
    path: `${path}/{bankAccountId}`,
    summary: 'Change what is known of an account at a bank',
    description: 'What is not sent stays. Another number is another account.',
    permission: 'bank.account:update',
    shape: 'single',
    body: BankAccountUpdate,
    emits: [bankAccountUpdated],
    example: { body: example.update },
    command: (ctx, tx, { params, body }) => updateBankAccount(orders, ctx, tx, params.bankAccountId, body),
  }),
];

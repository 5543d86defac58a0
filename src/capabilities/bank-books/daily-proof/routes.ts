// Where the money of the company is, and the proofs of its banking days.
import { ownCompany } from '#capabilities/access/index.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import type { OrderSide } from '../cash-book/order-side.ts';
import { balanceList, listBalances, listProofs, proofList } from './list.ts';
import { DailyProof, FundingAccountBalance } from './schemas.ts';

export const proofRoutes = (orders: OrderSide): Endpoint[] => [
  endpoint({
    name: 'fundingAccountBalances.list',
    path: '/companies/{companyId}/funding-account-balances',
    summary: 'List what is held for the company, by provider',
    description:
      'From the cash book, which has every order that a provider has accepted: what has settled, what is on its way, what came back and what is disputed.',
    permission: 'funding.account.balance:list',
    shape: 'list',
    query: balanceList.query,
    list: balanceList,
    answer: FundingAccountBalance,
    subject: ownCompany,
    read: async ({ reader, now }, { query }) => listBalances(orders, reader, query, await now()),
  }),
  endpoint({
    name: 'dailyProofs.list',
    path: '/companies/{companyId}/daily-proofs',
    summary: 'List the proofs of banking days',
    description:
      'At the end of each banking day, after what the provider had to tell was read, the cash book is compared with the orders, and what waits for a person is counted. Nothing is confirmed before. The newest is first.',
    permission: 'funding.account.balance:list',
    shape: 'list',
    query: proofList.query,
    list: proofList,
    answer: DailyProof,
    subject: ownCompany,
    read: ({ reader }, { query }) => listProofs(reader, query),
  }),
];

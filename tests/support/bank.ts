// A bank for tests: the account of a company at it, to which the provider of `ordersOf` pays, and its statements.
import assert from 'node:assert/strict';
import type { Answer, Client, House } from './house.ts';
import type { Shown } from './told.ts';

export const accountsPath = '/companies/current/bank-accounts';
export const statementsPath = '/companies/current/bank-statements';
export const breaksPath = '/companies/current/money-breaks';

const csv = {
  columns: { date: 'Day', amount: 'Amount', keys: ['Ref'], kind: 'Type', balance: 'Balance' },
  dateFormat: 'YYYY-MM-DD',
  returnWords: ['return'],
  feeWords: ['fee'],
};

export const anAccountAtABank = { name: 'Collections', accountNumber: '4000001234', csv };

/** To which `carrierId` pays, which is no provider of the company. */
export async function bankOf(
  { service }: House,
  api: Client,
  { carrierId = 'fake', ...more }: Readonly<Record<string, unknown>> & { readonly carrierId?: string } = {},
): Promise<Shown> {
  const body = { ...anAccountAtABank, paymentProviderIds: ['simulator'], ...more };
  const account = await api.made(accountsPath, body);
  await service.database.pools.test.query(
    `update bank_account_providers set carrier_id = $3 where company_id = $1 and bank_account_id = $2 and carrier_id = 'simulator'`,
    [api.realm.companyId, account.id, carrierId],
  );
  return account;
}

/** Day, amount, references, what the bank calls it. */
export type Line = readonly [day: string, amount: string, ref?: string, type?: string];

/** As CSV, with the balance after each line. */
export function statementOf(opening: number, lines: readonly Line[]): string {
  let balance = Math.round(opening * 100);
  const rows = lines.map(([day, amount, ref = '', type = '']) => {
    balance += Math.round(Number(amount) * 100);
    return [day, amount, ref, type, (balance / 100).toFixed(2)].join(',');
  });
  return ['Day,Amount,Ref,Type,Balance', ...rows, ''].join('\n');
}

export const sendStatement = (api: Client, accountId: string, content: string, more: object = {}): Promise<Answer> =>
  api.post(`${accountsPath}/${accountId}/statements`, { content, ...more });

export async function readStatement(
  api: Client,
  accountId: string,
  opening: number,
  lines: readonly Line[],
): Promise<Shown> {
  const { status, body } = await sendStatement(api, accountId, statementOf(opening, lines));
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

export const breaksOf = async (api: Client, query = ''): Promise<Shown[]> =>
  (await api.get(`${breaksPath}${query}`)).body.data;

/** The balances of each provider of the company. */
export function cashBalancesOf({ service }: House, { realm }: Pick<Client, 'realm'>) {
  const reader = service.database.reader(realm);
  return reader.rows(
    reader.db
      .selectFrom('cash_balances')
      .select(['carrier_id', 'account', 'amount_cents'])
      .orderBy('carrier_id')
      .orderBy('account'),
  );
}

/** The accounts of the cash book that hold something, in dollars. */
export async function cashOf(house: House, api: Client): Promise<Record<string, number>> {
  const rows = await cashBalancesOf(house, api);
  const sums: Record<string, number> = {};
  for (const { account, amount_cents } of rows) sums[account] = (sums[account] ?? 0) + amount_cents;
  return Object.fromEntries(
    Object.entries(sums).flatMap(([account, cents]) => (cents === 0 ? [] : [[account, cents / 100]])),
  );
}

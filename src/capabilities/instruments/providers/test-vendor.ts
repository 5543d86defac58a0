// The vendor of account links in test mode: what it knows is in a file, and the token that is sent names the story.
import { readFileSync } from 'node:fs';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { AccountType } from '../rules/instrument-values.ts';
import type { AccountLinkVendor, LinkAnswer, LinkError, LinkStatus } from './link-vendor.ts';

interface Account {
  readonly accountId: string;
  readonly institutionName: string;
  readonly accountNumber: string;
  readonly routingNumber: string;
  readonly accountType: AccountType;
  readonly availableBalanceAmount?: Cents | null;
  readonly currentBalanceAmount?: Cents | null;
  readonly balanceError?: LinkStatus;
  /** It never answers, or answers something that no vendor agreed to. */
  readonly balanceIs?: 'silent' | 'rubbish';
}

interface Known {
  readonly items: Readonly<Record<string, { readonly itemId: string; readonly accounts: readonly Account[] }>>;
  readonly errors: Readonly<Record<string, LinkError>>;
}

const known = JSON.parse(readFileSync(new URL('./test-vendor.json', import.meta.url), 'utf8')) as Known;

const failed = (status: LinkStatus): { readonly error: LinkError } => ({ error: known.errors[status] as LinkError });

function accountsOf(
  accessToken: string,
  accountIds: readonly string[],
): LinkAnswer<readonly (Account & { itemId: string })[]> {
  const item = Object.hasOwn(known.items, accessToken) ? known.items[accessToken] : undefined;
  if (item === undefined) return failed('revoked');
  const found = accountIds.map((id) => item.accounts.find(({ accountId }) => accountId === id));
  if (found.some((one) => one === undefined)) return failed('error');
  return { found: (found as Account[]).map((account) => ({ ...account, itemId: item.itemId })) };
}

export const testVendor: AccountLinkVendor = {
  name: 'plaid',
  timeoutMs: 2_000,
  secondsBetween: 1,
  accounts: async (accessToken, accountIds) => accountsOf(accessToken, accountIds),
  async balance(accessToken, accountId) {
    const told = accountsOf(accessToken, [accountId]);
    if ('error' in told) return told;
    const [account] = told.found;
    if (account?.balanceError !== undefined) return failed(account.balanceError);
    if (account?.balanceIs === 'silent') return new Promise(() => {});
    if (account?.balanceIs === 'rubbish') return { found: { availableBalanceAmount: 'plenty' } } as never;
    const { availableBalanceAmount = null, currentBalanceAmount = null } = account as Account;
    return { found: { availableBalanceAmount, currentBalanceAmount, currency: 'USD' } };
  },
};

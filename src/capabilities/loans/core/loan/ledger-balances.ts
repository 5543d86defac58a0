// What a loan owes by what was posted: principal, billed interest and fees. The sums stand beside the loan and are moved by
// each posting when it is stored, so the figures can be held against the ledger without reading all of it again.
import type { PostedColumns } from './tables.ts';

/** Interest only as far as it was billed, for what accrues is posted when it is. */
export const ledgerAmounts = ['principal', 'interest', 'fees'] as const;
export type LedgerBalances = Readonly<Record<(typeof ledgerAmounts)[number], number>>;

export const nothingPosted: LedgerBalances = { principal: 0, interest: 0, fees: 0 };

/** How the accounts of each begin. */
const ledgerAccounts: Readonly<Record<keyof LedgerBalances, readonly string[]>> = {
  principal: ['principal.'],
  interest: ['interest.due', 'interest.overdue'],
  fees: ['fees.'],
};

interface Part {
  readonly account: string;
  readonly amount: number;
}

/** The balance to which the account belongs; undefined: to none of them. */
export const balanceOfAccount = (account: string): keyof LedgerBalances | undefined =>
  ledgerAmounts.find((one) => ledgerAccounts[one].some((begin) => account.startsWith(begin)));

/** The sums after these postings. */
export function withPostings(before: LedgerBalances, postings: Iterable<Part>): LedgerBalances {
  const sums = { ...before };
  for (const { account, amount } of postings) {
    const name = balanceOfAccount(account);
    if (name !== undefined) sums[name] += amount;
  }
  return sums;
}

/** Zero is null, which takes no room. */
export const noPostings: PostedColumns = { posted_principal: null, posted_interest: null, posted_fees: null };

export const balancesIn = (row: PostedColumns): LedgerBalances => ({
  principal: row.posted_principal ?? 0,
  interest: row.posted_interest ?? 0,
  fees: row.posted_fees ?? 0,
});

export const balanceColumns = ({ principal, interest, fees }: LedgerBalances): PostedColumns => ({
  posted_principal: principal || null,
  posted_interest: interest || null,
  posted_fees: fees || null,
});

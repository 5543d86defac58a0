// A vendor who links accounts to their banks. The borrower shows the account to the vendor, and we ask by the vendor's
// token for numbers and balances. A vendor changes nothing here: what it says is checked before it is used.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { AccountType } from '../rules/instrument-values.ts';

export const linkStatuses = ['connected', 'needsLogin', 'revoked', 'error'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export const linkVendors = ['plaid'] as const;
export type LinkVendorName = (typeof linkVendors)[number];

/** What went wrong, in our words and the vendor's. */
export interface LinkError {
  readonly errorType: LinkStatus;
  readonly errorTypeByVendor: string;
  readonly errorCodeByVendor: string;
  readonly errorDescriptionInternal: string;
  readonly errorDescriptionBorrower: string;
}

export interface LinkedAccount {
  readonly itemId: string;
  readonly accountId: string;
  readonly institutionName: string;
  readonly accountNumber: string;
  readonly routingNumber: string;
  readonly accountType: AccountType;
}

export interface AmountsOnAccount {
  readonly availableBalanceAmount: Cents | null;
  readonly currentBalanceAmount: Cents | null;
  readonly currency: string;
}

/** Either what was asked for, or why not. */
export type LinkAnswer<T> = { readonly found: T } | { readonly error: LinkError };

export interface AccountLinkVendor {
  readonly name: LinkVendorName;
  /** It is waited for no longer; the signal aborts then. */
  readonly timeoutMs: number;
  /** Between two questions for the balance of one account. */
  readonly secondsBetween: number;
  /** The accounts with these ids, in their order, among those that the token opens. */
  accounts(
    accessToken: string,
    accountIds: readonly string[],
    signal: AbortSignal,
  ): Promise<LinkAnswer<readonly LinkedAccount[]>>;
  balance(accessToken: string, accountId: string, signal: AbortSignal): Promise<LinkAnswer<AmountsOnAccount>>;
}

/** Who links accounts in a mode; undefined: nobody does. */
export type LinkVendors = (mode: Mode) => AccountLinkVendor | undefined;

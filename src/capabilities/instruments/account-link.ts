// The link of an account to its bank, through a vendor to whom the borrower has shown it. We keep the vendor's token
// sealed and ask for numbers and balances by it.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { AccountType } from './rules/instrument-values.ts';

export const linkStatuses = ['connected', 'needsLogin', 'revoked', 'error'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export const linkVendors = ['plaid'] as const;
type LinkVendorName = (typeof linkVendors)[number];

/** What went wrong, in our words and the vendor's. */
export interface LinkError {
  readonly errorType: LinkStatus;
  readonly errorTypeByVendor: string;
  readonly errorCodeByVendor: string;
  readonly errorDescriptionInternal: string;
  readonly errorDescriptionBorrower: string;
}

/** As it is stored, without the token. */
export interface StoredLink {
  readonly vendor: LinkVendorName;
  readonly itemId: string;
  readonly accountId: string;
  readonly dataServices: readonly string[];
  readonly status: LinkStatus;
  readonly recentError: LinkError | null;
  readonly errorCommunicationsSent: number;
  readonly lastErrorCommunicationAt: Instant | null;
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
export type Told<T> = { readonly found: T } | { readonly error: LinkError };

export interface AccountLinkVendor {
  readonly name: LinkVendorName;
  /** The accounts with these ids among those that the token opens. Never throws. */
  accounts(accessToken: string, accountIds: readonly string[]): Promise<Told<readonly LinkedAccount[]>>;
  balance(accessToken: string, accountId: string): Promise<Told<AmountsOnAccount>>;
}

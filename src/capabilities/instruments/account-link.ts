// The link of an account to its bank: how it is stored, what becomes of it, and when the borrower is to be told that it
// does not work.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { refuseField } from '#platform/errors.ts';
import { opaqueToken } from '#platform/ids.ts';
import type { LinkError, LinkStatus, LinkVendorName } from './providers/link-vendor.ts';
import type { AccountLink, AccountLinkUpdate } from './schemas.ts';

/** As it is stored, without the token. */
export interface StoredLink {
  readonly vendor: LinkVendorName;
  /** What answers show in place of the token. */
  readonly tokenMask: string;
  readonly itemId: string;
  readonly accountId: string;
  readonly dataServices: readonly string[];
  readonly status: LinkStatus;
  readonly recentError: LinkError | null;
  readonly errorCommunicationsSent: number;
  readonly lastErrorCommunicationAt: Instant | null;
  /** When an event last said that the borrower is to be told. */
  readonly errorEventAt: Instant | null;
}

type NewLink = Pick<StoredLink, 'itemId' | 'accountId'> & Partial<Pick<StoredLink, 'dataServices'>>;

/** What the borrower was told about the account goes on with another link. */
export const newLink = (
  { itemId, accountId, dataServices = [] }: NewLink,
  before: StoredLink | null = null,
): StoredLink => ({
  vendor: 'plaid',
  tokenMask: opaqueToken(),
  itemId,
  accountId,
  dataServices,
  status: 'connected',
  recentError: null,
  errorCommunicationsSent: before?.errorCommunicationsSent ?? 0,
  lastErrorCommunicationAt: before?.lastErrorCommunicationAt ?? null,
  errorEventAt: before?.errorEventAt ?? null,
});

/** Borrowers are told at most once in so many seconds: a week. */
const apartSeconds = 7 * 86_400;

interface Asked {
  readonly link: StoredLink;
  /** An event is due: the lender may tell the borrower now. */
  readonly isToBeTold: boolean;
}

/** What an answer of the vendor does to it; an error that is over is forgotten. */
export function afterAnswer(link: StoredLink, error: LinkError | null, now: Instant): Asked {
  if (error === null) return { link: { ...link, status: 'connected', recentError: null }, isToBeTold: false };
  const told = [link.lastErrorCommunicationAt, link.errorEventAt].filter((at) => at !== null);
  const isToBeTold = told.every((at) => at <= addSeconds(now, -apartSeconds));
  const errorEventAt = isToBeTold ? now : link.errorEventAt;
  return { link: { ...link, status: error.errorType, recentError: error, errorEventAt }, isToBeTold };
}

/** Each later instant is one more time that the borrower was told. Errors: InvalidRequest. */
export function changedLink(link: StoredLink, sent: AccountLinkUpdate, now: Instant): StoredLink {
  const { lastErrorCommunicationAt: before } = link;
  const { dataServices = link.dataServices, lastErrorCommunicationAt: at = before } = sent;
  const changed = { ...link, dataServices: [...new Set(dataServices)] };
  if (at === before) return changed;
  if (at === null || at > now || (before !== null && at < before)) {
    const problem = at !== null && at > now ? 'has not come yet' : 'is before the one that is stored';
    const expected = before === null ? 'an instant until now' : `an instant from ${before} until now`;
    throw refuseField('lastErrorCommunicationAt', problem, expected);
  }
  return {
    ...changed,
    lastErrorCommunicationAt: at,
    errorCommunicationsSent: link.errorCommunicationsSent + 1,
  };
}

/** In a fixed order: the database gives names in one of its own. */
export const shownLink = (link: StoredLink): AccountLink => ({
  vendor: link.vendor,
  accessToken: link.tokenMask,
  itemId: link.itemId,
  accountId: link.accountId,
  dataServices: [...link.dataServices],
  status: link.status,
  recentError: link.recentError && shownError(link.recentError),
  errorCommunicationsSent: link.errorCommunicationsSent,
  lastErrorCommunicationAt: link.lastErrorCommunicationAt,
});

export const shownError = (error: LinkError): LinkError => ({
  errorType: error.errorType,
  errorTypeByVendor: error.errorTypeByVendor,
  errorCodeByVendor: error.errorCodeByVendor,
  errorDescriptionInternal: error.errorDescriptionInternal,
  errorDescriptionBorrower: error.errorDescriptionBorrower,
});

// Asks a vendor of account links, before the command begins and outside of any transaction. One that hangs, fails or
// answers something else than was agreed is an error of the link, and takes nothing of what other companies share.
import { centsMax } from '@tenor/engine/values/cents.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { accountTypes } from '../rules/instrument-values.ts';
import {
  type AccountLinkVendor,
  type AmountsOnAccount,
  type LinkAnswer,
  type LinkError,
  type LinkedAccount,
  linkStatuses,
} from './link-vendor.ts';

export interface AskingVendor extends Pick<OpenContext, 'waitFor'> {
  readonly realm: Realm;
}

/** Errors: TooManyRequests, Overloaded. */
export const askAccounts = (
  asking: AskingVendor,
  vendor: AccountLinkVendor,
  accessToken: string,
  accountIds: readonly string[],
): Promise<LinkAnswer<readonly LinkedAccount[]>> =>
  ask(
    asking,
    vendor,
    (signal) => vendor.accounts(accessToken, accountIds, signal),
    (found) => Array.isArray(found) && found.length === accountIds.length && found.every(isAccount),
  );

/** Errors: TooManyRequests, Overloaded. */
export const askBalance = (
  asking: AskingVendor,
  vendor: AccountLinkVendor,
  accessToken: string,
  accountId: string,
): Promise<LinkAnswer<AmountsOnAccount>> =>
  ask(asking, vendor, (signal) => vendor.balance(accessToken, accountId, signal), isAmounts);

async function ask<T>(
  { realm, waitFor }: AskingVendor,
  { name, timeoutMs }: AccountLinkVendor,
  question: (signal: AbortSignal) => Promise<LinkAnswer<T>>,
  isRight: (found: unknown) => boolean,
): Promise<LinkAnswer<T>> {
  // The questions of a company to its vendor share one part of all waits, whichever key or user asks.
  const named = { realm, actor: { type: 'provider', id: `${name} ${realm.companyId}` } } as const;
  return waitFor(named, async () => {
    const signal = AbortSignal.timeout(timeoutMs);
    const tooLate = new Promise<'late'>((resolve) => signal.addEventListener('abort', () => resolve('late')));
    const told = await Promise.race([question(signal), tooLate]).catch(() => 'failed' as const);
    if (told === 'late' || told === 'failed') return notReached;
    return read(told, isRight);
  });
}

function read<T>(told: LinkAnswer<T>, isRight: (found: unknown) => boolean): LinkAnswer<T> {
  if (!isObject(told)) return unreadable;
  if ('found' in told) return isRight(told.found) ? told : unreadable;
  return isObject(told.error) ? { error: errorOf(told.error as object) } : unreadable;
}

/** The texts are the vendor's: they are kept as long as answers can show them. */
function errorOf(error: Partial<Record<keyof LinkError, unknown>>): LinkError {
  const errorType = linkStatuses.find((status) => status === error.errorType && status !== 'connected') ?? 'error';
  return {
    errorType,
    errorTypeByVendor: textOf(error.errorTypeByVendor, 100),
    errorCodeByVendor: textOf(error.errorCodeByVendor, 100),
    errorDescriptionInternal: textOf(error.errorDescriptionInternal, 500),
    errorDescriptionBorrower: textOf(error.errorDescriptionBorrower, 500),
  };
}

const textOf = (value: unknown, lengthMax: number): string =>
  typeof value === 'string' ? value.replace(/\p{Cc}/gu, ' ').slice(0, lengthMax) : '';

const own = (errorCodeByVendor: string, errorDescriptionInternal: string): { readonly error: LinkError } => ({
  error: {
    errorType: 'error',
    errorTypeByVendor: '',
    errorCodeByVendor,
    errorDescriptionInternal,
    errorDescriptionBorrower: 'Your bank cannot be reached at the moment. Try again later.',
  },
});

const notReached = own('NO_ANSWER', 'The vendor of account links did not answer in time.');
const unreadable = own('UNREADABLE', 'The vendor of account links answered something that was not agreed.');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isText = (value: unknown, lengthMax: number): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= lengthMax && !/\p{Cc}/u.test(value);

const isAmount = (value: unknown): boolean =>
  value === null || (Number.isSafeInteger(value) && Math.abs(value as number) <= centsMax);

function isAccount(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { itemId, accountId, institutionName, accountNumber, routingNumber, accountType } = value;
  const isNamed = isText(itemId, 255) && isText(accountId, 255) && isText(institutionName, 100);
  const isNumbered = /^\d{1,40}$/.test(String(accountNumber)) && /^\d{9}$/.test(String(routingNumber));
  return isNamed && isNumbered && accountTypes.some((type) => type === accountType);
}

function isAmounts(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { availableBalanceAmount, currentBalanceAmount, currency } = value;
  return isAmount(availableBalanceAmount) && isAmount(currentBalanceAmount) && /^[A-Z]{3}$/.test(String(currency));
}

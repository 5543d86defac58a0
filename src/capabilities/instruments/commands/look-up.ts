// What is asked of others before the command that makes an instrument begins: the list of banks, and the vendor of a
// link. Nothing waits for them inside a transaction.
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, problemIf, Refusal } from '#platform/errors.ts';
import { type FoundBank, findBank } from '../bank-directory.ts';
import { instrumentErrors } from '../errors.ts';
import { type AskingVendor, askAccounts } from '../providers/ask-vendor.ts';
import type { LinkAnswer, LinkedAccount, LinkVendors } from '../providers/link-vendor.ts';
import type { PaymentInstrumentCreate } from '../schemas.ts';

export interface LookedUp {
  readonly bank: FoundBank;
  /** Undefined: nothing was asked, or there is no vendor. */
  readonly linked: LinkAnswer<readonly LinkedAccount[]> | undefined;
}

interface Looking extends AskingVendor {
  readonly database: RealmDatabase;
  readonly vendors: LinkVendors;
}

/** Errors: TooManyRequests, Overloaded. */
export async function lookUp(
  looking: Looking,
  { instrumentType, routingNumber, accessToken, accountIds }: PaymentInstrumentCreate,
): Promise<LookedUp> {
  const { database, vendors, realm } = looking;
  if (instrumentType === 'plaid') {
    const ids = accountIds ?? [];
    const vendor = vendors(realm.mode);
    const linked = accessToken && vendor ? await askAccounts(looking, vendor, accessToken, ids) : undefined;
    const [first] = linked !== undefined && 'found' in linked ? linked.found : [];
    return { bank: first === undefined ? null : await findBank(database, realm, first.routingNumber), linked };
  }
  const digits = routingNumber?.replace(/[\s-]/g, '') ?? '';
  return { bank: /^\d{9}$/.test(digits) ? await findBank(database, realm, digits) : null, linked: undefined };
}

/** Errors: InvalidRequest, AccountLinkNotConfigured, AccountLinkFailed. */
export function linkedAccounts(
  { linked }: LookedUp,
  { accessToken, accountIds, externalId, isExternal, ...input }: Omit<PaymentInstrumentCreate, 'instrumentType'>,
): readonly LinkedAccount[] {
  const sent = (['accountNumber', 'routingNumber', 'accountNumberLastFour', 'accountType'] as const)
    .filter((path) => input[path] !== undefined && input[path] !== null)
    .map((path): Problem => ({ path, message: 'comes from the bank', expected: 'nothing' }));
  const missing = Object.entries({ accessToken, accountIds })
    .filter(([, value]) => value === undefined || value === null)
    .map(([path]): Problem => ({ path, message: 'is required', expected: 'what the vendor gave' }));
  const namesMany = Boolean(externalId) && (accountIds?.length ?? 0) > 1;
  mustHaveNone([
    ...missing,
    ...sent,
    ...problemIf(isExternal === true, 'isExternal', 'cannot be true: the account is linked', 'false, or nothing'),
    ...problemIf(namesMany, 'externalId', 'names one instrument only', 'nothing, or one of accountIds'),
  ]);
  if (linked === undefined) {
    throw noVendor('instrumentType', 'bankAccount, with its numbers');
  }
  return mustBeLinked(linked);
}

export const noVendor = (path = 'paymentInstrumentId', expected = 'an account that nobody must link'): Refusal =>
  new Refusal(instrumentErrors.AccountLinkNotConfigured, 'No vendor links accounts to banks in live mode.', {
    data: { path, expected },
  });

/** Errors: AccountLinkFailed. */
export function mustBeLinked<T>(told: LinkAnswer<T>): T {
  if ('found' in told) return told.found;
  const { errorDescriptionInternal: message, ...error } = told.error;
  throw new Refusal(instrumentErrors.AccountLinkFailed, message, { data: { path: 'accessToken', ...error } });
}

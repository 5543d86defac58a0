// What lies on an account: as the vendor of its link said last, or asked for now. The vendor is asked before the command
// begins; meanwhile nobody else asks it for the same account.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { findPersonId, personSealers } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { AheadTools } from '#platform/http/endpoint.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { afterAnswer, type StoredLink, shownError } from '../account-link.ts';
import { instrumentErrors } from '../errors.ts';
import { instrumentLinkFailed, instrumentUpdated, toldOfInstrument } from '../events.ts';
import { type Owner, openBalance, openLinkToken, sealBalance, sealerOf, storedInstrument } from '../instrument.ts';
import { type AskingVendor, askBalance } from '../providers/ask-vendor.ts';
import type {
  AccountLinkVendor,
  AmountsOnAccount,
  LinkAnswer,
  LinkError,
  LinkVendors,
} from '../providers/link-vendor.ts';
import type { InstrumentBalance } from '../schemas.ts';
import { instrumentStates } from '../states.ts';
import { writeInstrument } from '../store-instrument.ts';
import type { InstrumentRow } from '../tables.ts';
import { noVendor } from './look-up.ts';

/** As it is sealed: the last good answer, and why there was none after it. */
interface StoredBalance {
  readonly last: (AmountsOnAccount & { readonly createdAt: Instant }) | null;
  readonly error: LinkError | null;
}

/** Errors: NotFound, also where it was never asked for. */
export async function readBalance(
  reader: Reader,
  vault: Vault,
  owner: Owner,
  reference: string,
): Promise<InstrumentBalance> {
  const { id } = await storedInstrument(reader, owner.person_id, reference);
  const stored = await storedBalance(reader, sealerOf(vault, owner), owner.person_id, id);
  if (stored !== undefined) return shown(id, stored);
  throw notFound('balance of', id, 'paymentInstrumentId', 'This borrower');
}

/** What the vendor said, or why it was not asked. Undefined: there is no such instrument. */
export type AskedBalance =
  | { readonly told: LinkAnswer<AmountsOnAccount>; readonly link: StoredLink; readonly nextAt: number }
  | { readonly refused: Refusal }
  | undefined;

interface Asking extends Pick<AheadTools, 'database' | 'vault' | 'clock'>, AskingVendor {
  readonly vendors: LinkVendors;
}

/** Errors: TooManyRequests, Overloaded. */
export async function askForBalance(asking: Asking, personReference: string, reference: string): Promise<AskedBalance> {
  const { database, realm, vault, vendors } = asking;
  const reader = database.reader(realm);
  const personId = await findPersonId(reader, personReference);
  const sealer = personId && (await personSealers(reader, vault, [personId])).get(personId);
  const row = personId && (await storedInstrument(reader, personId, reference).catch(asMissing));
  if (!sealer || !row) return undefined;
  const vendor = vendors(realm.mode);
  const { account_link: link } = row;
  if (vendor === undefined) return { refused: noVendor() };
  if (link === null || instrumentStates.isFinal(row.status)) return { refused: notLinked(row) };
  const claim = await claimQuestion(asking, vendor, row);
  if (claim === undefined) return { refused: tooSoon(vendor) };
  const accessToken = openLinkToken(sealer, row.id, claim);
  const told = await askBalance(asking, vendor, accessToken, link.accountId);
  return { told, link, nextAt: asking.clock.micros() + vendor.secondsBetween * 1_000_000 };
}

function asMissing(error: unknown): undefined {
  if (error instanceof Refusal && error.kind === errors.NotFound) return undefined;
  throw error;
}

/** The sealed token; undefined: somebody asks just now, or asked a moment ago. */
async function claimQuestion(
  { database, realm, clock }: Asking,
  { timeoutMs, secondsBetween }: AccountLinkVendor,
  { person_id, id }: InstrumentRow,
): Promise<Buffer | undefined> {
  const now = clock.micros();
  return database.transact(realm, async (tx) => {
    const claimed = tx.db
      .updateTable('payment_instruments')
      .set({ balance_next_at: now + timeoutMs * 1_000 + secondsBetween * 1_000_000 })
      .where('person_id', '=', person_id)
      .where('id', '=', id)
      .where((eb) => eb.or([eb('balance_next_at', 'is', null), eb('balance_next_at', '<=', now)]))
      .returning('link_token_sealed');
    return (await tx.row(claimed))?.link_token_sealed ?? undefined;
  });
}

/** Errors: NotFound, AccountNotLinked, AccountLinkNotConfigured, TooManyRequests. */
export async function storeBalance(
  ctx: Pick<CommandContext, 'now' | 'emit' | 'vault'>,
  tx: Tx,
  owner: Owner,
  reference: string,
  asked: AskedBalance,
): Promise<InstrumentBalance> {
  const before = await storedInstrument(tx, owner.person_id, reference);
  if (asked !== undefined && 'refused' in asked) throw asked.refused;
  const { account_link: link } = before;
  // Another link took its place while the vendor was asked: what was said is not of this one.
  if (asked === undefined || link?.tokenMask !== asked.link.tokenMask) throw notLinked(before);
  const sealer = sealerOf(ctx.vault, owner);
  const earlier = await storedBalance(tx, sealer, owner.person_id, before.id);
  const { told } = asked;
  const error = 'error' in told ? told.error : null;
  const last = 'found' in told ? { ...told.found, createdAt: ctx.now } : (earlier?.last ?? null);
  const stored: StoredBalance = { last, error };
  const after = afterAnswer(link, error, ctx.now);
  writeInstrument(tx, before, {
    account_link: after.link,
    balance_sealed: sealBalance(sealer, before.id, JSON.stringify(stored)),
    balance_next_at: asked.nextAt,
  });
  const row = { ...before, account_link: after.link };
  if (after.link.status !== link.status) ctx.emit(instrumentUpdated, owner.person_id, toldOfInstrument(owner, row));
  if (after.isToBeTold) {
    const fields = { ...toldOfInstrument(owner, row), accountLinkStatus: after.link.status };
    ctx.emit(instrumentLinkFailed, owner.person_id, fields);
  }
  return shown(before.id, stored);
}

export async function storedBalance(
  reader: Reader,
  sealer: Sealer,
  personId: string,
  id: string,
): Promise<StoredBalance | undefined> {
  const balances = reader.db.selectFrom('payment_instruments').select('balance_sealed');
  const row = await reader.row(balances.where('person_id', '=', personId).where('id', '=', id));
  const sealed = row?.balance_sealed ?? null;
  return sealed === null ? undefined : (JSON.parse(openBalance(sealer, id, sealed)) as StoredBalance);
}

function shown(id: string, { last, error }: StoredBalance): InstrumentBalance {
  const now = error === null ? last : null;
  return {
    id,
    availableBalanceAmount: now?.availableBalanceAmount ?? null,
    currentBalanceAmount: now?.currentBalanceAmount ?? null,
    currency: now?.currency ?? null,
    error: error && shownError(error),
    lastSuccessfulBalance: last && {
      createdAt: last.createdAt,
      availableBalanceAmount: last.availableBalanceAmount,
      currentBalanceAmount: last.currentBalanceAmount,
      currency: last.currency,
    },
  };
}

const notLinked = ({ id }: InstrumentRow): Refusal =>
  new Refusal(instrumentErrors.AccountNotLinked, `No balance of ${id} is to be had: no link to its bank is in use.`, {
    data: { path: 'paymentInstrumentId', expected: 'an active bank account with an accountLink' },
  });

const tooSoon = ({ secondsBetween }: AccountLinkVendor): Refusal =>
  new Refusal(errors.TooManyRequests, 'The balance of this account was asked for a moment ago.', {
    headers: { 'retry-after': String(secondsBetween) },
  });

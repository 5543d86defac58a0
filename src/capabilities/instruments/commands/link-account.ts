// Links an account to its bank, changes what is known of the link, and forgets it.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { changedLink, newLink, type StoredLink, shownLink } from '../account-link.ts';
import { instrumentUpdated, toldOfInstrument } from '../events.ts';
import { type Owner, openNumber, sealerOf, sealLinkToken, storedInstrument } from '../instrument.ts';
import type { LinkAnswer, LinkedAccount } from '../providers/link-vendor.ts';
import type { AccountLink, AccountLinkCreate, AccountLinkUpdate } from '../schemas.ts';
import { instrumentStates } from '../states.ts';
import { writeInstrument } from '../store-instrument.ts';
import type { InstrumentRow } from '../tables.ts';
import { mustBeLinked, noVendor } from './look-up.ts';

/**
 * The link takes the place of the one before. What the bank says shows whose the account is, so it is verified. Errors:
 * NotFound (instrument), InvalidRequest, AccountLinkNotConfigured, AccountLinkFailed.
 */
export async function linkAccount(
  ctx: CommandContext,
  tx: Tx,
  owner: Owner,
  reference: string,
  { accessToken, accountId, dataServices = [] }: AccountLinkCreate,
  told: LinkAnswer<readonly LinkedAccount[]> | undefined,
): Promise<AccountLink> {
  const before = await storedInstrument(tx, owner.person_id, reference);
  mustBeLinkable(before);
  if (told === undefined) throw noVendor();
  const [account] = mustBeLinked(told) as readonly [LinkedAccount];
  await mustBeItself(ctx, tx, owner, before, account);
  const sealer = sealerOf(ctx.vault, owner);
  const isWaiting = instrumentStates.from('activate').includes(before.status);
  const status = isWaiting ? instrumentStates.move(before.status, 'activate').to : before.status;
  const account_link = newLink({ itemId: account.itemId, accountId, dataServices }, before.account_link);
  const changes = {
    account_link,
    status,
    verified: true,
    active_at: before.active_at ?? ctx.now,
    updated_at: ctx.now,
  };
  writeInstrument(tx, before, {
    ...changes,
    link_token_sealed: sealLinkToken(sealer, before.id, accessToken),
    balance_sealed: null,
  });
  ctx.emit(instrumentUpdated, owner.person_id, toldOfInstrument(owner, { ...before, ...changes }));
  return shownLink(account_link);
}

/** Errors: NotFound, InvalidRequest. */
export async function updateLink(
  ctx: CommandContext,
  tx: Tx,
  owner: Owner,
  reference: string,
  sent: AccountLinkUpdate,
): Promise<AccountLink> {
  const before = await storedInstrument(tx, owner.person_id, reference);
  const account_link = changedLink(linkOf(before), sent, ctx.now);
  writeInstrument(tx, before, { account_link, updated_at: ctx.now });
  ctx.emit(instrumentUpdated, owner.person_id, toldOfInstrument(owner, before));
  return shownLink(account_link);
}

/** The numbers stay good, and what was verified stays so. Errors: NotFound. */
export async function forgetLink(ctx: CommandContext, tx: Tx, owner: Owner, reference: string): Promise<void> {
  const before = await storedInstrument(tx, owner.person_id, reference);
  linkOf(before);
  const nothing = { account_link: null, link_token_sealed: null, balance_sealed: null };
  writeInstrument(tx, before, { ...nothing, updated_at: ctx.now });
  ctx.emit(instrumentUpdated, owner.person_id, toldOfInstrument(owner, before));
}

/** Errors: NotFound. */
function linkOf({ id, account_link: link }: InstrumentRow): StoredLink {
  if (link !== null) return link;
  throw new Refusal(errors.NotFound, `The payment instrument ${id} is not linked to its bank.`, {
    data: { path: 'paymentInstrumentId', expected: 'one with an accountLink' },
  });
}

/** Errors: InvalidRequest. */
function mustBeLinkable({ instrument_type, is_external, status }: InstrumentRow): void {
  const path = 'paymentInstrumentId';
  if (instrument_type !== 'bankAccount') throw refuseField(path, 'is no bank account', 'a bank account');
  if (is_external) throw refuseField(path, 'is external', 'an account that is not external');
  if (instrumentStates.isFinal(status)) throw refuseField(path, 'is inactive', 'a pending or an active account');
}

/** Whoever may link must not see what lies on another account than this one. Errors: InvalidRequest. */
async function mustBeItself(
  { vault }: CommandContext,
  tx: Tx,
  owner: Owner,
  { person_id, id, routing_number }: InstrumentRow,
  { accountNumber, routingNumber }: LinkedAccount,
): Promise<void> {
  const numbers = tx.db.selectFrom('payment_instruments').select('number_sealed').where('person_id', '=', person_id);
  const sealed = (await tx.row(numbers.where('id', '=', id)))?.number_sealed ?? null;
  const isSame =
    sealed !== null &&
    openNumber(sealerOf(vault, owner), id, sealed) === accountNumber &&
    routing_number === routingNumber;
  if (isSame) return;
  throw refuseField('accountId', 'is of another account than this instrument', 'the account with the same numbers');
}

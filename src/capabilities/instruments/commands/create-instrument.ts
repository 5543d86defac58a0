// Creates payment instruments. An external one is only recorded and is active at once unless its status was sent. An
// account stays pending until two small amounts have shown whose it is, unless its bank is linked; a card until the
// provider has looked at it.

import { partsOfDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { changedAddress, mustBeAbleToAgree, type PersonRow, tokensFor } from '#capabilities/people/index.ts';
import { type CommandContext, callingBorrower } from '#platform/command/context.ts';
import { LostRace, redraw } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { OnFailure, Tx } from '#platform/db/realm-database.ts';
import { errors, mustHaveNone, type Problem, Refusal, refuseField, refuseFields } from '#platform/errors.ts';
import { newId, opaqueToken } from '#platform/ids.ts';
import { isSimulatedCard } from '#platform/input/card-number.ts';
import { claimExternalId } from '#platform/resource/external-ids.ts';
import { isTaken } from '#platform/sqlstate.ts';
import { start } from '#platform/states.ts';
import { newLink } from '../account-link.ts';
import type { FoundBank } from '../bank-directory.ts';
import { instrumentErrors } from '../errors.ts';
import { instrumentCreated, toldOfInstrument } from '../events.ts';
import type { Verifying } from '../given.ts';
import {
  type Holder,
  instrumentKind,
  numberToken,
  type Owner,
  presentInstrument,
  sealerOf,
  sealHolder,
  sealLinkToken,
  sealNumber,
} from '../instrument.ts';
import { firstLook } from '../rules/card-end.ts';
import { type CheckedInstrument, checkInstrument, type Sent } from '../rules/check-instrument.ts';
import type { PaymentInstrument, PaymentInstrumentCreate } from '../schemas.ts';
import { instrumentStates, verbOfStatus } from '../states.ts';
import type { InstrumentRow } from '../tables.ts';
import { type LookedUp, linkedAccounts } from './look-up.ts';

interface CreateOptions {
  /** True: accepts a routing number with a wrong checksum, or that is not on the list. */
  readonly force: boolean;
  readonly allowDuplicates: boolean;
  readonly ahead: LookedUp;
  readonly verifying: Verifying;
}

/** The accounts of a link are several instruments. Errors: those of one. */
export async function createInstruments(
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  sent: PaymentInstrumentCreate,
  options: CreateOptions,
): Promise<PaymentInstrument[]> {
  mustBeAbleToAgree(ctx, owner);
  const { instrumentType, accessToken, accountIds: _, ...input } = sent;
  if (instrumentType !== 'plaid') {
    mustHaveNone(linkOnly(sent));
    return [await createInstrument(ctx, tx, owner, { instrumentType, ...input }, options)];
  }
  const made: PaymentInstrument[] = [];
  for (const { itemId, accountId, ...numbers } of linkedAccounts(options.ahead, sent)) {
    const link = { accessToken: accessToken as string, itemId, accountId };
    const account = { ...input, ...numbers, instrumentType: 'bankAccount' } as const;
    made.push(await createInstrument(ctx, tx, owner, account, { ...options, link }));
  }
  return made;
}

const linkOnly = (input: PaymentInstrumentCreate): Problem[] =>
  (['accessToken', 'accountIds'] as const)
    .filter((path) => input[path] !== undefined && input[path] !== null)
    .map((path) => ({ path, message: 'is of a link', expected: 'nothing, or instrumentType plaid' }));

interface OneOptions extends CreateOptions {
  readonly link?: { readonly accessToken: string; readonly itemId: string; readonly accountId: string };
}

/** Errors: InvalidRequest, CardNumberNotAccepted, PaymentProcessorNotConfigured, DuplicatePaymentInstrument, DuplicateExternalId. */
async function createInstrument(
  ctx: CommandContext,
  tx: Tx,
  owner: Owner,
  input: Sent,
  options: OneOptions,
): Promise<PaymentInstrument> {
  const sent = withToken(ctx.realm, input);
  const { nickname, accountHolderName, ...instrument } = checkedFor(ctx, sent, options);
  const address = input.address ? changedAddress(null, input.address, { validate: true }) : null;
  const token = tokenOf(ctx, owner, instrument);
  await mustBeNew(tx, owner, instrument, token, options);
  if (callingBorrower(ctx.caller) !== null) await mustNotBeBlocked(tx, owner, instrument, token);
  const sealer = sealerOf(ctx.vault, owner);
  const holder: Holder = { accountHolderName, address, nickname };
  const { link, verifying } = options;
  const isLinked = link !== undefined && accountHolderName !== null && instrument.accountHolderType !== null;
  const fresh = freshRow(ctx, owner, instrument, isLinked ? 'activate' : verbOfStatus[instrument.status]);
  const row: InstrumentRow = {
    ...fresh,
    verified: isLinked,
    account_link: link === undefined ? null : newLink(link),
    external_id: input.externalId ?? null,
    holder_sealed: sealHolder(sealer, fresh.id, holder),
  };
  if (row.external_id !== null) {
    claimExternalId(tx, { kind: instrumentKind, subjectId: row.person_id, objectId: row.id }, row.external_id);
  }
  const { company_id: _, failure: __, account_link, ...columns } = row;
  const sealed = {
    number_sealed: sealNumber(sealer, row.id, instrument.number),
    link_token_sealed: link === undefined ? null : sealLinkToken(sealer, row.id, link.accessToken),
    account_link: account_link && JSON.stringify(account_link),
  };
  tx.write(tx.db.insertInto('payment_instruments').values({ ...columns, ...sealed, number_token: token }), (error) =>
    redraw('payment_instruments_pkey')(cameSecond(error)),
  );
  ctx.emit(instrumentCreated, owner.person_id, toldOfInstrument(owner, row));
  if (row.instrument_type === 'bankAccount' && !row.is_external && link === undefined) {
    await verifying.sendDeposits(ctx, tx, owner, row.id);
  }
  if (row.instrument_type === 'card' && !row.is_external) await verifying.verifyCard(ctx, tx, owner, row.id);
  return presentInstrument(row, holder);
}

/** A card is charged by its token at a provider, never by its number. In test mode the simulator's numbers become tokens. */
function withToken({ mode }: Realm, sent: Sent): Sent {
  const { instrumentType, isExternal = false, cardNumber } = sent;
  if (instrumentType !== 'card' || isExternal || !cardNumber) return sent;
  if (mode === 'live' || sent.token || !isSimulatedCard(cardNumber)) {
    throw new Refusal(instrumentErrors.CardNumberNotAccepted, 'The number of a card that is charged was sent.', {
      data: { path: 'cardNumber', expected: "the payment provider's token, as token, and accountNumberLastFour" },
    });
  }
  return { accountNumberLastFour: cardNumber.slice(-4), ...sent, token: simulatedToken(cardNumber) };
}

/** In the simulator's numbers, `4000 00CC 0000 000L`, the digits CC name the behaviour; 00 is a card that works. */
function simulatedToken(digits: string): string {
  const code = digits.slice(6, 8);
  return `sim_card_${code === '00' ? 'ok' : code}`;
}

function checkedFor(ctx: CommandContext, input: Sent, { force, ahead, link }: OneOptions): CheckedInstrument {
  const today = partsOfDate(dateInZone(ctx.now, ctx.caller.timezone));
  const checked = checkInstrument(input, { skipsChecksum: force, today, isLinked: link !== undefined });
  if (!('type' in checked)) throw refuseFields(errors.InvalidRequest, checked as [Problem, ...Problem[]]);
  return checked.routingNumber === null ? checked : { ...checked, ...atBank(checked, ahead.bank, force) };
}

/** The bank of the list has its own name there, and perhaps a new number. Errors: InvalidRequest. */
function atBank({ isExternal, routingNumber, institutionName }: CheckedInstrument, bank: FoundBank, force: boolean) {
  if (bank) return { routingNumber: bank.newRoutingNumber ?? bank.routingNumber, institutionName: bank.name };
  if (bank === undefined && !isExternal && !force) {
    const expected = 'the number of a bank of the list, or force=true';
    throw refuseField('routingNumber', 'is not on the list of banks', expected);
  }
  return { routingNumber, institutionName };
}

type NewInstrument = Omit<CheckedInstrument, 'nickname' | 'accountHolderName'>;

function freshRow(
  ctx: CommandContext,
  owner: Owner,
  instrument: NewInstrument,
  verb: 'register' | 'activate' | 'deactivate',
): InstrumentRow {
  const status = instrumentStates.move(start, verb).to;
  const isCharged = instrument.type === 'card' && !instrument.isExternal;
  return {
    person_id: owner.person_id,
    id: newId('PT'),
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    external_id: null,
    instrument_type: instrument.type,
    is_external: instrument.isExternal,
    status,
    verified: false,
    pending_at: null,
    active_at: null,
    [`${status}_at`]: ctx.now,
    inactive_at: null,
    inactive_reason: null,
    number_mask: instrument.hasNumber ? opaqueToken() : null,
    last_four: instrument.lastFour,
    routing_number: instrument.routingNumber,
    account_type: instrument.accountType,
    account_holder_type: instrument.accountHolderType,
    holder_sealed: null,
    institution_name: instrument.institutionName,
    card_type: instrument.cardType,
    expiration_month: instrument.expirationMonth,
    expiration_year: instrument.expirationYear,
    network_name: instrument.networkName,
    created_at: ctx.now,
    updated_at: null,
    deleted_at: null,
    failure: null,
    debits_blocked_at: null,
    credits_blocked_at: null,
    corrected_at: null,
    account_link: null,
    avs_result: null,
    look_at: isCharged ? firstLook(instrument.expirationMonth, instrument.expirationYear, ctx.caller.timezone) : null,
  };
}

function tokenOf(ctx: CommandContext, owner: Owner, { type, isExternal, number }: NewInstrument): string | null {
  if (isExternal || number === null) return null;
  return numberToken(tokensFor(ctx.vault, ctx.realm, owner.data_key), owner.person_id, type, number);
}

/**
 * Often only the last four digits of an external instrument are known, so these are compared; otherwise the whole
 * number.
 */
async function mustBeNew(
  tx: Tx,
  owner: Owner,
  { type, isExternal, lastFour }: NewInstrument,
  token: string | null,
  { allowDuplicates }: CreateOptions,
): Promise<void> {
  if (isExternal ? allowDuplicates || lastFour === null : token === null) return;
  const query = tx.db
    .selectFrom('payment_instruments')
    .select('id')
    .where('person_id', '=', owner.person_id)
    .where('instrument_type', '=', type)
    .where('is_external', '=', isExternal)
    .where('status', '<>', 'inactive');
  const same = isExternal ? query.where('last_four', '=', lastFour) : query.where('number_token', '=', token);
  const there = await tx.row(same.limit(1));
  if (there === undefined) return;
  const message = isExternal
    ? 'An external payment instrument of this borrower has the same last four digits.'
    : 'A payment instrument of this borrower has the same number.';
  const number = type === 'card' ? (isExternal ? 'cardNumber' : 'token') : 'accountNumber';
  throw new Refusal(instrumentErrors.DuplicatePaymentInstrument, message, {
    data: { path: number, expected: 'another number, or the instrument that is there', paymentInstrumentId: there.id },
  });
}

/** A borrower who made a blocked one anew would get round the block. Errors: PaymentInstrumentBlocked. */
async function mustNotBeBlocked(
  tx: Tx,
  { person_id }: Owner,
  { type }: NewInstrument,
  token: string | null,
): Promise<void> {
  const blocked = await tx.row(
    tx.db
      .selectFrom('payment_instruments')
      .select('id')
      .where('person_id', '=', person_id)
      .where('instrument_type', '=', type)
      .where('number_token', '=', token)
      .where('debits_blocked_at', 'is not', null)
      .limit(1),
  );
  if (blocked === undefined) return;
  throw new Refusal(instrumentErrors.PaymentInstrumentBlocked, 'This account or card was blocked for debits.', {
    data: { path: type === 'card' ? 'token' : 'accountNumber', expected: 'another account or card' },
  });
}

/** Another request created it at the same time. This command runs again and then finds it. */
const cameSecond: OnFailure = (error) =>
  isTaken(error, 'payment_instruments_one_number')
    ? new LostRace('The same instrument was made meanwhile.', { cause: error })
    : error;

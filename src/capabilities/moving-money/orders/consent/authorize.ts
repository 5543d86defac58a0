// Writes down on what debits rest.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import { type OpenedInstrument, openedInstrument } from '#capabilities/instruments/index.ts';
import { mustBeAbleToAgree, type PersonRow } from '#capabilities/people/index.ts';
import type { Actor } from '#platform/actor.ts';
import { type CommandContext, callingBorrower } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { accountHash } from './account-hash.ts';
import { type Giver, sealEvidence, sealerOfGiver } from './authorization.ts';
import { type AuthorizationKind, type Channel, secCodeOf } from './authorization-values.ts';
import { consentErrors } from './errors.ts';
import type { AuthorizationInput } from './schemas.ts';
import type { Terms } from './tables.ts';

type Writing = Pick<CommandContext, 'now' | 'vault' | 'position'>;

interface NewAuthorization {
  readonly giver: Giver;
  readonly instrumentId: string;
  readonly loanId: string | null;
  readonly kind: AuthorizationKind;
  readonly channel: Channel;
  readonly terms: Terms;
  readonly given: AuthorizationInput;
  readonly givenBy: Actor;
}

/** Returns its id. The instrument is the borrower's and there. */
export async function authorize(ctx: Writing, tx: Tx, asked: NewAuthorization): Promise<string> {
  const { giver, given, channel, givenBy, kind, terms } = asked;
  const sealer = sealerOfGiver(ctx.vault, giver);
  const instrument = await openedInstrument(tx, sealer, giver.person_id, asked.instrumentId);
  if (instrument === undefined)
    throw new Error(`A debit was authorized from ${asked.instrumentId}, which is not there.`);
  const id = newId('AZ');
  const { ipAddress = null, device = null, recordingId = null } = given;
  const row = {
    person_id: giver.person_id,
    id,
    position: ctx.position(),
    loan_id: asked.loanId,
    instrument_id: instrument.id,
    account_last_four: instrument.lastFour,
    account_hash: hashOf(ctx, giver, instrument),
    channel,
    sec_code: secCodeOf(channel, instrument),
    kind,
    terms: JSON.stringify(terms),
    agreement_document_id: given.agreementDocumentId ?? null,
    text_hash: given.textHash ?? null,
    text_version: given.textVersion ?? null,
    language: given.language ?? null,
    given_at: givenAt(ctx.now, given),
    given_by_type: givenBy.type,
    given_by_id: givenBy.id,
    authenticated_by: given.authenticatedBy ?? null,
    evidence_sealed: sealEvidence(sealer, id, { ipAddress, device, recordingId }),
    created_at: ctx.now,
  };
  tx.write(tx.db.insertInto('payment_authorizations').values(row), redraw('payment_authorizations_pkey'));
  return id;
}

const hashOf = ({ vault }: Writing, { person_id }: Giver, { number }: OpenedInstrument): Buffer | null =>
  number === null ? null : accountHash(vault, person_id, number);

/** Errors: InvalidRequest. */
function givenAt(now: Instant, { givenAt: said }: AuthorizationInput): Instant {
  if (said === undefined || said === null) return now;
  if (said > now) throw refuseField('authorization.givenAt', 'is in the future', 'a moment that has passed');
  return said;
}

interface Call {
  readonly giver: PersonRow;
  readonly instrumentId: string;
  readonly loanId: string;
  /** `authorization` of the body. */
  readonly given: AuthorizationInput | undefined;
}

interface CallForOne extends Call {
  readonly amount: Cents;
  /** The planned day of the debit. */
  readonly date: CivilDate;
}

interface CallForSeries extends Call {
  readonly terms: Terms;
}

/**
 * A call that orders one debit is itself the authorization of it: by a borrower who has signed in, on a page; by anybody
 * else, in the way that the body or the company says. Returns its id. Errors: InvalidRequest, AuthorizationChannelNotSet.
 */
export const authorizationOfCall = (
  ctx: CommandContext,
  tx: Tx,
  { amount, date, ...call }: CallForOne,
): Promise<string> => given(ctx, tx, call, 'single', { amountMax: amount, rule: null, from: date, until: null });

/** The same for a call that begins a series of debits. Errors: InvalidRequest, AuthorizationChannelNotSet. */
export const authorizationOfSeries = (
  ctx: CommandContext,
  tx: Tx,
  { terms, ...call }: CallForSeries,
): Promise<string> => given(ctx, tx, call, 'recurring', terms);

async function given(
  ctx: CommandContext,
  tx: Tx,
  { giver, instrumentId, loanId, given: said = {} }: Call,
  kind: AuthorizationKind,
  terms: Terms,
): Promise<string> {
  const isBorrower = callingBorrower(ctx.caller) !== null;
  mustBeAbleToAgree(ctx, giver);
  return authorize(ctx, tx, {
    giver,
    instrumentId,
    loanId,
    kind,
    channel: isBorrower ? 'web' : (said.channel ?? (await usualChannel(ctx, tx))),
    terms,
    given: isBorrower ? bySession(ctx, said) : said,
    givenBy: ctx.caller.actor,
  });
}

/** The session shows when, from where and by whom it was given; what the borrower says of this counts for nothing. */
const bySession = ({ address }: CommandContext, said: AuthorizationInput): AuthorizationInput => ({
  ...said,
  givenAt: null,
  authenticatedBy: 'session',
  ipAddress: address,
});

/** Test mode does not ask for the setting. Errors: AuthorizationChannelNotSet. */
async function usualChannel({ realm }: CommandContext, tx: Tx): Promise<Channel> {
  const { defaultAuthorizationChannel: channel } = await settingsOf(tx);
  if (channel) return channel;
  if (realm.mode === 'test') return 'web';
  throw new Refusal(consentErrors.AuthorizationChannelNotSet, 'Nothing says how the borrower authorized this debit.', {
    data: { path: 'authorization.channel', expected: 'written, web or phone' },
  });
}

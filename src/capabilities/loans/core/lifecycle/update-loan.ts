// Changing a loan, but not its books. Everything of a draft may change, and a draft may be originated or declined; from
// the origination on the agreement is fixed.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { type Address, type PersonRow, sealerOf } from '#capabilities/people/index.ts';
import { findLoanType } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { changeExternalId } from '#platform/resource/external-ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { asLoanContext, changeLoan } from '../books/change-loan.ts';
import { loanUpdated, tellStatus, toldOfLoan } from '../loan/events.ts';
import { mustHaveCome } from '../loan/originated-at.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { Agreement } from '../loan/schemas.ts';
import { loanStates, verbOfStatus } from '../loan/states.ts';
import type { LoanRow, LoanTimestamps } from '../loan/tables.ts';
import { takenOverAs } from '../loan/taken-over.ts';
import { todayOf } from '../loan/today.ts';
import { writeLoan } from '../loan/write-loan.ts';
import { nameOf } from '../products/list.ts';
import { ignoreForeign, ownFields } from '../products/schemas.ts';
import { agreedPrograms, claimPrograms, newIn, tellAgreed, withPrograms } from '../promos/agree-programs.ts';
import { cardIdsOf, mustBeSameCards } from './agreed-cards.ts';
import { freeCanceledLoansId } from './canceled-loans-id.ts';
import { ignoreNewDraws } from './create-loan.ts';
import { investorsOf } from './investors.ts';
import { loanKind, ownerOf } from './loan.ts';
import { addressAfter, openAddress, sealAddress } from './loan-address.ts';
import { originated } from './originate.ts';
import { presentOne } from './present-loan.ts';
import type { Loan, LoanUpdate } from './schemas.ts';

/** Errors: InvalidRequest, InvalidSpecificDays, LoanStatusForbids, DuplicateExternalId, NotFound. */
export async function updateLoan(
  ctx: CommandContext,
  tx: Tx,
  given: HeldLoan,
  input: LoanUpdate,
  options: { readonly validate: boolean },
): Promise<Loan> {
  const row = await withNewDraws(ctx, tx, given, input.newDrawsAllowed);
  const held = { ...given, row };
  const owner = await ownerOf(tx, row.person_id);
  const sealer = sealerOf(ctx.vault, owner);
  const changed = { ...row, ...plainChanges(ctx, held, input), version: row.version + 1, updated_at: ctx.now };
  const draft = await draftChanges(ctx, tx, { ...held, owner, address: openAddress(sealer, row), ...options }, input);
  const drafted = { ...changed, ...draft?.changes };
  if (input.externalId !== row.external_id) await freeCanceledLoansId(ctx, tx, input.externalId);
  writeLoan(tx, row, drafted);
  const owned = { kind: loanKind, subjectId: row.person_id, objectId: row.id };
  changeExternalId(tx, owned, row.external_id, input.externalId);
  claimPrograms(tx, row.person_id, row.promo_programs, drafted.promo_programs);
  for (const kind of draft?.emits ?? [loanUpdated]) {
    ctx.emit(kind, row.person_id, toldOfLoan(drafted), { about: { loanId: row.id } });
  }
  tellAgreed(ctx, drafted, newIn(row.promo_programs, drafted.promo_programs));
  tellStatus(ctx, row, drafted);
  return presentOne(tx, ctx.vault, owner, drafted);
}

/** Whether a line takes new draws is a fact of its books, once it has some. */
async function withNewDraws(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  allowed: boolean | null | undefined,
): Promise<LoanRow> {
  const { row, product } = held;
  ignoreNewDraws(ctx, product, allowed);
  if (allowed == null || !product.hasDraws) return row;
  const fact = row.state === null ? undefined : product.newDrawsFact(row, allowed, todayOf(row, ctx.now));
  if (fact === undefined) return row;
  return (await changeLoan(asLoanContext(ctx), tx, held, [fact])).row;
}

const plainChanges = (
  { now }: Pick<CommandContext, 'now'>,
  { row, product }: HeldLoan,
  input: LoanUpdate,
): Partial<LoanRow> => ({
  nickname: input.nickname === undefined ? row.nickname : input.nickname,
  external_id: input.externalId === undefined ? row.external_id : input.externalId,
  new_draws_allowed: product.hasDraws ? (input.newDrawsAllowed ?? row.new_draws_allowed) : null,
  ...takenOverAs(input, dateInZone(now, row.zone), row),
  meta_data: input.metaData === undefined ? row.meta_data : storedMetaData(input.metaData),
});

interface HeldDraft extends HeldLoan {
  readonly owner: PersonRow;
  /** The address in line. */
  readonly address: Address | null;
  readonly validate: boolean;
}

/** Changes that only a draft allows, and their events; undefined if none is sent. */
async function draftChanges(
  ctx: CommandContext,
  tx: Tx,
  { row, product, owner, address: before, validate }: HeldDraft,
  input: LoanUpdate,
): Promise<{ readonly changes: Partial<LoanRow>; readonly emits: readonly (typeof loanUpdated)[] } | undefined> {
  const status = input.status ?? row.status;
  const { changesAgreement, datesOrigination } = changesOf(row, input);
  const changesTerms = changesAgreement || datesOrigination;
  if (status === row.status && !changesTerms && input.declineReason === undefined) return undefined;
  if (changesAgreement) loanStates.mustAllow(row.status, 'changeAgreement');
  if (datesOrigination) loanStates.mustAllow(row.status, 'dateOrigination');
  mustHaveCome(input.timestamps?.originatedAt, ctx.now, row.zone);
  const verb = status in verbOfStatus ? verbOfStatus[status as keyof typeof verbOfStatus] : 'draft';
  const { to, emits } = loanStates.move(row.status, verb);
  const { personAddress, promoPrograms, card, cards, ...sent } = input.atOrigination ?? {};
  mustBeSameCards(row, { card, cards });
  ignoreForeign(ctx, product.schemas.agreement.properties, sent, 'atOrigination.');
  const address = addressAfter(before, { ...sent, personAddress }, { validate });
  const agreed = await changedAgreement(
    ctx,
    tx,
    { row, product },
    personAddress ? { ...sent, personAddressId: null } : sent,
  );
  const decline_reason = input.declineReason === undefined ? row.decline_reason : input.declineReason;
  const timestamps = datesOrigination ? timestampsAfter(row, input) : row.timestamps;
  const address_sealed = address === before ? row.address_sealed : sealAddress(ctx.vault, owner, row.id, address);
  const type = await findLoanType(tx, row.loan_type_id);
  const programs = { product, settings: type, before: row.promo_programs };
  const promo_programs = await agreedPrograms(ctx, tx, programs, promoPrograms);
  const changes = { status: to, at_origination: agreed, decline_reason, timestamps, address_sealed, promo_programs };
  if (verb === 'decline') return { changes, emits };
  const date = dateInZone(timestamps.lenderOriginatedAt ?? ctx.now, row.zone);
  const mayLack = verb === 'draft';
  const whole = withPrograms(product, agreed, promo_programs);
  const found = await originated(ctx, tx, product, { owner, type, agreed: whole, address, date, mayLack });
  if (verb === 'draft' || found === undefined) return { changes, emits };
  const fixed = { ...found, loan_type_version: type.version, timestamps: { ...timestamps, originatedAt: ctx.now } };
  return { changes: { ...changes, ...fixed }, emits };
}

async function changedAgreement(
  ctx: CommandContext,
  tx: Tx,
  { row, product }: Pick<HeldLoan, 'row' | 'product'>,
  sent: Partial<Agreement>,
): Promise<Agreement> {
  const { investors: named } = { ...row.at_origination, ...sent };
  const changed = product.changedAgreement(row.at_origination, sent);
  return {
    ...ownFields(product.schemas.agreement, changed, 'atOrigination'),
    investors: await investorsOf(tx, named, dateInZone(ctx.now, row.zone)),
    ...nameOf(product),
    ...(cardIdsOf(row).length > 0 && { cardIds: cardIdsOf(row) }),
  };
}

/** A client may send again the time that it was shown. */
function changesOf({ timestamps }: LoanRow, { atOrigination, timestamps: sent }: LoanUpdate) {
  const shown = timestamps.lenderOriginatedAt ?? timestamps.originatedAt ?? null;
  const datesOrigination = sent?.originatedAt !== undefined && sent.originatedAt !== shown;
  return { changesAgreement: atOrigination !== undefined, datesOrigination };
}

const timestampsAfter = ({ timestamps }: LoanRow, { timestamps: sent }: LoanUpdate): LoanTimestamps => ({
  ...timestamps,
  lenderOriginatedAt: sent?.originatedAt ?? undefined,
});

// Records and changes cards. A card is of an issuer, who knows the rest, or is what its details say.
import { sealerOf } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { fieldsAfter } from '#platform/resource/columns.ts';
import { changeExternalId, claimExternalId } from '#platform/resource/external-ids.ts';
import { start } from '#platform/states.ts';
import { cardKind, noDetails, openDetails, presentCard, type SealedDetails, sealDetails, storedCard } from '../card.ts';
import { type Kept, keptAfter, saidOf } from '../card-input.ts';
import { aboutLoanOf, cardCreated, cardUpdated, toldOfCard } from '../events.ts';
import type { LineOfPath } from '../line.ts';
import { issuerAfter } from '../resources/card-issuer.ts';
import type { Card, CardDetailsInput, CardInput } from '../schemas.ts';
import { cardStates, fulfillmentStates, verbOfFulfillment, verbOfStatus } from '../states.ts';
import type { CardRow } from '../tables.ts';

/** `id`: where what names it is written first. Errors: InvalidRequest, NotFound (issuer), DuplicateExternalId. */
export async function createCard(
  ctx: CommandContext,
  tx: Tx,
  line: LineOfPath,
  input: CardInput,
  id = newId('CD'),
): Promise<Card> {
  const { issuerId, token, details } = saidOf(input);
  const { status = 'unactivated', fulfillmentStatus } = details ?? {};
  const fresh: CardRow = {
    ...freshRow(ctx, line, id),
    external_id: input.externalId ?? null,
    issuer_id: await issuerAfter(tx, null, issuerId),
    type: input.type ?? null,
    status: cardStates.move(start, verbOfStatus[status]).to,
    fulfillment_status: fulfillmentStatus
      ? fulfillmentStates.move(start, verbOfFulfillment[fulfillmentStatus]).to
      : null,
  };
  const kept = details && keptAfter(ctx, undefined, details);
  const { row, sealed } = withDetails(sealerOf(ctx.vault, line.owner), fresh, noDetails, { token, kept });
  if (row.external_id !== null) claimExternalId(tx, owned(row), row.external_id);
  const { company_id: _, ...columns } = row;
  tx.write(tx.db.insertInto('cards').values(columns), redraw('cards_pkey'));
  ctx.emit(cardCreated, row.person_id, toldOfCard(row), aboutLoanOf(row));
  return presentCard(row, sealed);
}

/** Fields that are not sent stay as they are. Errors: NotFound (card, issuer), InvalidRequest, DuplicateExternalId. */
export async function updateCard(
  ctx: CommandContext,
  tx: Tx,
  line: LineOfPath,
  reference: string,
  input: CardInput,
): Promise<Card> {
  const before = await storedCard(tx, line, reference);
  const sealer = sealerOf(ctx.vault, line.owner);
  const opened = openDetails(sealer, before);
  const shown = presentCard(before, opened);
  ctx.was(shown);
  const { issuerId, token, details } = saidOf(input);
  const kept = details && keptAfter(ctx, shown.cardDetails, details);
  const moved = movesOf(before, details ?? {});
  const changed: CardRow = {
    ...before,
    external_id: input.externalId === undefined ? before.external_id : input.externalId,
    issuer_id: await issuerAfter(tx, before.issuer_id, issuerId),
    type: input.type === undefined ? before.type : input.type,
    status: moved.status?.to ?? before.status,
    fulfillment_status: moved.fulfillment?.to ?? before.fulfillment_status,
    updated_at: ctx.now,
  };
  const { row, sealed } = withDetails(sealer, changed, opened, { token, kept });
  changeExternalId(tx, owned(row), before.external_id, input.externalId);
  const { company_id: _, person_id, id, ...columns } = row;
  tx.write(tx.db.updateTable('cards').set(columns).where('person_id', '=', person_id).where('id', '=', id));
  tellChanges(ctx, before, row, moved);
  return presentCard(row, sealed);
}

const owned = ({ person_id, id }: CardRow) => ({ kind: cardKind, subjectId: person_id, objectId: id });

type Undecided = Omit<CardRow, 'status' | 'fulfillment_status' | 'issuer_id' | 'external_id' | 'type'>;

const freshRow = (ctx: CommandContext, { owner, loanId }: LineOfPath, id: string): Undecided => ({
  person_id: owner.person_id,
  id,
  company_id: ctx.realm.companyId,
  loan_id: loanId,
  position: ctx.position(),
  usage_type: null,
  card_number_last_four: null,
  expiration_month: null,
  expiration_year: null,
  network: null,
  details_sealed: null,
  created_at: ctx.now,
  updated_at: null,
});

interface Told {
  readonly token: string | undefined;
  /** Undefined where only the issuer knows them. */
  readonly kept: Kept | undefined;
}

function withDetails(sealer: Sealer, row: CardRow, before: SealedDetails, { token, kept }: Told) {
  const sealed = fieldsAfter(before, { ...kept, token });
  const details_sealed = sealDetails(sealer, row.id, sealed);
  return { row: { ...row, ...(kept && plainColumns(kept)), details_sealed }, sealed };
}

const plainColumns = ({ usageType, cardNumberLastFour, expirationMonth, expirationYear, network }: Kept) => ({
  usage_type: usageType,
  card_number_last_four: cardNumberLastFour,
  expiration_month: expirationMonth,
  expiration_year: expirationYear,
  network,
});

/** Undefined where nothing moves. Errors: InvalidRequest. */
function movesOf(before: CardRow, { status = before.status, fulfillmentStatus: asked }: CardDetailsInput) {
  const from = before.fulfillment_status;
  if (asked === null && from !== null) {
    throw refuseField('cardDetails.fulfillmentStatus', 'cannot be cleared', 'how far the plastic has come, or nothing');
  }
  const isFulfilled = asked === undefined || asked === null || asked === from;
  return {
    status: status === before.status ? undefined : cardStates.move(before.status, verbOfStatus[status]),
    fulfillment: isFulfilled ? undefined : fulfillmentStates.move(from ?? start, verbOfFulfillment[asked]),
  };
}

function tellChanges(ctx: CommandContext, before: CardRow, row: CardRow, moved: ReturnType<typeof movesOf>): void {
  const told = toldOfCard(row);
  ctx.emit(cardUpdated, row.person_id, told, aboutLoanOf(row));
  for (const kind of moved.status?.emits ?? []) {
    ctx.emit(kind, row.person_id, { ...told, previousStatus: before.status }, aboutLoanOf(row));
  }
  for (const kind of moved.fulfillment?.emits ?? []) ctx.emit(kind, row.person_id, told, aboutLoanOf(row));
}

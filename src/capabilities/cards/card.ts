// How a card is stored, found and shown.
import { sql } from 'kysely';
import { personSealers, sealerOf } from '#capabilities/people/index.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { cardStatuses } from './card-values.ts';
import type { LineOfPath } from './line.ts';
import { Card, CardDetails } from './schemas.ts';
import { type CardRow, cards } from './tables.ts';

export const cardKind = 'card';

export const cardList = defineList({
  table: 'cards',
  below: 'person_id',
  sort: ['createdAt', 'updatedAt', 'status', 'externalId'],
  filters: { status: StringEnum(cardStatuses) },
});

export const cardRows = (reader: Reader) => reader.db.selectFrom('cards').select(cards.all);

/** Finds one by id or `ext-` reference. Errors: NotFound, with the path `cardId`. */
export async function storedCard(reader: Reader, { owner, loanId }: LineOfPath, reference: string): Promise<CardRow> {
  const id = await idOfReference(reader, cardKind, reference);
  const ofLine = cardRows(reader).where('person_id', '=', owner.person_id).where('loan_id', '=', loanId);
  const row = id && (await reader.row(ofLine.where('id', '=', id)));
  if (row) return row;
  throw notFound(cardKind, reference, 'cardId', 'This loan');
}

export async function readCard(reader: Reader, vault: Vault, line: LineOfPath, reference: string): Promise<Card> {
  const row = await storedCard(reader, line, reference);
  return presentCard(row, openDetails(sealerOf(vault, line.owner), row));
}

export function listCards(
  reader: Reader,
  vault: Vault,
  { owner, loanId }: LineOfPath,
  input: PageInput,
): Promise<Page<Card>> {
  const sealer = sealerOf(vault, owner);
  return cardList.page(reader, cardRows(reader).where('loan_id', '=', loanId), input, {
    below: owner.person_id,
    each: (row) => presentCard(row, openDetails(sealer, row)),
  });
}

const byIds = prepared((db, placeholder: PlaceholderOf<{ personId: string; ids: readonly string[] }>) =>
  db
    .selectFrom('cards')
    .select(cards.all)
    .where('person_id', '=', placeholder('personId'))
    .where(sql<boolean>`id = any(${placeholder('ids')}::text[])`),
);

/** In the order of the ids. A statement for each borrower, in one flight. */
export async function cardsByIds(
  reader: Reader,
  vault: Vault,
  asked: readonly { readonly personId: string; readonly ids: readonly string[] }[],
): Promise<Card[][]> {
  if (asked.length === 0) return [];
  const sealers = await personSealers(reader, vault, [...new Set(asked.map(({ personId }) => personId))]);
  const found = await reader.together(...asked.map((one) => byIds(reader.db, one)));
  return asked.map(({ personId, ids }, i) => {
    const sealer = sealers.get(personId);
    const rows = new Map((found[i] as CardRow[]).map((row) => [row.id, row]));
    if (sealer === undefined) return [];
    return ids.flatMap((id) => {
      const row = rows.get(id);
      return row === undefined ? [] : [presentCard(row, openDetails(sealer, row))];
    });
  });
}

// ---- what is sealed --------------------------------------------------------------------------------------------------

export type SealedDetails = Pick<Card, 'token'> & Pick<CardDetails, 'firstName' | 'lastName' | 'address' | 'nickname'>;

export const noDetails: SealedDetails = { token: null, firstName: null, lastName: null, address: null, nickname: null };

/** The name of the value in the seal. It contains the id, so a value copied to another card does not open. */
const sealedPart = (id: string): string => `card.${id}.details`;

export const sealDetails = (sealer: Sealer, id: string, details: SealedDetails): Buffer =>
  sealer.seal(sealedPart(id), JSON.stringify(details));

export const openDetails = (sealer: Sealer, { id, details_sealed: sealed }: CardRow): SealedDetails =>
  sealed === null ? noDetails : (JSON.parse(sealer.unseal(sealedPart(id), sealed)) as SealedDetails);

const presentWhole = presenter<typeof Card, CardRow>(Card);
const presentDetails = presenter<typeof CardDetails, CardRow>(CardDetails);

export function presentCard(row: CardRow, { token, ...holder }: SealedDetails): Card {
  return presentWhole(row, { token, cardDetails: presentDetails(row, holder) });
}

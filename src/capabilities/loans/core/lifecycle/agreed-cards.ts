// The cards that are recorded with a line: the capability of cards makes and changes them; the agreement names them.

import { type Static, Type } from 'typebox';
import { type Card, CardInput, cardsByIds, createCard } from '#capabilities/cards/index.ts';
import type { PersonRow } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { inside } from '#platform/import/inside-part.ts';
import { Extended, Nullable, Text } from '#platform/input/schemas.ts';
import type { LoanProduct } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';

const AgreedCard = Extended(
  CardInput,
  {
    id: Type.Optional(
      Nullable(Text({ max: 12 }), { description: 'Names a card that the line has: it stays as it is.' }),
    ),
  },
  { title: 'AgreedCard' },
);

/** An agreement of a line may bring these beside its other terms. */
export const agreedCards = {
  card: Type.Optional(
    Nullable(AgreedCard, {
      description: 'For a line: its card, recorded with it as by POST .../cards, which gives it further ones.',
    }),
  ),
  cards: Type.Optional(
    Nullable(Type.Array(AgreedCard, { maxItems: 20 }), { description: 'The same of several cards.' }),
  ),
};

type AgreedCard = Static<typeof AgreedCard>;

interface SentCards {
  readonly card?: AgreedCard | null | undefined;
  readonly cards?: readonly AgreedCard[] | null | undefined;
}

export const cardIdsOf = ({ at_origination: { cardIds = [] } }: Pick<LoanRow, 'at_origination'>): readonly string[] =>
  cardIds;

/** Each with its path. A client may send the first one back under both names. */
function eachOf({ card, cards }: SentCards) {
  const several = (cards ?? []).map((one, i) => [`atOrigination.cards[${i}]`, one] as const);
  if (card == null || several.some(([, { id }]) => id != null && id === card.id)) return several;
  return [['atOrigination.card', card] as const, ...several];
}

export const newCardIds = (sent: SentCards): { readonly cardIds?: readonly string[] } => {
  const cardIds = eachOf(sent).map(() => newId('CD'));
  return cardIds.length === 0 ? {} : { cardIds };
};

/** After the loan itself, in its transaction. Errors: InvalidRequest, NotFound (issuer), DuplicateExternalId. */
export async function recordCards(
  ctx: CommandContext,
  tx: Tx,
  { owner, row }: { readonly owner: PersonRow; readonly row: LoanRow },
  sent: SentCards,
): Promise<Card[]> {
  const made: Card[] = [];
  for (const [i, [path, { id, ...card }]] of eachOf(sent).entries()) {
    if (id != null) throw refuseField(`${path}.id`, 'is of no card of this line', 'nothing');
    made.push(await inside(path, () => createCard(ctx, tx, { owner, loanId: row.id }, card, cardIdsOf(row)[i])));
  }
  return made;
}

/** Errors: InvalidRequest. */
export function mustTakeCards({ hasDraws }: LoanProduct, sent: SentCards): void {
  const [first] = eachOf(sent);
  if (first === undefined || hasDraws) return;
  throw refuseField(first[0], 'is for lines of credit: an installment loan has no cards', 'nothing');
}

/** A draft is sent back with its cards. Errors: InvalidRequest for others. */
export function mustBeSameCards(row: LoanRow, sent: SentCards): void {
  const known = cardIdsOf(row);
  for (const [path, { id }] of eachOf(sent)) {
    if (id != null && known.includes(id)) continue;
    throw refuseField(path, 'cannot be recorded with a change of the loan', 'nothing; POST .../cards');
  }
}

type OfCards = Pick<LoanRow, 'person_id' | 'at_origination'>;

/** The cards of each loan, in the order of the loans. It costs no query where there are none. */
export async function cardsOf<Row extends OfCards>(
  reader: Reader,
  vault: Vault,
  rows: readonly Row[],
): Promise<ReadonlyMap<Row, readonly Card[]>> {
  const having = rows.filter((row) => cardIdsOf(row).length > 0);
  const found = await cardsByIds(
    reader,
    vault,
    having.map((row) => ({ personId: row.person_id, ids: cardIdsOf(row) })),
  );
  return new Map(having.map((row, i) => [row, found[i] ?? []]));
}

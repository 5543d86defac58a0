// The card that an event's payload shows whole.
import { sql } from 'kysely';
import { personSealers } from '#capabilities/people/index.ts';
import type { DeclaredResource } from '#platform/event-views/payload.ts';
import { cardRows, openDetails, presentCard } from './card.ts';
import { Card } from './schemas.ts';

const card: DeclaredResource = {
  name: 'card',
  schema: Card,
  permission: 'card:read',
  madeBy: ['card.created'],
  isShownBy: ({ fields }) => 'cardId' in fields.properties,
  // The id of a card is unique within its person only, so both ids are needed to find it.
  idOf: ({ personId, ...event }) => (typeof event.cardId === 'string' ? `${personId} ${event.cardId}` : null),
  async load(reader, vault, keys) {
    const people = keys.map((key) => key.split(' ')[0] as string);
    const ids = keys.map((key) => key.split(' ')[1] as string);
    const sealers = await personSealers(reader, vault, [...new Set(people)]);
    const rows = await reader.rows(
      cardRows(reader)
        .where(sql<boolean>`person_id = any(${people}::text[])`)
        .where(sql<boolean>`id = any(${ids}::text[])`),
    );
    return new Map(
      rows.flatMap((row) => {
        const sealer = sealers.get(row.person_id);
        if (sealer === undefined) return [];
        return [[`${row.person_id} ${row.id}`, presentCard(row, openDetails(sealer, row))] as const];
      }),
    );
  },
};

export const cardResources: readonly DeclaredResource[] = [card];

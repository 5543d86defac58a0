// The payload of an event shows the whole purchase that it is about.
import { sql } from 'kysely';
import type { DeclaredResource } from '#platform/event-views/payload.ts';
import { purchaseEvents } from './events.ts';
import { presentPurchase } from './present.ts';
import { Purchase } from './schemas.ts';

const purchase: DeclaredResource = {
  name: 'purchase',
  schema: Purchase,
  permission: 'purchase:read',
  madeBy: ['purchase.created'],
  isShownBy: (kind) => purchaseEvents.includes(kind),
  // The id of a purchase is unique for its person, so both ids are needed to find it.
  idOf: ({ personId, purchaseId }) => (typeof purchaseId === 'string' ? `${personId} ${purchaseId}` : null),
  async load(reader, _, keys) {
    const people = keys.map((key) => key.split(' ')[0] as string);
    const ids = keys.map((key) => key.split(' ')[1] as string);
    const rows = await reader.rows(
      reader.db
        .selectFrom('purchases')
        .selectAll()
        .where(sql<boolean>`person_id = any(${people}::text[])`)
        .where(sql<boolean>`id = any(${ids}::text[])`),
    );
    return new Map(rows.map((row) => [`${row.person_id} ${row.id}`, presentPurchase(row)]));
  },
};

export const purchaseResources: readonly DeclaredResource[] = [purchase];

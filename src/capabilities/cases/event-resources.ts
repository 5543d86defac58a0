// The case that an event's payload shows whole.
import { sql } from 'kysely';
import type { DeclaredResource } from '#platform/event-views/payload.ts';
import { caseResource } from './case.ts';
import { cases } from './tables.ts';

const shownCase: DeclaredResource = {
  name: 'case',
  schema: caseResource.answer,
  permission: 'case:read',
  madeBy: [],
  isShownBy: ({ type }) => type.startsWith('case.'),
  // The id of a case is unique within its person only, so both ids are needed to find it.
  idOf: ({ personId, caseId }) => (caseId === null ? null : `${personId} ${caseId}`),
  async load(reader, vault, keys) {
    const people = keys.map((key) => key.split(' ')[0] as string);
    const ids = keys.map((key) => key.split(' ')[1] as string);
    const rows = await reader.rows(
      reader.db
        .selectFrom('cases')
        .select(cases.all)
        .where(sql<boolean>`person_id = any(${people}::text[])`)
        .where(sql<boolean>`id = any(${ids}::text[])`),
    );
    const shown = await caseResource.showAcross(rows, { reader, vault });
    return new Map(rows.map((row, i) => [`${row.person_id} ${row.id}`, shown[i] as object]));
  },
};

export const caseResources: readonly DeclaredResource[] = [shownCase];

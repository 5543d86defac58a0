import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';

export type ResultKind = 'note' | 'transcription' | 'summary';

export const interactionResults = defineTable('interaction_results', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  interaction_id: 'text',
  kind: as<ResultKind>('text'),
  external_id: 'text?',
  details_sealed: 'bytes?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

export type ResultRow = RowOf<typeof interactionResults>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    interaction_results: Stored<typeof interactionResults>;
  }
}

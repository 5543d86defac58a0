import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { contentTokens, openContent } from './content.ts';
import type { InteractionRow } from './tables.ts';

export const interactionSealed: readonly SealedTable[] = [
  {
    table: 'interactions',
    key: ['person_id', 'id'],
    byPerson: ['content_sealed'],
    tokens: {
      columns: ['search_tokens'],
      reads: ['version', 'searchable', 'content_sealed'],
      make(row, sealer, token) {
        const { searchable, ...sealed } = row as InteractionRow;
        return { search_tokens: searchable ? contentTokens(token, openContent(sealer, sealed)) : [] };
      },
    },
  },
  { table: 'interaction_results', key: ['person_id', 'id'], byPerson: ['details_sealed'] },
  { table: 'interaction_versions', key: ['person_id', 'id', 'version'], byPerson: ['content_sealed'] },
];

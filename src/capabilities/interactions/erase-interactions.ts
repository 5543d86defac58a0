// Interactions of an erased person: what was said goes. That somebody called, when and what came of it stays: whoever
// must show how often a borrower was called has only these rows. What becomes of a message, whoever sends it reports.
import type { Erasing } from '#platform/capability.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { clearDetails } from '#platform/events/clear-details.ts';
import { releaseExternalId } from '#platform/resource/external-ids.ts';
import { interactionKind } from './interaction.ts';
import { kindOfIds } from './results/declared-result.ts';

export const eraseInteractions: Erasing = async (tx, personId) => {
  const named = tx.db
    .selectFrom('interactions')
    .select('external_id')
    .where('person_id', '=', personId)
    .where('external_id', 'is not', null);
  for (const { external_id } of await tx.rows(named)) releaseExternalId(tx, interactionKind, external_id as string);
  for (const { kind, external_id } of await tx.rows(resultsNamed(tx, personId))) {
    releaseExternalId(tx, kindOfIds(kind), external_id as string);
  }
  await clearDetails(tx, personId, ['interactionExternalId']);
  const cleared = { external_id: null, content_sealed: null, search_tokens: [] };
  tx.write(tx.db.updateTable('interactions').set(cleared).where('person_id', '=', personId));
  tx.write(tx.db.deleteFrom('interaction_results').where('person_id', '=', personId));
  tx.write(tx.db.updateTable('interaction_versions').set({ content_sealed: null }).where('person_id', '=', personId));
};

const resultsNamed = (reader: Reader, personId: string) =>
  reader.db
    .selectFrom('interaction_results')
    .select(['kind', 'external_id'])
    .where('person_id', '=', personId)
    .where('external_id', 'is not', null);

// Cases of an erased person: the rows stay, because events name them, without anything that was written in them.
// Their notes and tasks go.
import type { Erasing } from '#platform/capability.ts';
import { clearDetails } from '#platform/events/clear-details.ts';
import { releaseExternalId } from '#platform/resource/external-ids.ts';

export const eraseCases: Erasing = async (tx, personId, { now }) => {
  const rows = await tx.rows(tx.db.selectFrom('cases').select('external_id').where('person_id', '=', personId));
  for (const { external_id } of rows) if (external_id !== null) releaseExternalId(tx, 'case', external_id);
  tx.write(tx.db.deleteFrom('case_notes').where('person_id', '=', personId));
  tx.write(tx.db.deleteFrom('collection_watches').where('person_id', '=', personId));
  tx.write(tx.db.deleteFrom('case_tasks').where('person_id', '=', personId));
  await clearDetails(tx, personId, ['caseExternalId']);
  tx.write(
    tx.db
      .updateTable('cases')
      .set({ external_id: null, name: '', details_sealed: null, search_tokens: [], updated_at: now })
      .where('person_id', '=', personId),
  );
};

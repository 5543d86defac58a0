// Cards of an erased person: the rows stay, because events name them, without anything that says whose they were.
import type { Erasing } from '#platform/capability.ts';
import { clearDetails } from '#platform/events/clear-details.ts';
import { releaseExternalId } from '#platform/resource/external-ids.ts';
import { cardKind } from './card.ts';
import { cardStates } from './states.ts';

export const eraseCards: Erasing = async (tx, personId, { now }) => {
  const rows = await tx.rows(tx.db.selectFrom('cards').select('external_id').where('person_id', '=', personId));
  for (const { external_id } of rows) if (external_id !== null) releaseExternalId(tx, cardKind, external_id);
  await clearDetails(tx, personId, ['cardExternalId']);
  tx.write(
    tx.db
      .updateTable('cards')
      .set({
        external_id: null,
        status: cardStates.to('erase'),
        card_number_last_four: null,
        expiration_month: null,
        expiration_year: null,
        network: null,
        details_sealed: null,
        updated_at: now,
      })
      .where('person_id', '=', personId),
  );
};

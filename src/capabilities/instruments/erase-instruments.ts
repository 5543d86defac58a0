// Payment instruments of an erased person: the rows stay, because transactions refer to them, without anything that
// says whose they were.
import type { Erasing } from '#platform/capability.ts';
import { releaseExternalId } from '#platform/resource/external-ids.ts';
import { instrumentKind } from './instrument.ts';
import { instrumentStates } from './states.ts';

export const eraseInstruments: Erasing = async (tx, personId, { now }) => {
  const rows = await tx.rows(
    tx.db.selectFrom('payment_instruments').select('external_id').where('person_id', '=', personId),
  );
  for (const { external_id } of rows) if (external_id !== null) releaseExternalId(tx, instrumentKind, external_id);
  tx.write(tx.db.updateTable('former_numbers').set({ numbers_sealed: null }).where('person_id', '=', personId));
  tx.write(
    tx.db
      .updateTable('payment_instruments')
      .set((eb) => ({
        external_id: null,
        status: instrumentStates.to('erase'),
        inactive_at: eb.fn.coalesce('inactive_at', eb.val(now)),
        inactive_reason: null,
        number_sealed: null,
        number_token: null,
        number_mask: null,
        last_four: null,
        routing_number: null,
        account_type: null,
        account_holder_type: null,
        holder_sealed: null,
        institution_name: null,
        card_type: null,
        expiration_month: null,
        expiration_year: null,
        failure: null,
        account_link: null,
        link_token_sealed: null,
        balance_sealed: null,
        updated_at: now,
        deleted_at: eb.fn.coalesce('deleted_at', eb.val(now)),
      }))
      .where('person_id', '=', personId),
  );
};

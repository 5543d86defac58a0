// Erases a borrower: the data key is replaced, so that nothing sealed with the old one can be read again, in any copy.
// Readable columns are cleared as well. Loans, their books and the times of events stay.
import type { CommandContext } from '#platform/command/context.ts';
import { forgetRepliesOf } from '#platform/command/idempotency.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { clearDetails } from '#platform/events/clear-details.ts';
import { forgetPositions } from '#platform/resource/deleted-positions.ts';
import { releaseExternalId } from '#platform/resource/external-ids.ts';
import { contactKind } from '../contact.ts';
import { personErased, toldOfPerson } from '../events.ts';
import { personKind } from '../person.ts';
import type { PersonRow } from '../tables.ts';
import { militaryServiceKind } from '../tables.ts';

/** Event fields with ids that the caller chose for a person or a contact. */
const chosenIds = ['personExternalId', 'contactExternalId'];

/** The caller has locked the person's row. */
export async function erasePerson(
  ctx: Pick<CommandContext, 'now' | 'vault' | 'emit'>,
  tx: Tx,
  person: PersonRow,
): Promise<void> {
  const { person_id: id } = person;
  const contacts = await tx.rows(tx.db.selectFrom('contacts').select('external_id').where('person_id', '=', id));
  for (const { external_id } of contacts) if (external_id !== null) releaseExternalId(tx, contactKind, external_id);
  if (person.external_id !== null) releaseExternalId(tx, personKind, person.external_id);
  tx.write(tx.db.deleteFrom('contacts').where('person_id', '=', id));
  tx.write(tx.db.deleteFrom('legal_representatives').where('person_id', '=', id));
  tx.write(tx.db.deleteFrom('identities').where('person_id', '=', id));
  // Consents stay as proof, without their words, and nothing more rests on them.
  const consents = tx.db.updateTable('consents').where('person_id', '=', id);
  tx.write(consents.set({ details_sealed: null }));
  tx.write(consents.set({ revoked_at: ctx.now }).where('revoked_at', 'is', null));
  tx.write(tx.db.deleteFrom('contact_preferences').where('person_id', '=', id));
  await forgetServices(tx, id);
  forgetPositions(tx, id);
  forgetRepliesOf(tx, id);
  await clearDetails(tx, id, chosenIds);
  const erased = { external_id: null, updated_at: ctx.now, erased_at: ctx.now };
  tx.write(
    tx.db
      .updateTable('people')
      .set({
        ...erased,
        // A new key, because later events of the loans are still sealed with the person's key.
        data_key: ctx.vault.newSealer(id).wrappedKey,
        name_sealed: null,
        date_of_birth_sealed: null,
        business_sealed: null,
        meta_data: null,
        search_tokens: [],
      })
      .where('person_id', '=', id),
  );
  ctx.emit(personErased, id, toldOfPerson({ ...person, ...erased }));
}

async function forgetServices(tx: Tx, personId: string): Promise<void> {
  const services = tx.db.selectFrom('military_services').select('external_id').where('person_id', '=', personId);
  for (const { external_id } of await tx.rows(services)) {
    if (external_id !== null) releaseExternalId(tx, militaryServiceKind, external_id);
  }
  tx.write(tx.db.deleteFrom('military_services').where('person_id', '=', personId));
}

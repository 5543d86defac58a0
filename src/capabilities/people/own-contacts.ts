// By what borrowers are reached themselves, and whether it was so before anybody could have put it there to sign in as
// the borrower: for ten days, or since the borrower was recorded, by whoever recorded the borrower.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { daysBefore } from '#platform/audit/who-changed.ts';
import type { ContactsOf } from '#platform/capability.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { whoDid } from '#platform/events/who-did.ts';
import { contactColumns, openContact } from './contact.ts';
import { contactCreated, personCreated } from './events.ts';
import { personColumns, sealerOf } from './person.ts';
import type { ContactRow } from './tables.ts';

/** As long as what somebody has changed speaks against their approving where money goes. */
const settlesDays = 10;
/** The first contacts of a borrower are recorded within so long. */
const recordingSeconds = 86_400;
const contactsMax = 100;

export const contactsOf: ContactsOf = async (reader, { vault, personId, now }) => {
  const [[person], rows] = await reader.together(
    reader.db.selectFrom('people').select(personColumns).where('person_id', '=', personId),
    ownContacts(reader, personId),
  );
  if (person === undefined) return [];
  const settledUntil = daysBefore(now, settlesDays);
  const isOld = (row: ContactRow): boolean => row.reaches_since <= settledUntil;
  const recorded = rows.every(isOld) ? new Set<string>() : await recordedTogether(reader, personId, settledUntil);
  const recordedUntil = addSeconds(person.created_at, recordingSeconds);
  const isFirst = (row: ContactRow): boolean =>
    recorded.has(row.id) && row.reaches_since === row.created_at && row.created_at <= recordedUntil;
  const sealer = sealerOf(vault, person);
  return rows.flatMap((row) => {
    const { value } = openContact(sealer, row);
    if (value === null || row.contact_type === 'address') return [];
    const { id, contact_type: type, receive_text_messages: takesTexts } = row;
    return [{ id, type, value, takesTexts, wasThere: isOld(row) || isFirst(row) }];
  });
};

const ownContacts = (reader: Reader, personId: string) =>
  reader.db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('person_id', '=', personId)
    .where('contact_type', 'in', ['email', 'phone'])
    .where('affiliation', '=', 'self')
    .where('status', '<>', 'archived')
    .orderBy('position')
    .limit(contactsMax);

/** The contacts that were made by whoever made the person. */
async function recordedTogether(reader: Reader, subjectId: string, since: Instant): Promise<ReadonlySet<string>> {
  const kinds = [personCreated, contactCreated];
  const did = await whoDid(reader, { subjectId, kinds, since: addSeconds(since, -recordingSeconds) });
  const makers = new Set(did.filter(({ type }) => type === personCreated.type).map(({ actorId }) => actorId));
  const theirs = did.filter(({ type, actorId }) => type === contactCreated.type && makers.has(actorId));
  return new Set(theirs.map(({ fields }) => String(fields.contactId)));
}

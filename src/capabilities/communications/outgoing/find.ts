// How messages are found: with the person whose they are, or by the id alone.
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type MessageRow, outgoingMessages } from '../tables.ts';

type Key = { readonly personId: string; readonly id: string };

const byId = prepared(
  (db, placeholder: PlaceholderOf<Key>) =>
    db
      .selectFrom('outgoing_messages')
      .select(outgoingMessages.all)
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('id')),
  { personId: 'text', id: 'text' },
);

export const messageOf = (reader: Reader, key: Key): Promise<MessageRow | undefined> =>
  reader.row(byId(reader.db, key)) as Promise<MessageRow | undefined>;

const placeById = prepared((db, placeholder: PlaceholderOf<{ id: string }>) =>
  db.selectFrom('message_places').select('person_id').where('id', '=', placeholder('id')),
);

/** Whose message it is; undefined: there is none of this id. */
export const personOfMessage = async (reader: Reader, id: string): Promise<string | undefined> =>
  (await reader.row(placeById(reader.db, { id })))?.person_id;

const byOnceKey = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; onceKey: string }>) =>
    db
      .selectFrom('outgoing_messages')
      .select(outgoingMessages.all)
      .where('person_id', '=', placeholder('personId'))
      .where('once_key', '=', placeholder('onceKey')),
  { personId: 'text', onceKey: 'text' },
);

export const messageByOnceKey = (reader: Reader, personId: string, onceKey: string): Promise<MessageRow | undefined> =>
  reader.row(byOnceKey(reader.db, { personId, onceKey })) as Promise<MessageRow | undefined>;

const ofInteraction = prepared((db, placeholder: PlaceholderOf<{ personId: string; interactionId: string }>) =>
  db
    .selectFrom('outgoing_messages')
    .select(outgoingMessages.all)
    .where('person_id', '=', placeholder('personId'))
    .where('interaction_id', '=', placeholder('interactionId')),
);

export const messageOfInteraction = (
  reader: Reader,
  personId: string,
  interactionId: string,
): Promise<MessageRow | undefined> =>
  reader.row(ofInteraction(reader.db, { personId, interactionId })) as Promise<MessageRow | undefined>;

// The actor of an event in its row. Release 0.1.0 may run on the same database: it reads whole rows of events, and a
// new column would break its statements. So a key is in the column that release 0.1.0 knows; a user or a provider is
// among the fields of the event; the system has neither.
import type { Selectable } from 'kysely';
import { type Actor, keyActor, type NamedActor, system } from '#platform/actor.ts';
import type { EventRow } from './tables.ts';
import { untold } from './untold.ts';

type Fields = Readonly<Record<string, unknown>>;

export const storedActor = (actor: Actor, fields: Fields) => ({
  api_key_id: actor.type === 'key' ? actor.id : null,
  details: JSON.stringify(told(actor.type === 'user' || actor.type === 'provider' ? { ...fields, actor } : fields)),
});

const told = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || !Object.hasOwn(untold, name)));

export function actorAndFields(row: Pick<Selectable<EventRow>, 'api_key_id' | 'details'>): {
  readonly actor: Actor;
  readonly fields: Fields;
} {
  const { actor, ...fields } = row.details as { actor?: NamedActor };
  return { actor: actor ?? (row.api_key_id === null ? system : keyActor(row.api_key_id)), fields };
}

// The actor of an event, as its row keeps it. Release 0.1.0 may run on the same database: it reads whole rows of events,
// and a column that was added under it would break its statements. So a key stands in its own column, as there; a user
// or a provider stands beside the fields of the event; the system is what has neither.
import type { Selectable } from 'kysely';
import { type Actor, keyActor, type NamedActor, system } from '#platform/actor.ts';
import type { EventRow } from './tables.ts';

type Fields = Readonly<Record<string, unknown>>;

export const storedActor = (actor: Actor, fields: Fields) => ({
  api_key_id: actor.type === 'key' ? actor.id : null,
  details: JSON.stringify(actor.type === 'user' || actor.type === 'provider' ? { ...fields, actor } : fields),
});

export function actorAndFields(row: Pick<Selectable<EventRow>, 'api_key_id' | 'details'>): {
  readonly actor: Actor;
  readonly fields: Fields;
} {
  const { actor, ...fields } = row.details as { actor?: NamedActor };
  return { actor: actor ?? (row.api_key_id === null ? system : keyActor(row.api_key_id)), fields };
}

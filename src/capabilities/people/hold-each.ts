// Work of one commit on things of several people: each person is held in turn, with a recorder of what is told of them.
import { type Found, knownSubject } from '#platform/command/run-command.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import { type EventMaker, eventRecorder } from '#platform/events/record-events.ts';
import { holdPerson } from './person.ts';
import type { PersonRow } from './tables.ts';

export interface HeldInTurn {
  readonly personId: string;
  /** Undefined: there is no such person. One who was erased is held as well. */
  readonly held: Found<PersonRow> | undefined;
  readonly emit: Emit;
}

/** People are held in the order of their ids, so that two works at once do not wait for each other. */
export async function holdEach<Thing extends { readonly person_id: string }>(
  tx: Tx,
  maker: EventMaker,
  things: readonly Thing[],
  work: (person: HeldInTurn, own: readonly Thing[]) => Promise<void>,
): Promise<void> {
  const byPerson = [...Map.groupBy(things, ({ person_id }) => person_id)];
  for (const [personId, own] of byPerson.sort(([one], [other]) => (one < other ? -1 : 1))) {
    const held = await holdPerson(tx, personId);
    const { emit, flush } = eventRecorder(maker, held && knownSubject(held));
    await work({ personId, held, emit }, own);
    flush(tx);
  }
}

// Work of one commit on things of several people: each person is held in turn, with a recorder of what is told of them.
import { type Found, knownSubject } from '#platform/command/run-command.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import { type EventMaker, eventRecorder, writeEvents } from '#platform/events/record-events.ts';
import { holdPerson } from './person.ts';
import type { PersonRow } from './tables.ts';

export interface HeldInTurn {
  readonly personId: string;
  /** Undefined: there is no such person. One who was erased is held as well. */
  readonly held: Found<PersonRow> | undefined;
  readonly emit: Emit;
}

/**
 * The same for people whose work does not wait for each other's: all are held first, in the order of their ids, and what
 * comes up for several of them in one turn goes out as one statement.
 */
export async function holdTogether<Thing extends { readonly person_id: string }>(
  tx: Tx,
  maker: EventMaker,
  things: readonly Thing[],
  work: (person: HeldInTurn, own: readonly Thing[]) => Promise<void>,
): Promise<void> {
  const byPerson = inOrder(things);
  const found = await Promise.all(byPerson.map(([personId]) => holdPerson(tx, personId)));
  const events = byPerson.map(async ([personId, own], i) => {
    const held = found[i];
    const { emit, rows } = eventRecorder(maker, held && knownSubject(held));
    await work({ personId, held, emit }, own);
    return rows;
  });
  writeEvents(tx, (await Promise.all(events)).flat());
}

/** People are held in the order of their ids, so that two works at once do not wait for each other. */
export async function holdEach<Thing extends { readonly person_id: string }>(
  tx: Tx,
  maker: EventMaker,
  things: readonly Thing[],
  work: (person: HeldInTurn, own: readonly Thing[]) => Promise<void>,
): Promise<void> {
  for (const [personId, own] of inOrder(things)) {
    const held = await holdPerson(tx, personId);
    const { emit, flush } = eventRecorder(maker, held && knownSubject(held));
    await work({ personId, held, emit }, own);
    flush(tx);
  }
}

const inOrder = <Thing extends { readonly person_id: string }>(things: readonly Thing[]) =>
  [...Map.groupBy(things, ({ person_id }) => person_id)].sort(([one], [other]) => (one < other ? -1 : 1));

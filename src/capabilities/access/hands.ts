// Whether two actors may be one human. A key is nobody: it stands for those who made it, and who made their keys. Two users
// are one human if the one holds the other, over any number of steps; a common maker alone does not join them.
import type { Reader } from '#platform/db/realm-database.ts';
import { type Control, controlsAbove } from './control.ts';

/** How a first one is joined with a second one. */
export type Joint = 'same' | 'firstHolds' | 'secondHolds' | 'unknown';

/** Undefined: the two ids belong to two different humans. */
export type JointOf = (firstId: string, secondId: string) => Joint | undefined;

/** Reads the controls of all ids that will be asked about in one statement. */
export async function jointsAmong(reader: Reader, ids: readonly string[]): Promise<JointOf> {
  const controls = await controlsAbove(reader, [...new Set(ids)]);
  if (controls === undefined) return () => 'unknown';
  return jointsBy(controls);
}

/**
 * Names the user who answers for a key, always the same one. A key that no user has made is its own, with its
 * successors. Undefined: so many have made it that nobody can tell.
 */
export async function whoAnswersFor(reader: Reader, keyId: string): Promise<string | undefined> {
  const controls = (await controlsAbove(reader, [keyId]))?.filter(({ answers }) => answers);
  if (controls === undefined) return undefined;
  const isHeld = (id: string): boolean => controls.some(({ held_id }) => held_id === id);
  const first = [...closureIn(controls)(keyId, () => true)].filter((id) => !isHeld(id)).toSorted();
  return first.find((id) => !id.startsWith('AK-')) ?? first[0] ?? keyId;
}

function closureIn(controls: readonly Control[]) {
  const above = Map.groupBy(controls, ({ held_id }) => held_id);
  return (id: string, follows: (control: Control) => boolean): ReadonlySet<string> => {
    const found = new Set([id]);
    for (const one of found)
      for (const control of above.get(one) ?? []) if (follows(control)) found.add(control.holder_id);
    return found;
  };
}

function jointsBy(controls: readonly Control[]): JointOf {
  const closure = closureIn(controls);
  const standingFor = (id: string) => closure(id, ({ answers }) => answers);
  const holdersOf = (id: string) => closure(id, () => true);
  return (firstId, secondId) => {
    const [first, second] = [standingFor(firstId), standingFor(secondId)];
    if (!first.isDisjointFrom(second)) return 'same';
    if (!first.isDisjointFrom(holdersOf(secondId))) return 'firstHolds';
    return second.isDisjointFrom(holdersOf(firstId)) ? undefined : 'secondHolds';
  };
}

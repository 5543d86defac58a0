// Whoever had a hand in something is not the second person who decides about it.
import type { Caller } from '#platform/command/context.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { accessErrors } from './errors.ts';
import { type Joint, jointsAmong } from './hands.ts';

/** Those who made a user or a key, or set what it signs in with or may do. */
export async function whoHolds(reader: Reader, heldId: string): Promise<string[]> {
  const rows = await reader.rows(reader.db.selectFrom('controls').select('holder_id').where('held_id', '=', heldId));
  return rows.map(({ holder_id }) => holder_id);
}

interface Deciding {
  /** Those who had a hand in it: none of them is one human with the caller, whoever of them holds the other. */
  readonly hands: Iterable<string>;
  /** How the caller may be joined with them all the same. */
  readonly except?: Joint;
  readonly path: string;
}

/** Errors: AnotherMustDecide. */
export async function mustBeAnotherThan(
  reader: Reader,
  { actor }: Pick<Caller, 'actor'>,
  { hands, except, path }: Deciding,
): Promise<void> {
  const firsts = [...hands];
  const jointOf = await jointsAmong(reader, [actor.id, ...firsts]);
  const joints = firsts.map((first) => jointOf(first, actor.id));
  if (joints.every((joint) => joint === undefined || joint === except)) return;
  throw new Refusal(
    accessErrors.AnotherMustDecide,
    'You, or somebody who made you or whom you made, had a hand in it.',
    {
      data: { path },
    },
  );
}

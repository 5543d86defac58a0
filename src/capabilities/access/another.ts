// Some decisions need a second person. This checks that the second person is really somebody else: not one of those who
// were involved, and not a key or user that belongs to one of them.
import type { Caller } from '#platform/command/context.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { accessErrors } from './errors.ts';
import { type Joint, jointsAmong } from './hands.ts';

/** Finds who controls a user or a key: its makers, and those who changed its credentials, roles or rights. */
export async function whoHolds(reader: Reader, heldId: string): Promise<string[]> {
  const rows = await reader.rows(reader.db.selectFrom('controls').select('holder_id').where('held_id', '=', heldId));
  return rows.map(({ holder_id }) => holder_id);
}

interface Deciding {
  /** The keys and users that were involved so far. The caller must not be the same person as any of them. */
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
    'You were involved in this yourself, or by a key or user that you made or that made you.',
    {
      data: { path },
    },
  );
}

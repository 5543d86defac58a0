// Whoever had a hand in something is not the second person who decides about it.
import type { Caller } from '#platform/command/context.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { behind } from './behind.ts';
import { accessErrors } from './errors.ts';

/** Errors: AnotherMustDecide. */
export async function mustBeAnotherThan(
  reader: Reader,
  { actor }: Pick<Caller, 'actor'>,
  hands: Iterable<string>,
  path: string,
): Promise<void> {
  const own = await behind(reader, actor.id);
  const theirs = await Promise.all([...hands].map((id) => behind(reader, id)));
  if (theirs.every((one) => one.isDisjointFrom(own))) return;
  throw new Refusal(accessErrors.AnotherMustDecide, 'You, or whoever made your key, had a hand in it.', {
    data: { path },
  });
}

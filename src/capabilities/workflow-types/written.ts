// What holds for each version of the three kinds of types when it is written.
import type { CommandContext } from '#platform/command/context.ts';
import { columnOf } from '#platform/db/column-of.ts';
import { mustHaveNone, problemIf } from '#platform/errors.ts';
import type { WhereFrom } from '#platform/resource/declared-versioned.ts';

type Row = Readonly<Record<string, unknown>>;

/** Who made, changed or published a version or those before it, with whoever writes it now. */
export const makersOf = ({ caller }: CommandContext, { follows }: WhereFrom): readonly string[] => [
  ...new Set([...((follows?.makers ?? []) as readonly string[]), caller.actor.id]),
];

/** A copy may leave out everything, a new type may not. `expected`: what would be right, by the field. Errors: InvalidRequest. */
export const mustHaveAll = (row: Row, expected: Readonly<Record<string, string>>): void =>
  mustHaveNone(
    Object.entries(expected).flatMap(([path, right]) =>
      problemIf(row[columnOf(path)] === null, path, 'is required', right),
    ),
  );

// Who controls whom. Whoever makes a user or a key, or sets what it signs in with or may do, holds it from then on. Every
// command that does so writes this down in its own commit, so that two persons can be told apart later (hands.ts).
import { sql } from 'kysely';
import type { Actor } from '#platform/actor.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';

/** The part of a command's context that is needed: who acts. */
export interface Acting {
  readonly caller: { readonly actor: Actor };
}

/** The holder made the key and has seen it, or has taken it over: what the key does is the holder's own deed. */
interface Manner {
  readonly answers: boolean;
}

export interface Control extends Manner {
  readonly held_id: string;
  readonly holder_id: string;
}

/** `held`: the ids of users or keys. The command line holds nobody, and nobody holds himself. */
export function writeControl(
  tx: Tx,
  { caller: { actor } }: Acting,
  held: string | readonly string[],
  manner: Manner = { answers: false },
): void {
  for (const held_id of [held].flat()) addControl(tx, { holder_id: actor.id, held_id, ...manner });
}

/** What acts for the key until now has seen its successor, too. */
export const writeSuccession = (tx: Tx, predecessorId: string, successorId: string): void =>
  addControl(tx, { holder_id: predecessorId, held_id: successorId, answers: true });

type Asked = Omit<Control, 'holder_id'> & { readonly holder_id: string | null };

function addControl(tx: Tx, { holder_id, held_id, answers }: Asked): void {
  if (holder_id === null || holder_id === held_id) return;
  const insert = tx.db.insertInto('controls').values({ holder_id, held_id, answers });
  tx.write(
    insert.onConflict((one) =>
      one
        .columns(['company_id', 'held_id', 'holder_id'] as never)
        .doUpdateSet((eb) => ({ answers: eb.or([eb.ref('controls.answers'), eb.ref('excluded.answers')]) as never })),
    ),
  );
}

/** For what comes often: a row that is there already costs no write. */
export async function writeControlOnce(tx: Tx, acting: Acting, held: string): Promise<void> {
  const { id } = acting.caller.actor;
  if (id === null || id === held) return;
  const known = tx.db.selectFrom('controls').select('held_id').where('held_id', '=', held).where('holder_id', '=', id);
  if ((await tx.row(known)) === undefined) writeControl(tx, acting, held);
}

/** More than these are not read: then nobody knows, and the answer is no. */
const controlsMax = 2_000;

/** Everybody above these, over any number of steps. Undefined: there are too many. */
export async function controlsAbove(reader: Reader, ids: readonly string[]): Promise<readonly Control[] | undefined> {
  const columns = ['held_id', 'holder_id', 'answers'] as const;
  const found = await reader.rows(
    reader.db
      .withRecursive('above', (db) =>
        db
          .selectFrom('controls')
          .select(columns)
          .where('held_id', '=', sql<string>`any(${ids}::text[])`)
          .union(
            db
              .selectFrom('above')
              .innerJoin('controls as next', 'next.held_id', 'above.holder_id')
              .select(['next.held_id', 'next.holder_id', 'next.answers']),
          ),
      )
      .selectFrom('above')
      .select(columns)
      .limit(controlsMax + 1),
  );
  return found.length > controlsMax ? undefined : found;
}

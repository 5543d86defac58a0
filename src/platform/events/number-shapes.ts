// The numbers of shapes, for whoever gives places. A process remembers those that were used lately, of each company by
// itself: with more shapes than that a company looks for some of them again, and takes no room from the others.
import { sql } from 'kysely';
import { type PlaceholderOf, prepared, preparedInserts } from '#platform/db/prepared.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase, UnscopedTx } from '#platform/db/realm-database.ts';
import { newEncryptionKey } from '#platform/ids.ts';
import { type LatelyUsed, latelyUsed } from '#platform/lately-used.ts';
import { ofEach } from '#platform/of-each.ts';
import type { Told } from './waiting-commits.ts';

/** A year of a company's loans has some dozens. */
const shapesKept = 200;
const companiesKept = 500;

type Numbers = LatelyUsed<string, LatelyUsed<string, number>>;

const none = (): Numbers => latelyUsed(companiesKept);
const known = ofEach((_: RealmDatabase): Record<Mode, Numbers> => ({ live: none(), test: none() }));

interface NamedShape {
  readonly company_id: string;
  readonly types: readonly string[];
  readonly naming: string | null;
}

interface NumberedShape extends NamedShape {
  readonly shape: number;
}

/** The shapes of some rows of events: those that the process knows, and what else must be asked for. */
interface ShapesOfRows {
  readonly known: ReadonlyMap<string, number>;
  readonly unknown: readonly NamedShape[];
}

export const nameOf = ({ company_id, types, naming }: NamedShape): string => `${company_id} ${naming} ${types.join()}`;

export function shapesOfRows(database: RealmDatabase, mode: Mode, told: readonly Told[]): ShapesOfRows {
  const found = new Map<string, number>();
  const unknown = new Map<string, NamedShape>();
  for (const { company_id, types, naming } of told) {
    const one = { company_id, types, naming };
    const name = nameOf(one);
    if (found.has(name) || unknown.has(name)) continue;
    const number = known(database)[mode].get(company_id)?.get(name);
    if (number === undefined) unknown.set(name, one);
    else found.set(name, number);
  }
  return { known: found, unknown: [...unknown.values()] };
}

/** Only what was read is remembered, and not what is given: the commit that gives it may fail. */
export function rememberShapes(database: RealmDatabase, mode: Mode, read: readonly NumberedShape[]): void {
  const companies = known(database)[mode];
  for (const { shape, ...one } of read) {
    const numbers = companies.get(one.company_id) ?? latelyUsed(shapesKept);
    companies.set(one.company_id, numbers);
    numbers.set(nameOf(one), shape);
  }
}

/** Sent after the row of the last place is held: what is not found then has no number yet. */
export async function readShapes(tx: UnscopedTx, unknown: readonly NamedShape[]) {
  if (unknown.length === 0) return { read: [], last: 0 };
  const named = shapesNamed(tx.db, { shapes: JSON.stringify(unknown) });
  const [read, [highest]] = await tx.together(named, highestShape(tx.db, {}));
  return { read, last: highest?.shape ?? 0 };
}

const highestShape = prepared((db) => db.selectFrom('event_shapes').select('shape').orderBy('shape', 'desc').limit(1));

const shapesNamed = prepared((db, placeholder: PlaceholderOf<{ shapes: string }>) =>
  db
    .selectFrom('event_shapes')
    .innerJoin(
      sql<NamedShape>`json_to_recordset(${placeholder('shapes')}::json)`.as<'asked'>(
        sql`asked(company_id text, types text[], naming text)`,
      ),
      (join) =>
        join
          .onRef('event_shapes.company_id', '=', 'asked.company_id')
          .onRef('event_shapes.types', '=', 'asked.types')
          .on(sql<boolean>`event_shapes.naming is not distinct from asked.naming`),
    )
    .select(['event_shapes.shape', 'event_shapes.company_id', 'event_shapes.types', 'event_shapes.naming']),
);

/** A company whose first events get their places has a new shape, and gets the key of its ids with it. */
export function writeShapes(tx: UnscopedTx, fresh: readonly NumberedShape[]): void {
  if (fresh.length === 0) return;
  const rows = fresh.map(({ types, ...one }) => ({ ...one, types: [...types] }));
  for (const insert of insertShapes(tx.db, rows)) tx.write(insert);
  const companies = [...new Set(fresh.map(({ company_id }) => company_id))];
  const keys = companies.map((company_id) => ({ company_id, key: newEncryptionKey() }));
  tx.write(
    tx.db
      .insertInto('event_keys')
      .values(keys)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

const insertShapes = preparedInserts('event_shapes', ['company_id', 'shape', 'types', 'naming']);

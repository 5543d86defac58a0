// Changes of rows by their key, each built once for the columns that it sets: what comes up for several people in one turn
// is one statement, as long as it sets no list.
import type { Compilable } from 'kysely';
import type { Builder } from './builder.ts';
import { type Table, typesOf } from './define-table.ts';
import type { Values } from './gathering.ts';
import { type PlaceholderOf, prepared } from './prepared.ts';

type Change = (db: Builder, values: Values) => Compilable<unknown>;

/** The key's first column says whose rows they are. What is set is written as it stands: JSON as its text. */
export function preparedChanges(
  table: Pick<Table, 'name' | 'columns'>,
  key: readonly string[],
): (db: Pick<Builder, 'updateTable'>, where: Values, set: Values) => Compilable<unknown> {
  const made = new Map<string, Change>();
  return (db, where, set) => {
    const columns = Object.keys(set)
      .filter((column) => set[column] !== undefined)
      .toSorted();
    const name = columns.join();
    const change = made.get(name) ?? changeOf(table, key, columns);
    made.set(name, change);
    return change(db as Builder, Object.fromEntries([...ofKey(key, where), ...columns.map((one) => [one, set[one]])]));
  };
}

/** Deletions of rows by their key, gathered likewise. */
export const preparedDeletion = (
  table: Pick<Table, 'name' | 'columns'>,
  key: readonly string[],
): ((db: Pick<Builder, 'deleteFrom'>, where: Values) => Compilable<unknown>) => {
  const deletion = prepared(
    (db: Builder, placeholder: PlaceholderOf<Values>) =>
      key.reduce(
        (query, column) => query.where(column as 'id', '=', placeholder(column) as string),
        db.deleteFrom(table.name as 'outbox'),
      ),
    typesOf(table, key),
  );
  return (db, where) => deletion(db as Builder, Object.fromEntries(key.map((column) => [column, where[column]])));
};

const ofKey = (key: readonly string[], where: Values) => key.map((column) => [named(column), where[column]] as const);

/** A change may set a column of the key, so the two have different names. */
const named = (column: string): string => `key ${column}`;

function changeOf(table: Pick<Table, 'name' | 'columns'>, key: readonly string[], columns: readonly string[]): Change {
  const types = {
    ...Object.fromEntries(Object.entries(typesOf(table, key)).map(([column, type]) => [named(column), type])),
    ...typesOf(table, columns),
  };
  const hasList = Object.values(types).some((type) => type.startsWith('_'));
  return prepared(
    (db: Builder, placeholder: PlaceholderOf<Values>) => {
      const set = Object.fromEntries(columns.map((column) => [column, placeholder(column)]));
      // The table is named by a value, so the compiler knows none of its columns.
      const update = db.updateTable(table.name as 'outbox').set(set as { readonly id?: string });
      return key.reduce(
        (query, column) => query.where(column as 'id', '=', placeholder(named(column)) as string),
        update,
      );
    },
    hasList ? undefined : types,
  );
}

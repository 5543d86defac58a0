// What a form of SQL is that a cluster does not take as one server does, and the tables by where their rows lie.
import { tables } from '#app/capabilities.ts';
import type { Table } from '#platform/db/define-table.ts';

export interface RefusedForm {
  /** What is wrong and what would be right, as a sentence that begins with the statement. */
  readonly fault: string;
  /** How the text shows it. */
  readonly form: RegExp;
  /** Both can be sent to a database of the tests, in the schema of a mode. */
  readonly accepted: string;
  readonly refused: string;
  /** How a cluster shows it, where it does not refuse the statement. */
  readonly instead?: 'its nodes wait for one another' | 'it answers something else';
}

const namesOf = (isSuch: (table: string) => boolean): readonly string[] => Object.keys(tables).filter(isSuch);

const kindOf = (table: string) => tables[table]?.kind;
export const references = namesOf((table) => kindOf(table) === 'reference');
export const onCoordinator = namesOf((table) => kindOf(table) === 'coordinator');
export const bySubject = namesOf((table) => kindOf(table) === 'subject');
export const byKey = namesOf((table) => kindOf(table) === 'key');
export const spread = [...bySubject, ...byKey];

/** With its schema or without, also where the code fills that in; with quotes or without. */
export const named = (names: readonly string[]): string => `(?:[\\w\${}]+\\.)?"?(?:${names.join('|')})\\b"?`;

/** The columns of these types in PostgreSQL, in any table. */
export function columnsOfTypes(...types: readonly string[]): string {
  const stated = Object.values(tables).flatMap((table) => Object.entries((table as Partial<Table>).columns ?? {}));
  const names = stated.filter(([, { type }]) => types.includes(type)).map(([name]) => name);
  return `\\b(?:${[...new Set(names)].join('|')})\\b"?`;
}

/** One pattern for each column by which rows lie: the tables that lie by it, and the column. */
export function eachColumn(pattern: (tables: string, column: string) => string): string {
  const columns = Map.groupBy(spread, (table) => {
    const lies = tables[table];
    return lies !== undefined && 'column' in lies ? lies.column : '';
  });
  return [...columns].map(([column, names]) => pattern(named(names), `(?:"?\\w+"?\\.)?"?${column}\\b"?`)).join('|');
}

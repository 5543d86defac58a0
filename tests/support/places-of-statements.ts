// What is wrong with statements for a cluster, in sentences that say what would be right.
import { tables } from '#app/capabilities.ts';
import type { Table } from '#platform/db/define-table.ts';
import type { AsksAllNodes } from './asks-all-nodes.ts';
import type { Recorded } from './recorded-statements.ts';
import { formsRefusedOf } from './refused-by-a-cluster/index.ts';
import { type Named, readStatement } from './statement-reading.ts';

const isTable = (name: string): boolean => Object.hasOwn(tables, name);

function columnsOf(table: string): string[] {
  const stated = tables[table] as Partial<Table> | undefined;
  return Object.keys(stated?.columns ?? {});
}

function columnOf(table: string): string | undefined {
  const spread = tables[table];
  return spread !== undefined && 'column' in spread ? spread.column : undefined;
}

/** The tables of which a statement does not name one place. */
export function askedOfAllNodes(statements: readonly Recorded[]): ReadonlySet<string> {
  const named = statements.flatMap((statement) => spreadIn(statement));
  return new Set(named.filter(({ values }) => values.length !== 1).map(({ table }) => table));
}

const read = (statement: Recorded) => readStatement(statement, { isTable, columnOf, columnsOf });
const spreadIn = (statement: Recorded): Named[] =>
  read(statement).named.filter(({ table }) => columnOf(table) !== undefined);

export function faultsOf(statements: readonly Recorded[], allowed?: AsksAllNodes): string[] {
  return [...new Set(statements.flatMap((statement) => faultsOfOne(statement, allowed)))];
}

const faultsOfOne = (statement: Recorded, allowed: AsksAllNodes | undefined): string[] =>
  [...spreadIn(statement).flatMap((one) => placeFault(one, allowed)), ...refusedForms(statement)].map(
    (fault) => `${fault}\n  in: ${statement.text}`,
  );

function placeFault({ table, values, isLocked }: Named, allowed: AsksAllNodes | undefined): string[] {
  const column = `${table}.${columnOf(table)}`;
  if (values.length === 1) return [];
  if (isLocked) {
    return [`locks rows of ${table} on several nodes, which a cluster refuses: lock in a statement for each ${column}`];
  }
  if (allowed?.tables.includes(table)) return [];
  const remedy = 'name its value, not a column of another row; or add it to tests/support/asks-all-nodes.ts';
  return [`${howHeld(values)} ${column}: ${remedy} with the reason`];
}

/** What a cluster refuses wherever the rows lie. */
function refusedForms(statement: Recorded): string[] {
  const spread = spreadIn(statement);
  const moved = read(statement).sets.filter(({ table, column }) => columnOf(table) === column);
  const joined = spread.map(({ table }) => table).join(', ');
  return [
    ...moved.map(({ table, column }) => `sets ${table}.${column}, by which the row lies: delete and insert instead`),
    ...apart(spread),
    ...(liesTogether(spread)
      ? []
      : [`joins ${joined}, which do not lie together: read one, then the other by its values`]),
    ...formsRefusedOf(statement.text),
  ];
}

/** Tables of persons in one query are joined by the person too, wherever the rows lie. */
function apart(spread: readonly Named[]): string[] {
  const bySubject = ({ among, beside }: Named): string[] =>
    among.filter((table) => tables[table]?.kind === 'subject' && !beside.includes(table));
  const found = spread
    .filter(({ table }) => tables[table]?.kind === 'subject')
    .find((one) => bySubject(one).length > 0);
  if (found === undefined) return [];
  const column = `${found.table}.${columnOf(found.table)}`;
  return [`joins ${found.table} with ${bySubject(found).join(', ')} without ${column} on both sides: add it`];
}

const howHeld = (values: readonly unknown[]): string =>
  values.length === 0 ? 'does not name' : 'names several values of';

/** What lies by persons cannot be joined with what lies by a key of its own, nor one key's rows with another's. */
function liesTogether(spread: readonly Named[]): boolean {
  const keyed = new Set(spread.filter(({ table }) => tables[table]?.kind === 'key').map(({ table }) => table));
  const bySubject = spread.filter(({ table }) => tables[table]?.kind === 'subject');
  if (keyed.size + (bySubject.length > 0 ? 1 : 0) > 1) return false;
  if (new Set(bySubject.flatMap(({ values }) => values)).size <= 1) return true;
  // Each table is held to a list of several persons: what is joined is joined by the person (`apart`).
  return new Set(bySubject.map(({ values }) => JSON.stringify(values.toSorted()))).size <= 1;
}

// What a borrower may write: rows of the own person, and of single loans that others share with them, in the tables that
// the endpoint names. Changed and deleted rows are held by a condition, like rows that are read; of inserted rows the
// values are looked at before the statement is sent, since a prepared one has none when it is built.
import {
  ColumnNode,
  type ColumnUpdateNode,
  type DeleteQueryNode,
  type InsertQueryNode,
  type OperationNode,
  PrimitiveValueListNode,
  TableNode,
  type UpdateQueryNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import { ownersOf } from './borrowers-rows.ts';
import type { Having, OfBorrower } from './reach.ts';
import { ScopeViolation } from './scope-violation.ts';
import type { TableClasses } from './tables.ts';

export interface BorrowersWrites {
  mustUpdateOwn(node: UpdateQueryNode): void;
  mustDeleteOwn(node: DeleteQueryNode): void;
  /** Keeps where the insert says whose its rows are, for `mustInsertOwn`. */
  rememberOwners(node: InsertQueryNode, table: string): void;
}

/** Where the owners of an inserted row stand among the parameters of the statement. */
interface RowsOwner {
  readonly person: number;
  readonly loan: number | undefined;
  /** The kinds that the borrower sees, where they see not all of a table, and where their columns stand. */
  readonly only: readonly Having[];
  readonly kinds: ReadonlyMap<string, number | undefined>;
}

const ownersOfInserts = new WeakMap<OperationNode, readonly RowsOwner[]>();

export function borrowersWrites({ writes }: OfBorrower, classes: TableClasses): BorrowersWrites {
  const named = new Set(writes);
  const columnsOf = (table: string) => {
    const { person, reach } = ownersOf(classes[table]);
    if (!named.has(table) || person === undefined) throw new ScopeViolation(`a borrower writes ${table}`);
    return { person, loan: reach.loan, only: reach.only ?? [] };
  };
  const mustLeaveOwners = (table: string, updates: readonly ColumnUpdateNode[] | undefined): void => {
    const { person, loan, only } = columnsOf(table);
    // A row that is no longer of its kind would be out of the borrower's sight.
    const fixed = new Set([person, loan, ...only.flatMap((kind) => Object.keys(kind))]);
    const isOwner = ({ column }: ColumnUpdateNode) => ColumnNode.is(column) && fixed.has(nameOf(column));
    if (updates?.some(isOwner)) throw new ScopeViolation(`a borrower moves a row of ${table}`);
  };
  return {
    mustUpdateOwn: ({ table, from, updates }) => {
      if (from !== undefined) throw new ScopeViolation('a borrower changes rows by those of other tables');
      mustLeaveOwners(tableOf(table), updates);
    },
    mustDeleteOwn: ({ from, using }) => {
      if (using !== undefined) throw new ScopeViolation('a borrower deletes rows by those of other tables');
      for (const table of from.froms) {
        const { only } = columnsOf(tableOf(table));
        if (only.length > 0) throw new ScopeViolation('a borrower deletes rows of which they see some kinds');
      }
    },
    rememberOwners(node, table) {
      mustLeaveOwners(table, node.onConflict?.updates);
      ownersOfInserts.set(node, ownersIn(node, columnsOf(table)));
    },
  };
}

/** It is called before an insert is sent. */
export function mustInsertOwn(
  { personId, sharedLoans }: OfBorrower,
  node: OperationNode,
  parameters: readonly unknown[],
): void {
  for (const { person, loan, only, kinds } of ownersOfInserts.get(node) ?? []) {
    const isOwn = parameters[person] === personId;
    const isShared =
      loan !== undefined &&
      sharedLoans.some((one) => one.personId === parameters[person] && one.loanId === parameters[loan]);
    if (!isOwn && !isShared) throw new ScopeViolation('a borrower adds a row that is not theirs');
    const isOf = (kind: Having) =>
      Object.entries(kind).every(([column, values]) =>
        [values].flat().includes(parameters[kinds.get(column) ?? -1] as string),
      );
    if (only.length > 0 && !only.some(isOf)) throw new ScopeViolation('a borrower adds a row that they would not see');
  }
}

interface OwnerColumns {
  readonly person: string;
  readonly loan: string | undefined;
  readonly only: readonly Having[];
}

/** The parameters of an insert begin with its rows, one row after the other. */
function ownersIn(
  { with: names, columns = [], values }: InsertQueryNode,
  { person, loan, only }: OwnerColumns,
): RowsOwner[] {
  if (names !== undefined || values === undefined || !ValuesNode.is(values)) {
    throw new ScopeViolation('a borrower adds rows by a query');
  }
  const places = columns.map(nameOf);
  let first = 0;
  return values.values.map((row) => {
    const at = placesIn(row, first);
    first += at.filter((place) => place !== undefined).length;
    const placeOf = (column: string) => at[places.indexOf(column)];
    const owner = placeOf(person);
    if (owner === undefined) throw new ScopeViolation('a borrower adds a row that says not whose it is');
    const kinds = new Map(only.flatMap((kind) => Object.keys(kind)).map((column) => [column, placeOf(column)]));
    return { person: owner, loan: loan === undefined ? undefined : placeOf(loan), only, kinds };
  });
}

type Row = ValuesNode['values'][number];

/** The place of each value among the parameters; a value that is left to the database has none. */
function placesIn(row: Row, first: number): (number | undefined)[] {
  if (PrimitiveValueListNode.is(row)) return row.values.map((_, i) => first + i);
  let next = first;
  return row.values.map((value) => {
    if (value.kind === 'DefaultInsertValueNode') return undefined;
    if (!ValueNode.is(value) || value.immediate) throw new ScopeViolation('a borrower adds a row by an expression');
    next += 1;
    return next - 1;
  });
}

const nameOf = ({ column }: ColumnNode): string => column.name;

function tableOf(node: OperationNode | undefined): string {
  if (node === undefined || !TableNode.is(node)) throw new ScopeViolation('a borrower writes what is no plain table');
  return node.table.identifier.name;
}

// Which rows of a table a borrower reaches, as a condition that the scope adds to every query: those of the own person,
// and those of single loans that others share with them. Of tables that lie with no person it is none, unless the
// endpoint names the table.
import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type OperationNode,
  OperatorNode,
  OrNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  TableNode,
  ValueNode,
} from 'kysely';
import type { Having, OfBorrower, TableReach } from './reach.ts';
import { ScopeViolation } from './scope-violation.ts';
import type { TableClass, TableClasses } from './tables.ts';

/** The condition for the rows of a table, called `alias` in the query; undefined: all of the company. */
export type BorrowersRows = (table: string, alias: string) => OperationNode | undefined;

/** They say what time it is, which object an external id means, and where a cursor of a list stood. */
const openTables = ['test_clocks', 'external_ids', 'deleted_positions'];

export function borrowersRows(borrower: OfBorrower, classes: TableClasses): BorrowersRows {
  const named = new Set([...openTables, ...borrower.tables]);
  return (table, alias) => {
    const { person, reach } = ownersOf(classes[table]);
    if (person !== undefined) return rowsOfPerson(borrower, alias, person, reach);
    if (named.has(table)) return undefined;
    throw new ScopeViolation(`a borrower reads ${table}, which the endpoint does not name`);
  };
}

interface Owners {
  /** The column with the person; undefined: the rows lie with no person. */
  readonly person?: string;
  readonly reach: TableReach;
}

/** The owner of a content is a person, or the company. */
const ofPeople = ['person_id', 'owner_id'];

/** Whose the rows of a table are. */
export const ownersOf = (found: TableClass | undefined): Owners =>
  found?.kind === 'subject' && ofPeople.includes(found.column)
    ? { person: found.column, reach: found.reach ?? {} }
    : { reach: {} };

function rowsOfPerson(
  { personId, sharedLoans }: OfBorrower,
  alias: string,
  column: string,
  { loan, only = [] }: TableReach,
): OperationNode {
  const own = having(alias, { [column]: personId });
  const shared =
    loan === undefined ? [] : sharedLoans.map((one) => having(alias, { [column]: one.personId, [loan]: one.loanId }));
  const reached = any([own, ...shared]);
  return only.length === 0 ? reached : AndNode.create(reached, any(only.map((kind) => having(alias, kind))));
}

const any = (conditions: readonly OperationNode[]): OperationNode =>
  ParensNode.create(conditions.reduce((left, right) => OrNode.create(left, right)));

/** The parentheses keep an "and" together beside an "or". */
const having = (alias: string, columns: Having): OperationNode =>
  ParensNode.create(
    Object.entries(columns)
      .map(([column, value]) => isOne(alias, column, value))
      .reduce((left, right) => AndNode.create(left, right)),
  );

function isOne(alias: string, column: string, value: Having[string]): OperationNode {
  const reference = ReferenceNode.create(ColumnNode.create(column), TableNode.create(alias));
  return typeof value === 'object'
    ? BinaryOperationNode.create(reference, OperatorNode.create('in'), PrimitiveValueListNode.create([...value]))
    : BinaryOperationNode.create(reference, OperatorNode.create('='), ValueNode.create(value));
}

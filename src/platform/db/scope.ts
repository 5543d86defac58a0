// The wall between companies. Every query built with a scoped handle passes here: each table that it reads, joins,
// changes or deletes from is limited to the company, each inserted row gets the company, and a query that cannot be
// limited is refused. The other wall, between live and test, is the connection: a login and a schema for each mode.
import {
  type AggregateFunctionNode,
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type ColumnUpdateNode,
  type CompiledQuery,
  type DeleteQueryNode,
  type FunctionNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  type OnConflictNode,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  type RootOperationNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely';
import { type BorrowersRows, borrowersRows } from './borrowers-rows.ts';
import { type BorrowersWrites, borrowersWrites, mustInsertOwn } from './borrowers-writes.ts';
import type { OfBorrower } from './reach.ts';
import { ScopeViolation } from './scope-violation.ts';
import type { TableClasses } from './tables.ts';

const companyColumn = 'company_id';

const rootKinds = new Set(['SelectQueryNode', 'InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

/** Whose rows a handle shows: those of a company, or of them those that one of its borrowers reaches. */
export interface Wall {
  readonly companyId: string;
  readonly borrower?: OfBorrower;
}

/** The queries that passed here, with the wall of their handle. */
const confined = new WeakMap<OperationNode, Wall>();

/**
 * Checked before a query runs. Refused are queries built elsewhere, built with another company's handle, or changed
 * after they passed here (by another plugin, a schema, or by removing the plugins).
 */
export function mustBeConfinedTo(wall: Wall, { query, parameters }: CompiledQuery<unknown>): void {
  if (confined.get(query) !== wall) throw new ScopeViolation('the query was not built with the handle of its realm');
  if (wall.borrower !== undefined) mustInsertOwn(wall.borrower, query, parameters);
}

export function scopePlugin(wall: Wall, classes: TableClasses): KyselyPlugin {
  const tables = namesIn((name) => Object.hasOwn(classes, name));
  const rowsOf = wall.borrower && borrowersRows(wall.borrower, classes);
  const writes = wall.borrower && borrowersWrites(wall.borrower, classes);
  return {
    transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
      if (!rootKinds.has(node.kind)) throw new ScopeViolation(`${node.kind} cannot be scoped`);
      const query = new Scope(wall, tables, rowsOf, writes).transformNode(node, queryId);
      confined.set(query, wall);
      return query;
    },
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  };
}

interface TableNames {
  isTable(name: string): boolean;
  /** The first thing in a piece of SQL that could leave the realm: a table, quoted or not, or one of `waysAround`. */
  namedIn(sql: string): string | undefined;
}

/**
 * Ways to rows without naming a table of ours: other schemas, the server's statistics (they contain values of all
 * companies), functions that take SQL or a table's name as text, settings, and identifiers written as code points.
 */
const waysAround =
  /\b(?:live|test|tenor|jobs|public)"?\s*\.|\b(?:pg_\w*|information_schema|\w+_to_xml\w*|ts_stat|ts_rewrite|set_config|dblink\w*|u&")/i;

const namesIn = (isTable: (name: string) => boolean): TableNames => ({
  isTable,
  namedIn: (sql) =>
    sql.match(/[A-Za-z_][A-Za-z0-9_]*/g)?.find((word) => isTable(word.toLowerCase())) ?? waysAround.exec(sql)?.[0],
});

class Scope extends OperationNodeTransformer {
  readonly #wall: Wall;
  readonly #names: TableNames;
  readonly #rowsOf: BorrowersRows | undefined;
  readonly #writes: BorrowersWrites | undefined;
  readonly #withNames = new Set<string>();

  constructor(wall: Wall, names: TableNames, rowsOf: BorrowersRows | undefined, writes: BorrowersWrites | undefined) {
    super();
    this.#wall = wall;
    this.#names = names;
    this.#rowsOf = rowsOf;
    this.#writes = writes;
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    // A subquery built with the handle itself has passed here already.
    if (confined.get(node) === this.#wall) return node;
    this.#learnWithNames(node);
    const query = super.transformSelectQuery(node);
    return this.#confined(query, query.from?.froms ?? []);
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    this.#learnWithNames(node);
    mustLeaveCompany(node.updates);
    this.#writes?.mustUpdateOwn(node);
    const query = super.transformUpdateQuery(node);
    return this.#confined(query, [...(query.table ? [query.table] : []), ...(query.from?.froms ?? [])]);
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    this.#learnWithNames(node);
    this.#writes?.mustDeleteOwn(node);
    const query = super.transformDeleteQuery(node);
    return this.#confined(query, [...query.from.froms, ...(query.using?.tables ?? [])]);
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    this.#learnWithNames(node);
    if (this.#writes !== undefined && this.nodeStack.length > 1)
      throw new ScopeViolation('a borrower adds rows within a query');
    const query = super.transformInsertQuery(node);
    const table = query.into && TableNode.is(query.into) ? query.into.table.identifier.name : undefined;
    if (table === undefined || !this.#names.isTable(table)) throw new ScopeViolation('an insert names no known table');
    if (query.columns === undefined || query.values === undefined || !ValuesNode.is(query.values)) {
      throw new ScopeViolation(`an insert into ${table} without a list of values`);
    }
    if (query.columns.some((column) => nameOfColumn(column) === companyColumn)) {
      throw new ScopeViolation(`an insert into ${table} names the company itself`);
    }
    mustLeaveCompany(query.onConflict?.updates);
    const insert: InsertQueryNode = {
      ...query,
      columns: [...query.columns, ColumnNode.create(companyColumn)],
      values: ValuesNode.create(query.values.values.map((item) => this.#withCompany(item))),
    };
    const kept = query.onConflict?.updates
      ? { ...insert, onConflict: keptTo(query.onConflict, table, this.#rowsOf?.(table, table)) }
      : insert;
    this.#writes?.rememberOwners(kept, table);
    return kept;
  }

  protected override transformJoin(node: JoinNode): JoinNode {
    const join = super.transformJoin(node);
    const condition = this.#condition(join.table);
    if (condition === undefined) return join;
    // These joins also return rows that do not meet their condition, so rows of other companies.
    if (keepsAllRows.has(join.joinType)) throw new ScopeViolation(`a ${join.joinType} of a table`);
    if (join.on === undefined) throw new ScopeViolation(`a ${join.joinType} has no "on" to hold the company`);
    return { ...join, on: OnNode.create(both(condition, join.on.on)) };
  }

  protected override transformTable(node: TableNode): TableNode {
    const name = node.table.identifier.name;
    const isColumnsTable = this.nodeStack.at(-2)?.kind === 'ReferenceNode';
    if (node.table.schema !== undefined) throw new ScopeViolation(`${name} is named with a schema`);
    if (this.#insideRaw() && !isColumnsTable) throw new ScopeViolation(`raw SQL names the table ${name}`);
    if (!this.#names.isTable(name) && !this.#withNames.has(name)) this.#mustBeAlias(name);
    return super.transformTable(node);
  }

  protected override transformRaw(node: RawNode): RawNode {
    this.#mustNotName(textOf(node));
    return super.transformRaw(node);
  }

  protected override transformFunction(node: FunctionNode): FunctionNode {
    this.#mustNotName(node.func);
    return super.transformFunction(node);
  }

  protected override transformAggregateFunction(node: AggregateFunctionNode): AggregateFunctionNode {
    this.#mustNotName(node.func);
    return super.transformAggregateFunction(node);
  }

  /** The name of a function is sent as given, so it counts as raw SQL too. */
  #mustNotName(text: string): void {
    const named = this.#names.namedIn(text);
    if (named !== undefined) throw new ScopeViolation(`raw SQL names ${named}`);
  }

  protected override transformIdentifier(node: IdentifierNode): IdentifierNode {
    const isTableName = this.nodeStack.at(-3)?.kind === 'TableNode';
    if (this.#names.isTable(node.name) && this.#insideRaw() && !isTableName) {
      throw new ScopeViolation(`raw SQL names ${node.name}`);
    }
    return super.transformIdentifier(node);
  }

  protected override transformMergeQuery(): never {
    throw new ScopeViolation('merge cannot be scoped');
  }

  #learnWithNames(node: SelectQueryNode | InsertQueryNode | UpdateQueryNode | DeleteQueryNode): void {
    for (const { name } of node.with?.expressions ?? []) {
      const withName = name.table.table.identifier.name;
      if (this.#names.isTable(withName)) throw new ScopeViolation(`a "with" query is named like the table ${withName}`);
      this.#withNames.add(withName);
    }
  }

  /** A name that is no table may only be an alias, and only where a column names its table. */
  #mustBeAlias(name: string): void {
    const parent = this.nodeStack.at(-2)?.kind;
    if (parent === undefined || !aliasParents.has(parent)) {
      throw new ScopeViolation(`${name} is not a known table`);
    }
  }

  /**
   * True when the nearest enclosing node is raw SQL and not a query: a whole query inside raw SQL is scoped like any
   * other.
   */
  #insideRaw(): boolean {
    const nearest = this.nodeStack.findLast((node) => node.kind === 'RawNode' || rootKinds.has(node.kind));
    return nearest?.kind === 'RawNode';
  }

  #confined<T extends { readonly where?: WhereNode }>(query: T, sources: readonly OperationNode[]): T {
    const conditions = sources.map((source) => this.#condition(source)).filter((condition) => condition !== undefined);
    if (conditions.length === 0) return query;
    const company = conditions.reduce((left, right) => AndNode.create(left, right));
    return { ...query, where: WhereNode.create(query.where ? both(company, query.where.where) : company) };
  }

  /** `alias.company_id = $n`, and for a borrower more, when the source is a table of ours. */
  #condition(source: OperationNode): OperationNode | undefined {
    const table = AliasNode.is(source) ? source.node : source;
    if (!TableNode.is(table) || this.#withNames.has(table.table.identifier.name)) return undefined;
    const alias = AliasNode.is(source) && IdentifierNode.is(source.alias) ? source.alias.name : undefined;
    const name = table.table.identifier.name;
    const company = BinaryOperationNode.create(
      companyOf(alias ?? name),
      OperatorNode.create('='),
      ValueNode.create(this.#wall.companyId),
    );
    const own = this.#rowsOf?.(name, alias ?? name);
    return own === undefined ? company : both(company, own);
  }

  #withCompany(item: ValueListNode | PrimitiveValueListNode): ValueListNode | PrimitiveValueListNode {
    return PrimitiveValueListNode.is(item)
      ? PrimitiveValueListNode.create([...item.values, this.#wall.companyId])
      : ValueListNode.create([...item.values, ValueNode.create(this.#wall.companyId)]);
  }
}

const keepsAllRows = new Set<JoinNode['joinType']>(['RightJoin', 'FullJoin']);

/** The parents of an alias: `p.name`, the name of a "with" query, and `for update of p`. */
const aliasParents = new Set<OperationNode['kind']>([
  'ReferenceNode',
  'CommonTableExpressionNameNode',
  'SelectModifierNode',
]);

/** Raw SQL with all raw SQL inside it, as it will be sent, so that a name made of pieces is seen whole. */
function textOf(node: OperationNode): string {
  if (IdentifierNode.is(node)) return `"${node.name}"`;
  if (!RawNode.is(node)) return ' ';
  return node.sqlFragments
    .map((fragment, i) => fragment + (node.parameters[i] === undefined ? '' : textOf(node.parameters[i])))
    .join('');
}

const nameOfColumn = (node: ColumnNode): string => node.column.name;

/** A column in raw SQL could be any column, so only plain columns may be set. */
function mustLeaveCompany(updates: readonly ColumnUpdateNode[] | undefined): void {
  for (const { column } of updates ?? []) {
    if (!ColumnNode.is(column)) throw new ScopeViolation('an update sets a column that is not named plainly');
    if (nameOfColumn(column) === companyColumn) throw new ScopeViolation('an update sets the company');
  }
}

const companyOf = (table: string): ReferenceNode =>
  ReferenceNode.create(ColumnNode.create(companyColumn), TableNode.create(table));

/** The parentheses are necessary: the caller's condition may be an "or". */
const both = (company: OperationNode, condition: OperationNode): OperationNode =>
  AndNode.create(company, ParensNode.create(condition));

/** Without this, an upsert would overwrite the row of another company, or another borrower, that has the same key. */
function keptTo(conflict: OnConflictNode, table: string, own: OperationNode | undefined): OnConflictNode {
  const company = BinaryOperationNode.create(companyOf(table), OperatorNode.create('='), companyOf('excluded'));
  const same = own === undefined ? company : both(company, own);
  return {
    ...conflict,
    updateWhere: WhereNode.create(conflict.updateWhere ? both(same, conflict.updateWhere.where) : same),
  };
}

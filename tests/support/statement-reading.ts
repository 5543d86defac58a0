// Reads a recorded statement: which tables it names, and by which value of its distribution column each is held. It
// knows the SQL that we write, and no more.
import type { Recorded } from './recorded-statements.ts';

/** A table where a statement names it. */
export interface Named {
  readonly table: string;
  /** The values that hold it to its place; empty: it is asked wherever its rows may lie. */
  readonly values: readonly unknown[];
  readonly isLocked: boolean;
  /** The tables of its query that have to lie where it lies, by columns that equal each other; itself among them. */
  readonly beside: readonly string[];
  /** All tables of its query that are spread. */
  readonly among: readonly string[];
}

interface ReadStatement {
  readonly named: readonly Named[];
  /** Columns that an update sets, by table. */
  readonly sets: readonly { readonly table: string; readonly column: string }[];
}

type Group = readonly Token[];
type Token = string | Group;
interface Source {
  readonly table: string;
  readonly alias: string;
}

/** What has to be known of the tables. */
interface Tables {
  isTable(name: string): boolean;
  /** By which a table is spread. */
  columnOf(table: string): string | undefined;
  columnsOf(table: string): readonly string[];
}

export function readStatement(statement: Recorded, tables: Tables): ReadStatement {
  const { isTable } = tables;
  const named: Named[] = [];
  const sets: { table: string; column: string }[] = [];
  const visit = (tokens: Group): void => {
    for (const scope of scopesOf(tokens)) {
      const sources = sourcesOf(scope, isTable);
      const held = heldBy(scope, sources, tables, statement.values);
      const isLocked = locks(scope);
      const among = sources.filter(({ table }) => tables.columnOf(table) !== undefined);
      const tied = heldBy(scope, sources, tables, statement.values, among);
      const areTied = (a: Source, b: Source): boolean => tied(a).some((value) => tied(b).includes(value));
      for (const source of sources) {
        const beside = among.filter((other) => areTied(source, other)).map(({ table }) => table);
        named.push({
          table: source.table,
          values: held(source),
          isLocked,
          beside,
          among: among.map(({ table }) => table),
        });
      }
      const inserted = insertOf(scope, tables, statement.values);
      if (inserted !== undefined) named.push(inserted);
      sets.push(...setsOf(scope, sources));
    }
  };
  visit(groupsOf(statement.text));
  return { named, sets };
}

const tokenPattern = /"(?:[^"]|"")+"|\$\d+|'(?:[^']|'')*'|[a-z_]\w*|\d+|<>|<=|>=|::|->>?|\S/gi;

function groupsOf(text: string): Group {
  const stack: Token[][] = [[]];
  for (const [token] of text.matchAll(tokenPattern)) {
    if (token === '(') stack.push([]);
    else if (token === ')') {
      const group = stack.pop() as Token[];
      stack.at(-1)?.push(group);
    } else stack.at(-1)?.push(token);
  }
  return stack[0] as Group;
}

const verbs = new Set(['select', 'insert', 'update', 'delete', 'with']);
const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  typeof token === 'string' && words.includes(token);
const isQuery = (group: Group): boolean => typeof group[0] === 'string' && verbs.has(group[0]);

/** Each query by itself, with the parts of it that are no query. Of a union, each half. */
function* scopesOf(group: Group): Generator<Group> {
  let own: Token[] = [];
  for (const token of group) {
    if (isWord(token, 'union')) {
      yield own;
      own = [];
    } else own.push(token);
    if (typeof token !== 'string') yield* innerScopes(token);
  }
  yield own;
}

function* innerScopes(group: Group): Generator<Group> {
  if (isQuery(group)) yield* scopesOf(group);
  else for (const token of group) if (typeof token !== 'string') yield* innerScopes(token);
}

const nameOf = (token: Token | undefined): string | undefined =>
  typeof token === 'string'
    ? (/^"(.+)"$/.exec(token)?.[1] ?? (/^[a-z_]\w*$/.test(token) ? token : undefined))
    : undefined;

function sourcesOf(scope: Group, isTable: (name: string) => boolean): Source[] {
  const sources: Source[] = [];
  let isList = false;
  for (const [i, token] of scope.entries()) {
    if (isWord(token, 'where', 'set', 'on', 'order', 'group', 'limit', 'returning', 'for', 'values')) isList = false;
    if (isWord(token, 'from', 'using')) isList = true;
    const begins = isWord(token, 'from', 'join', 'update', 'using') || (isList && token === ',');
    const table = begins ? nameOf(scope[i + 1]) : undefined;
    if (table === undefined || !isTable(table)) continue;
    const alias = isWord(scope[i + 2], 'as') ? nameOf(scope[i + 3]) : undefined;
    sources.push({ table, alias: alias ?? table });
  }
  return sources;
}

const ends = [
  'where',
  'join',
  'inner',
  'left',
  'cross',
  'group',
  'order',
  'limit',
  'for',
  'returning',
  'union',
  'set',
  'using',
];

/** What has to be true of every row: the parts of "where" and "on" that "and" connects. */
function* conditionsOf(scope: Group): Generator<Group> {
  for (const [i, token] of scope.entries()) {
    const begins = isWord(token, 'where') || (isWord(token, 'on') && !isWord(scope[i + 1], 'conflict'));
    if (!begins) continue;
    const length = scope.slice(i + 1).findIndex((one) => isWord(one, ...ends) || isWord(one, 'on'));
    yield* conjuncts(scope.slice(i + 1, length < 0 ? undefined : i + 1 + length));
  }
}

function* conjuncts(tokens: Group): Generator<Group> {
  if (tokens.some((token) => isWord(token, 'or'))) return;
  yield tokens;
  for (const [i, token] of tokens.entries()) {
    // Behind a name it is the arguments of a function.
    const isPart = i === 0 || isWord(tokens[i - 1], 'and');
    if (typeof token !== 'string' && !isQuery(token) && isPart) yield* conjuncts(token);
  }
}

interface Reference {
  readonly alias: string | undefined;
  readonly column: string;
  readonly length: number;
}

function referenceAt(tokens: Group, at: number): Reference | undefined {
  const first = nameOf(tokens[at]);
  if (first === undefined) return undefined;
  const column = tokens[at + 1] === '.' ? nameOf(tokens[at + 2]) : undefined;
  return column === undefined ? { alias: undefined, column: first, length: 1 } : { alias: first, column, length: 3 };
}

/**
 * What holds one column holds all that have to equal it: of tables that are joined, one value is enough. `byThemselves`
 * names tables that count as held by a value of their own, so that those which share it are found.
 */
function heldBy(
  scope: Group,
  sources: readonly Source[],
  { columnOf, columnsOf }: Tables,
  values: readonly unknown[],
  byThemselves: readonly Source[] = [],
) {
  const held = new Map<string, unknown[]>(
    byThemselves.map(({ table, alias }) => [`${alias}.${columnOf(table)}`, [Symbol(alias)]]),
  );
  const equals: (readonly [string[], string[]])[] = [];
  const placesOf = ({ alias, column }: Reference): string[] =>
    sources
      .filter((source) => (alias === undefined ? columnsOf(source.table).includes(column) : alias === source.alias))
      .map((source) => `${source.alias}.${column}`);
  const hold = (place: string, more: readonly unknown[]): void =>
    void held.set(place, [...new Set([...(held.get(place) ?? []), ...more])]);
  for (const tokens of conditionsOf(scope)) {
    for (let i = 0; i < tokens.length; i++) {
      const left = tokens[i - 1] === '.' ? undefined : referenceAt(tokens, i);
      if (left === undefined || tokens[i + left.length] !== '=') continue;
      const at = i + left.length + 1;
      const given = valuesAt(tokens, at, values);
      const right = given === undefined ? referenceAt(tokens, at) : undefined;
      if (given !== undefined) for (const place of placesOf(left)) hold(place, given);
      if (right !== undefined) equals.push([placesOf(left), placesOf(right)], [placesOf(right), placesOf(left)]);
    }
  }
  for (const _ of equals) {
    for (const [some, others] of equals) {
      for (const one of some) for (const other of others) hold(one, held.get(other) ?? []);
    }
  }
  return ({ table, alias }: Source): readonly unknown[] => held.get(`${alias}.${columnOf(table)}`) ?? [];
}

const severalValues: readonly unknown[] = ['one', 'another'];

/** The values that a column is compared with. */
function valuesAt(tokens: Group, at: number, values: readonly unknown[]): readonly unknown[] | undefined {
  const token = tokens[at];
  if (typeof token === 'string') {
    if (token.startsWith('$')) return [values[Number(token.slice(1)) - 1]];
    if (token.startsWith("'")) return [token];
    const inside = tokens[at + 1];
    if (token !== 'any' || !Array.isArray(inside)) return undefined;
    // A list may hold many next time, though it holds one now.
    return valuesAt(inside, 0, values) && severalValues;
  }
  return undefined;
}

const alone = (table: string) => ({ isLocked: false, beside: [table], among: [table] });

/** The values of the distribution column in the rows that are inserted. */
function insertOf(scope: Group, { isTable, columnOf }: Tables, values: readonly unknown[]): Named | undefined {
  const into = scope.findIndex((token) => isWord(token, 'into'));
  const table = into < 0 ? undefined : nameOf(scope[into + 1]);
  if (table === undefined || !isTable(table)) return undefined;
  const columns = scope[into + 2] as Group;
  const place = columns.filter((token) => token !== ',').findIndex((token) => nameOf(token) === columnOf(table));
  const from = scope.findIndex((token) => isWord(token, 'values'));
  if (place < 0 || from < 0) return { table, values: [], ...alone(table) };
  const found: unknown[] = [];
  for (let i = from + 1; Array.isArray(scope[i]); i += 2) {
    const cells = (scope[i] as Group).filter((token) => token !== ',');
    found.push(...(valuesAt(cells, place, values) ?? []));
  }
  return { table, values: [...new Set(found)], ...alone(table) };
}

const locks = (scope: Group): boolean =>
  scope.some((token, i) => isWord(token, 'for') && isWord(scope[i + 1], 'update', 'share', 'no'));

function setsOf(scope: Group, sources: readonly Source[]): { table: string; column: string }[] {
  const [target] = sources;
  const from = scope.findIndex((token) => isWord(token, 'set'));
  if (target === undefined || !isWord(scope[0], 'update') || from < 0) return [];
  const columns: { table: string; column: string }[] = [];
  for (let i = from + 1; i < scope.length && !isWord(scope[i], 'where', 'from', 'returning'); i++) {
    const column = nameOf(scope[i]);
    const begins = isWord(scope[i - 1], 'set') || scope[i - 1] === ',';
    if (begins && column !== undefined && scope[i + 1] === '=') columns.push({ table: target.table, column });
  }
  return columns;
}

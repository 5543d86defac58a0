// Looks at a question before anything of it is sent: it must be one SELECT over the views, made of nothing but what the
// lists allow. The server would refuse most of the rest, and not all: a login may wait, lock, notify and read catalogues.
import { isDeepStrictEqual } from 'node:util';
import { allowedFunctions, allowedNodes, allowedOperators, allowedTypes, allowedValues } from './allowed.ts';
import { growthMax, growthOf, problemOfLength } from './growth.ts';
import { type FoundParameter, numbered, withValues } from './parameters.ts';
import { parserOfSql } from './parser.ts';
import { type Place, placeIn, placeOfByte } from './place.ts';

interface Complaint extends Place {
  readonly message: string;
}

export interface CheckedSelect {
  /** With `$1` for the first parameter, and of the same length. */
  readonly sql: string;
  readonly parameters: readonly string[];
  /** The same with values in place of the parameters. */
  withValues(values: ReadonlyMap<string, string>): string;
  /** The views that it reads. */
  readonly views: ReadonlySet<string>;
}

export interface Known {
  /** The views, with their columns. */
  readonly views: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names of all functions of the server, those of extensions too. */
  readonly functions: ReadonlySet<string>;
}

export const sqlMax = 32_768;
const wordsMax = 4_000;
const depthMax = 200;
/** Each may sort, or keep rows, in memory of its own. */
const partsMax = 60;
const working: ReadonlySet<string> = new Set(['JoinExpr', 'RangeFunction', 'SubLink', 'WindowDef']);

/** Errors are values: what is wrong, and where. */
export async function checkSelect(text: string, known: Known): Promise<CheckedSelect | Complaint> {
  const unfit = unfitText(text);
  if (unfit !== undefined) return unfit;
  const { parseSync, hasSqlDetails } = await parserOfSql();
  const given = numbered(text);
  const { sql, names, found } = given;
  try {
    const select = oneSelect(parseSync(sql) as Parsed, text);
    const walk = new Walk(text, known);
    walk.nameTables(select);
    walk.of(select, 0);
    if (
      !isDeepStrictEqual(
        walk.parameters.toSorted((a, b) => a.at - b.at),
        found,
      )
    )
      return parameterElsewhere;
    return {
      sql: withoutEnd(sql),
      parameters: names,
      views: walk.read,
      withValues: (values) => withoutEnd(withValues(given, values)),
    };
  } catch (error) {
    if (error instanceof NotAllowed) return { message: error.message, ...error.place };
    if (!hasSqlDetails(error)) return { message: 'The SQL is nested too deeply.', line: 1, column: 1 };
    const { message = 'syntax error', cursorPosition = 0 } = error.sqlDetails ?? {};
    return { message: `${message}.`, ...placeIn(text, cursorPosition) };
  }
}

const parameterElsewhere: Complaint = {
  message: 'A parameter is written :name, and stands in no text.',
  line: 1,
  column: 1,
};

/** A semicolon at the end is no second statement, and has no place inside a cursor. */
const withoutEnd = (sql: string): string => sql.replace(/[\s;]+$/, '');

class NotAllowed extends Error {
  readonly place: Place;
  constructor(message: string, place: Place) {
    super(message);
    this.place = place;
  }
}

function unfitText(text: string): Complaint | undefined {
  if (text.trim() === '') return { message: 'There is no SQL.', line: 1, column: 1 };
  if (Buffer.byteLength(text) > sqlMax)
    return { message: `The SQL is longer than ${sqlMax} bytes.`, line: 1, column: 1 };
  // The parser works on nothing else meanwhile: so many take it a tenth of a second.
  if ((text.match(/\w+|[^\s\w]/g)?.length ?? 0) > wordsMax) {
    return { message: `The SQL has more than ${wordsMax} words and signs.`, line: 1, column: 1 };
  }
  if (!text.isWellFormed()) return { message: 'The SQL has half a character.', line: 1, column: 1 };
  const nul = text.indexOf('\0');
  if (nul >= 0) return { message: 'The SQL has a NUL character.', ...placeIn(text, [...text.slice(0, nul)].length) };
  return undefined;
}

interface Parsed {
  readonly stmts?: readonly { readonly stmt?: Node; readonly stmt_location?: number }[];
}

type Node = Readonly<Record<string, unknown>>;

function oneSelect({ stmts = [] }: Parsed, text: string): Node {
  const [first, second] = stmts;
  if (second !== undefined) {
    throw new NotAllowed(
      'There is more than one statement.',
      placeOfByte(text, afterSpace(text, second.stmt_location ?? 0)),
    );
  }
  if (first?.stmt === undefined) throw new NotAllowed('There is no SELECT.', { line: 1, column: 1 });
  if (!('SelectStmt' in first.stmt)) throw new NotAllowed('It is no SELECT.', placeOfByte(text, afterSpace(text, 0)));
  return first.stmt;
}

const afterSpace = (text: string, byte: number): number => {
  const rest = Buffer.from(text).subarray(byte).toString('utf8');
  return byte + (rest.length - rest.trimStart().length);
};

/** Where a select takes rows from: names of its own, which hide views. */
type Names = ReadonlySet<string>;

class Walk {
  readonly read = new Set<string>();
  readonly parameters: FoundParameter[] = [];
  /** The last place that was passed, in bytes. */
  #at = 0;
  #growth = 0;
  #parts = 0;
  /** Where all columns of a table may stand: anywhere else they are a row as a whole. */
  #star: unknown;
  /** Names of tables in the question: a row as a whole has such a name. */
  readonly #tables = new Set<string>();
  readonly #text: string;
  readonly #views: Known['views'];
  readonly #functions: Known['functions'];
  readonly #columns: ReadonlySet<string>;

  constructor(text: string, { views, functions }: Known) {
    this.#text = text;
    this.#views = views;
    this.#functions = functions;
    this.#columns = new Set([...views.values()].flatMap((columns) => [...columns]));
  }

  /** Looks for the names of tables before everything else: a SELECT names its columns first. */
  nameTables(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    for (const [kind, value] of Object.entries(node)) {
      const { alias, relname, ctename } = (value ?? {}) as { alias?: Node; relname?: string; ctename?: string };
      if (kind === 'RangeVar') this.#nameTable(String(alias?.aliasname ?? relname), value as Node);
      if (kind === 'RangeSubselect' && alias !== undefined) this.#nameTable(String(alias.aliasname), value as Node);
      if (kind === 'CommonTableExpr') this.#nameTable(String(ctename), value as Node);
      this.nameTables(value);
    }
  }

  #nameTable(name: string, node: Node): void {
    if (this.#columns.has(name)) this.#refuse(`${name} is a column of a view: give the table another name.`, node);
    this.#tables.add(name);
  }

  of(node: unknown, depth: number, names: Names = new Set()): void {
    if (depth > depthMax) this.#refuse('It is nested too deeply.');
    if (Array.isArray(node)) {
      for (const one of node) this.of(one, depth + 1, names);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    for (const [kind, value] of Object.entries(node)) {
      if (!/^[A-Z]/.test(kind)) {
        if (kind === 'typeName') this.#type(value as Node);
        this.of(value, depth + 1, names);
        continue;
      }
      if (!allowedNodes.has(kind)) this.#refuse(`${wordsOf(kind)} is not allowed.`, value as Node);
      this.#node(kind, value as Node, depth, names);
    }
  }

  #node(kind: string, node: Node, depth: number, names: Names): void {
    if (typeof node.location === 'number' && node.location >= 0) this.#at = node.location;
    const looks: Readonly<Record<string, (node: Node, names: Names) => void>> = {
      FuncCall: (one) => this.#function(one),
      RangeVar: (one, known) => this.#table(one, known),
      A_Expr: (one) => this.#operator(one),
      A_Indirection: (one) => this.#indirection(one),
      ColumnRef: (one) => this.#column(one),
      SQLValueFunction: (one) => this.#value(one),
      ParamRef: (one) => {
        this.parameters.push({ number: Number(one.number), at: Number(one.location) });
      },
      CollateClause: (one) => this.#refuse('COLLATE is not allowed.', one),
      ResTarget: (one) => {
        this.#star = (one.val as Node | undefined)?.ColumnRef;
      },
      CommonTableExpr: (one) => this.#nameOf(one),
    };
    looks[kind]?.(node, names);
    this.#grow(kind, node);
    if (kind === 'SelectStmt') this.#select(node, depth, names);
    else this.of(node, depth + 1, names);
  }

  #grow(kind: string, node: Node): void {
    const growth = growthOf(kind, node);
    if (typeof growth === 'string') this.#refuse(growth, node);
    this.#growth += growth;
    if (working.has(kind) || node.over !== undefined) this.#parts += 1;
    if (this.#parts > partsMax) this.#refuse(`It has more than ${partsMax} parts.`, node);
    if (this.#growth > growthMax) this.#refuse(`Texts and lists are joined more than ${growthMax} times.`, node);
  }

  #select(node: Node, depth: number, names: Names): void {
    this.#parts += 1;
    if (node.intoClause !== undefined) this.#refuse('SELECT INTO is not allowed.');
    if (node.lockingClause !== undefined) this.#refuse('FOR UPDATE and FOR SHARE are not allowed.');
    const { withClause, ...rest } = node;
    const { recursive, ctes = [] } = (withClause ?? {}) as { recursive?: boolean; ctes?: readonly Node[] };
    if (recursive === true) this.#refuse('WITH RECURSIVE is not allowed.');
    const known = new Set(names);
    for (const cte of ctes) {
      this.of(cte, depth + 1, known);
      known.add(String((cte.CommonTableExpr as Node).ctename));
    }
    // A part of a UNION is a select without a name of its kind.
    for (const part of ['larg', 'rarg']) {
      if (rest[part] !== undefined) this.#select(rest[part] as Node, depth + 1, known);
    }
    const { larg: _, rarg: __, ...own } = rest;
    this.of(own, depth + 1, known);
  }

  #function(node: Node): void {
    const path = textsOf(node.funcname);
    const name = path.at(-1) as string;
    // The parser writes `extract(…)` and `like … escape` so.
    const isOfSyntax = path.length === 2 && path[0] === 'pg_catalog';
    if (path.length > 1 && !isOfSyntax) this.#refuse(`Write the function ${name} without a schema.`, node);
    if (!allowedFunctions.has(name)) this.#refuse(`The function ${name} is not allowed.`, node);
    if (node.func_variadic === true) this.#refuse('VARIADIC is not allowed.', node);
  }

  #type(node: Node): void {
    const path = textsOf(node.names);
    const name = path.at(-1) as string;
    if (
      path.length > 2 ||
      (path.length === 2 && path[0] !== 'pg_catalog') ||
      !allowedTypes.has(name) ||
      node.pct_type
    ) {
      this.#refuse(`The type ${path.join('.')} is not allowed.`, node);
    }
    const problem = problemOfLength(name, node);
    if (problem !== undefined) this.#refuse(problem, node);
  }

  #table(node: Node, names: Names): void {
    const name = String(node.relname);
    if (node.schemaname !== undefined || node.catalogname !== undefined) {
      this.#refuse(`Write the view ${name} without a schema.`, node);
    }
    if (names.has(name)) return;
    if (this.#views.has(name)) {
      this.read.add(name);
      return;
    }
    this.#refuse(`There is no view ${name}; the views are ${[...this.#views.keys()].join(', ')}.`, node);
  }

  #operator(node: Node): void {
    const path = textsOf(node.name);
    if (path.length !== 1) this.#refuse('Write operators without a schema.', node);
    const [name = ''] = path;
    const isWord = /^[A-Z ]+$/.test(name);
    if (!isWord && !allowedOperators.has(name)) this.#refuse(`The operator ${name} is not allowed.`, node);
  }

  /** A field of an expression may be a call: `(x).pg_sleep` is `pg_sleep(x)`. */
  #indirection(node: Node): void {
    for (const one of node.indirection as readonly Node[]) {
      if (!('A_Indices' in one))
        this.#refuse('A field of an expression is not allowed; name the column of a table.', node);
    }
  }

  /** And so may a column: `g.pg_sleep` is `pg_sleep(g)` where g has no such column. */
  #column(node: Node): void {
    const fields = (node.fields as readonly Node[]).map((field) =>
      'A_Star' in field ? '*' : String((field.String as Node).sval),
    );
    if (fields.length > 2) this.#refuse('Write columns as view.column, without a schema.', node);
    const name = fields.at(-1) as string;
    if (fields.length === 1 && this.#tables.has(name))
      this.#refuse(`A row as a whole is not allowed: name columns of ${name}.`, node);
    if (name === '*' && node !== this.#star)
      this.#refuse('All columns of a table stand in a list of columns alone.', node);
    if (name === '*' || fields.length < 2 || this.#columns.has(name)) return;
    if (this.#functions.has(name)) this.#refuse(`${name} is no column of a view.`, node);
  }

  #value(node: Node): void {
    if (!allowedValues.has(String(node.op))) this.#refuse('Who is connected is not told.', node);
  }

  #nameOf(node: Node): void {
    const name = String(node.ctename);
    if (name.startsWith('pg_')) this.#refuse('Names that begin with pg_ are not allowed.', node);
    if (this.#views.has(name)) this.#refuse(`${name} is a view: give your own another name.`, node);
  }

  #refuse(message: string, node?: Node): never {
    const at = typeof node?.location === 'number' && node.location >= 0 ? node.location : this.#at;
    throw new NotAllowed(message, placeOfByte(this.#text, at));
  }
}

const textsOf = (nodes: unknown): string[] =>
  ((nodes ?? []) as readonly Node[]).map((one) => String((one.String as Node | undefined)?.sval ?? ''));

/** `RangeTableSample` becomes `range table sample`. */
const wordsOf = (kind: string): string => kind.replaceAll(/([a-z])([A-Z])/g, '$1 $2');

// How a compiled query is sent: under a name, so that the server keeps its plan, when its text is sent again and again.
import type { Writable } from 'node:stream';
import type { Compilable, CompiledQuery } from 'kysely';
import pg, { type ClientBase } from 'pg';
import { isOutdated } from './sqlstate.ts';
import { encoded } from './wire.ts';

/**
 * Beyond this many texts, queries are sent without a name: lists of varying length make endless texts, and each name
 * costs the server memory.
 */
const namesMax = 1000;
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= namesMax) return '';
  const name = `t${names.size + 1}`;
  names.set(text, name);
  return name;
}

type Row = Record<string, unknown>;

export interface Result {
  readonly rows: Row[];
  readonly rowCount: number | null;
  /** What was done: `SELECT`, or `ROLLBACK` when a commit failed. */
  readonly command: string;
}

/**
 * Holds back what is written to the server until the running code has nothing to add, so that the statements of a
 * flight go out in one packet instead of one each. If the driver hides its socket, they go out one by one.
 */
export function sendTogether(client: ClientBase): void {
  const { stream } = (client as ClientBase & { connection?: { stream?: Writable } }).connection ?? {};
  if (stream === undefined || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const afresh = Symbol('planned afresh');

/**
 * For a query whose best plan depends on its values: it is sent without a name, so that the server plans it each time.
 * Under a name the server may keep one plan for all values, which is bad for some when values are skewed.
 */
export const plannedAfresh = <T>(query: Compilable<T>): Compilable<T> => ({
  compile: () => ({ ...query.compile(), [afresh]: true }),
});

export const send = (client: ClientBase, query: CompiledQuery<unknown>): Promise<Result> =>
  submit(client, afresh in query ? '' : nameOf(query.sql), query.sql, query.parameters);

/** Sends `begin`, `commit` and the like. */
export const order = (client: ClientBase, text: string): Promise<Result> => submit(client, nameOf(text), text, []);

/** Outside a transaction, where an outdated one can simply be sent again. */
export const sendAlone = (client: ClientBase, query: CompiledQuery<unknown>): Promise<Result> =>
  send(client, query).catch((error) => {
    if (!isOutdated(error)) throw error;
    return send(client, query);
  });

/**
 * Raised when a migration of a later release, which runs beside, has outdated a statement: from then on all have other
 * names, so that each connection prepares them anew.
 */
let generation = 0;

function submit(client: ClientBase, name: string, text: string, values: readonly unknown[]): Promise<Result> {
  const begun = generation;
  const kept = name === '' || begun === 0 ? name : `${name}.${begun}`;
  return new Promise<Result>((resolve, reject) => {
    client.query(new Statement(kept, text, values, resolve, reject) as never);
  }).catch((error) => {
    if (isOutdated(error) && begun === generation) generation += 1;
    throw retraced(error);
  });
}

/** The stack of a driver's error leads to its socket; this one leads to the code that asked. */
function retraced(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error);
  return error;
}

/** The methods of the driver's connection that a statement needs. */
interface Connection {
  readonly stream: Writable;
  /** The names that the server knows or that have been sent to it, with their texts. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** The columns of named statements, known once the server has described them on this connection. */
const known = new WeakMap<Connection, Map<string, readonly Column[]>>();

const noColumns: readonly Column[] = [];

/** The driver takes no other kind of query into a pipeline. It reads only the name and the text. */
const DriverQuery = pg.Query as unknown as new (text: string) => { text: string; name?: string };

/**
 * Replaces the driver's query: written as one piece, without asking again which columns the answer has, and without
 * events, which together were a third of what the driver costs.
 */
class Statement extends DriverQuery {
  readonly values: readonly unknown[];
  readonly #resolve: (result: Result) => void;
  readonly #reject: (error: unknown) => void;
  /** The driver gives each query its types before it submits it. */
  readonly _result: { _types?: { getTypeParser(oid: number): (text: string) => unknown } } = {};
  #connection: Connection | undefined;
  #columns: readonly Column[] | undefined;
  readonly #rows: Row[] = [];
  #command = '';
  #rowCount: number | null = null;
  #failure: unknown;

  constructor(
    name: string,
    text: string,
    values: readonly unknown[],
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
  ) {
    super(text);
    this.name = name;
    this.values = values;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): Error | null {
    const { name = '', text, values } = this;
    this.#connection = connection;
    this.#columns = name === '' ? undefined : knownOf(connection).get(name);
    const isParsed = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name];
    try {
      const needs = { parse: name === '' || isParsed === undefined, describe: this.#columns === undefined };
      const bytes = encoded({ name, text, values }, needs);
      if (name !== '' && needs.parse) connection.submittedNamedStatements[name] = text;
      connection.stream.write(bytes);
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const typed = this._result._types ?? pg.types;
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: typed.getTypeParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#failure !== undefined) return;
    const row: Row = {};
    try {
      let i = 0;
      for (const { name, parse } of this.#columns as readonly Column[]) {
        const text = fields[i++] as string | null;
        row[name] = text === null ? null : parse(text);
      }
    } catch (error) {
      this.#failure = error;
    }
    this.#rows.push(row);
  }

  /** `SELECT 3`, `INSERT 0 1`, `COMMIT`. */
  handleCommandComplete({ text }: { text: string }): void {
    const space = text.indexOf(' ');
    this.#command = space < 0 ? text : text.slice(0, space);
    this.#rowCount = space < 0 ? null : Number(text.slice(text.lastIndexOf(' ') + 1));
  }

  handleReadyForQuery(): void {
    if (this.#failure !== undefined) {
      this.#reject(this.#failure);
      return;
    }
    // Stored only after it has run: the server may not even have parsed a statement that failed.
    if (this.name) knownOf(this.#connection as Connection).set(this.name, this.#columns ?? noColumns);
    this.#resolve({ rows: this.#rows, rowCount: this.#rowCount, command: this.#command });
  }

  handleError(error: unknown): void {
    this.#reject(this.#failure ?? error);
  }

  handleEmptyQuery(): void {}
}

function knownOf(connection: Connection): Map<string, readonly Column[]> {
  let columns = known.get(connection);
  if (columns === undefined) {
    columns = new Map();
    known.set(connection, columns);
  }
  return columns;
}

// Statements that go to the server in one piece and are answered in one: to the driver they are one query. Its own is
// written in small pieces, with events and a description of the columns at every use, and one answer for each statement
// that nobody waits for; together that was half of what the driver costs.
import type { Writable } from 'node:stream';
import pg, { type ClientBase } from 'pg';
import { isSqlError } from '../sqlstate.ts';
import { plainRowReader, type ReadRow, type Row, rowReader } from './row-reader.ts';
import * as wire from './wire.ts';

export interface Result {
  readonly rows: Row[];
  readonly rowCount: number | null;
  /** What was done: `SELECT`, or `ROLLBACK` when a commit failed. */
  readonly command: string;
}

interface Sending {
  /** Empty for a statement without a name. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly answered: (result: Result) => void;
  readonly failed: (error: unknown) => void;
}

/** The methods of the driver's connection that a statement needs. */
interface Connection {
  readonly stream: Writable;
  /** The names that the server knows or that have been sent to it, with their texts. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
}

/** How the rows of named statements are read, known once the server has described them on this connection. */
const known = new WeakMap<Connection, Map<string, ReadRow>>();

const noRows: ReadRow = () => ({});

/** A server that hangs is known by its silence: it answers a long flight in parts. */
const statementsMax = 32;

/** An earlier statement of the same packet failed, so the server has not even begun this one. */
class Skipped extends Error {}

class Statement {
  readonly sending: Sending;
  /** The server knew it before. */
  isParsed = false;
  readRow: ReadRow | undefined;
  readonly rows: Row[] = [];
  command = '';
  rowCount: number | null = null;
  failure: unknown;

  constructor(sending: Sending) {
    this.sending = sending;
  }
}

export class Packet {
  /** The driver keeps the name and the text of the statement that is being answered, once the server knows it. */
  name = '';
  text = '';
  /** The driver gives each query its types before it submits it. */
  readonly _result: { _types?: { getTypeParser(oid: number): (text: string) => unknown } } = {};
  readonly #statements: Statement[] = [];
  #at = 0;
  #connection: Connection | undefined;

  /** For tests that look at what was sent. */
  get sendings(): readonly Sending[] {
    return this.#statements.map(({ sending }) => sending);
  }

  get isFull(): boolean {
    return this.#statements.length === statementsMax;
  }

  add(sending: Sending): void {
    this.#statements.push(new Statement(sending));
  }

  send(client: ClientBase): void {
    client.query(this as never);
  }

  submit(connection: Connection): Error | null {
    this.#connection = connection;
    const { parsedStatements, submittedNamedStatements } = connection;
    const readers = knownOf(connection);
    wire.begin();
    try {
      for (const statement of this.#statements) {
        const { name, text } = statement.sending;
        if (name !== '') statement.readRow = readers.get(name);
        statement.isParsed = name !== '' && (parsedStatements[name] ?? submittedNamedStatements[name]) !== undefined;
        wire.add(statement.sending, { parse: !statement.isParsed, describe: statement.readRow === undefined });
        if (name !== '' && !statement.isParsed) submittedNamedStatements[name] = text;
      }
      this.#toNext(0);
      writeAll(connection.stream, wire.finish());
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const typed = this._result._types ?? pg.types;
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: typed.getTypeParser(dataTypeID) }));
    this.#answering.readRow = (this.name === '' ? plainRowReader : rowReader)(columns);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const statement = this.#answering;
    if (statement.failure !== undefined) return;
    try {
      statement.rows.push((statement.readRow as ReadRow)(fields));
    } catch (error) {
      statement.failure = error;
    }
  }

  /** `SELECT 3`, `INSERT 0 1`, `COMMIT`. */
  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.#answering;
    const space = text.indexOf(' ');
    statement.command = space < 0 ? text : text.slice(0, space);
    statement.rowCount = space < 0 ? null : Number(text.slice(text.lastIndexOf(' ') + 1));
    this.#toNext(this.#at + 1);
  }

  handleEmptyQuery(): void {
    this.#toNext(this.#at + 1);
  }

  handleReadyForQuery(): void {
    for (const statement of this.#statements) this.#answer(statement);
  }

  /**
   * The server has skipped what comes after the statement that failed. Where all had been done, what failed is the
   * commit of a statement outside a transaction; where the connection was lost, nobody knows what had been done.
   */
  handleError(error: unknown): void {
    const failedAt = this.#at < this.#statements.length ? this.#at : 0;
    const isLost = !isSqlError(error);
    for (const [i, statement] of this.#statements.entries()) {
      const { sending, isParsed } = statement;
      if (!isParsed && i >= failedAt) delete this.#connection?.submittedNamedStatements[sending.name];
      if (i < failedAt) this.#answer(statement);
      else if (i === failedAt || isLost || this.#at > i) sending.failed(error);
      else sending.failed(new Skipped('An earlier statement failed.', { cause: error }));
    }
  }

  #answer({ sending, readRow = noRows, rows, rowCount, command, failure }: Statement): void {
    // Stored only after it has run: the server may not even have parsed a statement that failed.
    if (sending.name !== '') knownOf(this.#connection as Connection).set(sending.name, readRow);
    if (failure === undefined) sending.answered({ rows, rowCount, command });
    else sending.failed(failure);
  }

  get #answering(): Statement {
    return this.#statements[this.#at] as Statement;
  }

  #toNext(at: number): void {
    this.#at = at;
    const next = this.#statements[at]?.sending;
    this.name = next?.name ?? '';
    this.text = next?.text ?? '';
  }
}

/** The driver takes no other kind of query into a pipeline. */
Object.setPrototypeOf(Packet.prototype, pg.Query.prototype);

function knownOf(connection: Connection): Map<string, ReadRow> {
  let readers = known.get(connection);
  if (readers === undefined) {
    readers = new Map();
    known.set(connection, readers);
  }
  return readers;
}

/** In one call of the system. */
function writeAll(stream: Writable, parts: readonly Buffer[]): void {
  stream.cork();
  for (const part of parts) stream.write(part);
  stream.uncork();
}

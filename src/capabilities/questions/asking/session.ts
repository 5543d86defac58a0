// Asks one question in a session of its own: read only, and bounded from outside in time and bytes. Nothing of the session is
// used again.
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import pg, { type Client, type ClientConfig, DatabaseError, type FieldDef, type QueryArrayConfig } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { stopwatch } from '#platform/clock.ts';
import type { Server } from '#platform/db/connection.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import { schemaOfViews } from '#platform/db/views/make-views.ts';
import { signedTicket, ticketRefused, ticketSetting } from '#platform/db/views/ticket.ts';
import { Refusal } from '#platform/errors.ts';
import { placeIn } from '#platform/sql/place.ts';
import type { AnswerText } from '../answer-text.ts';
import { questionErrors } from '../errors.ts';
import { breakOff, bytesReceived, cancelWork } from './cancel.ts';
import { asText } from './columns.ts';
import type { Login } from './login.ts';
import { giveWay, memoryOfSession } from './own-process.ts';

export interface Bounds {
  readonly timeMsMax: number;
  /** What a row, or the answer of another command, may have. */
  readonly rowBytesMax: number;
  /** What the server's process may have, where it runs on this machine. */
  readonly memoryBytesMax: number;
  /** False: it takes no more than one processor of the server. */
  readonly hasHelpers?: boolean;
  /** Waited for after a piece of the lines was taken, so that others come first; the server sends no faster. */
  readonly rest?: ((workedMs: number) => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Place {
  readonly server: Server;
  readonly mode: Mode;
}

/** Each part of a question may have so much. */
const workMemory = '16MB';

const settingsOf = (mode: Mode, { timeMsMax, hasHelpers = true }: Bounds): string =>
  Object.entries({
    search_path: schemaOfViews(mode),
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    IntervalStyle: 'postgres',
    standard_conforming_strings: 'on',
    default_transaction_read_only: 'on',
    // All of an answer is wanted, and not its first rows soon.
    cursor_tuple_fraction: '1',
    work_mem: workMemory,
    statement_timeout: String(timeMsMax),
    idle_in_transaction_session_timeout: String(timeMsMax),
    lock_timeout: '2000',
    ...(hasHelpers ? {} : { max_parallel_workers_per_gather: '0' }),
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

export interface Session {
  /** Begins to answer; places of errors are those of the text. */
  declare(sql: string, values: readonly (string | null)[], text: string): Promise<void>;
  /** The columns of what was declared; nothing of it is worked on. */
  columns(): Promise<readonly FieldDef[]>;
  /** All rows as they become lines of the text: by COPY, which takes less time and memory than a cursor. */
  copy(sql: string, text: AnswerText): AsyncGenerator<Buffer>;
  explain(sql: string, values: readonly (string | null)[], text: string): Promise<string[]>;
  close(): Promise<void>;
}

/** By a login of its own. Throws what the server says where the login is not known. Errors: those of `questionErrors`. */
export async function openSession({ server, mode }: Place, login: Login, bounds: Bounds): Promise<Session> {
  const at = { ...server, ...login };
  const client = await connected(at, mode, bounds);
  // Only questions have the login, so it is never a process of the service that gives way.
  return sessionOf(client, at, bounds, () => giveWay(client));
}

/** Waiting for the first row is no part of the time of a question. */
const ticketSecondsMore = 60;

/** By one login for all companies: before anything is asked, the session gets a ticket that says for whom it asks. */
export async function openWithTicket(
  server: Server,
  key: Buffer,
  { mode, companyId }: Realm,
  bounds: Bounds,
): Promise<Session> {
  const client = await connected(server, mode, bounds);
  const asked = 'select pg_backend_pid() as id, extract(epoch from clock_timestamp())::bigint as now';
  const [{ id, now }] = (await client.query<{ id: string; now: string }>(asked)).rows as [{ id: string; now: string }];
  const until = Number(now) + Math.ceil(bounds.timeMsMax / 1_000) + ticketSecondsMore;
  const ticket = signedTicket(key, { mode, companyId, until, processId: Number(id) });
  // As a parameter: the texts of statements can be read by the other sessions of the login.
  await client.query('select set_config($1, $2, false)', [ticketSetting, ticket]);
  return sessionOf(client, server, bounds);
}

async function connected(server: Server, mode: Mode, bounds: Bounds): Promise<Client> {
  const config: ClientConfig = {
    ...server,
    options: settingsOf(mode, bounds),
    application_name: 'tenor question',
    connectionTimeoutMillis: 5_000,
    types: asText,
  };
  const client = new pg.Client(config);
  client.on('error', () => {});
  await client.connect();
  return client;
}

type Ended = 'time' | 'bytes' | 'memory' | 'signal';

/** A gigabyte is written in a second. */
const memoryLookMs = 50;

/** Ends the work of the server when its time is over, when too much comes, or when somebody wants no answer any more. */
class Limits {
  readonly #client: Client;
  readonly #server: Server;
  readonly #bounds: Bounds;
  readonly #timer: NodeJS.Timeout;
  readonly #look: NodeJS.Timeout;
  readonly #stop = () => this.end('signal');
  #ended: Ended | undefined;
  #isOver = false;

  constructor(client: Client, server: Server, bounds: Bounds) {
    this.#client = client;
    this.#server = server;
    this.#bounds = bounds;
    this.#timer = setTimeout(() => this.end('time'), bounds.timeMsMax);
    this.#look = setInterval(() => {
      if ((memoryOfSession(client) ?? 0) > bounds.memoryBytesMax) this.end('memory');
    }, memoryLookMs);
    bounds.signal?.addEventListener('abort', this.#stop);
    if (bounds.signal?.aborted) this.#stop();
  }

  end(why: Ended): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    if (why === 'bytes') breakOff(this.#client);
    else void cancelUntil(this.#server, this.#client, () => this.#isOver);
  }

  mustGoOn(): void {
    if (this.#ended !== undefined) throw errorOfEnd(this.#ended);
  }

  /** What is said of an error: why the work was ended, or what the server says. */
  told(error: unknown, text?: string): unknown {
    return this.#ended === undefined ? toldError(error, text) : errorOfEnd(this.#ended);
  }

  tooLong(bytes: number): void {
    if (bytes > this.#bounds.rowBytesMax) this.end('bytes');
  }

  over(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearInterval(this.#look);
    this.#bounds.signal?.removeEventListener('abort', this.#stop);
  }
}

/** `beforeLong`: what is done before all rows are asked for. To look at a question takes a moment, and gives way to nobody. */
function sessionOf(client: Client, server: Server, bounds: Bounds, beforeLong = () => {}): Session {
  const limits = new Limits(client, server, bounds);
  let isCopying = false;
  const within = async <T>(ask: () => Promise<T>, text?: string): Promise<T> => {
    limits.mustGoOn();
    const before = bytesReceived(client);
    const look = setInterval(() => limits.tooLong(bytesReceived(client) - before), 20);
    try {
      return await ask();
    } catch (error) {
      throw limits.told(error, text);
    } finally {
      clearInterval(look);
    }
  };
  const begin = () => within(() => client.query('begin read only'));
  const rows = (text: string, values: readonly (string | null)[] = []) =>
    // Extended: the protocol then takes one command, whatever the text says.
    client.query({ text, values: [...values], rowMode: 'array', queryMode: 'extended' } as QueryArrayConfig);
  return {
    async declare(sql, values, text) {
      await begin();
      await within(() => rows(`${cursor}${sql}`, values), text);
    },
    columns: async () => (await within(() => rows('fetch 0 from answer'))).fields,
    async *copy(sql, text) {
      beforeLong();
      await within(() => client.query('close answer'));
      limits.mustGoOn();
      isCopying = true;
      try {
        // It was one SELECT when it was declared, so it cannot close the parentheses; it may end with a comment.
        const copied = client.query(copyTo(`copy (${sql}\n) to stdout`));
        for await (const part of inPieces(copied as AsyncIterable<Buffer>, bounds)) {
          const lines = text.take(part);
          limits.tooLong(text.pendingBytes);
          if (lines !== undefined) yield lines;
        }
        isCopying = false;
        yield text.rest();
      } catch (error) {
        throw limits.told(error);
      }
    },
    async explain(sql, values, text) {
      await begin();
      // Estimates are made of statistics of all companies: they are not shown.
      const { rows: lines } = await within(() => rows(`${explaining}${sql}`, values), text);
      return (lines as string[][]).map(([line = '']) => line);
    },
    async close() {
      limits.over();
      // Whoever asked has read enough, or something went wrong.
      if (isCopying) await cancelWork(server, client);
      await Promise.race([
        client.query('rollback').then(() => client.end()),
        sleep(patienceMs, undefined, { ref: false }),
      ]).catch(() => {});
      breakOff(client);
    },
  };
}

/** So many bytes become lines in half a millisecond or so. */
const pieceBytes = 16_384;

/** A request takes about as long. */
const workMs = 5;
/** Who takes the lines may have waited for others meanwhile, which is no work. */
const workMsMax = 25;

/** Between two pieces others have the event loop, and after a few of them a rest. */
async function* inPieces(parts: AsyncIterable<Buffer>, { rest }: Bounds): AsyncGenerator<Buffer> {
  let workedMs = 0;
  for await (const part of parts) {
    for (let at = 0; at < part.length; at += pieceBytes) {
      const took = stopwatch();
      yield part.subarray(at, at + pieceBytes);
      workedMs += took();
      await breathe();
      if (workedMs < workMs) continue;
      await rest?.(Math.min(workedMs, workMsMax));
      workedMs = 0;
    }
  }
}

/** A server that does not even roll back is left alone. */
const patienceMs = 2_000;

const cancelsMax = 5;
const betweenCancelsMs = 400;

/** A cancel that arrives between two statements ends nothing, so it is sent again; then the session is broken off. */
async function cancelUntil(server: Server, client: Client, isOver: () => boolean): Promise<void> {
  for (let i = 0; i < cancelsMax && !isOver(); i += 1) {
    await cancelWork(server, client);
    await sleep(betweenCancelsMs, undefined, { ref: false });
  }
  if (!isOver()) breakOff(client);
}

const cursor = 'declare answer no scroll cursor for ';
/** As long as the other, so that places are alike. */
const explaining = 'explain (costs off) '.padEnd(cursor.length);

function errorOfEnd(ended: Ended): Refusal {
  if (ended === 'time') return new Refusal(questionErrors.QuestionTooLong, 'The question took too long and was ended.');
  if (ended === 'signal')
    return new Refusal(questionErrors.QuestionTooLong, 'The question was ended before it was answered.');
  if (ended === 'memory') return tooMuchMemory();
  return new Refusal(questionErrors.AnswerTooLarge, 'A part of the answer is too large; ask for shorter texts.');
}

const tooMuchMemory = (): Refusal =>
  new Refusal(questionErrors.AnswerTooLarge, 'The question needs more memory or disk than it may have.');

const lengthOfPrefix = cursor.length;

/** Errors that come of the SQL or of the data; everything else is ours. */
function toldError(error: unknown, text?: string): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const { code = '', message, position } = error;
  if (code === '57014') return errorOfEnd('time');
  if (code === ticketRefused) {
    return new Refusal(
      questionErrors.QuestionsNotPossible,
      `The database does not take the ticket by which this service asks: ${message}. Where its key was changed or removed, the service has to be started again.`,
    );
  }
  if (code === '55P03') return new Refusal(questionErrors.QuestionsBusy, 'The views are being made anew; ask again.');
  if (/^5[34]/.test(code)) return tooMuchMemory();
  const at = position === undefined || text === undefined ? undefined : placeOfError(text, Number(position));
  if (/^(42|0A)/.test(code)) {
    const data = { path: 'sql', ...at };
    return new Refusal(questionErrors.QuestionRefused, `${sentence(message)}${saidPlace(at)}`, { data });
  }
  if (/^(2[0-9A-Z]|40|P0|38|XX)/.test(code)) {
    return new Refusal(questionErrors.QuestionFailed, `${sentence(message)}${saidPlace(at)}`, { data: { ...at } });
  }
  return error;
}

const sentence = (message: string): string => `The database says: ${message}.`;
const saidPlace = (at: { line: number; column: number } | undefined): string =>
  at === undefined ? '' : ` Line ${at.line}, column ${at.column}.`;

const placeOfError = (text: string, position: number) => placeIn(text, position - 1 - lengthOfPrefix);

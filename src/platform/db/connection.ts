// How a pool connects. A DATABASE_URL would override the pool's fields, so the address is split into its parts first
// and our own fields are applied after them.
import type { ClientConfig, CustomTypesConfig, PoolConfig } from 'pg';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

export type Server = ClientConfig;

/** A vanished host sends nothing, so only probes on the network can find it. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * The same on the server's side. When the machine of a service loses its power, its sessions are not closed: without
 * probes the server would keep their locks, such as the relay's, for the usual two hours, and no other process could
 * lead.
 */
const vanishing = {
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
};

const asOptions = (settings: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);

/** Options in the address come last and win. */
export function serverOfUrl(url: string): Server {
  const given = parseIntoClientConfig(url) as ClientConfig;
  return { ...keepAlive, ...given, options: [...asOptions(vanishing), given.options].filter(Boolean).join(' ') };
}

/** The server's 2026-03-01 08:00:00.5+00 in UTC becomes 2026-03-01T08:00:00.500000+00:00. */
function instantOfTimestamp(text: string): string {
  const [space, end] = [text.indexOf(' '), text.length - 3];
  const time = text.slice(space + 1, space + 9);
  const [dot, fraction] = [text.charAt(space + 9), text.slice(space + 10, end)];
  if (space < 10 || time.length !== 8 || !text.endsWith('+00') || (dot !== '.' && end !== space + 9)) {
    throw new Error('A timestamp came in an unknown form; is the session in UTC?');
  }
  return `${text.slice(0, space)}T${time}.${fraction.padEnd(6, '0')}+00:00`;
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the integers that a number holds exactly.`);
  return value;
}

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, safeInteger],
  [pg.types.builtins.NUMERIC, String],
  [pg.types.builtins.DATE, String],
  [pg.types.builtins.TIMESTAMPTZ, instantOfTimestamp],
]);

const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as CustomTypesConfig['getTypeParser'],
};

const { BOOL, BYTEA, DATE, INT4, INT8, JSONB, NUMERIC, TEXT, TIMESTAMPTZ } = pg.types.builtins;
/** By the names that the catalogue gives to the types of columns; the driver has no names for lists. */
const numbersOfTypes: Readonly<Record<string, number>> = {
  text: TEXT,
  _text: 1009,
  bool: BOOL,
  int4: INT4,
  int8: INT8,
  _int8: 1016,
  numeric: NUMERIC,
  date: DATE,
  timestamptz: TIMESTAMPTZ,
  bytea: BYTEA,
  jsonb: JSONB,
};

/** How the text of a value of this type is read. */
export function parserOf(type: string): (text: string) => unknown {
  const number = numbersOfTypes[type];
  if (number === undefined) throw new Error(`Nothing is known of the type ${type}.`);
  return types.getTypeParser(number, 'text');
}

/** A login whose password is asked for at each new connection. */
export interface ChangingLogin {
  readonly user: string;
  readonly password: () => string;
}

interface PoolOptions {
  readonly server: Server;
  readonly searchPath: string;
  readonly lockWaitMs: number;
  readonly connectionsMax: number;
  readonly statementTimeoutMs?: number | undefined;
  readonly login?: ChangingLogin | undefined;
  /** Settings of the server for these sessions. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Longer than any statement of a request may take. It ends the locks of a client that was lost. */
export const usualStatementTimeoutMs = 30_000;

/** A new session plans every statement again, and at a cluster it reads first where all shards lie. */
const idleMsMax = 60_000;

/** How long a caller waits for a free or a new connection before the answer is 503. */
const connectionWaitMsMax = 5_000;

export function poolConfig({
  server,
  searchPath,
  lockWaitMs,
  connectionsMax,
  statementTimeoutMs = usualStatementTimeoutMs,
  login,
  settings: more = {},
}: PoolOptions): PoolConfig {
  const settings: Record<string, string | number> = {
    search_path: searchPath,
    TimeZone: 'UTC',
    lock_timeout: lockWaitMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    ...more,
  };
  return {
    ...server,
    ...(login ?? {}),
    options: [server.options, ...asOptions(settings)].filter(Boolean).join(' '),
    application_name: 'tenor',
    max: connectionsMax,
    connectionTimeoutMillis: Math.min(connectionWaitMsMax, statementTimeoutMs),
    idleTimeoutMillis: idleMsMax,
    pipeline: true,
    types,
  };
}

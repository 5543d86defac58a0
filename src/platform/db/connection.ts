// How a pool connects. Everything in a DATABASE_URL would override the pool's own fields, so the address is taken apart
// first and ours are laid on top.
import type { ClientConfig, CustomTypesConfig, PoolConfig } from 'pg';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

export type Server = ClientConfig;

export const serverOfUrl = (url: string): Server => parseIntoClientConfig(url) as ClientConfig;

/** 2026-03-01 08:00:00.5+00, as the server writes it in UTC, becomes 2026-03-01T08:00:00.500000+00:00. */
function instantOfTimestamp(text: string): string {
  const [, date, time, fraction = ''] = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  if (date === undefined) throw new Error('A timestamp came in an unknown form; is the session in UTC?');
  return `${date}T${time}.${fraction.padEnd(6, '0')}+00:00`;
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

export interface PoolOptions {
  readonly server: Server;
  readonly searchPath: string;
  readonly lockWaitMs: number;
  readonly connectionsMax: number;
  readonly login?: { readonly user: string; readonly password: string } | undefined;
}

/** Longer than any statement of a request may take; with it a lost client cannot hold a lock for ever. */
const statementTimeoutMs = 30_000;

export function poolConfig({ server, searchPath, lockWaitMs, connectionsMax, login }: PoolOptions): PoolConfig {
  const settings: Record<string, string | number> = {
    search_path: searchPath,
    TimeZone: 'UTC',
    lock_timeout: lockWaitMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    ...server,
    ...(login ?? {}),
    options: [server.options, ...options].filter(Boolean).join(' '),
    application_name: 'tenor',
    max: connectionsMax,
    // A full pool answers 503 after this, instead of letting callers pile up.
    connectionTimeoutMillis: 5_000,
    pipeline: true,
    types,
  };
}

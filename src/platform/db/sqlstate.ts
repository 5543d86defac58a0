// Errors of the database, recognised by SQLSTATE. Constraint names are read here and nowhere else: on a cluster the
// structured field is empty and the name in the message carries a shard number.

export interface SqlError extends Error {
  readonly code: string;
  readonly constraint?: string;
}

export const isSqlError = (error: unknown): error is SqlError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code);

function constraintOf(error: SqlError): string | undefined {
  const name = error.constraint ?? /constraint "([^"]+)"/.exec(error.message)?.[1];
  return name?.replace(/_[0-9]{6,}$/, '');
}

/** Whether a row with this unique key is there already. */
export const isTaken = (error: unknown, constraint: string): boolean =>
  isSqlError(error) && error.code === '23505' && constraintOf(error) === constraint;

/** A deadlock or a serialisation failure: the same transaction may succeed when run again. */
export const isLostRace = (error: unknown): boolean =>
  isSqlError(error) && (error.code === '40001' || error.code === '40P01');

/** A guard in a write that did not hold: it divides by whether it does. */
export const isDivisionByZero = (error: unknown): boolean => isSqlError(error) && error.code === '22012';

/** Somebody else held the lock for too long: by lock_timeout, or on a cluster by statement_timeout. */
export const isLockTimeout = (error: unknown): boolean =>
  isSqlError(error) && (error.code === '55P03' || error.code === '57014');

const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** The connection went away, or none could be had: the database may be back in a moment. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (lostCodes.has(code) || code.startsWith('08')) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Query read timeout/.test(
    error.message,
  );
}

// Recognises errors of the database by SQLSTATE. Constraint names are read only here: on a cluster the structured field
// is empty and the name in the message has a shard number.

interface SqlError extends Error {
  readonly code: string;
  readonly constraint?: string;
}

/** No class of SQLSTATE begins with E, but codes of the system do: EPIPE does not come from the server. */
export const isSqlError = (error: unknown): error is SqlError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(error.code);

function constraintOf(error: SqlError): string | undefined {
  const name = error.constraint ?? /constraint "([^"]+)"/.exec(error.message)?.[1];
  return name?.replace(/_[0-9]{6,}$/, '');
}

/** True when a row with this unique key exists already. */
export const isTaken = (error: unknown, constraint: string): boolean =>
  isSqlError(error) && error.code === '23505' && constraintOf(error) === constraint;

/** A migration has changed the columns of a statement that the server kept: prepared anew, it does what it did. */
export const isOutdated = (error: unknown): boolean =>
  isSqlError(error) && error.code === '0A000' && /cached plan must not change result type/.test(error.message);

/** A deadlock, a serialisation failure, an outdated statement: the same transaction may succeed when run again. */
export const isLostRace = (error: unknown): boolean =>
  isSqlError(error) && (error.code === '40001' || error.code === '40P01' || isOutdated(error));

/** A guard in a write failed: the guard divides by zero when its condition is false. */
export const isDivisionByZero = (error: unknown): boolean => isSqlError(error) && error.code === '22012';

/** The server stopped the statement: it took longer than statement_timeout. */
export const isStopped = (error: unknown): boolean => isSqlError(error) && error.code === '57014';

/** Another transaction had the lock for too long: by lock_timeout, or on a cluster by statement_timeout. */
export const isLockTimeout = (error: unknown): boolean =>
  isStopped(error) || (isSqlError(error) && error.code === '55P03');

/**
 * The connection was lost after the commit was sent, so nobody here knows whether it happened. Repeating the work with
 * the same idempotency key is safe.
 */
export class OutcomeUnknown extends Error {}

const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EMFILE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  '25006', // read only: a standby that is not the primary yet
  '25P03', // idle in a transaction for too long
  '3D000', // the database does not exist: it is being restored, perhaps
]);

/**
 * Connection exceptions, refused logins, lack of resources, interventions of the operator, broken disks: none is our
 * fault.
 */
const lostClasses = /^(08|28|53|57P|58)/;

const noneFree = /timeout exceeded when trying to connect/;

/** All connections of the pool are in use: nothing was asked of the database. */
export const noneIsFree = (error: unknown): boolean => error instanceof Error && noneFree.test(error.message);

const lostMessages =
  /Connection terminated|Client has encountered a connection error|not queryable|timeout expired|Query read timeout|Cannot use a pool after calling end/;

/** A node of a cluster was lost in a transaction. The extension has no code for that, only these words. */
const lostNode =
  /^(failure on connection marked as essential|postmaster was shut down|could not commit transaction for shard|failed to prepare transaction)/;

/** The connection was lost, or none could be made. The database may be back in a moment. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof OutcomeUnknown) return true;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'XX000') return lostNode.test(error.message);
  return (
    lostCodes.has(code) || lostClasses.test(code) || noneFree.test(error.message) || lostMessages.test(error.message)
  );
}

/** The driver knew already that the connection was lost. */
export const isNeverSent = (error: unknown): boolean => error instanceof Error && /not queryable/.test(error.message);

export const onlyReads = 'the database takes no writes, only reads';

const refusedWrites = new Map([
  ['53100', 'the disk of the database is full'],
  ['25006', onlyReads],
]);

/** Why the database answers reads but refuses writes; null when the error has another cause. */
export const whyWritesRefused = (error: unknown): string | null =>
  (isSqlError(error) ? refusedWrites.get(error.code) : undefined) ?? null;

/** The reason of an error for which isUnreachable is true, as a sentence. */
export function whyUnreachable(error: unknown): string {
  const { message, code = '' } = error as Error & { code?: string };
  const refused = whyWritesRefused(error);
  if (refused !== null) return `${refused[0]?.toUpperCase()}${refused.slice(1)}.`;
  if (noneFree.test(message)) return 'All connections to the database are in use, and none became free in time.';
  if (code.startsWith('53')) return 'The database has run out of connections or memory.';
  if (code.startsWith('58')) return 'The database cannot use its files now.';
  return 'The database cannot be reached now.';
}

// Errors of the database, recognised by SQLSTATE. Constraint names are read here and nowhere else: on a cluster the
// structured field is empty and the name in the message carries a shard number.

export interface SqlError extends Error {
  readonly code: string;
  readonly constraint?: string;
}

/** No class of SQLSTATE begins with E, but the system's own codes do: EPIPE is none of the server's. */
export const isSqlError = (error: unknown): error is SqlError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(error.code);

function constraintOf(error: SqlError): string | undefined {
  const name = error.constraint ?? /constraint "([^"]+)"/.exec(error.message)?.[1];
  return name?.replace(/_[0-9]{6,}$/, '');
}

/** Whether a row with this unique key is there already. */
export const isTaken = (error: unknown, constraint: string): boolean =>
  isSqlError(error) && error.code === '23505' && constraintOf(error) === constraint;

/** A migration has changed the columns of a statement that the server kept: prepared anew, it does what it did. */
export const isOutdated = (error: unknown): boolean =>
  isSqlError(error) && error.code === '0A000' && /cached plan must not change result type/.test(error.message);

/** A deadlock, a serialisation failure, an outdated statement: the same transaction may succeed when run again. */
export const isLostRace = (error: unknown): boolean =>
  isSqlError(error) && (error.code === '40001' || error.code === '40P01' || isOutdated(error));

/** A guard in a write that did not hold: it divides by whether it does. */
export const isDivisionByZero = (error: unknown): boolean => isSqlError(error) && error.code === '22012';

/** Somebody else held the lock for too long: by lock_timeout, or on a cluster by statement_timeout. */
export const isLockTimeout = (error: unknown): boolean =>
  isSqlError(error) && (error.code === '55P03' || error.code === '57014');

/**
 * The connection went away after the commit was sent: whether it was done nobody here knows. Whoever repeats the work
 * with the same idempotency key is safe.
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
  '25006', // read only: a standby that is not yet the primary
  '25P03', // idle in a transaction for too long
  '3D000', // the database is not there: being restored, say
]);

/** Connection exceptions, refused logins, lack of resources, the operator's interventions, broken disks: none is our doing. */
const lostClasses = /^(08|28|53|57P|58)/;

const noneFree = /timeout exceeded when trying to connect/;
const lostMessages =
  /Connection terminated|Client has encountered a connection error|not queryable|timeout expired|Query read timeout|Cannot use a pool after calling end/;

/** The connection went away, or none could be had: the database may be back in a moment. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof OutcomeUnknown) return true;
  const code = 'code' in error ? String(error.code) : '';
  return (
    lostCodes.has(code) || lostClasses.test(code) || noneFree.test(error.message) || lostMessages.test(error.message)
  );
}

/** The driver knew already that the connection is gone. */
export const isNeverSent = (error: unknown): boolean => error instanceof Error && /not queryable/.test(error.message);

export const onlyReads = 'the database takes no writes, only reads';

const refusedWrites = new Map([
  ['53100', 'the disk of the database is full'],
  ['25006', onlyReads],
]);

/** Why the database answers reads and refuses writes; null where the error says nothing of that. */
export const whyWritesRefused = (error: unknown): string | null =>
  (isSqlError(error) ? refusedWrites.get(error.code) : undefined) ?? null;

/** The reason of an error that is one of these, as a sentence. */
export function whyUnreachable(error: unknown): string {
  const { message, code = '' } = error as Error & { code?: string };
  const refused = whyWritesRefused(error);
  if (refused !== null) return `${refused[0]?.toUpperCase()}${refused.slice(1)}.`;
  if (noneFree.test(message)) return 'All connections to the database are in use, and none became free in time.';
  if (code.startsWith('53')) return 'The database has run out of connections or memory.';
  if (code.startsWith('58')) return 'The database cannot use its files now.';
  return 'The database cannot be reached now.';
}

// The form of the error catalogue. An error kind has its status and its remedy, so that no handler maps one to the
// other. Each capability lists its own kinds in errors.ts; docs/errors.md is generated from all of them.

export interface ErrorKind {
  readonly errorType: string;
  readonly status: number;
  /** What happened, as a heading. */
  readonly title: string;
  /** What the caller can do about it, as a sentence. */
  readonly remedy: string;
}

type Described = Omit<ErrorKind, 'errorType'>;

/** The key is the errorType, so that a kind cannot be spelled in two ways. */
export function errorKinds<const T extends Record<string, Described>>(table: T): { [K in keyof T]: ErrorKind } {
  const kinds = Object.entries(table).map(([errorType, kind]) => [errorType, Object.freeze({ errorType, ...kind })]);
  return Object.fromEntries(kinds) as { [K in keyof T]: ErrorKind };
}

/** One wrong field in a request. `path` is written as the caller wrote it: `name.firstName`, `identities[2].value`. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  /** What would be right. */
  readonly expected?: string;
}

interface RefusalOptions {
  readonly data?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly cause?: unknown;
  /** What the command wrote before it refused stays: a try that is used up. It must have left everything whole. */
  readonly keepsWrites?: true;
}

/**
 * The only error that our code throws at a caller. Any other error that reaches the edge is a defect and answers 500.
 */
export class Refusal extends Error {
  readonly kind: ErrorKind;
  readonly data: Record<string, unknown>;
  readonly headers: Record<string, string>;
  readonly keepsWrites: boolean;

  constructor(kind: ErrorKind, message: string, options: RefusalOptions = {}) {
    super(message, { cause: options.cause });
    this.name = kind.errorType;
    this.kind = kind;
    this.data = options.data ?? {};
    this.headers = options.headers ?? {};
    this.keepsWrites = options.keepsWrites ?? false;
  }
}

/** A refusal that names fields: its message is the first problem, and `data` has all of them. */
export function refuseFields(kind: ErrorKind, problems: readonly [Problem, ...Problem[]], cause?: unknown): Refusal {
  const [first] = problems;
  const message = first.path === '' ? first.message : `${first.path}: ${first.message}`;
  return new Refusal(kind, message, { data: { ...first, errors: problems }, cause });
}

/** Refuses one field of the request. */
export const refuseField = (path: string, message: string, expected: string): Refusal =>
  refuseFields(errors.InvalidRequest, [{ path, message, expected }]);

/** Nothing, or the problem: what is wrong of several fields is put together from these. */
export const problemIf = (isWrong: boolean, path: string, message: string, expected: string): Problem[] =>
  isWrong ? [{ path, message, expected }] : [];

/** Refuses when there are problems, and names every wrong field at once. Errors: InvalidRequest. */
export function mustHaveNone([first, ...others]: readonly Problem[]): void {
  if (first !== undefined) throw refuseFields(errors.InvalidRequest, [first, ...others]);
}

/** The same refusal with other data. */
export const refusedWith = (refusal: Refusal, data: Record<string, unknown>): Refusal =>
  new Refusal(refusal.kind, refusal.message, { data, headers: refusal.headers, cause: refusal });

export interface ErrorBody {
  readonly status: number;
  readonly statusCode: number;
  readonly errorType: string;
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  readonly data: Record<string, unknown>;
}

/** `data.docs` is a path of this service: the place of its page of errors that explains this one. */
export function errorBody(refusal: Refusal): ErrorBody {
  const { status, errorType, title, remedy } = refusal.kind;
  const data = { ...refusal.data, docs: `/docs/errors#${errorType}` };
  return { status, statusCode: status, errorType, title, message: refusal.message, detail: remedy, data };
}

export const errors = errorKinds({
  InvalidRequest: {
    status: 400,
    title: 'The request is not valid',
    remedy: 'Correct the fields listed in data.errors and send the request again.',
  },
  InvalidJson: {
    status: 400,
    title: 'The body is not valid JSON',
    remedy: 'Send one JSON value in UTF-8, or a form-encoded body with its own content type.',
  },
  InvalidForm: {
    status: 400,
    title: 'The form-encoded body cannot be read',
    remedy: 'Encode fields as name=value, nested ones as name[part] or name.part, in UTF-8.',
  },
  InvalidMetaData: {
    status: 400,
    title: 'The metadata is over a limit',
    remedy: 'Keep to 50 keys, key names of 100 characters and values of 500 characters.',
  },
  UnknownCursor: {
    status: 400,
    title: 'The cursor names no object of this list',
    remedy: 'Use the id of an object that this list has returned, or leave the parameter out to start again.',
  },
  UnknownVersion: {
    status: 400,
    title: 'There is no such version of the interface',
    remedy: 'Send one of the dates in data.known as API-Version, or leave the header out.',
  },
  Unauthorized: {
    status: 401,
    title: 'The request carries no valid API key',
    remedy: 'Send a key as "Authorization: Bearer KEY" or "X-API-KEY: KEY". "tenor key create" makes one.',
  },
  KeyEnded: {
    status: 401,
    title: 'The API key ended before the work did',
    remedy: 'What was done before stays done. Send what is left again with a key that is valid.',
  },
  Forbidden: {
    status: 403,
    title: 'The API key may not do this',
    remedy: 'Use a key that has the permission named in data.permission, or send what data.expected says.',
  },
  AddressNotAllowed: {
    status: 403,
    title: 'The API key may not be used from this address',
    remedy:
      'Call from one of its allowedAddresses, or change them with another key. Behind a proxy TRUST_PROXY must name it.',
  },
  TestModeOnly: {
    status: 403,
    title: 'This works in test mode only',
    remedy: 'Call it with a test key. The clock of live mode is the real one.',
  },
  NotFound: {
    status: 404,
    title: 'There is no such object',
    remedy: 'Check the id. An object made with the other mode or by another company cannot be seen with this key.',
  },
  RouteNotFound: {
    status: 404,
    title: 'There is no such path',
    remedy: 'Paths start with /api; all of them are listed at /docs.',
  },
  MethodNotAllowed: {
    status: 405,
    title: 'This path does not know the method',
    remedy: 'Use one of the methods in the Allow header.',
  },
  RequestTimeout: {
    status: 408,
    title: 'The work goes on, but the waiting time is over',
    remedy: 'Read GET /operations/{id} with the id in data.operationId until it has ended.',
  },
  PreconditionFailed: {
    status: 412,
    title: 'It was changed in the meantime',
    remedy: 'Read it or preview the change again, and send the ETag of that answer in If-Match.',
  },
  DuplicateExternalId: {
    status: 409,
    title: 'The external id is taken',
    remedy: 'Read the object by ext-<externalId>, or choose another external id.',
  },
  ImportEnded: {
    status: 409,
    title: 'The import has ended',
    remedy: 'Nothing is left to cancel. Its results say what became of each line.',
  },
  IdempotencyKeyReused: {
    status: 409,
    title: 'The idempotency key was used for another request',
    remedy: 'Use a fresh Idempotency-Key for each new request; repeat a request unchanged.',
  },
  IdempotencyKeyInUse: {
    status: 409,
    title: 'The first request with this idempotency key still runs',
    remedy: 'Wait as long as Retry-After says and repeat the request unchanged.',
  },
  SecretShownOnce: {
    status: 409,
    title: 'The request was done before, and its answer held a secret that is shown once',
    remedy:
      'data.id names what was made or changed, if it has an id. If its secret was lost, make another or rotate it, with a fresh Idempotency-Key.',
  },
  BodyTooLarge: {
    status: 413,
    title: 'The body is too large',
    remedy: 'Send at most as many bytes as data.limitBytes says.',
  },
  RangeNotSatisfiable: {
    status: 416,
    title: 'The content has no such range',
    remedy: 'Content-Range says how many bytes it has.',
  },
  UriTooLong: { status: 414, title: 'The path is too long', remedy: 'External ids have at most 255 characters.' },
  UnsupportedMediaType: {
    status: 415,
    title: 'The content type of the body is not known here',
    remedy: 'Send a type that data.expected names.',
  },
  Locked: {
    status: 423,
    title: 'Another change holds the lock',
    remedy: 'Wait as long as Retry-After says and repeat the request.',
  },
  IncompleteRequest: {
    status: 408,
    title: 'The request did not come to its end in time',
    remedy: 'Send it again, whole.',
  },
  HeadersTooLarge: {
    status: 431,
    title: 'The headers are too large',
    remedy: 'Keep all headers together under 16 kB.',
  },
  TooManyRequests: {
    status: 429,
    title: 'Too many requests',
    remedy:
      'Wait as long as Retry-After says. The operator sets the limits with RATE_LIMIT_PER_MINUTE and GUESSES_PER_MINUTE.',
  },
  NoRoom: {
    status: 409,
    title: 'There are as many of these as one parent may have',
    remedy: 'Change one that is there. data.atMost says how many there may be, deleted ones included.',
  },
  DailyLimitReached: {
    status: 429,
    title: 'The borrower has done this as often as a borrower may in a day',
    remedy:
      'Go on tomorrow, by the date of the company; data.perDay says how often. The lender can do it by an API key at any time.',
  },
  TooManyImports: {
    status: 429,
    title: 'The company has as much to be imported as it may have',
    remedy: 'Nothing of it is imported. Wait until an earlier import has ended, or cancel one, then send it again.',
  },
  InternalError: {
    status: 500,
    title: 'The service failed',
    remedy: 'This is a defect. Report it with the request id of the answer.',
  },
  Overloaded: {
    status: 503,
    title: 'The service has more to do than it can',
    remedy: 'Nothing was begun. Wait as long as Retry-After says and repeat the request.',
  },
  Unavailable: {
    status: 503,
    title: 'The service cannot answer now',
    remedy: 'Wait as long as Retry-After says and repeat the request.',
  },
});

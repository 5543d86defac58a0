// An endpoint is a value: one declaration gives the route, its validation, its types, its description and its docs.
// There is no registry and nothing is found by name: a capability lists its endpoints, and the app lists the
// capabilities.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Asking, Caller, CommandContext } from '#platform/command/context.ts';
import type { Found } from '#platform/command/run-command.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { type ErrorKind, errors, Refusal } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { PlacesWatched } from '#platform/events/stream-places.ts';
import type { Upload } from '#platform/uploads/receive-lines.ts';
import type { OperationView } from '#platform/work/operations/operations.ts';
import type { ListShape, Page } from './pages.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * How the answer is wrapped: `{ status, data }`, a list with its links, nothing but a message, an operation, which also
 * takes `sync`, a stream of server-sent events, which can be resumed, or JSON lines, as many as there are.
 */
export type Shape = 'single' | 'list' | 'message' | 'operation' | 'stream' | 'lines';

export interface ReadContext {
  readonly caller: Caller;
  readonly reader: Reader;
  readonly vault: Vault;
  readonly requestId: string;
  /** The business instant of the realm. */
  now(): Promise<Instant>;
  /** The machine's microseconds, for what expires. */
  machineMicros(): number;
  /**
   * Counts a question that confirms a hidden value to whoever guesses it, against a limit of its own for the key and for
   * its company. Errors: TooManyRequests.
   */
  countGuess(): void;
  /** Gives what was committed its place in the list of events, for a reader that must not wait for the relay. */
  orderEvents(): Promise<void>;
}

export interface StreamContext extends ReadContext {
  /** The event to go on after, and where the caller named it. */
  readonly resume: { readonly id: string; readonly path: string } | undefined;
  /** Aborts when the client has gone, its key has ended or the service stops. */
  readonly signal: AbortSignal;
  /** Refuses a caller without this permission; the stream ends once its key has lost it. Errors: Forbidden. */
  needs(permission: string): void;
  /** Tells of new events until the signal aborts. */
  watchPlaces(): PlacesWatched;
}

/** One event of a stream. With an id alone it only tells the client where to resume. */
export interface ServerSentEvent<T> {
  readonly id: string;
  readonly event?: string;
  readonly data?: T;
}

/** The object that a path is about, such as the person of /people/{personId}/contacts. */
export interface Subject<S> {
  /** Its path parameter. */
  readonly param: string;
  readonly notFound: ErrorKind;
  /** Why it may be there and yet not be changed. */
  readonly refusesChange?: readonly ErrorKind[];
  /**
   * True where each change of it is guarded by its version: then it is locked only after races that were lost. Otherwise
   * a command always holds it.
   */
  readonly isVersioned?: boolean;
  /** By id or `ext-` reference, within the realm; locked against other writers where a command asks. */
  find(reader: Reader, reference: string, lock: boolean, params?: Readonly<Record<string, string>>): Promise<Found<S>>;
}

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & ParamsOf<Rest>
  : unknown;

export interface Input<Path extends string, Query extends TProperties, Body extends TSchema> {
  readonly params: ParamsOf<Path>;
  readonly query: Static<TObject<Query>>;
  readonly body: Static<Body>;
}

type AnswerOf<S extends Shape, A extends TSchema> = S extends 'list'
  ? Page<Static<A>>
  : S extends 'operation'
    ? OperationView
    : S extends 'message'
      ? unknown
      : Static<A>;

interface Declared<Path extends string, Q extends TProperties, B extends TSchema, A extends TSchema, S extends Shape> {
  /** Stable: the operationId of the description, and the method's name in clients. */
  readonly name: string;
  readonly method: Method;
  readonly path: Path;
  readonly summary: string;
  readonly description?: string;
  readonly permission: string;
  readonly query?: Q;
  readonly body?: B;
  readonly shape: S;
  /** What is known of the list whose query it takes. */
  readonly list?: ListShape;
  readonly answer: A;
  /** Of a success; 200 if not given, 201 for a POST that creates. */
  readonly status?: number;
  /** The `message` of a success, where clients look for one. */
  readonly says?: string;
  /** The kinds of refusal besides those that follow from the declaration. */
  readonly errors?: readonly ErrorKind[];
  /** The answer of a stream is one event of it. */
  readonly example: { readonly body?: unknown; readonly answer: unknown; readonly extra?: object };
  /** Set for the test clock's own commands, which may run while it moves. */
  readonly movesClock?: boolean;
  /** A further list envelope field, such as `search` of the people search. */
  readonly extra?: TProperties;
}

interface Reads<Path extends string, Q extends TProperties, B extends TSchema, A extends TSchema, S extends Shape, X> {
  readonly subject?: Subject<X>;
  read(ctx: ReadContext, input: Input<Path, Q, B>, subject: X): Promise<AnswerOf<S, A> & { extra?: object }>;
}

interface Commands<
  Path extends string,
  Q extends TProperties,
  B extends TSchema,
  A extends TSchema,
  S extends Shape,
  X,
  W,
> {
  readonly subject?: Subject<X>;
  /** What it must read besides, known from the request alone: sent in the flight that finds the subject. */
  alongside?(tx: Tx, input: Input<Path, Q, B>, caller: Caller): Promise<W>;
  /** Throws where the caller may not do this, besides the permission: before an earlier answer is looked for. */
  authorize?(ctx: Asking, input: Input<Path, Q, B>, subject: X, alongside: NoInfer<W>): void;
  /** True: its answer shows a secret, so it is never kept; a repeat is refused with the id of what was made. */
  readonly showsSecret?: boolean;
  /** What it may tell of. */
  readonly emits?: readonly EventKind[];
  /** What may follow from it besides, as the things it changes bring it: the books of a loan tell what a replay finds. */
  readonly mayTell?: readonly EventKind[];
  /** True: with `previewMode` in query or body all of it is taken back, and the answer is what would have been. */
  readonly previews?: boolean;
  command(ctx: CommandContext, tx: Tx, input: Input<Path, Q, B>, subject: X, alongside: W): Promise<AnswerOf<S, A>>;
}

/** Its body is JSON lines, as many as there are: kept as they come, before the command begins. */
interface TakesLines<Path extends string, Q extends TProperties, A extends TSchema, S extends Shape> {
  /** One of them. */
  readonly line: TSchema;
  begin(
    ctx: CommandContext,
    tx: Tx,
    upload: Upload,
    input: Input<Path, Q, TObject<Record<never, never>>>,
  ): Promise<AnswerOf<S, A>>;
}

interface Streams<Path extends string, Q extends TProperties, B extends TSchema, A extends TSchema, X> {
  readonly subject?: Subject<X>;
  /**
   * Refuses what is to be refused before it gives the stream: after that the answer has begun. An empty batch, at least
   * every few seconds, says that time went by.
   */
  stream(
    ctx: StreamContext,
    input: Input<Path, Q, B>,
    subject: X,
  ): Promise<AsyncIterable<readonly ServerSentEvent<Static<A>>[]>>;
}

interface GivesLines<Path extends string, Q extends TProperties, A extends TSchema> {
  /** Refuses what is to be refused before it gives the lines: after that the answer has begun. The answer is one line. */
  lines(
    ctx: ReadContext,
    input: Input<Path, Q, TObject<Record<never, never>>>,
  ): Promise<AsyncIterable<readonly Static<A>[]>>;
}

/** What is left of the types once the list of all endpoints is walked. */
export interface Endpoint {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly permission: string;
  readonly query?: TProperties;
  readonly body?: TSchema;
  readonly shape: Shape;
  readonly list?: ListShape;
  readonly answer: TSchema;
  readonly status: number;
  readonly says?: string;
  readonly errors: readonly ErrorKind[];
  readonly example: { readonly body?: unknown; readonly answer: unknown; readonly extra?: object };
  readonly movesClock: boolean;
  readonly emits: readonly EventKind[];
  readonly mayTell: readonly EventKind[];
  readonly previews: boolean;
  readonly extra?: TProperties;
  readonly subject?: Subject<unknown>;
  readonly read?: (ctx: ReadContext, input: ErasedInput, subject: unknown) => Promise<unknown>;
  readonly alongside?: (tx: Tx, input: ErasedInput, caller: Caller) => Promise<unknown>;
  readonly authorize?: (ctx: Asking, input: ErasedInput, subject: unknown, alongside: unknown) => void;
  readonly showsSecret: boolean;
  readonly command?: (
    ctx: CommandContext,
    tx: Tx,
    input: ErasedInput,
    subject: unknown,
    alongside: unknown,
  ) => Promise<unknown>;
  readonly line?: TSchema;
  readonly begin?: (ctx: CommandContext, tx: Tx, upload: Upload, input: ErasedInput) => Promise<unknown>;
  readonly stream?: (
    ctx: StreamContext,
    input: ErasedInput,
    subject: unknown,
  ) => Promise<AsyncIterable<readonly ServerSentEvent<unknown>[]>>;
  readonly lines?: (ctx: ReadContext, input: ErasedInput) => Promise<AsyncIterable<readonly unknown[]>>;
}

export interface ErasedInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export function endpoint<
  const Path extends string,
  S extends Shape,
  A extends TSchema,
  Q extends TProperties = Record<never, never>,
  B extends TSchema = TObject<Record<never, never>>,
  X = undefined,
  W = undefined,
>(
  declared: Declared<Path, Q, B, A, S> &
    (
      | Reads<Path, Q, B, A, S, X>
      | Commands<Path, Q, B, A, S, X, W>
      | TakesLines<Path, Q, A, S>
      | Streams<Path, Q, B, A, X>
      | GivesLines<Path, Q, A>
    ),
): Endpoint {
  const { status = 200, errors = [], movesClock = false } = declared;
  const { emits = [], mayTell = [], previews = false, showsSecret = false } = 'command' in declared ? declared : {};
  // The one place where the types are let go: from here on an endpoint is data that is walked.
  return { ...declared, status, errors, movesClock, emits, mayTell, previews, showsSecret } as unknown as Endpoint;
}

/** `/people/{personId}` has `personId`. */
export const pathParams = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);

/** For what an endpoint shows only to some of those who may call it. */
export function mustHave({ permissions }: Caller, permission: string): void {
  if (permissions.has(permission)) return;
  throw new Refusal(errors.Forbidden, `This API key does not have the permission ${permission}.`, {
    data: { permission },
  });
}

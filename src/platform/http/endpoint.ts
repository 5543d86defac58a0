// An endpoint is a value: one declaration gives the route, its validation, its types, its description and its
// documentation. There is no registry and no lookup by name: a capability lists its endpoints, and the app lists the
// capabilities.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type Static, type TNever, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { Span, StoredVersion } from '#platform/answers/remembered.ts';
import type { TellsAudit } from '#platform/audit/of-sign-in.ts';
import type { ByteRange } from '#platform/blobs/blobs.ts';
import type { ArrivedBlob, KeptBlob } from '#platform/blobs/keep-blobs.ts';
import type { ClockUse } from '#platform/business-clock.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { Asking, Caller, CommandContext, CommandSettings } from '#platform/command/context.ts';
import type { Found, RunCommand } from '#platform/command/run-command.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { ErrorKind } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { PlacesWatched } from '#platform/events/stream-places.ts';
import type { Upload } from '#platform/uploads/receive-lines.ts';
import type { OperationView } from '#platform/work/operations/operations.ts';
import type { BorrowersCommand, BorrowersReach } from './borrowers-reach.ts';
import type { ListShape, Page } from './pages.ts';
import type { Holder } from './supply.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * How the answer is wrapped: `{ status, data }`; a list with links; a message only; an operation, which takes `sync`
 * too; a stream of server-sent events, which can be resumed; JSON lines of any number; the bare answer; what a browser
 * opens, which is no JSON: a page, a document, the way to another page; or the bytes of a content, of which a range may
 * be asked for.
 */
export type Shape = 'single' | 'list' | 'message' | 'operation' | 'stream' | 'lines' | 'bare' | 'page' | 'content';

/** What a browser gets to open. */
export interface OpenedPage {
  readonly body: string | Buffer;
  /** If it is not that of the endpoint: a page may say that there is nothing. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Who may call it: callers with the permission that it names; whoever has signed in, about themselves; or everybody,
 * without credentials.
 */
type OpenTo = 'permitted' | 'signedIn' | 'everybody';

export interface ReadContext {
  readonly caller: Caller;
  readonly reader: Reader;
  readonly vault: Vault;
  readonly requestId: string;
  /** The present instant of the realm's business clock. */
  now(): Promise<Instant>;
  /** Microseconds of the machine clock, for expiries. */
  machineMicros(): number;
  /**
   * Counts a question whose answer would confirm a guessed value, against a limit for the key and one for its company.
   * Errors: TooManyRequests.
   */
  countGuess(): Promise<void>;
  /** While a process or a server is asked, this request keeps nobody else waiting (`OpenContext.waitFor`). */
  readonly waitFor: OpenContext['waitFor'];
  /** The bytes of a content that is kept, or a part of them. */
  open(blob: KeptBlob, range?: ByteRange): AsyncIterable<Buffer>;
  /** Gives committed events their places, all or those about one subject, for a reader that does not wait for the relay. */
  orderEvents(subjectId?: string): Promise<void>;
}

export interface StreamContext extends ReadContext {
  /** The event after which to continue, and the place in the request that named it. */
  readonly resume: { readonly id: string; readonly path: string } | undefined;
  /** Aborts when the client has gone, its key has ended or the service stops. */
  readonly signal: AbortSignal;
  /** Refuses a caller without this permission, and ends the stream when the key loses it. Errors: Forbidden. */
  needs(permission: string): void;
  /** Reports new events until the signal aborts. */
  watchPlaces(): PlacesWatched;
}

/** One event of a stream. An event with an id alone only says where to resume. */
export interface ServerSentEvent<T> {
  readonly id: string;
  readonly event?: string;
  readonly data?: T;
}

/** The request of its example. The answer is recorded: docs/examples.json. */
interface Example {
  readonly body?: unknown;
  /** The parameters without which it is refused, of several that it asks for. */
  readonly query?: Readonly<Record<string, string>>;
  /** What it shows, only where no example can make the call. */
  readonly answer?: unknown;
}

/** How an object whose every change raises its version is known again, so that answers about it can be remembered. */
export interface Versioned<S> {
  /** The version that is stored now, read by key; undefined: there is no such object. The path names it by plain ids. */
  versionNow(reader: Reader, params: Readonly<Record<string, string>>): Promise<StoredVersion | undefined>;
  versionOf(subject: S, reader: Reader): StoredVersion | Promise<StoredVersion>;
  /** How long this version looks as it does now; undefined: time changes it. */
  spanOf(subject: S, now: Instant): Span | undefined;
}

/** The object that a path is about, such as the person of /people/{personId}/contacts. */
export interface Subject<S> {
  /** The path parameter that names it; where the path has none, the field of the body. */
  readonly param: string;
  readonly notFound: ErrorKind;
  /** Tables that lie with no person and are read to find it, also for a borrower. */
  readonly reads?: readonly (keyof Tables & string)[];
  /** Reasons why it may exist and yet not be changed. */
  readonly refusesChange?: readonly ErrorKind[];
  /** How reads of it are known again, and a change is bound to the version that the caller knows. */
  readonly versioned?: Versioned<S>;
  /** Each change is guarded by its version, so it is locked only after lost races; otherwise a command always locks it. */
  readonly lockedLate?: boolean;
  /** Finds it by id or `ext-` reference within the realm, locked against other writers when a command asks for that. */
  find(reader: Reader, reference: string, lock: boolean, params?: Readonly<Record<string, string>>): Promise<Found<S>>;
}

export type Previews = boolean | 'dryRun';

/** The field of query or body that asks for a preview; undefined: there is none. */
export const previewField = ({ previews }: { readonly previews: Previews }): string | undefined =>
  previews === true ? 'previewMode' : previews || undefined;

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & ParamsOf<Rest>
  : unknown;

interface Input<Path extends string, Query extends TProperties, Body extends TSchema> {
  readonly params: ParamsOf<Path>;
  readonly query: Static<TObject<Query>>;
  readonly body: Static<Body>;
}

type AnswerOf<S extends Shape, A extends TSchema> = S extends 'list'
  ? Page<Static<A>>
  : S extends 'page'
    ? OpenedPage
    : S extends 'operation'
      ? OperationView
      : S extends 'message'
        ? unknown
        : S extends 'content'
          ? OpenedContent
          : Static<A>;

export interface Declared<Q extends TProperties, B extends TSchema, A extends TSchema, S extends Shape> {
  /** A stable name: the operationId of the description, and the method's name in clients. Its last word is the verb. */
  readonly name: string;
  /** It is GET for what only reads, but for a question with a body; for a command it follows from the verb (`methods`), and is POST for all others. */
  readonly method?: Method;
  readonly summary: string;
  readonly description?: string;
  /** The permission that it needs. Without one it says to whom it is open. */
  readonly permission?: string;
  /** Permissions for kinds of it: whoever has one of them may call, and the command asks for the one of its kind. */
  readonly kinds?: readonly string[];
  readonly openTo?: 'signedIn' | 'everybody';
  readonly query?: Q;
  /** Parameters of a read that clients send, and why they do nothing: named, while other unknown ones are refused. */
  readonly passesOver?: Readonly<Record<string, string>>;
  readonly body?: B;
  /** It is `single` where none is said. */
  readonly shape?: S;
  /** What is known of the list whose query it takes. */
  readonly list?: ListShape;
  /** True: the list is answered whole, without counts and links, where no page is asked for. */
  readonly wholeUnlessPaged?: boolean;
  /** The field of a single answer whose items are counted beside `data`, for clients that look for `count` there. */
  readonly counts?: string;
  /** Only a message has none. Who forgets it elsewhere finds that the handler may return nothing. */
  readonly answer?: A;
  /** The status of a success; by default 201 for the verb `create`, and 200 for all others. */
  readonly status?: number;
  /** The `message` of a success, for clients that read one. */
  readonly says?: string;
  /** The type of a page. */
  readonly contentType?: string;
  /** The kinds of refusal besides those that follow from the declaration. */
  readonly errors?: readonly ErrorKind[];
  readonly example?: Example;
  /** Only for a command; if not said, what its capability says. */
  readonly clock?: ClockUse;
  /** A further field of a list's envelope, such as `search` in the people search. */
  readonly extra?: TProperties;
}

interface Reads<Path extends string, Q extends TProperties, B extends TSchema, A extends TSchema, S extends Shape, X> {
  readonly subject?: Subject<X>;
  /** Without it no borrower reaches the endpoint. */
  readonly borrowers?: BorrowersReach;
  /** Whether it shows this caller personal values that are hidden otherwise: then the audit tells that it did. */
  showsPersonal?(query: Static<TObject<Q>>, caller: Caller): boolean;
  /** Whether the answer to such a query depends on nothing but the versioned subject and the day; then it is remembered. */
  remembers?(query: Static<TObject<Q>>): boolean;
  read(ctx: ReadContext, input: Input<Path, Q, B>, subject: X): Promise<AnswerOf<S, A> & { extra?: object }>;
}

/**
 * Waiting commands about different persons may be in one commit (command/shared-commits.ts), and each of them waits for
 * the others. So what shares is small, and writes rows of the person that the path names first, or of a new one.
 */
interface SharesCommits<In, X, W> {
  /** Finds the subject and locks it without waiting; undefined: somebody else holds it. There is one if there is a subject. */
  findFree?(reader: Reader, reference: string, params: Readonly<Record<string, string>>): Promise<Found<X> | undefined>;
  /** Asked when the subject is found. False: it may be large after all. */
  mayShare(input: In, subject: X, alongside: W): boolean;
}

interface Commands<
  Path extends string,
  Q extends TProperties,
  B extends TSchema,
  A extends TSchema,
  S extends Shape,
  X,
  W,
  P,
> {
  readonly subject?: Subject<X>;
  /** Without it no borrower reaches the endpoint. */
  readonly borrowers?: BorrowersCommand;
  /** Does what must not wait inside a transaction: the hash of a password, a question to a vendor. Repeats do it again. */
  ahead?(tools: AheadTools, input: Input<Path, Q, B>, caller: Caller): Promise<P>;
  /** Reads what else the command needs, known from the request alone, in the flight that finds the subject. */
  alongside?(tx: Tx, input: Input<Path, Q, B>, caller: Caller, ahead: NoInfer<P>): Promise<W>;
  /**
   * Throws when the caller may not do this although it has the permission. It runs before an earlier answer is looked
   * for.
   */
  authorize?(ctx: Asking, input: Input<Path, Q, B>, subject: X, alongside: NoInfer<W>): void;
  /**
   * True: the answer shows a secret, so it is never kept. A repeat is refused, with the id of what was made if it has one.
   */
  readonly showsSecret?: boolean;
  /** Absent: each is a commit of its own. */
  readonly shares?: SharesCommits<Input<Path, Q, B>, X, NoInfer<W>>;
  /** The kinds of events that it may emit. */
  readonly emits?: readonly EventKind[];
  /** Further kinds that may follow from its changes: the books of a loan emit what a replay finds. */
  readonly mayEmit?: readonly EventKind[];
  /**
   * With `sync=true` in the query: what has come of the answer since its commit, read again and again; undefined: it is
   * not known yet; the answer itself: nothing is awaited. Not for answers of previews.
   */
  awaits?(ctx: ReadContext, answered: Static<A>): Promise<Static<A> | undefined>;
  /**
   * True: with `previewMode` in query or body everything is rolled back, and the answer shows what would have been.
   * `dryRun`: so are the parameter and the field called.
   */
  readonly previews?: Previews;
  command(ctx: CommandContext, tx: Tx, input: Input<Path, Q, B>, subject: X, alongside: W): Promise<AnswerOf<S, A>>;
}

/** A command that may have nothing to answer. */
interface MayBeNothing<
  Path extends string,
  Q extends TProperties,
  B extends TSchema,
  A extends TSchema,
  S extends Shape,
  X,
  W,
  P,
> extends Omit<Commands<Path, Q, B, A, S, X, W, P>, 'command'> {
  /** What it says that there is nothing, which is 204. */
  readonly mayBeNothing: string;
  command(
    ctx: CommandContext,
    tx: Tx,
    input: Input<Path, Q, B>,
    subject: X,
    alongside: W,
  ): Promise<AnswerOf<S, A> | undefined>;
}

/** The body is JSON lines of any number. They are stored as they arrive, before the command begins. */
interface TakesLines<Path extends string, Q extends TProperties, A extends TSchema, S extends Shape> {
  /** The schema of one line. */
  readonly line: TSchema;
  /** How many are done in one transaction, if not as many as usual. */
  readonly linesTogether?: number;
  begin(
    ctx: CommandContext,
    tx: Tx,
    upload: Upload,
    input: Input<Path, Q, TObject<Record<never, never>>>,
  ): Promise<AnswerOf<S, A>>;
}

/** Which contents an endpoint takes. */
export interface ContentTaken {
  /** Known types (`blobs/content-types.ts`); what has another one is refused. */
  readonly types: readonly string[];
  readonly bytesMax: number;
  /** True: it may also come as the one file of a form. */
  readonly asForm?: true;
}

/** A content that has arrived. Whoever keeps it calls `keepBlob`. */
export type ArrivedContent = ArrivedBlob & { readonly contentType: string };

interface Receiving {
  /** Where less is taken than the endpoint takes at the most. */
  readonly bytesMax?: number;
  /** Where the body is a part of a content: only the beginning of the first one tells a type. */
  readonly part?: 'first' | 'later';
}

/** Stores the content that is the body. */
export type Receive = (realm: Realm, ownerId: string, how?: Receiving) => Promise<ArrivedContent>;

/** Stores one content that is made of parts that came before; it must be right as a whole. */
export type Join = (realm: Realm, ownerId: string, parts: readonly KeptBlob[]) => Promise<ArrivedContent>;

/** The body is a content of any length. It is stored as it arrives, before the command begins. */
interface TakesContent<Path extends string, Q extends TProperties, A extends TSchema, S extends Shape, X> {
  readonly takes: ContentTaken;
  /** The thing that the content belongs to; a group may say it. */
  readonly subject?: Subject<X>;
  readonly borrowers?: BorrowersCommand;
  readonly emits?: readonly EventKind[];
  /** Whose the content will be. It refuses, before the first byte is read, what `keep` would refuse in any case. */
  ownerOf(ctx: ReadContext, input: Input<Path, Q, TObject<Record<never, never>>>, subject: X): Promise<string>;
  keep(
    ctx: CommandContext,
    tx: Tx,
    arrived: ArrivedContent,
    input: Input<Path, Q, TObject<Record<never, never>>>,
    subject: X,
  ): Promise<AnswerOf<S, A>>;
}

/** What makes a content: it reads, and no transaction is open. */
export type MakeContext = ReadContext;

/** A content that was made. What else it has reaches the command that keeps it. */
interface MadeContent {
  readonly ownerId: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** It makes a content of what is there. A repeat of the request makes it again, and what is not kept is discarded. */
interface MakesContent<
  Path extends string,
  Q extends TProperties,
  B extends TSchema,
  A extends TSchema,
  S extends Shape,
  X,
  P,
> {
  readonly subject?: Subject<X>;
  readonly borrowers?: BorrowersCommand;
  readonly emits?: readonly EventKind[];
  make(ctx: MakeContext, input: Input<Path, Q, B>, subject: X): Promise<MadeContent & P>;
  keepMade(
    ctx: CommandContext,
    tx: Tx,
    made: ArrivedContent & NoInfer<P>,
    input: Input<Path, Q, B>,
    subject: X,
  ): Promise<AnswerOf<S, A>>;
}

export interface GivenContent {
  readonly blob: KeptBlob;
  readonly contentType: string;
  readonly fileName: string;
}

/** A content that is given to whoever has its address. */
export type OpenedContent = GivenContent & { readonly realm: Realm };

/** The path of an address for a content, below that of the service; the answer is the whole address. */
export interface GivenAddress {
  readonly addressPath: string;
}

/** The answer is the bytes of a content. */
interface GivesContent<Path extends string, Q extends TProperties, X> {
  readonly subject?: Subject<X>;
  readonly borrowers?: BorrowersReach;
  showsPersonal?(query: Static<TObject<Q>>, caller: Caller): boolean;
  content(
    ctx: ReadContext,
    input: Input<Path, Q, TObject<Record<never, never>>>,
    subject: X,
  ): Promise<GivenContent | GivenAddress>;
}

interface Streams<Path extends string, Q extends TProperties, B extends TSchema, A extends TSchema, X> {
  readonly subject?: Subject<X>;
  /**
   * Refuses before it returns the stream, because the answer begins then. An empty batch, sent at least every few
   * seconds, says that time has passed.
   */
  stream(
    ctx: StreamContext,
    input: Input<Path, Q, B>,
    subject: X,
  ): Promise<AsyncIterable<readonly ServerSentEvent<Static<A>>[]>>;
}

interface GivesLines<Path extends string, Q extends TProperties, A extends TSchema> {
  /** Refuses before it returns the lines, because the answer begins then. The declared answer is one line. */
  lines(
    ctx: ReadContext,
    input: Input<Path, Q, TObject<Record<never, never>>>,
  ): Promise<AsyncIterable<readonly Static<A>[]>>;
}

/** What an endpoint gets that is open to everybody: it finds the realm itself. */
export interface OpenContext extends TellsAudit {
  readonly requestId: string;
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly clock: MachineClock;
  readonly runCommand: RunCommand;
  /** Like a command, it is done again after a lost race. */
  transact<T>(realm: Realm, work: (tx: Tx) => Promise<T>): Promise<T>;
  readonly settings: CommandSettings;
  position(): number;
  /** Where the request came from, as rate limits count it. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it arrived, for signatures over its bytes. */
  readonly bytes: Buffer;
  publicUrl(): string;
  /** Stores the content that is the body; whoever does not keep it discards it. Errors: those of a content that comes. */
  readonly receive: Receive;
  readonly join: Join;
  discard(realm: Realm, arrived: ArrivedContent): Promise<void>;
  /**
   * Asks a server that somebody has named: meanwhile this request takes nothing of what others share, but a part of what
   * whoever named it may have waiting. Errors: TooManyRequests, Overloaded.
   */
  waitFor<T>(named: Holder, ask: () => Promise<T>): Promise<T>;
  /** Holds the answer back, so that its time tells nothing; others have the turn meanwhile. */
  holdBack(ms: number): Promise<void>;
}

/** What may be used before a command begins. */
export type AheadTools = Pick<
  OpenContext,
  'vault' | 'database' | 'clock' | 'waitFor' | 'settings' | 'position' | 'publicUrl'
>;

/** It asks for no credentials: signing in, what a page shows before it. Every request counts as one of a stranger. */
interface Opens<Path extends string, Q extends TProperties, B extends TSchema, A extends TSchema, S extends Shape> {
  /** The body is a content, which `receive` stores. */
  readonly takes?: ContentTaken;
  open(ctx: OpenContext, input: Input<Path, Q, B>): Promise<AnswerOf<S, A>>;
}

/** The part of the types that remains when the list of all endpoints is walked. */
export interface Endpoint {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly permission?: string;
  readonly kinds: readonly string[];
  readonly openTo: OpenTo;
  readonly borrowers?: BorrowersReach & Partial<BorrowersCommand>;
  readonly query?: TProperties;
  readonly passesOver?: Readonly<Record<string, string>>;
  readonly body?: TSchema;
  readonly shape: Shape;
  readonly list?: ListShape;
  readonly wholeUnlessPaged?: boolean;
  readonly counts?: string;
  readonly answer: TSchema;
  readonly status: number;
  readonly says?: string;
  readonly mayBeNothing?: string;
  readonly contentType?: string;
  readonly errors: readonly ErrorKind[];
  readonly example: Example;
  readonly clock: ClockUse;
  readonly emits: readonly EventKind[];
  readonly mayEmit: readonly EventKind[];
  readonly previews: Previews;
  readonly extra?: TProperties;
  readonly subject?: Subject<unknown>;
  readonly read?: (ctx: ReadContext, input: ErasedInput, subject: unknown) => Promise<unknown>;
  readonly remembers?: (query: ErasedInput['query']) => boolean;
  readonly showsPersonal?: (query: ErasedInput['query'], caller: Caller) => boolean;
  readonly ahead?: (tools: AheadTools, input: ErasedInput, caller: Caller) => Promise<unknown>;
  readonly alongside?: (tx: Tx, input: ErasedInput, caller: Caller, ahead: unknown) => Promise<unknown>;
  readonly authorize?: (ctx: Asking, input: ErasedInput, subject: unknown, alongside: unknown) => void;
  readonly showsSecret: boolean;
  readonly shares?: SharesCommits<ErasedInput, unknown, unknown>;
  readonly command?: (
    ctx: CommandContext,
    tx: Tx,
    input: ErasedInput,
    subject: unknown,
    alongside: unknown,
  ) => Promise<unknown>;
  readonly awaits?: (ctx: ReadContext, answered: unknown) => Promise<unknown>;
  readonly line?: TSchema;
  readonly linesTogether?: number;
  readonly begin?: (ctx: CommandContext, tx: Tx, upload: Upload, input: ErasedInput) => Promise<unknown>;
  readonly stream?: (
    ctx: StreamContext,
    input: ErasedInput,
    subject: unknown,
  ) => Promise<AsyncIterable<readonly ServerSentEvent<unknown>[]>>;
  readonly lines?: (ctx: ReadContext, input: ErasedInput) => Promise<AsyncIterable<readonly unknown[]>>;
  readonly open?: (ctx: OpenContext, input: ErasedInput) => Promise<unknown>;
  readonly takes?: ContentTaken;
  readonly ownerOf?: (ctx: ReadContext, input: ErasedInput, subject: unknown) => Promise<string>;
  readonly make?: (ctx: MakeContext, input: ErasedInput, subject: unknown) => Promise<MadeContent>;
  /** Beside a command: only of such requests a content is made, and the command does the others. */
  readonly makesFor?: (input: ErasedInput) => boolean;
  readonly keep?: (
    ctx: CommandContext,
    tx: Tx,
    arrived: ArrivedContent,
    input: ErasedInput,
    subject: unknown,
  ) => Promise<unknown>;
  readonly content?: (ctx: ReadContext, input: ErasedInput, subject: unknown) => Promise<GivenContent | GivenAddress>;
}

export interface ErasedInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** What an endpoint does: exactly one of these. */
export type Does<
  Path extends string,
  Q extends TProperties,
  B extends TSchema,
  A extends TSchema,
  S extends Shape,
  X,
  W,
  P,
> =
  | Reads<Path, Q, B, A, S, X>
  | Commands<Path, Q, B, A, S, X, W, P>
  | MayBeNothing<Path, Q, B, A, S, X, W, P>
  | TakesLines<Path, Q, A, S>
  | Streams<Path, Q, B, A, X>
  | GivesLines<Path, Q, A>
  | TakesContent<Path, Q, A, S, X>
  | MakesContent<Path, Q, B, A, S, X, P>
  | GivesContent<Path, Q, X>
  | Opens<Path, Q, B, A, S>;

export function endpoint<
  const Path extends string,
  S extends Shape = 'single',
  A extends TSchema = TNever,
  Q extends TProperties = Record<never, never>,
  B extends TSchema = TObject<Record<never, never>>,
  X = undefined,
  W = undefined,
  P = undefined,
>(declared: { readonly path: Path } & Declared<Q, B, A, S> & Does<Path, Q, B, A, S, X, W, P>): Endpoint {
  return withDefaults(declared);
}

/** What changes nothing. A question with a body comes by POST, and needs no Idempotency-Key either. */
export const isRead = ({ method, read }: Pick<Endpoint, 'method' | 'read'>): boolean =>
  method === 'GET' || read !== undefined;

/** The verbs that ask for a method of their own. */
const methods: Readonly<Record<string, Method>> = {
  update: 'PUT',
  append: 'PATCH',
  delete: 'DELETE',
  remove: 'DELETE',
};

/** For `contacts.update`: `update`. */
export const verbOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const nothing: TSchema = Type.Object({});
const bytes: TSchema = Type.String({ format: 'binary' });

/** The names of all that may be said of an endpoint. */
type Said = { readonly [K in keyof Endpoint]?: unknown } & Pick<Endpoint, 'name'> & { readonly keepMade?: unknown };

/** Completes what was declared. The exact types are dropped here: from here on an endpoint is plain data. */
export function withDefaults(said: Said): Endpoint {
  const keep = said.keep ?? said.keepMade;
  const changes = said.command ?? said.begin ?? keep ?? said.open;
  const verb = verbOf(said.name);
  return {
    method: changes === undefined ? 'GET' : (methods[verb] ?? 'POST'),
    shape: said.content === undefined ? 'single' : 'content',
    status: verb === 'create' ? 201 : 200,
    answer: said.content === undefined && said.shape !== 'content' ? nothing : bytes,
    example: {},
    openTo: 'permitted',
    kinds: [],
    errors: [],
    clock: 'dated',
    emits: [],
    mayEmit: [],
    previews: false,
    showsSecret: false,
    ...said,
    ...(keep !== undefined && { keep }),
  } as unknown as Endpoint;
}

/** What names the subject of a request. */
export function referenceOf({ param }: Pick<Subject<unknown>, 'param'>, { params, body }: ErasedInput): string {
  const named = params[param] ?? (body as Readonly<Record<string, unknown>> | undefined)?.[param];
  return named as string;
}

/** The names of the parameters: of `/people/{personId}` it is `personId`. */
export const pathParams = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);

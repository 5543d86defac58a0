// What a plain resource says of itself. Everything else follows from it.
import type { Static, TProperties } from 'typebox';
import type { Asking, CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { RowOf, Table } from '#platform/db/define-table.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { ErrorKind } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import type { IdPrefix } from '#platform/ids.ts';
import type { Filters } from './define-list.ts';

export type Verb = 'create' | 'update' | 'delete';
export type OwnEvent = 'created' | 'updated' | 'deleted';

/** What an endpoint says besides what follows from the resource. */
export interface Said {
  readonly summary?: string;
  readonly description?: string;
  readonly says?: string;
  readonly errors?: readonly ErrorKind[];
  /** What the hooks tell besides: further events, or others of its own. */
  readonly emits?: readonly (EventKind | OwnEvent)[];
  /** The body of its example. */
  readonly body?: object;
}

/** The object below which a resource lies. */
interface Below<P> {
  readonly path: string;
  readonly subject: Subject<P>;
  /** The column with its id, and what a refusal calls it ("The loan type"). Neither: it is the company. */
  readonly column?: string;
  readonly words?: string;
}

export interface Declared<T extends Table, F extends TProperties, I extends TProperties, N, P> {
  /** In words, such as "rate cap": names, paths, permissions, events and titles are made of them. */
  readonly name: string;
  readonly plural: string;
  readonly prefix: IdPrefix;
  readonly table: T;
  readonly below?: Below<P>;
  /**
   * What is shown, in this order, between the ids and the dates. All of it is taken by create and update as well; a
   * create must have what is neither nullable nor has a default.
   */
  readonly fields: F;
  /** Fields that are shown and not taken. */
  readonly onlyShown?: readonly N[];
  /** Fields that are taken by another schema than they are shown by. */
  readonly taken?: I;
  readonly defaults?: { readonly [K in keyof F]?: unknown };
  readonly sort?: readonly string[];
  readonly filters?: Filters;
  /** What its events tell besides the ids, and what each of them means. */
  readonly told?: TProperties;
  readonly events?: { readonly [K in OwnEvent]?: string };
  readonly example: { readonly id: string; readonly [field: string]: unknown };
  /** The endpoints that there are. */
  readonly endpoints: { readonly [K in 'list' | 'create' | 'read' | 'update' | 'delete']?: Said };
  /** What it means that a unique key is taken already, by the name of the constraint: the error to throw. */
  readonly whenTaken?: Readonly<Record<string, (row: RowOf<T>, error: unknown) => Error>>;
  /** The fields that no column gives. */
  present?(rows: readonly RowOf<T>[], ctx: Presenting<P>): Several<Partial<FieldsOf<F>>>;
}

type Several<T> = readonly T[] | Promise<readonly T[]>;

export interface Presenting<P> {
  readonly reader: Reader;
  readonly vault: Vault;
  readonly parent: P;
}

export type FieldsOf<F extends TProperties> = { readonly [K in keyof F]: Static<F[K]> };

/** Fields that were sent. */
export type SentOf<F extends TProperties, I extends TProperties, N> = {
  readonly [K in Exclude<keyof F, N>]?: Static<K extends keyof I ? I[K] : F[K]>;
};

interface Change<Row, Sent, P> {
  readonly verb: Verb;
  /** Undefined for a new one. */
  readonly before: Row | undefined;
  readonly sent: Sent;
  readonly parent: P;
}

/** As it will be. */
type Changed<Row, Sent, P> = Change<Row, Sent, P> & { readonly row: Row };

/** With `present`, all the places where a resource does something of its own. What needs another one is a command. */
export interface Hooks<Row, Sent, P> {
  /** Throws where the caller may not do this, whatever its permissions say. */
  whoMay?(ctx: Asking, change: Change<Row, Sent, P>): void;
  /** Checks what is to be written, and gives the columns that no field gives. */
  beforeWrite?(ctx: CommandContext, tx: Tx, change: Changed<Row, Sent, P>): Promise<Partial<Row> | undefined>;
  afterWrite?(ctx: CommandContext, tx: Tx, change: Changed<Row, Sent, P>): Promise<void>;
}

/** What is left of the types inside, where all resources are treated alike. */
export type AnyRow = Record<string, unknown> & { readonly id: string; readonly company_id: string };
export type AnyFields = Record<string, unknown>;
export type AnyHooks = Hooks<AnyRow, AnyFields, unknown>;
export type AnyDeclared = Omit<Declared<Table, TProperties, TProperties, string, unknown>, 'present' | 'whenTaken'> & {
  readonly whenTaken?: Readonly<Record<string, (row: AnyRow, error: unknown) => Error>>;
  present?(rows: readonly AnyRow[], ctx: Presenting<unknown>): Several<AnyFields>;
};

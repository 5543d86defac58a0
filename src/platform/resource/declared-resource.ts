// What a plain resource declares. Everything else follows from it.
import type { Static, TProperties } from 'typebox';
import type { Asking, CommandContext } from '#platform/command/context.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { RowOf, Table } from '#platform/db/define-table.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { ErrorKind } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { BorrowersCommand, BorrowersReach } from '#platform/http/borrowers-reach.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import type { IdPrefix } from '#platform/ids.ts';
import type { Filters } from './define-list.ts';

export type Verb = 'create' | 'update' | 'delete';
export type OwnEvent = 'created' | 'updated' | 'deleted';

/** What an endpoint declares besides what follows from the resource. */
export interface Said {
  readonly summary?: string;
  readonly description?: string;
  readonly says?: string;
  readonly errors?: readonly ErrorKind[];
  /** What the hooks emit besides: further events, or events of the resource. */
  readonly emits?: readonly (EventKind | OwnEvent)[];
  /** Only for a read: signed-in borrowers reach it. */
  readonly borrowers?: BorrowersReach;
  /** Only for a write: signed-in borrowers may ask for it. */
  readonly byBorrowers?: BorrowersCommand;
  /** The body of its example. */
  readonly body?: object;
}

/** The object below which a resource is in the paths. */
interface Below<P> {
  readonly path: string;
  readonly subject: Subject<P>;
  /** The column with its id, and its name in a refusal ("The loan type"). If neither is given, it is the company. */
  readonly column?: string;
  readonly words?: string;
}

export interface Declared<T extends Table, F extends TProperties, I extends TProperties, N, P> {
  /** In words, such as "rate cap": names, paths, permissions, events and titles are made from them. */
  readonly name: string;
  readonly plural: string;
  readonly prefix: IdPrefix;
  /** Where its path is not the plural: `/compliance/rules`. */
  readonly path?: string;
  /** Where its permissions are not named after it: `communicator.template`. */
  readonly permission?: string;
  /** True: answers have no envelope. */
  readonly isBare?: true;
  readonly table: T;
  readonly below?: Below<P>;
  /**
   * The fields that are shown, in this order, between the ids and the dates. Create and update take all of them; a
   * create must have each field that is neither nullable nor has a default.
   */
  readonly fields: F;
  /** Fields that are shown and cannot be sent. */
  readonly onlyShown?: readonly N[];
  /** Fields that have another schema when they are sent. */
  readonly taken?: I;
  readonly defaults?: { readonly [K in keyof F]?: unknown };
  /** Fields that are personal. See `sealed-details.ts`. */
  readonly sealed?: Sealed<keyof F & string>;
  /** `machine`: its stamps are of the machine's clock, because what it tells of takes real time. */
  readonly stampedBy?: 'machine';
  /** The most that one parent may have, deleted ones too. */
  readonly atMost?: number;
  readonly sort?: readonly string[];
  /** The most rows that its list passes over by `offset`, where it takes one. */
  readonly offsetMax?: number;
  readonly filters?: Filters;
  /** The fields of its events besides the ids, and what each event means. */
  readonly told?: TProperties;
  readonly events?: { readonly [K in OwnEvent]?: string };
  /** The endpoints that this resource has. */
  readonly endpoints: { readonly [K in 'list' | 'create' | 'read' | 'update' | 'delete']?: Said };
  /** The error to throw for a unique key that is taken already, by the name of the constraint. */
  readonly whenTaken?: Readonly<Record<string, (row: RowOf<T>, error: unknown) => Error>>;
  /** Returns the fields that are not columns. */
  present?(rows: readonly RowOf<T>[], ctx: Presenting<P>): Several<Partial<FieldsOf<F>>>;
}

interface Sealed<N extends string = string> {
  readonly fields: readonly N[];
  /** The sealers of these people; of an erased person there may be none. */
  sealersOf(reader: Reader, vault: Vault, personIds: readonly string[]): Promise<ReadonlyMap<string, Sealer>>;
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
  /** Undefined for a new row. */
  readonly before: Row | undefined;
  readonly sent: Sent;
  readonly parent: P;
}

/** With the row as it will be, and its sealed fields. */
type Changed<Row, Sent, P> = Change<Row, Sent, P> & { readonly row: Row; readonly details: Sent };

/** With `present`, these are all the points where a resource may run its own code. Anything else is a command. */
export interface Hooks<Row, Sent, P> {
  /** What the hooks may emit and throw besides. */
  readonly mayEmit?: Partial<Record<Verb, readonly EventKind[]>>;
  readonly errors?: Partial<Record<Verb, readonly ErrorKind[]>>;
  /** Throws if the caller may not do this, whatever its permissions are. */
  whoMay?(ctx: Asking, change: Change<Row, Sent, P>): void;
  /** Checks what is to be written, and returns the columns that no field has. */
  beforeWrite?(ctx: CommandContext, tx: Tx, change: Changed<Row, Sent, P>): Promise<Partial<Row> | undefined>;
  afterWrite?(ctx: CommandContext, tx: Tx, change: Changed<Row, Sent, P>): Promise<void>;
}

/** What remains of the types inside, where all resources are treated alike. */
export type AnyRow = Record<string, unknown> & { readonly id: string; readonly company_id: string };
export type AnyFields = Record<string, unknown>;
export type AnyHooks = Hooks<AnyRow, AnyFields, unknown>;
export type AnyDeclared = Omit<Declared<Table, TProperties, TProperties, string, unknown>, 'present' | 'whenTaken'> & {
  readonly whenTaken?: Readonly<Record<string, (row: AnyRow, error: unknown) => Error>>;
  present?(rows: readonly AnyRow[], ctx: Presenting<unknown>): Several<AnyFields>;
};

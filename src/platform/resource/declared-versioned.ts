// What a versioned thing declares. Everything else follows from it.
import type { TProperties, TSchema } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Table } from '#platform/db/define-table.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { IdPrefix } from '#platform/ids.ts';
import type { AnyDeclared, AnyFields, AnyRow, Said } from './declared-resource.ts';
import type { Filters } from './define-list.ts';

/** Where a version has its content from. */
export interface WhereFrom {
  /** The version that it was, follows or was copied from; undefined: it is new. */
  readonly follows: AnyRow | undefined;
  /** Only what it names has changed. */
  readonly isRenewal: boolean;
}

export interface DeclaredVersioned extends Pick<AnyDeclared, 'present' | 'below' | 'whenTaken'> {
  readonly name: string;
  readonly plural: string;
  readonly prefix: IdPrefix;
  /** Where its path is not the plural. */
  readonly path?: string;
  /** It has the `versionedColumns`. */
  readonly table: Table;
  /** Its own fields, each with a column. */
  readonly fields: TProperties;
  /** Fields that have no column: `present` gives them. */
  readonly computed?: TProperties;
  /** Fields that have another schema when they are sent. */
  readonly taken?: Readonly<Record<string, TSchema>>;
  /** Fields without one are null when they are not sent. */
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly filters?: Filters;
  /** Fields by which its list may be sorted; the usual ones if not given. */
  readonly sort?: readonly string[];
  /** Fields that are the same in all versions of a type. */
  readonly fixed?: readonly string[];
  /** Where a request says of which type the new one is a copy: as `copyOf` in its body, or by its query. */
  readonly copiedBy: 'copyOf' | 'query';
  readonly endpoints: {
    readonly list: Said;
    readonly create: Said;
    readonly read: Said;
    readonly update: Said;
    readonly delete?: Said;
  };
  /** The fields that were sent as they are stored: the same content must always be written in the same way. */
  normal(tx: Tx, sent: AnyFields): Promise<AnyFields>;
  /** Checks a version that is about to be written, and returns the columns that no field has. Errors: InvalidRequest. */
  check(ctx: CommandContext, tx: Tx, row: AnyRow, where: WhereFrom): Promise<AnyFields>;
  /** Does what follows when a version becomes active, after it was written. Errors: InvalidRequest. */
  publish?(ctx: CommandContext, tx: Tx, row: AnyRow, isRenewal: boolean): Promise<void>;
  /** The events of other things that follow from publishing one. */
  readonly mayEmit?: readonly EventKind[];
  /** Whether something names this draft: then a deletion deprecates it. */
  isNamed?(tx: Tx, row: AnyRow): Promise<boolean>;
  /** A version was written: made, changed, published or deprecated. */
  written?(tx: Tx, ctx: CommandContext): void;
  /** The number of the user who calls; null for an API key. */
  numberOfCaller(ctx: CommandContext, tx: Tx): Promise<number | null>;
}

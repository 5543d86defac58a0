// A plain resource is a value: its declaration makes its schemas, its endpoints with their documentation, its events
// and its rows. It may run its own code at four points (`present` and `Hooks`); a verb that needs another point is a
// command, with an endpoint beside these.
import type { TObject, TProperties } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import type { RowOf, Table } from '#platform/db/define-table.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { Endpoint, Subject } from '#platform/http/endpoint.ts';
import type {
  AnyDeclared,
  AnyFields,
  AnyHooks,
  AnyRow,
  Declared,
  FieldsOf,
  Hooks,
  OwnEvent,
  Presenting,
  SentOf,
} from './declared-resource.ts';
import { type RowOfPath, resourceEndpoints, rowOfPath } from './resource-endpoints.ts';
import { partsOf } from './resource-parts.ts';
import { insertRow, type Maker, mustHaveRoom, newRow, updateRow, type Where } from './resource-rows.ts';
import { opened, sealedDetails } from './sealed-details.ts';

interface Resource<Row, Sent, Shown, P> {
  /** The schema of its answers. */
  readonly answer: TObject;
  /** Its events, in the order created, updated, deleted. */
  readonly events: readonly EventKind[];
  /** By id or `ext-` reference. Errors: NotFound, by the path of its parameter. */
  find(reader: Reader, reference: string, where?: Where): Promise<Row>;
  /** Writes a new row without an event: for the set-up of a company, or a command. */
  add(maker: Maker, tx: Tx, given: Sent, more?: Partial<Row>, parentId?: string): Row;
  /** A new row that is not written yet, with its personal fields. */
  make(maker: Maker, sealer: Sealer, given: Sent, more: Partial<Row>, parentId: string): Row;
  /** Errors: NoRoom. */
  mustHaveRoom(tx: Tx, parentId: string): Promise<void>;
  /** Writes it without an event. */
  insert(tx: Tx, row: Row): void;
  /** The row with other personal fields. */
  withDetails(sealer: Sealer, row: Row, given: Sent): Row;
  /** Writes a changed row without an event. */
  change(tx: Tx, before: Row, row: Row): void;
  /** The sealed fields of a row; null where nothing is left to open. */
  open(sealer: Sealer, row: Row): Partial<Shown>;
  tell(ctx: Pick<CommandContext, 'emit'>, event: OwnEvent, row: Row): void;
  /** The answer of a command: the given fields, and the other fields from the row. */
  show(row: Row, given: Partial<Shown>): { readonly id: string };
  /** The answers of rows of one parent. */
  showAll(rows: readonly Row[], ctx: Presenting<P>): Promise<AnyFields[]>;
  /** The answers of rows of several parents, of whom `present` needs nothing. */
  showAcross(rows: readonly Row[], ctx: Omit<Presenting<P>, 'parent'>): Promise<AnyFields[]>;
  /** The row of a path, for further endpoints below it. */
  readonly subject: Subject<RowOfPath<Row, P>>;
  endpoints(hooks?: Hooks<Row, Sent, P>): Endpoint[];
}

export function defineResource<
  T extends Table,
  const F extends TProperties,
  const N extends keyof F = never,
  I extends TProperties = Record<never, never>,
  P = undefined,
>(given: Declared<T, F, I, N, P>): Resource<RowOf<T>, SentOf<F, I, N>, FieldsOf<F>, P> {
  // Only here are the types dropped, as for endpoints.
  const declared = given as unknown as AnyDeclared;
  const parts = partsOf(declared);
  const resource: Resource<AnyRow, AnyFields, AnyFields, unknown> = {
    answer: parts.shapes.answer,
    events: Object.values(parts.events),
    find: parts.find,
    add(maker, tx, fields, more = {}, parentId) {
      const row = { ...newRow(declared, maker, fields, parentId), ...more } as AnyRow;
      insertRow(declared, tx, row);
      return row;
    },
    make(maker, sealer, fields, more, parentId) {
      const row = { ...newRow(declared, maker, fields, parentId), ...more } as AnyRow;
      return resource.withDetails(sealer, row, fields);
    },
    withDetails: (sealer, row, fields) => ({ ...row, ...sealedDetails(declared, row, sealer, fields) }),
    mustHaveRoom: (tx, parentId) => mustHaveRoom(declared, tx, parentId),
    insert: (tx, row) => insertRow(declared, tx, row),
    change: (tx, before, row) => updateRow(declared, tx, before, row),
    open: (sealer, row) => opened(declared, row, sealer),
    tell: parts.tell,
    show: (row, given) => parts.present(row, given) as AnyRow,
    showAll: parts.show,
    showAcross: (rows, ctx) => parts.show(rows, { ...ctx, parent: undefined }),
    subject: rowOfPath(parts),
    endpoints: (hooks: AnyHooks = {}) => resourceEndpoints(parts, hooks),
  };
  return resource as unknown as Resource<RowOf<T>, SentOf<F, I, N>, FieldsOf<F>, P>;
}

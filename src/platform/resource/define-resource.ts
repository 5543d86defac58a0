// A plain resource is a value: from what it says of itself come its schemas, its endpoints with their documentation, its
// events and its rows. It may do something of its own in four places (`Hooks`, and `present`); a verb that needs another
// place is a command, an endpoint beside these.
import type { Static, TObject, TProperties } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { RowOf, Table } from '#platform/db/define-table.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { presenter } from './columns.ts';
import type {
  AnyDeclared,
  AnyHooks,
  AnyRow,
  Declared,
  FieldsOf,
  Hooks,
  OwnEvent,
  Presenting,
  Sent,
} from './declared-resource.ts';
import { defineList, type List } from './define-list.ts';
import { type FindRow, rowFinder, type Where } from './find-row.ts';
import { resourceEndpoints } from './resource-endpoints.ts';
import { eventsOf, type ResourceEvents, type Shapes, shapesOf, toldOf } from './resource-shapes.ts';
import { type Words, wordsOf } from './resource-words.ts';
import { insertRow, type Maker, newRow, subjectOf, updateRow } from './write-row.ts';

export type Shown = Record<string, unknown>;

/** All that its endpoints are made of. */
export interface Parts {
  readonly declared: AnyDeclared;
  readonly words: Words;
  readonly shapes: Shapes;
  readonly list: List;
  readonly events: ResourceEvents;
  readonly find: FindRow;
  show(rows: readonly AnyRow[], ctx: Presenting<unknown>): Promise<Shown[]>;
  tell(ctx: Pick<CommandContext, 'emit'>, event: OwnEvent, row: AnyRow): void;
}

export interface Resource<T extends Table, F extends TProperties, Input, P> {
  readonly answer: TObject;
  readonly create: TObject;
  readonly update: TObject;
  /** What it tells, in the order created, updated, deleted. */
  readonly events: readonly EventKind[];
  /** By id or `ext-` reference. Errors: NotFound, by the path of its parameter. */
  find(reader: Reader, reference: string, where?: Where): Promise<RowOf<T>>;
  /** Writes a new row without telling of it: for a birth, or a command. */
  add(maker: Maker, tx: Tx, given: Partial<Input>, more?: Partial<RowOf<T>>, parentId?: string): RowOf<T>;
  /** Writes a row that has changed: for a command, or where a change of another row follows. */
  change(tx: Tx, before: RowOf<T>, row: RowOf<T>): void;
  tell(ctx: Pick<CommandContext, 'emit'>, event: OwnEvent, row: RowOf<T>): void;
  show(rows: readonly RowOf<T>[], ctx: Presenting<P>): Promise<(FieldsOf<F> & { readonly id: string })[]>;
  endpoints<W = undefined>(hooks?: Hooks<RowOf<T>, Input, P, W>): Endpoint[];
}

export function defineResource<
  T extends Table,
  const F extends TProperties,
  const N extends keyof F = never,
  I extends TProperties = Record<never, never>,
  D = Record<never, never>,
  P = undefined,
>(given: Declared<T, F, I, D, N, P>): Resource<T, F, Sent<F, I, N>, P> {
  // The one place where the types are let go, as for endpoints.
  const parts = partsOf(given as unknown as AnyDeclared);
  const { declared, shapes, events } = parts;
  const resource = {
    ...shapes,
    events: Object.values(events),
    find: parts.find,
    add(maker: Maker, tx: Tx, fields: Record<string, unknown>, more: Record<string, unknown> = {}, parentId?: string) {
      const row = { ...newRow(declared, maker, fields, parentId), ...more };
      insertRow(declared, tx, row);
      return row;
    },
    change: (tx: Tx, before: AnyRow, row: AnyRow) => updateRow(declared, tx, before, row),
    tell: parts.tell,
    show: parts.show,
    endpoints: (hooks: AnyHooks = {}) => resourceEndpoints(parts, hooks),
  };
  return resource as unknown as Resource<T, F, Sent<F, I, N>, P>;
}

function partsOf(declared: AnyDeclared): Parts {
  const words = wordsOf(declared);
  const shapes = shapesOf(declared, words);
  const { table, below, sort = [], filters = {} } = declared;
  const events = eventsOf(declared, words);
  const present = presenter(shapes.answer);
  return {
    declared,
    words,
    shapes,
    events,
    list: defineList({
      table: table.name as 'outbox',
      ...(below?.column !== undefined && { below: below.column }),
      sort,
      filters,
    }),
    find: rowFinder(declared, words),
    async show(rows, ctx) {
      const given = await declared.present?.(rows, ctx);
      return rows.map((row, i) => present(row, (given?.[i] ?? {}) as Static<TObject>));
    },
    tell(ctx, event, row) {
      const kind = events[event];
      if (kind !== undefined) ctx.emit(kind, subjectOf(row), toldOf(kind, words, row));
    },
  };
}

// A thing of a loan, declared once: its fields say how it is asked for, stored and shown. From the declaration come its
// table, its schema, a new row, and how a row is shown. What is special stays beside it:
// what a command checks, what the books make of it, what only the moment can tell.
import { type Static, type TNull, type TObject, type TProperties, type TUnion, type TUnsafe, Type } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import { type Columns, defineTable, type RowOf, type Table } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import { type IdPrefix, newId } from '#platform/ids.ts';
import { Extended, Nullable } from '#platform/input/schemas.ts';
import type { LoanRow } from './tables.ts';
import { type Declared as Found, type Thing, type ThingTable, thingOfLoans } from './thing.ts';
import {
  type ColumnsOf,
  type Computed,
  columnsOf,
  type Fields,
  heads,
  id,
  type ShapeOf,
  schemaOf,
  showing,
} from './thing-fields.ts';

type SaidOf<K, Said> = K extends keyof Said ? Extract<Said[K], Columns[string]> : never;

/** Where both say a column, `columns` does. */
type ColumnsOfThing<F, C extends Columns> = {
  readonly [K in (keyof typeof heads | keyof ColumnsOf<F> | keyof C) & string]: K extends keyof C
    ? SaidOf<K, C>
    : SaidOf<K, ColumnsOf<F> & typeof heads>;
};
type RowOfColumns<F, C extends Columns> = RowOf<Table<string, ColumnsOfThing<F, C>>>;

interface Declaration<N extends ThingTable, O extends string, F extends Fields, C extends Columns>
  extends Omit<Found<RowOfColumns<F, C>>, 'changes' | 'path'> {
  readonly table: N;
  /** Its kind in answers, `loanRefund`. The parameter `loanRefundId` and the schema LoanRefund are named after it. */
  readonly object: O;
  readonly prefix: IdPrefix;
  /** What is shown, in this order, after `id` and `object`. */
  readonly fields: F;
  /** Columns that are not shown as they are, and those whose type is narrower than the schema of their field. */
  readonly columns?: C;
  /** The columns that a change writes, besides those that every change does: `status`, `timestamps`, `updated_at`. */
  readonly changes?: readonly (keyof NoInfer<ColumnsOfThing<F, C>> & string)[];
}

/** What is said of a new row: what may be null, and was not said, is null. */
type Given<R> = { readonly [K in keyof R as null extends R[K] ? never : Exclude<K, SetAnyway>]: R[K] } & {
  readonly [K in keyof R as null extends R[K] ? K : never]?: R[K];
};
/** Its own id where something else is named after it. */
type WithId = { readonly id?: string };
type SetAnyway = keyof typeof heads | 'created_at';

interface ThingOfLoan<N extends ThingTable, O extends string, F extends Fields, C extends Columns> extends Thing<N> {
  readonly definition: Table<N, ColumnsOfThing<F, C>>;
  readonly fields: F;
  readonly schema: ShapeOf<O, F>;
  /** As the commands answer it, with more fields; where only a new one is previewed, `id` says so. */
  changed<M extends TProperties>(
    more: M,
    words?: { readonly title?: string; readonly description?: string },
  ): TObject<ChangedShape<ShapeOf<O, F>> & M>;
  newRow(
    ctx: Pick<CommandContext, 'now' | 'position'>,
    loan: LoanRow,
    given: Given<RowOfColumns<F, C>> & WithId,
  ): RowOfColumns<F, C>;
  show(row: RowOfColumns<F, C>, ...given: keyof Computed<F> extends never ? [] : [Computed<F>]): Static<ShapeOf<O, F>>;
}

type ChangedShape<S> = S extends TObject<infer P> ? Omit<P, 'id'> & { id: TUnion<[TUnsafe<string>, TNull]> } : never;

/** Written by each change of a thing that has them. */
const changedAnyway = ['status', 'timestamps', 'updated_at'];

export function thingOfLoan<
  N extends ThingTable,
  const O extends string,
  F extends Fields,
  C extends Columns = Record<never, never>,
>(declared: Declaration<N, O, F, C>): ThingOfLoan<N, O, F, C> {
  const { table, object, prefix, fields, columns, changes = [], ...found } = declared;
  const all = { ...heads, ...columnsOf(fields), ...columns } as Columns;
  const definition = defineTable(table, bySubject('person_id', { loan: 'loan_id' }), all);
  const title = `${object.charAt(0).toUpperCase()}${object.slice(1)}`;
  const own = id(`${prefix}-5KX8-W2NB`);
  const schemas = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
  const schema = Type.Object({ id: own, object: Type.Literal(object), ...schemas }, { title });
  const show = showing(object, fields);
  const empty = Object.fromEntries(
    definition.all.filter((column) => definition.columns[column]?.isNullable).map((column) => [column, null]),
  );
  const thing = thingOfLoans(definition as never, {
    ...(found as { name: string }),
    path: `${object}Id`,
    changes: [...changedAnyway.filter((column) => column in all), ...changes] as never,
  });
  return {
    ...(thing as unknown as Thing<N>),
    definition: definition as unknown as Table<N, ColumnsOfThing<F, C>>,
    fields,
    schema: schema as never,
    show: show as never,
    changed: (more, { title: named = `Changed${title}`, description = notThereYet } = {}) => {
      const changed = Type.Object({ ...schema.properties, id: Nullable(own, { description }) });
      return Extended(changed, more, { title: named }) as never;
    },
    newRow: (ctx, { person_id, company_id, id: loan_id }, given) =>
      ({
        ...empty,
        person_id,
        id: newId(prefix),
        company_id,
        loan_id,
        position: ctx.position(),
        ...('created_at' in all && { created_at: ctx.now }),
        ...given,
      }) as never,
  };
}

const notThereYet = 'Null in the preview of one that is not there yet.';

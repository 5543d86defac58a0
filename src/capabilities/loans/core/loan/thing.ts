// A thing of a loan, such as a settlement or a refund: a table by person and loan. Its rows are found, listed, inserted
// and changed in one way; the folder of each thing says what its rows mean.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Insertable, Selectable, SelectQueryBuilder } from 'kysely';
import { type Table, typesOf } from '#platform/db/define-table.ts';
import { type PlaceholderOf, prepared, preparedInsert } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { defineList, type Filters, type List, type Shown } from '#platform/resource/define-list.ts';
import { changeExternalId, claimExternalId, idOfReference } from '#platform/resource/external-ids.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type LoanKeys, type OfLoans, oneOf } from './named-loans.ts';

interface KeyedRow {
  readonly person_id: string;
  readonly id: string;
  readonly loan_id: string;
}

/** The name of a table. Its columns are not asked for here: those of a declared thing are known by the thing alone. */
export type ThingTable = keyof Tables & string;

type ThingsTable<N extends string> = Pick<Table<N>, 'name' | 'columns' | 'all'>;

export type RowOfThing<N extends ThingTable> = Selectable<Tables[N]>;

export interface Declared<Row> {
  /** As refusals call it; also the kind of its external ids. */
  readonly name: string;
  /** The field that names one. */
  readonly path: string;
  readonly hasExternalId?: boolean;
  /** Which rows are such things, if the table has others too. */
  readonly isOne?: (row: Row) => boolean;
  /** The columns that a change writes. */
  readonly changes: readonly (keyof Row & string)[];
}

export interface Thing<N extends ThingTable> {
  readonly table: N;
  /** Also the kind of its external ids. */
  readonly name: string;
  /** The field that names one. */
  readonly path: string;
  /** The rows of one loan. */
  of(reader: Reader, keys: LoanKeys): SelectQueryBuilder<Tables, N, RowOfThing<N>>;
  /** All rows of many loans, also those that are other things of the table. */
  ofLoans(reader: Reader, loans: OfLoans): SelectQueryBuilder<Tables, N, RowOfThing<N>>;
  withId(reader: Reader, personId: string, id: string): Promise<RowOfThing<N> | undefined>;
  /** By its id, or by an `ext-` reference if it has external ids. Errors: NotFound. */
  find(reader: Reader, keys: LoanKeys, reference: string): Promise<RowOfThing<N>>;
  /** Claim it before anything else: a client that sends one twice must get that refusal before any other. */
  claimExternalId(tx: Tx, row: KeyedRow & { readonly external_id: string | null }): void;
  /** The same of an id that was sent for one that is there; undefined: none was sent. */
  changeExternalId(
    tx: Tx,
    before: KeyedRow & { readonly external_id: string | null },
    sent: string | null | undefined,
  ): void;
  insert(tx: Tx, row: RowOfThing<N>): void;
  /** In a commit that writes the loan, whose version guards it. */
  write(tx: Tx, row: RowOfThing<N>): void;
}

export function thingOfLoans<N extends ThingTable>(
  table: ThingsTable<N>,
  { name, path, hasExternalId = false, isOne = () => true, changes }: Declared<RowOfThing<N>>,
): Thing<N> {
  // The compiler cannot build a query over any of these tables: it is told that the table is this one of them.
  const same = table.name as unknown as 'loan_refunds';
  const insertion = preparedInsert(table.name, table.all.filter((column) => column !== 'company_id') as never);
  const byId = prepared(
    (db, placeholder: PlaceholderOf<{ personId: string; id: string }>) =>
      db
        .selectFrom(same)
        .selectAll()
        .where('person_id', '=', placeholder('personId'))
        .where('id', '=', placeholder('id')),
    { personId: 'text', id: 'text' },
  );
  const update = prepared(
    (db, placeholder: PlaceholderOf<Readonly<Record<string, unknown>>>) =>
      db
        .updateTable(same)
        .set(Object.fromEntries(changes.map((column) => [column, placeholder(column)])))
        .where('person_id', '=', placeholder('person_id') as string)
        .where('id', '=', placeholder('id') as string),
    typesOf(table, ['person_id', 'id', ...changes]),
  );
  const withId = (reader: Reader, personId: string, id: string) =>
    reader.row(byId(reader.db, { personId, id })) as Promise<RowOfThing<N> | undefined>;
  return {
    table: table.name,
    name,
    path,
    withId,
    of: ({ db }, { personId, loanId }) =>
      db.selectFrom(same).selectAll().where('person_id', '=', personId).where('loan_id', '=', loanId) as never,
    ofLoans: ({ db }, { people, loans }) =>
      db
        .selectFrom(same)
        .selectAll()
        .where('person_id', '=', oneOf(people))
        .where('loan_id', '=', oneOf(loans)) as never,
    async find(reader, { personId, loanId }, reference) {
      const id = hasExternalId ? await idOfReference(reader, name, reference) : reference;
      const row = id === undefined ? undefined : await withId(reader, personId, id);
      if (row !== undefined && (row as KeyedRow).loan_id === loanId && isOne(row)) return row;
      throw notFound(name, reference, path, 'This loan');
    },
    claimExternalId(tx, { person_id, id, external_id }) {
      if (external_id !== null) claimExternalId(tx, { kind: name, subjectId: person_id, objectId: id }, external_id);
    },
    changeExternalId(tx, { person_id, id, external_id }, sent) {
      changeExternalId(tx, { kind: name, subjectId: person_id, objectId: id }, external_id, sent);
    },
    insert: (tx, row) => tx.write(insertion(tx.db, storedValues(table, row)), redraw(`${table.name}_pkey`)),
    write: (tx, row) => tx.write(update(tx.db, storedValues(table, row))),
  };
}

/** Parsed values as their texts. */
function storedValues<N extends ThingTable>(
  { columns }: ThingsTable<N>,
  row: object,
): Insertable<Tables[N]> & KeyedRow {
  const stored = Object.entries(row).map(([column, value]) =>
    columns[column]?.type === 'jsonb' && value !== null ? [column, JSON.stringify(value)] : [column, value],
  );
  return Object.fromEntries(stored);
}

interface Moving {
  readonly status: string;
  readonly timestamps: Readonly<Record<string, Instant>>;
  readonly updated_at: Instant | null;
}

/** The row in its next status, with the instant at which it got there. */
export const movedTo = <R extends Moving>(row: R, status: R['status'], now: Instant): R => ({
  ...row,
  status,
  timestamps: { ...row.timestamps, [`${status}At`]: now },
  updated_at: now,
});

// ---- listed ---------------------------------------------------------------------------------------------------------

export interface Lists<N extends ThingTable, F extends Filters> {
  readonly ofLoan: {
    readonly query: List<F>['query'];
    page<T>(reader: Reader, keys: LoanKeys, input: PageInput, shown: Shown<RowOfThing<N>, T>): Promise<Page<T>>;
  };
  readonly ofCompany: {
    readonly query: List<F>['query'];
    page<T>(reader: Reader, input: PageInput, shown: Shown<RowOfThing<N>, T>): Promise<Page<T>>;
  };
}

interface Listed<F extends Filters> {
  /** Fields by which those of a loan may be sorted. */
  readonly sort?: Readonly<Record<string, string>>;
  /** Sorts of the company's list, where an index serves it. */
  readonly sortOfCompany?: Readonly<Record<string, string>>;
  readonly filters?: F;
}

export function listsOf<N extends ThingTable, const F extends Filters = Record<never, never>>(
  thing: Thing<N>,
  { sort = {}, sortOfCompany = {}, filters = {} as F }: Listed<F> = {},
): Lists<N, F> {
  const { table } = thing;
  const ofLoan = defineList({ table, below: 'person_id', sort, filters });
  const ofCompany = defineList({ table, sort: sortOfCompany, filters });
  return {
    ofLoan: {
      query: ofLoan.query,
      page: (reader, keys, input, shown) =>
        ofLoan.page(reader, thing.of(reader, keys) as never, input, {
          below: keys.personId,
          ...(shown as Shown<never, never>),
        }),
    },
    ofCompany: {
      query: ofCompany.query,
      page: (reader, input, shown) =>
        ofCompany.page(
          reader,
          reader.db.selectFrom(table as never).selectAll() as never,
          input,
          shown as Shown<never, never>,
        ),
    },
  };
}

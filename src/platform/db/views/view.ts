// A view over the tables of a capability, for questions that operators ask in SQL. It is declared beside its tables: which
// columns it shows, and what each means. What is sealed is never in one. Names stay what they are: questions are kept for
// years.
import type { Table } from '#platform/db/define-table.ts';

type ViewType = 'text' | 'integer' | 'money' | 'number' | 'boolean' | 'date' | 'instant' | 'texts' | 'object';

export interface ViewColumn {
  readonly sql: string;
  readonly type: ViewType;
  readonly says: string;
}

export interface View {
  readonly name: string;
  readonly says: string;
  /** What follows FROM; tables have the schema `{mode}`. */
  readonly from: string;
  /** The column with the id of the company. */
  readonly company: string;
  readonly where: string | undefined;
  /** True: it needs a permission to read it. It tells about people, but not their numbers. */
  readonly isPersonal: boolean;
  readonly columns: Readonly<Record<string, ViewColumn>>;
}

/** A column is shown under its own name, with this meaning; or it is computed. */
type SaidColumn = string | ViewColumn;

interface Declared {
  readonly name: string;
  readonly says: string;
  readonly table: Table;
  /** Further tables and rows, after the table, which has the name `t`. */
  readonly more?: string;
  readonly where?: string;
  readonly isPersonal?: true;
  readonly columns: Readonly<Record<string, SaidColumn>>;
}

const typeOfStored: Readonly<Record<string, ViewType>> = {
  text: 'text',
  _text: 'texts',
  bool: 'boolean',
  int4: 'integer',
  int8: 'integer',
  numeric: 'number',
  date: 'date',
  timestamptz: 'instant',
};

export function defineView({ name, says, table, more = '', where, isPersonal, columns }: Declared): View {
  const shown = Object.entries(columns).map(([column, said]) => {
    if (typeof said !== 'string') return [column, said] as const;
    const stored = table.columns[column]?.type ?? 'nothing';
    const type = typeOfStored[stored];
    if (type === undefined) throw new Error(`The view ${name} cannot show ${column}, which is stored as ${stored}.`);
    return [column, { sql: `t.${column}`, type, says: said }] as const;
  });
  return {
    name,
    says,
    from: `{mode}.${table.name} t ${more}`.trim(),
    company: 't.company_id',
    where,
    isPersonal: isPersonal ?? false,
    columns: Object.fromEntries(shown),
  };
}

/** Cents become an amount with two places. */
export const money = (cents: string, says: string): ViewColumn => ({
  sql: `((${cents}) * 0.01)::numeric(14,2)`,
  type: 'money',
  says,
});

export const computed = (type: ViewType, sql: string, says: string): ViewColumn => ({ sql, type, says });

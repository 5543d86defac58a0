// Each capability adds its row types here, by declaration merging in its own tables.ts, and says of each table how it
// would be spread over a cluster. So every query is typed over the whole database while imports run one way.

import type { ColumnType } from 'kysely';

/** Capabilities merge their tables into it; the brand only keeps it from being an empty interface. */
export interface Tables {
  readonly [neverATable]?: never;
}
declare const neverATable: unique symbol;

/** The company's column: the scoped handle writes it, nobody else can. */
export type Company = ColumnType<string, undefined, never>;
/** A jsonb column: parsed on the way out, given as its text on the way in. */
export type Json<T> = ColumnType<T, string, string>;

/**
 * How a table would be distributed (docs/decisions/0003-one-schema-for-all-engines.md): by the person it belongs to
 * (or, for company things, the company), or by its own looked-up key, or copied to every node.
 */
export type TableClass =
  | { readonly kind: 'subject'; readonly column: string }
  | { readonly kind: 'key'; readonly column: string }
  | { readonly kind: 'reference' };

export type TableClasses = { readonly [table: string]: TableClass };

export const bySubject = (column: string): TableClass => ({ kind: 'subject', column });
export const byKey = (column: string): TableClass => ({ kind: 'key', column });
export const reference: TableClass = { kind: 'reference' };

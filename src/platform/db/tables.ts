// Each capability adds its row types here, by declaration merging in its own tables.ts, and says how each table would
// be distributed over a cluster. So every query is typed over the whole database although imports run one way.

import type { ColumnType } from 'kysely';
import type { TableReach } from './reach.ts';

/** Capabilities merge their tables into it; the brand only keeps the interface from being empty. */
export interface Tables {
  readonly [neverATable]?: never;
}
declare const neverATable: unique symbol;

/** The company's column: only the scoped handle can write it. */
export type Company = ColumnType<string, undefined, never>;

/**
 * Where the rows of a table lie on a cluster (docs/decisions/0003-one-schema-for-all-engines.md): with the person they
 * belong to (with the company, for things of the company), by a key of their own, copied on every node, or all on the
 * coordinator.
 */
export type TableClass =
  | { readonly kind: 'subject'; readonly column: string; readonly reach?: TableReach }
  | { readonly kind: 'key'; readonly column: string }
  | { readonly kind: 'reference' }
  | { readonly kind: 'coordinator'; readonly onlyGrows?: true };

export type TableClasses = { readonly [table: string]: TableClass };

export const bySubject = (column: string, reach?: TableReach): TableClass => ({
  kind: 'subject',
  column,
  ...(reach && { reach }),
});
export const byKey = (column: string): TableClass => ({ kind: 'key', column });
export const reference: TableClass = { kind: 'reference' };
/** For what is in one order, or claimed by workers that pass over what others hold: a cluster does neither over nodes. */
export const onCoordinator: TableClass = { kind: 'coordinator' };
/** The login of a mode may add rows to it, and neither change nor delete one. */
export const onlyGrowing: TableClass = { kind: 'coordinator', onlyGrows: true };

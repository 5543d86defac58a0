// A lease gives one worker the right to work of several transactions: the row names the worker and the instant at which
// the lease ends. The worker renews the lease well before. A worker that does not renew it counts as dead, and any
// worker may take the row. Every write of a worker names the worker, so that one that has lost the lease changes
// nothing any more.
import type { UpdateQueryBuilder, UpdateResult } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';

/** Another worker has taken the work over, or will: what this one still does is not kept. */
export class LeaseLost extends Error {}

/** Measured by the machine clock. A worker renews its lease well before it ends. */
const leaseMicros = 6_000_000;
const renewEveryMs = 2_000;

interface LeaseColumns<Table, Until, Holder> {
  readonly table: Table;
  /** The column by which its rows are found. */
  readonly id: keyof Tables[Table & keyof Tables] & string;
  readonly until: Until;
  /** The column that the worker's writes name. */
  readonly holder: Holder;
}

type Update<Table extends keyof Tables> = UpdateQueryBuilder<Tables, Table, Table, UpdateResult>;

interface Lease<Table extends keyof Tables, Until extends string, Holder> {
  readonly micros: number;
  /** Limits a query to rows without a lease; `forMicros`: without a lease for at least that long. */
  free<Query extends { where(column: never, is: '<=', value: never): Query }>(
    query: Query,
    nowMicros: number,
    forMicros?: number,
  ): Query;
  /** The values to write when a lease is taken or renewed. */
  taken(nowMicros: number): Record<Until, number>;
  /** The values to write when a lease is given back. */
  readonly given: Record<Until, number>;
  /** An update of the row that this worker has leased; it changes nothing once the lease is lost. */
  held(db: Builder, id: string, holder: Holder): Update<Table>;
  /** Returns false if the lease is lost. */
  renew(tx: Tx, id: string, holder: Holder, nowMicros: number): Promise<boolean>;
}

export function leaseOn<const Table extends keyof Tables, const Until extends keyof Tables[Table] & string, Holder>({
  table,
  id: idColumn,
  until,
  holder: holderColumn,
}: LeaseColumns<Table, Until, keyof Tables[Table] & string>): Lease<Table, Until, Holder> {
  const untilIs = (micros: number) => ({ [until]: micros }) as Record<Until, number>;
  const taken = (nowMicros: number) => untilIs(nowMicros + leaseMicros);
  // The columns are checked where the lease is declared; Kysely cannot follow a name that is a parameter.
  const held: Lease<Table, Until, Holder>['held'] = (db, id, holder) =>
    (db.updateTable(table as 'operations') as unknown as Update<Table>)
      .where(idColumn as never, '=', id as never)
      .where(holderColumn as never, '=', holder as never);
  return {
    micros: leaseMicros,
    free: (query, nowMicros, forMicros = 0) => query.where(until as never, '<=', (nowMicros - forMicros) as never),
    taken,
    given: untilIs(0),
    held,
    async renew(tx, id, holder, nowMicros) {
      return (await tx.affected(held(tx.db, id, holder).set(taken(nowMicros) as never))) > 0;
    },
  };
}

/** Renews again and again, until the returned function is called. */
export function keepRenewed(renew: () => Promise<unknown>, failed: (error: unknown) => void): () => void {
  const timer = setInterval(() => void renew().catch(failed), renewEveryMs);
  return () => clearInterval(timer);
}

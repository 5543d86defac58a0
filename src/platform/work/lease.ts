// A lease gives work of several transactions to one holder: the row names the holder and says until when. Who holds it
// renews it well before; who says nothing for that long is taken for dead, and the row is anybody's. Every write of a
// holder names them, so that one who has lost the lease changes nothing any more.
import type { UpdateQueryBuilder, UpdateResult } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';

/** Another one has taken the work over: what this one still does is not kept. */
export class LeaseLost extends Error {}

/** By the machine's clock. A holder renews well before it is over. */
const leaseMicros = 6_000_000;
const renewEveryMs = 2_000;

interface LeaseColumns<Table, Until, Holder> {
  readonly table: Table;
  /** By which its rows are found. */
  readonly id: keyof Tables[Table & keyof Tables] & string;
  readonly until: Until;
  /** What the holder's writes name. */
  readonly holder: Holder;
}

type Update<Table extends keyof Tables> = UpdateQueryBuilder<Tables, Table, Table, UpdateResult>;

export interface Lease<Table extends keyof Tables, Until extends string, Holder> {
  readonly micros: number;
  /** Those of a query that nobody holds; `forMicros`: that nobody has held for so long. */
  free<Query extends { where(column: never, is: '<=', value: never): Query }>(
    query: Query,
    nowMicros: number,
    forMicros?: number,
  ): Query;
  /** What taking and renewing write. */
  taken(nowMicros: number): Record<Until, number>;
  /** What giving back writes. */
  readonly given: Record<Until, number>;
  /** An update of what this holder has: of nothing, once it is lost. */
  held(db: Builder, id: string, holder: Holder): Update<Table>;
  /** False where it is lost. */
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
  // Which columns there are is checked where the lease is declared; Kysely cannot follow a name that is a parameter.
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

/** Renews again and again, until what it gives is called. */
export function keepRenewed(renew: () => Promise<unknown>, failed: (error: unknown) => void): () => void {
  const timer = setInterval(() => void renew().catch(failed), renewEveryMs);
  return () => clearInterval(timer);
}

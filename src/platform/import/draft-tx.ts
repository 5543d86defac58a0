// A transaction within a transaction, without a savepoint: the writes of a line wait until the line has succeeded, and
// what it reads of tables that no line changes is read once for all lines.
import type { Compilable } from 'kysely';
import type { GatheringTx } from '#platform/db/many-rows.ts';
import type { OnFailure, Tx } from '#platform/db/realm-database.ts';

interface DraftTx extends Tx {
  /** Keeps what was written, to be sent with the writes of other lines. */
  keep(): void;
}

export type Read = <T>(query: Compilable<T>) => Promise<T[]>;

export function draftTx(tx: GatheringTx, read: Read): DraftTx {
  const written: [Compilable<unknown>, OnFailure | undefined][] = [];
  return {
    realm: tx.realm,
    db: tx.db,
    news: tx.news,
    rows: read,
    row: async (query) => (await read(query))[0],
    together: (async (...queries: readonly Compilable<unknown>[]) =>
      Promise.all(queries.map((query) => read(query)))) as Tx['together'],
    write: (query, onFailure) => void written.push([query, onFailure]),
    async affected() {
      throw new Error('A line of an import cannot wait for the number of rows that a write changed.');
    },
    keep: () => tx.gather(written),
  };
}

/** A name that was found stays valid; a name that was not found may have been given by an earlier line since. */
const named = 'external_ids';

export function remembering(tx: Tx, steady: readonly string[]): Read {
  const isSteady = tableTest(steady);
  const isNamed = tableTest([named]);
  const known = new Map<string, Promise<unknown[]>>();
  return async <T>(query: Compilable<T>): Promise<T[]> => {
    const compiled = query.compile();
    const same: Compilable<T> = { compile: () => compiled };
    const lasts = isSteady(compiled.sql);
    if (!lasts && !isNamed(compiled.sql)) return tx.rows(same);
    const key = `${compiled.sql} ${JSON.stringify(compiled.parameters)}`;
    const found = known.get(key);
    if (found !== undefined) return (await found) as T[];
    const reading = tx.rows(same);
    known.set(key, reading);
    const rows = await reading;
    if (!lasts && rows.length === 0) known.delete(key);
    return rows;
  };
}

const tableTest = (tables: readonly string[]): ((text: string) => boolean) => {
  const pattern = new RegExp(`^select [\\s\\S]* from "(${tables.join('|')})"`);
  return (text) => pattern.test(text) && !text.includes(' for ');
};

// Writes gathered until something is read: inserts of one row each into the same columns travel as one statement with
// many rows, which costs the database a fraction of what they cost one by one.
import type { Compilable, CompiledQuery } from 'kysely';
import type { OnFailure, Tx } from './realm-database.ts';
import { plannedAfresh } from './statements.ts';

interface Write {
  readonly query: CompiledQuery<unknown>;
  readonly onFailure: OnFailure | undefined;
}

interface Group {
  readonly sql: string;
  readonly writes: Write[];
}

export interface GatheringTx extends Tx {
  /** Writes that belong together keep their order; those of several such runs may be put in one statement. */
  gather(run: readonly (readonly [Compilable<unknown>, OnFailure | undefined])[]): void;
  send(): void;
}

/** A protocol message counts parameters in 16 bits. */
const parametersMax = 60_000;

/** Whatever is read through it comes after everything that was gathered before. */
export function gatheringTx(tx: Tx): GatheringTx {
  let groups: Group[] = [];
  const gather: GatheringTx['gather'] = (run) => {
    let at = 0;
    for (const [compilable, onFailure] of run) {
      const query = compilable.compile();
      const found = groups.findIndex(({ sql }, i) => i >= at && sql === query.sql);
      at = found < 0 ? groups.length : found;
      if (found < 0) groups.push({ sql: query.sql, writes: [] });
      groups[at]?.writes.push({ query, onFailure });
    }
  };
  const send = (): void => {
    const all = groups;
    groups = [];
    for (const { sql, writes } of all) sendGroup(tx, sql, writes);
  };
  const after = <T>(work: () => T): T => {
    send();
    return work();
  };
  return {
    realm: tx.realm,
    db: tx.db,
    gather,
    send,
    write: (query, onFailure) => gather([[query, onFailure]]),
    rows: (query) => after(() => tx.rows(query)),
    row: (query) => after(() => tx.row(query)),
    together: (...queries) => after(() => tx.together(...queries)),
    affected: (query) => after(() => tx.affected(query)),
  };
}

/** One row of plain values, and nothing after it. */
const oneRow = /^(insert into [^)]+\) values )\((\$\d+(?:, \$\d+)*)\)$/;

function sendGroup(tx: Tx, sql: string, writes: readonly Write[]): void {
  const parts = oneRow.exec(sql);
  const [first] = writes;
  if (parts === null || writes.length === 1 || first === undefined) {
    for (const { query, onFailure } of writes) tx.write({ compile: () => query }, onFailure);
    return;
  }
  const [, start = ''] = parts;
  const width = first.query.parameters.length;
  const size = Math.max(1, Math.floor(parametersMax / width));
  for (let i = 0; i < writes.length; i += size) {
    const some = writes.slice(i, i + size);
    const rows = some.map(
      (_, row) => `(${Array.from({ length: width }, (__, n) => `$${row * width + n + 1}`).join(', ')})`,
    );
    // Each of them was built for this realm, and all are the same but for their values: so is what they make together.
    const query: CompiledQuery<unknown> = {
      ...first.query,
      sql: start + rows.join(', '),
      parameters: some.flatMap((one) => [...one.query.parameters]),
    };
    tx.write(plannedAfresh({ compile: () => query }), first.onFailure);
  }
}

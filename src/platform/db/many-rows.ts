// Gathers writes until something is read. Inserts into the same columns, each of a row or a few, are sent as one
// statement with many rows, which costs the database a fraction of what they cost one by one.
import type { Compilable, CompiledQuery } from 'kysely';
import type { OnFailure, Tx } from './realm-database.ts';

interface Write {
  readonly query: CompiledQuery<unknown>;
  readonly onFailure: OnFailure | undefined;
}

interface Group {
  readonly sql: string;
  readonly writes: Write[];
}

export interface GatheringTx extends Tx {
  /** Writes of one run keep their order; writes of several runs may be put into one statement. */
  gather(run: readonly (readonly [Compilable<unknown>, OnFailure | undefined])[]): void;
  send(): void;
}

/** A read through it sees everything that was gathered before. */
export function gatheringTx(tx: Tx): GatheringTx {
  let groups: Group[] = [];
  const gather: GatheringTx['gather'] = (run) => {
    let at = 0;
    for (const [compilable, onFailure] of run) {
      const queries = rowByRow(compilable.compile());
      const [{ sql }] = queries;
      const found = groups.findIndex((group, i) => i >= at && group.sql === sql);
      at = found < 0 ? groups.length : found;
      if (found < 0) groups.push({ sql, writes: [] });
      for (const query of queries) groups[at]?.writes.push({ query, onFailure });
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
    news: tx.news,
    gather,
    send,
    write: (query, onFailure) => gather([[query, onFailure]]),
    rows: (query) => after(() => tx.rows(query)),
    row: (query) => after(() => tx.row(query)),
    together: (...queries) => after(() => tx.together(...queries)),
    affected: (query) => after(() => tx.affected(query)),
  };
}

type Query = CompiledQuery<unknown>;

/** Matches an insert of rows of plain values, with nothing after them. */
const plainRows = /^(insert into [^)]+\) values )(\(\$\d+(?:, \$\d+)*\))((?:, \(\$\d+(?:, \$\d+)*\))+)$/;

/** For the text of an insert of several rows, the text for one of them and its number of values. */
const texts = new Map<string, { readonly sql: string; readonly width: number } | undefined>();
const textsMax = 500;

function textOfOneRow(sql: string): { readonly sql: string; readonly width: number } | undefined {
  if (texts.has(sql)) return texts.get(sql);
  const [, start = '', row = ''] = plainRows.exec(sql) ?? [];
  const known = start === '' ? undefined : { sql: start + row, width: row.split(',').length };
  if (texts.size < textsMax) texts.set(sql, known);
  return known;
}

/** An insert of several rows as inserts of one row each, so that it can be put together with others. */
function rowByRow(query: Query): [Query, ...Query[]] {
  const one = textOfOneRow(query.sql);
  if (one === undefined) return [query];
  const { sql, width } = one;
  const row = (at: number): Query => ({ ...query, sql, parameters: query.parameters.slice(at, at + width) });
  const rows: [Query, ...Query[]] = [row(0)];
  for (let at = width; at < query.parameters.length; at += width) rows.push(row(at));
  return rows;
}

/** Matches an insert of one row of plain values, with nothing after it. */
const oneRow = /^(insert into [^)]+\) values )\((\$\d+(?:, \$\d+)*)\)$/;

/** Largest first: these few sizes give few texts, which the server need not parse and plan again. */
const sizes = [64, 16, 4];

/**
 * For the text of an insert of one row, the texts that insert as many rows as each size says; none for another text.
 */
const wideTexts = new Map<string, ReadonlyMap<number, string>>();
const wideTextsMax = 500;

function wideTextsOf(sql: string, width: number): ReadonlyMap<number, string> {
  const known = wideTexts.get(sql);
  if (known !== undefined) return known;
  const start = oneRow.exec(sql)?.[1];
  const row = (i: number) => `(${Array.from({ length: width }, (_, n) => `$${i * width + n + 1}`).join(', ')})`;
  const texts = new Map(
    start === undefined
      ? []
      : sizes.map((size) => [size, start + Array.from({ length: size }, (_, i) => row(i)).join(', ')] as const),
  );
  if (wideTexts.size < wideTextsMax) wideTexts.set(sql, texts);
  return texts;
}

function sendGroup(tx: Tx, sql: string, writes: readonly Write[]): void {
  const [first] = writes;
  if (first === undefined) return;
  const texts = wideTextsOf(sql, first.query.parameters.length);
  let at = 0;
  for (const [size, text] of texts) {
    for (; writes.length - at >= size; at += size) {
      const some = writes.slice(at, at + size);
      // Each was built for this realm, and they differ only in their values, so the combined statement is for this
      // realm too.
      const parameters = some.flatMap((one) => one.query.parameters);
      const query: CompiledQuery<unknown> = { ...first.query, sql: text, parameters };
      tx.write({ compile: () => query }, first.onFailure);
    }
  }
  for (const { query, onFailure } of writes.slice(at)) tx.write({ compile: () => query }, onFailure);
}

// Seals everything of the old generation again with the next one, in small transactions. The data itself shows what is
// done, so that the work continues after any kill; rows that are locked or changed meanwhile are done in the next pass.
import { type RawBuilder, sql } from 'kysely';
import type { Sealer, Vault } from '../crypto/vault.ts';
import type { Builder } from '../db/builder.ts';
import { type Mode, modes, type Realm } from '../db/realm.ts';
import type { RealmDatabase, Tx } from '../db/realm-database.ts';
import type { SealedTable, StoredRow } from './sealed-table.ts';

interface ResealTools {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  /** The generation that everything will have. */
  readonly generation: number;
  readonly tables: readonly SealedTable[];
  /** Called with the number of further rows that are done. */
  readonly progress: (more: number) => void;
}

export interface Pass {
  readonly done: number;
  /** Rows that do not open: they were altered, or written with a key that is missing. */
  readonly unopened: readonly string[];
}

/**
 * How many rows are read at once, and how many are done at once, so that nobody waits long for a person. A table is
 * read in the order of its key.
 */
const readAtOnce = 1_000;
const doneAtOnce = 100;

/** The table's name is known only at run time. The type needs the name of some table, and any will do. */
const tableOf = ({ table }: SealedTable) => table as 'people';
const columnsOf = (names: readonly string[]) => [...new Set(names)] as 'person_id'[];

/** The columns that change: the wrapped keys of persons, or the values that the encryption key itself sealed. */
const changingColumns = ({ dataKey, byCompany }: SealedTable): string[] =>
  dataKey === undefined ? Object.keys(byCompany?.columns ?? {}) : [dataKey];

function isOld(table: SealedTable, generation: number): RawBuilder<boolean> {
  const each = changingColumns(table).map((column) => sql`get_byte(${sql.ref(column)}, 0) <> ${generation}`);
  const any = sql`(${sql.join(each, sql` or `)})`;
  const where = table.byCompany?.where;
  return where === undefined ? sql`${any}` : sql`${sql.ref(where)} = ${sql.ref('company_id')} and ${any}`;
}

const concerned = ({ tables }: ResealTools) => tables.filter((table) => changingColumns(table).length > 0);

export async function countOld(tools: ResealTools): Promise<number> {
  let count = 0;
  for (const mode of modes) {
    const { db, rows } = tools.database.unscoped(mode);
    for (const table of concerned(tools)) {
      const query = db.selectFrom(tableOf(table)).select(sql<number>`count(*)`.as('count'));
      const [found] = await rows(query.where(isOld(table, tools.generation)));
      count += found?.count ?? 0;
    }
  }
  return count;
}

export async function resealAll(tools: ResealTools): Promise<Pass> {
  const unopened: string[] = [];
  let done = 0;
  for (const mode of modes) {
    for (const table of concerned(tools)) {
      for await (const { realm, rows } of oldRows(tools, mode, table)) {
        const work = (tx: Tx) =>
          table.dataKey === undefined
            ? resealRows(tools, tx, table, rows, unopened)
            : rewrapPeople(tools, tx, table, rows, unopened);
        // Not durable: a row that was not on disk when the machine failed is found and done again.
        const count = await tools.database.transact(realm, work, { isDurable: false });
        done += count;
        tools.progress(count);
      }
    }
  }
  return { done, unopened };
}

/** Rows of the old generation in the order of the key, those of one company at a time. */
async function* oldRows(
  { database, generation }: ResealTools,
  mode: Mode,
  table: SealedTable,
): AsyncGenerator<{ realm: Realm; rows: StoredRow[] }> {
  const { db, rows } = database.unscoped(mode);
  const { columns = {}, reads = [] } = table.byCompany ?? {};
  const selected = columnsOf([...table.key, 'company_id', ...Object.keys(columns), ...reads]);
  for (let after: StoredRow | undefined; ; ) {
    let query = db.selectFrom(tableOf(table)).select(selected).where(isOld(table, generation)).limit(readAtOnce);
    for (const column of columnsOf(table.key)) query = query.orderBy(column);
    const found: StoredRow[] = await rows(after === undefined ? query : query.where(comesAfter(table, after)));
    for (const [companyId, own] of Map.groupBy(found, (row) => String(row.company_id))) {
      const atOnce = Math.min(doneAtOnce, database.grouping.personsMax);
      for (let i = 0; i < own.length; i += atOnce) {
        yield { realm: { mode, companyId }, rows: own.slice(i, i + atOnce) };
      }
    }
    if (found.length < readAtOnce) return;
    after = found.at(-1);
  }
}

const comesAfter = ({ key }: SealedTable, row: StoredRow): RawBuilder<boolean> =>
  sql`(${sql.join(key.map((column) => sql.ref(column)))}) > (${sql.join(key.map((column) => row[column]))})`;

// ---- values sealed by companies
// --------------------------------------------------------------------------------------

/** Each update is guarded by the values that were read: a row that was changed meanwhile stays as it is. */
function resealRows(
  { vault }: ResealTools,
  tx: Tx,
  table: SealedTable,
  rows: readonly StoredRow[],
  unopened: string[],
): Promise<number> {
  const sealer = vault.companySealer(tx.realm.companyId);
  let done = 0;
  for (const row of rows) {
    const sealed = Object.entries(table.byCompany?.columns ?? {}).filter(([column]) => row[column] !== null);
    try {
      const changes = sealed.map(([column, part]) => [column, sealer.sealAnew(part(row), row[column])]);
      let query = updateOf(tx.db, table, row, Object.fromEntries(changes));
      for (const [column] of sealed) query = query.where(column as 'person_id', '=', row[column]);
      tx.write(query);
      done += 1;
    } catch {
      unopened.push(nameOf(table, row));
    }
  }
  return Promise.resolve(done);
}

function updateOf(db: Builder, table: SealedTable, row: StoredRow, changes: object) {
  let query = db.updateTable(tableOf(table)).set(changes);
  for (const column of table.key) query = query.where(column as 'person_id', '=', row[column]);
  return query;
}

const nameOf = ({ table, key }: SealedTable, row: StoredRow): string =>
  `${table} ${key.map((column) => (Buffer.isBuffer(row[column]) ? row[column].toString('hex') : row[column])).join(' ')}`;

// ---- persons
// ---------------------------------------------------------------------------------------------------------

interface Owner {
  readonly sealer: Sealer;
  readonly wrapped: Buffer;
}

/** Changes a person's key and tokens in one commit, with the row locked as every command locks it. */
async function rewrapPeople(
  { vault, tables, generation }: ResealTools,
  tx: Tx,
  table: SealedTable & { readonly dataKey?: string },
  rows: readonly StoredRow[],
  unopened: string[],
): Promise<number> {
  const [id] = table.key as [string];
  const dataKey = table.dataKey as string;
  // A statement for each, in one flight: a cluster locks rows of one person at a time.
  const locking = rows.map((row) =>
    tx.db
      .selectFrom(tableOf(table))
      .select(columnsOf([id, dataKey]))
      .where(id as 'person_id', '=', row[id])
      .where(isOld(table, generation))
      .forNoKeyUpdate()
      .skipLocked(),
  );
  const held: StoredRow[] = (await tx.together(...locking)).flat();
  const owners = new Map<string, Owner>();
  for (const row of held) {
    try {
      const sealer = vault.sealer(row[id], row[dataKey]);
      owners.set(row[id], { sealer, wrapped: vault.wrapAnew(row[id], row[dataKey]) });
    } catch {
      unopened.push(nameOf(table, row));
    }
  }
  await retoken(tx, vault, tables, owners, unopened);
  for (const [person, { wrapped }] of owners)
    tx.write(updateOf(tx.db, table, { [id]: person }, { [dataKey]: wrapped }));
  return owners.size;
}

/** Makes all tokens again. A person whose tokens cannot be made stays unchanged and is removed from `owners`. */
async function retoken(
  tx: Tx,
  vault: Vault,
  tables: readonly SealedTable[],
  owners: Map<string, Owner>,
  unopened: string[],
): Promise<void> {
  const withTokens = tables.filter(({ tokens }) => tokens !== undefined);
  const realm = `${tx.realm.mode}/${tx.realm.companyId}`;
  const found: StoredRow[][] = await tx.together(
    ...withTokens.map((table) =>
      tx.db
        .selectFrom(tableOf(table))
        .select(columnsOf([...table.key, ...(table.tokens?.reads ?? [])]))
        .where(isOneOf(table.key[0] as string, [...owners.keys()])),
    ),
  );
  const changes: { person: string; table: SealedTable; row: StoredRow; columns: object }[] = [];
  for (const [i, table] of withTokens.entries()) {
    for (const row of found[i] ?? []) {
      const person = row[table.key[0] as string];
      const owner = owners.get(person);
      if (owner === undefined) continue;
      try {
        const token = (field: string, term: string) => vault.token(owner.wrapped, realm, field, term);
        changes.push({ person, table, row, columns: table.tokens?.make(row, owner.sealer, token) ?? {} });
      } catch {
        unopened.push(nameOf(table, row));
        owners.delete(person);
      }
    }
  }
  for (const { person, table, row, columns } of changes) {
    if (owners.has(person)) tx.write(updateOf(tx.db, table, row, columns));
  }
}

const isOneOf = (column: string, values: readonly string[]): RawBuilder<boolean> =>
  sql`${sql.ref(column)} = any(${values}::text[])`;

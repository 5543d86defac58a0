// Numbers the rows of the audit and chains them: the hash of each covers the hash of the one before, so a row cannot be
// altered or removed without being found. A chain for each company, so that each can be verified by itself. A round takes
// what waits and keeps it in one commit; who deletes a waiting row is the one who chains it.
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { besideLostNodes } from '#platform/db/cluster/beside-lost-nodes.ts';
import { type PlaceholderOf, prepared, preparedInserts } from '#platform/db/prepared.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase, UnscopedTx } from '#platform/db/realm-database.ts';
import { plannedAfresh } from '#platform/db/statements.ts';
import type { Said } from './stored-entry.ts';
import { saidColumns } from './tables.ts';

/** About so many rows are chained in one commit. */
const batch = 1_000;

interface Waiting extends Said {
  readonly company_id: string;
  readonly position: number;
}

/** The last row of a company; before its first one, number 0 and an empty hash. */
export interface Head {
  readonly last_number: number;
  readonly last_hash: Buffer;
}

export const noHead: Head = { last_number: 0, last_hash: Buffer.alloc(0) };

/** The hash of a row: of the row before, and of all that it says. */
export function hashOf(before: Buffer, companyId: string, number: number, row: Said): Buffer {
  const said = saidColumns.map((column) => row[column]);
  return hash('sha256', JSON.stringify([before.toString('hex'), companyId, number, ...said]), 'buffer');
}

/** Chains all that is committed now. Returns the number of rows. */
export function chainAudit(database: RealmDatabase, mode: Mode): Promise<number> {
  return besideLostNodes(database, mode, 'waiting_audit', async (subjectId) => {
    for (let total = 0; ; ) {
      const { count, isAll } = await chainBatch(database, mode, subjectId);
      total += count;
      if (isAll) return total;
    }
  });
}

async function chainBatch(database: RealmDatabase, mode: Mode, subjectId: string | undefined) {
  const { transact, db, rows } = database.unscoped(mode);
  const found = await rows(plannedAfresh(earliest(db, { limit: batch, subjectId: subjectId ?? null })));
  if (found.length === 0) return { count: 0, isAll: true };
  const count = await transact((tx) => chain(tx, found));
  return { count, isAll: found.length < batch };
}

type Key = Pick<Waiting, 'position' | 'company_id'> & { readonly subject_id: string };

async function chain(tx: UnscopedTx, found: readonly Key[]): Promise<number> {
  const companies = [...new Set(found.map(({ company_id }) => company_id))].sort();
  for (const insert of newHeads(tx.db, headRows(companies.map((one) => [one, noHead])))) tx.write(insert);
  const keys = { subjects: found.map((one) => one.subject_id), positions: found.map((one) => one.position) };
  const [heads, taken] = await tx.together(lockedHeads(tx.db, { companies }), taking(tx.db, keys));
  if (taken.length === 0) return 0;
  const last = new Map<string, Head>(heads.map((head) => [head.company_id, head]));
  const chained = taken.toSorted((a, b) => a.position - b.position).map((row) => next(last, row));
  for (const insert of insertRows(tx.db, chained)) tx.write(insert);
  for (const insert of moveHeads(tx.db, headRows([...last]))) tx.write(insert);
  return taken.length;
}

const headRows = (heads: readonly (readonly [string, Head])[]) =>
  // The scoped handle writes the company's column elsewhere; here rows of all companies are written.
  heads.map(([company_id, head]) => ({ company_id, ...head }) as Head);

/** The row as it is kept; it is the last one of its company from here on. */
function next(last: Map<string, Head>, { company_id, position: _, ...said }: Waiting) {
  const { last_number, last_hash } = last.get(company_id) ?? noHead;
  const number = last_number + 1;
  const hash = hashOf(last_hash, company_id, number, said);
  last.set(company_id, { last_number: number, last_hash: hash });
  const row = { number, hash, ...said };
  return { company_id, ...row } as typeof row;
}

const earliest = prepared((db, placeholder: PlaceholderOf<{ limit: number; subjectId: string | null }>) =>
  db
    .selectFrom('waiting_audit')
    .select(['subject_id', 'position', 'company_id'])
    .where(sql<boolean>`(${placeholder('subjectId')}::text is null or subject_id = ${placeholder('subjectId')}::text)`)
    .orderBy('position')
    .limit(placeholder('limit')),
);

/** A process that stands still while it holds a chain loses its session, before others give up waiting for it. */
const holdsAtMostMs = 1_500;

const lockedHeads = prepared((db, placeholder: PlaceholderOf<{ companies: readonly string[] }>) =>
  db
    .selectFrom('audit_heads')
    .select(['company_id', 'last_number', 'last_hash'])
    .select(sql`set_config('idle_in_transaction_session_timeout', ${sql.lit(String(holdsAtMostMs))}, true)`.as('holds'))
    .where('company_id', '=', sql<string>`any(${placeholder('companies')}::text[])`)
    .orderBy('company_id')
    .forUpdate(),
);

/** After the heads are locked: another process that chained the same rows has committed. */
const taking = prepared(
  (db, placeholder: PlaceholderOf<{ subjects: readonly string[]; positions: readonly number[] }>) =>
    db
      .deleteFrom('waiting_audit')
      .using(
        sql<{
          of_subject: string;
          of_position: number;
        }>`unnest(${placeholder('subjects')}::text[], ${placeholder('positions')}::bigint[])`.as<'taken'>(
          sql`taken(of_subject, of_position)`,
        ),
      )
      .whereRef('subject_id', '=', 'taken.of_subject')
      .whereRef('position', '=', 'taken.of_position')
      .returning(['company_id', 'position', ...saidColumns]),
);

const company = 'company_id' as never;
const headColumns = [company, 'last_number', 'last_hash'] as const;

const newHeads = preparedInserts('audit_heads', headColumns, (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
);

const moveHeads = preparedInserts('audit_heads', headColumns, (insert) =>
  insert.onConflict((conflict) =>
    conflict.column(company).doUpdateSet(({ ref }) => ({
      last_number: ref('excluded.last_number'),
      last_hash: ref('excluded.last_hash'),
    })),
  ),
);

const insertRows = preparedInserts('audit', [company, 'number', 'hash', ...saidColumns]);

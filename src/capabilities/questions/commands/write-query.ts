// Writes a query and its versions. What the SQL answers was looked up before the command began.
import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { jsonOf, type NewQuery, type QuerySent, query } from '../query.ts';
import type { QueryRow } from '../tables.ts';
import type { AnswerColumn, Parameter } from '../words.ts';

const versionsMax = 200;

/** The SQL of a version as it was checked, and what it answers. */
export interface CheckedVersion {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
  readonly columns: readonly AnswerColumn[];
}

const changedBy = ({ caller: { actor } }: CommandContext) => ({ changed_by_type: actor.type, changed_by_id: actor.id });

const stored = ({ sql, parameters, columns }: CheckedVersion) => ({
  sql,
  parameters: JSON.stringify(parameters),
  columns: JSON.stringify(columns),
});

/** Errors: NoRoom, DuplicateExternalId. */
export async function createQuery(
  ctx: CommandContext,
  tx: Tx,
  { name, description = null, externalId = null }: NewQuery,
  checked: CheckedVersion,
): Promise<QueryRow> {
  await query.mustHaveRoom(tx, ctx.realm.companyId);
  const first = { version: 1, ...stored(checked), ...changedBy(ctx) };
  const row = query.add(ctx, tx, { name, description, externalId, status: 'active' }, first);
  insertVersion(ctx, tx, row);
  query.tell(ctx, 'created', row);
  return row;
}

/** What is not sent stays. Errors: InvalidRequest, NoRoom, DuplicateExternalId. */
export function updateQuery(
  ctx: CommandContext,
  tx: Tx,
  before: QueryRow,
  sent: QuerySent,
  checked: CheckedVersion | null,
): QueryRow {
  const { name = before.name, description = before.description, status = before.status } = sent;
  const externalId = sent.externalId === undefined ? before.external_id : sent.externalId;
  const named = { ...before, name, description, status, external_id: externalId };
  if (checked !== null) mustBeOfNow(before, sent, checked);
  const next = checked === null ? named : { ...named, ...stored(checked) };
  if (isDeepStrictEqual(next, before)) return before;
  const isNewVersion = next.sql !== before.sql || next.parameters !== before.parameters;
  if (isNewVersion && before.version >= versionsMax) {
    throw new Refusal(errors.NoRoom, `The query ${before.id} has ${versionsMax} versions; write another query.`, {
      data: { atMost: versionsMax },
    });
  }
  const version = isNewVersion ? { version: before.version + 1, ...changedBy(ctx) } : {};
  const row: QueryRow = { ...next, ...version, updated_at: ctx.now };
  query.change(tx, before, row);
  if (isNewVersion) insertVersion(ctx, tx, row);
  query.tell(ctx, 'updated', row);
  return row;
}

/** What was not sent was checked as it stood before the command began. Errors: InvalidRequest. */
function mustBeOfNow(before: QueryRow, sent: QuerySent, checked: CheckedVersion): void {
  const { sql, parameters } = stored(checked);
  if (sent.sql === undefined && sql !== before.sql) {
    throw refuseField('sql', 'was changed meanwhile', 'the query as it is now');
  }
  if (sent.parameters === undefined && parameters !== before.parameters) {
    throw refuseField('parameters', 'were changed meanwhile', 'the query as it is now');
  }
}

function insertVersion({ now }: CommandContext, tx: Tx, row: QueryRow): void {
  const { id: query_id, version, sql, parameters, columns, changed_by_type, changed_by_id } = row;
  tx.write(
    tx.db.insertInto('query_versions').values({
      query_id,
      version,
      sql,
      parameters,
      columns,
      changed_by_type,
      changed_by_id,
      created_at: now,
    }),
  );
}

/** The answer of a command. */
export const shown = (row: QueryRow) => query.show(row, jsonOf(row));

// A step or an item has a new version: each active workflow type that has it gets one too, with the new definition.
import { sql } from 'kysely';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type Problem, Refusal, refuseField } from '#platform/errors.ts';
import type { AnyFields, AnyRow } from '#platform/resource/declared-resource.ts';
import { workflowType } from './resources/workflow-type.ts';
import { workflowTypes } from './tables.ts';

/** What was published in a transaction that brings many: their workflow types get one version in the end, not one each. */
const postponed = new WeakMap<Tx, Set<string>>();

export const postponeRenewals = (tx: Tx): void => void postponed.set(tx, new Set());

/** `part`: the number of its type, with the prefix. Errors: InvalidRequest. */
export async function renewWorkflowsWith(ctx: CommandContext, tx: Tx, part: string): Promise<void> {
  const waiting = postponed.get(tx);
  if (waiting === undefined) await renewThose(ctx, tx, [part], new Set());
  else waiting.add(part);
}

interface Renewed {
  readonly before: AnyRow;
  readonly after: AnyFields;
}

/** `upToDate`: versions that were published after all parts were. Errors: InvalidRequest. */
export async function renewPostponed(
  ctx: CommandContext,
  tx: Tx,
  upToDate: ReadonlySet<string>,
): Promise<readonly Renewed[]> {
  const parts = [...(postponed.get(tx) ?? [])];
  postponed.delete(tx);
  return parts.length === 0 ? [] : renewThose(ctx, tx, parts, upToDate);
}

async function renewThose(
  ctx: CommandContext,
  tx: Tx,
  parts: readonly string[],
  upToDate: ReadonlySet<string>,
): Promise<readonly Renewed[]> {
  const rows = await tx.rows(
    tx.db
      .selectFrom('workflow_types')
      .innerJoin('workflow_definitions', 'workflow_definitions.workflow_type_id', 'workflow_types.id')
      .select(workflowTypes.all.map((column) => `workflow_types.${column}` as const))
      .where('workflow_types.status', '=', 'active')
      .where(sql<boolean>`part_type_ids && ${parts}::text[]`)
      .orderBy('workflow_types.type_id'),
  );
  const renewed: Renewed[] = [];
  for (const row of rows as readonly object[] as readonly AnyRow[]) {
    if (!upToDate.has(row.id)) renewed.push({ before: row, after: await renew(ctx, tx, row) });
  }
  return renewed;
}

async function renew(ctx: CommandContext, tx: Tx, row: AnyRow): Promise<AnyFields> {
  try {
    return await workflowType.renew(ctx, tx, row);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { path, message, expected = 'a change that the workflow can have' } = error.data as Partial<Problem>;
    const why = `cannot be active: the workflow type ${row.id} would not hold: ${path}: ${message}`;
    throw refuseField('status', why, expected);
  }
}

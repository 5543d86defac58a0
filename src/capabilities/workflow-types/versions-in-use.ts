// Reads types by the ids that name them: any version of a type names the type.
import { sql } from 'kysely';
import type { Table } from '#platform/db/define-table.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import {
  type StepTypeRow,
  stepTypes,
  type WorkflowTypeRow,
  type WorkitemTypeRow,
  workflowTypes,
  workitemTypes,
} from './tables.ts';

/** The version that counts of each type, by the ids that name it: the active one, or else the newest that was published. */
export type Counted<Row> = ReadonlyMap<string, Row>;

interface VersionRow {
  readonly type_id: number;
}

/** The active version is first, then those that were published, then those that never were; in each the newest. */
const rank = sql`case when status = 'active' then 0 when published_at is not null then 1 else 2 end`;

async function countedOf<Row extends VersionRow>(
  reader: Reader,
  table: Table,
  ids: readonly string[],
): Promise<Counted<Row>> {
  if (ids.length === 0) return new Map();
  // For the compiler any of the three tables does.
  const all = reader.db.selectFrom(table.name as 'workflow_types');
  const named = () => all.where('id', '=', sql<string>`any(${ids}::text[])`);
  const [numbers, rows] = await reader.together(
    named().select(['id', 'type_id']),
    all
      .distinctOn('type_id')
      .selectAll()
      .where('type_id', 'in', named().select('type_id'))
      .orderBy('type_id')
      .orderBy(rank)
      .orderBy('version', 'desc'),
  );
  const byNumber = new Map((rows as readonly object[] as readonly Row[]).map((row) => [row.type_id, row]));
  return new Map(numbers.map(({ id, type_id }) => [id, byNumber.get(type_id) as Row]));
}

export const countedSteps = (reader: Reader, ids: readonly string[]): Promise<Counted<StepTypeRow>> =>
  countedOf(reader, stepTypes, ids);

export const countedItems = (reader: Reader, ids: readonly string[]): Promise<Counted<WorkitemTypeRow>> =>
  countedOf(reader, workitemTypes, ids);

export const countedWorkflows = (reader: Reader, ids: readonly string[]): Promise<Counted<WorkflowTypeRow>> =>
  countedOf(reader, workflowTypes, ids);

export const activeWorkflows = (reader: Reader, most: number): Promise<WorkflowTypeRow[]> =>
  reader.rows(
    reader.db
      .selectFrom('workflow_types')
      .select(workflowTypes.all)
      .where('status', '=', 'active')
      .orderBy('position')
      .limit(most),
  );

// Which versions name a part that somebody wants to delete.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';

interface Naming {
  readonly id: string;
}

export const stepsNaming = (reader: Reader, itemId: string): Promise<readonly Naming[]> =>
  reader.rows(
    reader.db
      .selectFrom('workflow_step_types')
      .select('id')
      .where(sql<boolean>`workitem_type_ids @> array[${itemId}]::text[]`)
      .limit(1),
  );

export const workflowsNaming = (reader: Reader, stepId: string): Promise<readonly Naming[]> =>
  reader.rows(
    reader.db
      .selectFrom('workflow_types')
      .select('id')
      .where(sql<boolean>`steps @> ${JSON.stringify([{ stepTypeId: stepId }])}::jsonb`)
      .limit(1),
  );

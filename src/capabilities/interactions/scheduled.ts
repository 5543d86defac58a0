// Interactions that are to take place, as tasks. A message that waits to be sent is nobody's task.
import { sql } from 'kysely';
import { joinedPart } from '#platform/resource/joined-list.ts';
import { isDue, type TaskSource } from '#platform/task-source.ts';

export const scheduledInteractions: TaskSource = {
  kind: 'scheduledInteraction',
  permission: 'interaction:list',
  part(reader, { due, userId }) {
    if (userId !== undefined) return undefined;
    const scheduled = reader.db
      .selectFrom('interactions')
      .select(['id', 'company_id', 'person_id', 'case_id', 'loan_ids', 'contact_id'])
      .select(['created_by_type', 'created_by_id', 'scheduled_at_from', 'created_at', 'updated_at'])
      // In the words of the index, which has no others.
      .where(sql<boolean>`${sql.ref('interactions.status')} = 'scheduled'`)
      .where('message_id', 'is', null);
    return joinedPart({
      prefix: 'IN',
      source: {
        table: 'interactions',
        idColumn: 'id',
        isSkewed: true,
        sortable: { dueAt: 'scheduled_at_from', createdAt: 'created_at' },
      },
      rows: scheduled.where(isDue('interactions.scheduled_at_from', due)),
      show: async (rows) =>
        rows.map((row) => ({
          id: row.id,
          kind: 'scheduledInteraction',
          companyId: row.company_id,
          personId: row.person_id,
          caseId: row.case_id,
          loanId: row.loan_ids[0] ?? null,
          contactId: row.contact_id,
          createdByType: row.created_by_type,
          createdById: row.created_by_id,
          dueAt: row.scheduled_at_from ?? row.created_at,
          createdAt: row.created_at,
          updatedAt: row.updated_at,
        })),
    });
  },
};

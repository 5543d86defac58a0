// Workitems that wait for people, as tasks.
import { sql } from 'kysely';
import { joinedPart } from '#platform/resource/joined-list.ts';
import { isDue, type TaskSource } from '#platform/task-source.ts';
import { isOfCompany } from './run/whose.ts';

export const waitingWorkitems: TaskSource = {
  kind: 'workitem',
  permission: 'workflow.workitem:read',
  owners: {
    employee: 'assigned_employee_id',
    team: 'assigned_team_id',
    taker: 'taken_by_id',
    user: 'assigned_user_id',
  },
  part(reader, { due, owned = [] }) {
    const open = reader.db
      .selectFrom('workflow_items')
      .select(['id', 'company_id', 'owner_id', 'case_id', 'assigned_employee_id', 'assigned_team_id'])
      .select(['taken_by_id', 'taken_until', 'created_at', 'updated_at'])
      // In the words of the index, which has no others.
      .where(sql<boolean>`${sql.ref('workflow_items.status')} in ('open', 'failed')`)
      .where(isDue('workflow_items.created_at', due));
    return joinedPart({
      prefix: 'WI',
      source: {
        table: 'workflow_items',
        idColumn: 'id',
        isSkewed: true,
        sortable: { dueAt: 'created_at', createdAt: 'created_at' },
      },
      rows: owned.reduce((rows, condition) => rows.where(condition), open),
      show: async (rows) =>
        rows.map((row) => ({
          id: row.id,
          kind: 'workitem',
          companyId: row.company_id,
          personId: isOfCompany(row) ? null : row.owner_id,
          caseId: row.case_id,
          assignedEmployeeId: row.assigned_employee_id,
          assignedTeamId: row.assigned_team_id,
          takenById: row.taken_by_id,
          takenUntil: row.taken_until,
          createdByType: 'system',
          createdById: null,
          dueAt: row.created_at,
          createdAt: row.created_at,
          updatedAt: row.updated_at,
        })),
    });
  },
};

import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';

export const taskKinds = ['escalation', 'snooze', 'scheduledCall', 'note'] as const;
export type TaskKind = (typeof taskKinds)[number];

export const taskStatuses = ['open', 'done', 'canceled'] as const;
type TaskStatus = (typeof taskStatuses)[number];

export const caseTasks = defineTable('case_tasks', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  case_id: 'text',
  company_id: 'company',
  position: 'bigint',
  kind: as<TaskKind>('text'),
  status: as<TaskStatus>('text'),
  due_at: 'instant',
  assigned_employee_id: 'text?',
  assigned_team_id: 'text?',
  contact_id: 'text?',
  note_id: 'text?',
  reason_sealed: 'bytes?',
  taken_by_id: 'text?',
  taken_until: 'instant?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  ended_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type TaskRow = RowOf<typeof caseTasks>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    case_tasks: Stored<typeof caseTasks>;
  }
}

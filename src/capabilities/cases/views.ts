// The views of cases, for questions.
import { defineView, type View } from '#platform/db/views/view.ts';
import { cases } from './tables.ts';
import { caseTasks } from './tasks/tables.ts';

const stamps = { created_at: 'When it was made.', updated_at: 'When it changed last.' };

export const caseViews: readonly View[] = [
  defineView({
    name: 'cases',
    says: 'What somebody has to do about a borrower.',
    table: cases,
    columns: {
      id: 'The id of the case.',
      external_id: 'Your own id of it.',
      person_id: 'The borrower.',
      case_type: 'The base type, such as dispute.',
      case_type_id: 'The version of the case type by which it was made.',
      status: 'Where it stands.',
      status_updated_at: 'When the status changed last.',
      outcome: 'How it ended.',
      received_date: 'When what it is about was received.',
      notice_sent_date: 'When its notice was sent.',
      due_date: 'By when it is to be done.',
      owning_employee_id: 'Who works on it.',
      owning_team_id: 'Which team works on it.',
      loan_ids: 'The loans that it is about.',
      supercase_id: 'The supercase that it belongs to.',
      ...stamps,
    },
  }),
  defineView({
    name: 'tasks',
    says: 'Tasks of those who work on cases.',
    table: caseTasks,
    columns: {
      id: 'The id of the task.',
      case_id: 'Its case.',
      person_id: 'The borrower.',
      kind: 'escalation, snooze, scheduledCall or note.',
      status: 'open, done or canceled.',
      due_at: 'By when it is to be done.',
      assigned_employee_id: 'Whose it is.',
      assigned_team_id: 'Which team has it.',
      ended_at: 'When it was done or canceled.',
      ...stamps,
    },
  }),
];

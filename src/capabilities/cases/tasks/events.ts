import { eventsAbout } from '#platform/events/event-kind.ts';
import { StringEnum, Text } from '#platform/input/schemas.ts';
import { aboutCase, toldOfCase } from '../events.ts';
import type { CaseRow } from '../tables.ts';
import { type TaskRow, taskKinds, taskStatuses } from './tables.ts';

const about = eventsAbout('person', {
  ...aboutCase,
  taskId: Text({ max: 12 }),
  kind: StringEnum(taskKinds),
  taskStatus: StringEnum(taskStatuses),
});

export const escalationChanged = about(
  'case.escalation.changed',
  'A case was escalated, or an escalation was changed, done or canceled.',
);

export const taskChanged = about(
  'case.task.changed',
  'A call was scheduled, a case was snoozed, or a note is to be reviewed; or such a task was changed, done or canceled.',
);

export const taskEvents = [escalationChanged, taskChanged];

/** The event of a change, with its fields. */
export const toldOfTask = (row: TaskRow, ofCase: CaseRow) => ({
  kind: row.kind === 'escalation' ? escalationChanged : taskChanged,
  fields: { ...toldOfCase(ofCase), taskId: row.id, kind: row.kind, taskStatus: row.status },
});

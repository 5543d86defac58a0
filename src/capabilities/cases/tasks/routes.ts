// Escalations, scheduled calls and the snooze of a case: each is a task of one kind, by a path of its own.
import { sealerOf } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, refuseField } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { type CaseOfPath, caseResource } from '../case.ts';
import { caseErrors } from '../errors.ts';
import { escalationChanged, taskChanged, toldOfTask } from './events.ts';
import { type TaskKind, type TaskRow, taskStatuses } from './tables.ts';
import {
  CaseTask,
  changeTask,
  endTask,
  openTask,
  openTaskOf,
  presentTask,
  TaskInput,
  taskOfCase,
  tasksOfCase,
} from './task.ts';

const changeErrors = [errors.NotFound, caseErrors.CaseClosed, caseErrors.TaskEnded];

interface Several {
  readonly kind: TaskKind;
  /** The first word of the names of the endpoints. */
  readonly name: string;
  readonly segment: string;
  readonly param: string;
  /** One and several in words. */
  readonly one: string;
  readonly many: string;
  readonly permission: string;
  readonly told: EventKind;
  readonly body: object;
  /** Refuses what such a task must have. Errors: InvalidRequest. */
  mustBeWhole?(sent: TaskInput): void;
}

const group = (segment: string, permission: string) =>
  below({
    path: `/people/{personId}/cases/{caseId}/${segment}`,
    permission,
    subject: caseResource.subject,
    answer: CaseTask,
  });

const listOfCase = defineList({
  table: 'case_tasks',
  below: 'person_id',
  sort: ['createdAt', 'dueAt', 'status'],
  filters: { status: StringEnum(taskStatuses) },
});

/** Tells the change, and answers it. */
function shown(
  ctx: Pick<CommandContext, 'emit' | 'vault'>,
  { row: ofCase, parent }: CaseOfPath,
  row: TaskRow,
): CaseTask {
  const { kind, fields } = toldOfTask(row, ofCase);
  ctx.emit(kind, row.person_id, fields, { about: { caseId: row.case_id } });
  return presentTask(row, sealerOf(ctx.vault, parent));
}

function several(said: Several): Endpoint[] {
  const { kind, name, segment, param, one, many, permission, told, body } = said;
  const of = group(segment, permission);
  const named = (tx: Tx, found: CaseOfPath, params: object): Promise<TaskRow> =>
    taskOfCase(tx, found.row, kind, (params as Readonly<Record<string, string>>)[param] as string);
  return [
    of({
      name: `${name}.list`,
      summary: `List the ${many} of a case`,
      shape: 'list',
      query: listOfCase.query,
      read: ({ reader, vault }, { query }, { row, parent }) =>
        listOfCase.page(reader, tasksOfCase(reader, row, kind), query, {
          below: row.person_id,
          each: (task) => presentTask(task, sealerOf(vault, parent)),
        }),
    }),
    of({
      name: `${name}.create`,
      summary: `Make ${one} of a case`,
      body: TaskInput,
      errors: [errors.NotFound, errors.NoRoom, caseErrors.CaseClosed],
      emits: [told],
      example: { body },
      command: async (ctx, tx, { body: sent }, found) => {
        said.mustBeWhole?.(sent);
        return shown(ctx, found, await openTask(ctx, tx, found, kind, sent));
      },
    }),
    of({
      name: `${name}.update`,
      path: `/{${param}}`,
      summary: `Change ${one} of a case`,
      description: 'What is not sent stays.',
      body: TaskInput,
      errors: changeErrors,
      emits: [told],
      example: { body: { reason: 'It has become urgent.' } },
      command: async (ctx, tx, { body: sent, params }, found) =>
        shown(ctx, found, await changeTask(ctx, tx, found, await named(tx, found, params), sent)),
    }),
    of({
      name: `${name}.cancel`,
      method: 'DELETE',
      path: `/{${param}}`,
      summary: `Cancel ${one} of a case`,
      errors: changeErrors,
      emits: [told],
      command: async (ctx, tx, { params }, found) =>
        shown(ctx, found, endTask(ctx, tx, await named(tx, found, params), 'cancel')),
    }),
  ];
}

const snooze = group('snooze', 'case.snooze');

const snoozeRoutes = [
  snooze({
    name: 'caseSnooze.read',
    summary: 'Read the snooze of a case',
    read: async ({ reader, vault }, _, { row, parent }) =>
      presentTask(await openTaskOf(reader, row, 'snooze'), sealerOf(vault, parent)),
  }),
  snooze({
    name: 'caseSnooze.create',
    summary: 'Snooze a case',
    description: 'It comes back as a task at `dueAt`. A case has one snooze that is open.',
    body: TaskInput,
    errors: [errors.NotFound, errors.NoRoom, caseErrors.CaseClosed, caseErrors.AlreadySnoozed],
    emits: [taskChanged],
    example: { body: { dueAt: '2099-01-01T15:00:00Z', reason: 'The borrower is on vacation.' } },
    command: async (ctx, tx, { body }, found) => {
      mustHaveTime(body);
      return shown(ctx, found, await openTask(ctx, tx, found, 'snooze', body));
    },
  }),
  snooze({
    name: 'caseSnooze.update',
    summary: 'Change the snooze of a case',
    description: 'What is not sent stays.',
    body: TaskInput,
    errors: changeErrors,
    emits: [taskChanged],
    example: { body: { dueAt: '2099-02-01T15:00:00Z' } },
    command: async (ctx, tx, { body }, found) =>
      shown(ctx, found, await changeTask(ctx, tx, found, await openTaskOf(tx, found.row, 'snooze'), body)),
  }),
  snooze({
    name: 'caseSnooze.cancel',
    method: 'DELETE',
    summary: 'Wake a case',
    errors: changeErrors,
    emits: [taskChanged],
    command: async (ctx, tx, _, found) =>
      shown(ctx, found, endTask(ctx, tx, await openTaskOf(tx, found.row, 'snooze'), 'cancel')),
  }),
];

/** Errors: InvalidRequest. */
function mustHaveTime({ dueAt }: TaskInput): void {
  if (dueAt === undefined) throw refuseField('dueAt', 'is missing', 'a time that is not past');
}

export const caseTaskRoutes: readonly Endpoint[] = [
  ...several({
    kind: 'escalation',
    name: 'caseEscalations',
    segment: 'escalations',
    param: 'escalationId',
    one: 'an escalation',
    many: 'escalations',
    permission: 'case.escalation',
    told: escalationChanged,
    body: { reason: 'The borrower asks for a supervisor.' },
  }),
  ...several({
    kind: 'scheduledCall',
    name: 'caseCalls',
    segment: 'scheduled-calls',
    param: 'scheduledCallId',
    one: 'a scheduled call',
    many: 'scheduled calls',
    permission: 'case.scheduled.call',
    told: taskChanged,
    body: { dueAt: '2099-01-01T15:00:00Z', reason: 'Talk about a plan.' },
    mustBeWhole: mustHaveTime,
  }),
  ...snoozeRoutes,
];

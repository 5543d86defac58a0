// A task of a case is taken, given back and done.
import { addSeconds, compare } from '@tenor/engine/values/instant.ts';
import Type from 'typebox';
import { settingsOf } from '#capabilities/company/index.ts';
import { sealerOf } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { Bool, Named } from '#platform/input/schemas.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type CaseOfPath, caseResource } from '../case.ts';
import { caseErrors } from '../errors.ts';
import { escalationChanged, taskChanged, toldOfTask } from './events.ts';
import { taskStates } from './states.ts';
import type { TaskRow } from './tables.ts';
import { CaseTask, endTask, presentTask, taskColumns, writeTask } from './task.ts';

/** So long a task is kept for whoever takes it, if the company says nothing else. */
const reservationSeconds = 120;

const taskEndpoint = below({
  path: '/people/{personId}/cases/{caseId}/tasks/{caseTaskId}',
  subject: caseResource.subject,
  answer: CaseTask,
  emits: [],
});

/** Errors: NotFound. */
async function taskOfPath(reader: Reader, { row }: CaseOfPath, taskId: string): Promise<TaskRow> {
  const task = await reader.row(
    reader.db
      .selectFrom('case_tasks')
      .select(taskColumns)
      .where('person_id', '=', row.person_id)
      .where('case_id', '=', row.id)
      .where('id', '=', taskId),
  );
  if (task === undefined) throw notFound('task', taskId, 'caseTaskId', 'This case');
  return task;
}

/** A task of any case. `path`: the parameter that names it. Errors: TaskTaken. */
export function mustBeFree(
  { id, taken_by_id: holder, taken_until: until }: Pick<TaskRow, 'id' | 'taken_by_id' | 'taken_until'>,
  { caller, machineNow }: Pick<CommandContext, 'caller' | 'machineNow'>,
  path = 'caseTaskId',
): void {
  if (holder === null || holder === caller.actor.id || (until !== null && compare(until, machineNow()) <= 0)) return;
  throw new Refusal(caseErrors.TaskTaken, `Somebody else has the task ${id} in hand.`, {
    data: { path, takenUntil: until },
  });
}

/** What says that the caller has a task in hand: for a while, or until they give it back. */
export async function taken(ctx: Pick<CommandContext, 'caller' | 'machineNow'>, tx: Tx, accept: boolean | undefined) {
  const seconds = (await settingsOf(tx)).tasks?.reservationSeconds ?? reservationSeconds;
  const until = accept === true ? null : addSeconds(ctx.machineNow(), seconds);
  return { taken_by_id: ctx.caller.actor.id, taken_until: until };
}

const take = taskEndpoint({
  name: 'tasks.take',
  path: '/take',
  summary: 'Take a task',
  description:
    'It is kept for you for two minutes, or as the company has set. With `accept` it stays with you until you give it back; until then nobody else takes it.',
  permission: 'task:receive',
  body: Named('TaskTake')({ accept: Type.Optional(Bool) }),
  errors: [errors.NotFound, caseErrors.TaskEnded, caseErrors.TaskTaken],
  example: { body: { accept: true } },
  command: async (ctx, tx, { params, body }, found) => {
    const task = await taskOfPath(tx, found, params.caseTaskId);
    taskStates.mustAllow(task.status, 'take', { id: task.id });
    mustBeFree(task, ctx);
    return presentTask(writeTask(tx, task, await taken(ctx, tx, body.accept)), sealerOf(ctx.vault, found.parent));
  },
});

const giveBack = taskEndpoint({
  name: 'tasks.giveBack',
  path: '/give-back',
  summary: 'Give a task back',
  permission: 'task:receive',
  errors: [errors.NotFound, caseErrors.TaskEnded, caseErrors.TaskTaken],
  example: {},
  command: async (ctx, tx, { params }, found) => {
    const task = await taskOfPath(tx, found, params.caseTaskId);
    taskStates.mustAllow(task.status, 'take', { id: task.id });
    mustBeFree(task, ctx);
    const free = writeTask(tx, task, { taken_by_id: null, taken_until: null });
    return presentTask(free, sealerOf(ctx.vault, found.parent));
  },
});

const done = taskEndpoint({
  name: 'tasks.done',
  path: '/done',
  summary: 'Say that a task is done',
  permission: 'task:receive',
  errors: [errors.NotFound, caseErrors.TaskEnded, caseErrors.TaskTaken],
  emits: [escalationChanged, taskChanged],
  example: {},
  command: async (ctx, tx, { params }, found) => {
    const before = await taskOfPath(tx, found, params.caseTaskId);
    mustBeFree(before, ctx);
    const task = endTask(ctx, tx, before, 'finish');
    const { kind, fields } = toldOfTask(task, found.row);
    ctx.emit(kind, task.person_id, fields, { about: { caseId: task.case_id } });
    return presentTask(task, sealerOf(ctx.vault, found.parent));
  },
});

export const takingRoutes: readonly Endpoint[] = [take, giveBack, done];

// Endpoints of the tasks of cases of the company.
import Type from 'typebox';
import { errors, refuseField } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { Bool, Extended, Named, StringEnum } from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { caseErrors } from '../errors.ts';
import { taskStates } from '../tasks/states.ts';
import { taskStatuses } from '../tasks/tables.ts';
import { mustBeFree, taken } from '../tasks/take-tasks.ts';
import { companyCaseOfPath } from './company-case.ts';
import { companyTaskKinds } from './tables.ts';
import {
  CompanyCaseTask,
  CompanyTaskInput,
  changeCompanyTask,
  companyTaskChanged,
  companyTaskOf,
  endCompanyTask,
  openCompanyTask,
  presentCompanyTask,
  tasksOfCompanyCase,
  tellCompanyTask,
  writeCompanyTask,
} from './task.ts';

const list = defineList({
  table: 'company_case_tasks',
  below: 'company_case_id',
  sort: ['createdAt', 'dueAt', 'status'],
  filters: { kind: StringEnum(companyTaskKinds), status: StringEnum(taskStatuses) },
});

const Create = Extended(CompanyTaskInput, { kind: StringEnum(companyTaskKinds) }, { title: 'CompanyCaseTaskCreate' });

const { CaseClosed, TaskEnded, TaskTaken } = caseErrors;
const changeErrors = [errors.NotFound, CaseClosed, TaskEnded];
const takeErrors = [errors.NotFound, TaskEnded, TaskTaken];

const group = {
  path: '/company-cases/{companyCaseId}/tasks',
  subject: companyCaseOfPath,
  answer: CompanyCaseTask,
} as const;
const tasks = below({ ...group, permission: 'company.case.task' });
const taking = below({ ...group, permission: 'task:receive' });

export const companyTaskRoutes: readonly Endpoint[] = [
  tasks({
    name: 'companyCaseTasks.list',
    summary: 'List the tasks of a case of the company',
    shape: 'list',
    query: list.query,
    list,
    read: ({ reader, vault }, { query }, ofCase) =>
      list.page(reader, tasksOfCompanyCase(reader, ofCase), query, {
        below: ofCase.id,
        each: (row) => presentCompanyTask(vault, row),
      }),
  }),
  tasks({
    name: 'companyCaseTasks.create',
    summary: 'Escalate a case of the company, or schedule a call',
    description:
      'It is a task from `dueAt` on, which a call must have, and ends with its case. The case itself is snoozed by another `dueAt` of its own.',
    body: Create,
    errors: [errors.NotFound, errors.NoRoom, CaseClosed],
    emits: [companyTaskChanged],
    example: { body: { kind: 'escalation', reason: 'The state asks for an answer by Friday.' } },
    command: async (ctx, tx, { body }, ofCase) => {
      if (body.kind === 'scheduledCall' && body.dueAt === undefined) {
        throw refuseField('dueAt', 'is missing', 'a time that is not past');
      }
      const row = await openCompanyTask(ctx, tx, ofCase, body);
      tellCompanyTask(ctx, row);
      return presentCompanyTask(ctx.vault, row);
    },
  }),
  tasks({
    name: 'companyCaseTasks.update',
    path: '/{companyCaseTaskId}',
    summary: 'Change a task of a case of the company',
    description: 'What is not sent stays.',
    body: CompanyTaskInput,
    errors: changeErrors,
    emits: [companyTaskChanged],
    example: { body: { reason: 'It has become urgent.' } },
    command: async (ctx, tx, { body, params }, ofCase) => {
      const before = await companyTaskOf(tx, ofCase, params.companyCaseTaskId);
      const row = await changeCompanyTask(ctx, tx, ofCase, before, body);
      tellCompanyTask(ctx, row);
      return presentCompanyTask(ctx.vault, row);
    },
  }),
  tasks({
    name: 'companyCaseTasks.cancel',
    method: 'DELETE',
    path: '/{companyCaseTaskId}',
    summary: 'Cancel a task of a case of the company',
    errors: changeErrors,
    emits: [companyTaskChanged],
    command: async (ctx, tx, { params }, ofCase) => {
      const row = endCompanyTask(ctx, tx, await companyTaskOf(tx, ofCase, params.companyCaseTaskId), 'cancel');
      tellCompanyTask(ctx, row);
      return presentCompanyTask(ctx.vault, row);
    },
  }),
  taking({
    name: 'companyCaseTasks.take',
    path: '/{companyCaseTaskId}/take',
    summary: 'Take a task of a case of the company',
    description: 'As a task of any other case is taken.',
    body: Named('CompanyCaseTaskTake')({ accept: Type.Optional(Bool) }),
    errors: takeErrors,
    example: { body: { accept: true } },
    command: async (ctx, tx, { params, body }, ofCase) => {
      const task = await companyTaskOf(tx, ofCase, params.companyCaseTaskId);
      taskStates.mustAllow(task.status, 'take', { id: task.id });
      mustBeFree(task, ctx, 'companyCaseTaskId');
      return presentCompanyTask(ctx.vault, writeCompanyTask(tx, task, await taken(ctx, tx, body.accept)));
    },
  }),
  taking({
    name: 'companyCaseTasks.giveBack',
    path: '/{companyCaseTaskId}/give-back',
    summary: 'Give a task of a case of the company back',
    errors: takeErrors,
    example: {},
    command: async (ctx, tx, { params }, ofCase) => {
      const task = await companyTaskOf(tx, ofCase, params.companyCaseTaskId);
      taskStates.mustAllow(task.status, 'take', { id: task.id });
      mustBeFree(task, ctx, 'companyCaseTaskId');
      return presentCompanyTask(ctx.vault, writeCompanyTask(tx, task, { taken_by_id: null, taken_until: null }));
    },
  }),
  taking({
    name: 'companyCaseTasks.done',
    path: '/{companyCaseTaskId}/done',
    summary: 'Say that a task of a case of the company is done',
    errors: takeErrors,
    emits: [companyTaskChanged],
    example: {},
    command: async (ctx, tx, { params }, ofCase) => {
      const before = await companyTaskOf(tx, ofCase, params.companyCaseTaskId);
      mustBeFree(before, ctx, 'companyCaseTaskId');
      const row = endCompanyTask(ctx, tx, before, 'finish');
      tellCompanyTask(ctx, row);
      return presentCompanyTask(ctx.vault, row);
    },
  }),
];

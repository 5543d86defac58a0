// What a case of the company asks somebody to do at a time: an escalation, or a call. The case itself is a task too, from
// its own time on, so it is snoozed by another `dueAt`.
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { eventsAbout } from '#platform/events/event-kind.ts';
import { newId } from '#platform/ids.ts';
import { StringEnum, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { mustHaveRoomFor } from '#platform/resource/room.ts';
import { isOpen } from '../case.ts';
import { mustNotBePast } from '../not-past.ts';
import { ownerAfter } from '../owner.ts';
import { caseStates } from '../states.ts';
import { taskStates } from '../tasks/states.ts';
import { taskStatuses } from '../tasks/tables.ts';
import { CaseTask, TaskInput } from '../tasks/task.ts';
import { type CompanyCaseRow, type CompanyTaskRow, companyCaseTasks, companyTaskKinds } from './tables.ts';

const id = (example: string) => Text({ max: 12, example });

const {
  object: _object,
  personId: _personId,
  caseId: _caseId,
  contactId: _contactId,
  noteId: _noteId,
  ...alike
} = CaseTask.properties;

export const CompanyCaseTask = Type.Object(
  {
    ...alike,
    id: id('CC-4T7M-X2WQ'),
    object: Type.Literal('companyCaseTask'),
    companyCaseId: id('CS-7KQ2-M9XA'),
    kind: StringEnum(companyTaskKinds),
  },
  { title: 'CompanyCaseTask' },
);
export type CompanyCaseTask = Static<typeof CompanyCaseTask>;

const { contactId: _, ...asked } = TaskInput.properties;
export const CompanyTaskInput = Type.Object(asked, { title: 'CompanyCaseTaskInput' });
export type CompanyTaskInput = Static<typeof CompanyTaskInput>;

export const companyTaskChanged = eventsAbout('company', {
  companyCaseId: Text({ max: 12 }),
  companyCaseTaskId: Text({ max: 12 }),
  kind: StringEnum(companyTaskKinds),
  taskStatus: StringEnum(taskStatuses),
})(
  'companycase.task.changed',
  'A case of the company was escalated, or a call was scheduled; or such a task was changed, done or canceled.',
);

export function tellCompanyTask(ctx: Pick<CommandContext, 'emit'>, row: CompanyTaskRow): void {
  const { company_case_id: companyCaseId, id: companyCaseTaskId, kind, status: taskStatus } = row;
  ctx.emit(companyTaskChanged, row.company_id, { companyCaseId, companyCaseTaskId, kind, taskStatus });
}

export const reasonPart = (taskId: string): string => `company_case_tasks.${taskId}.reason`;

const present = presenter<typeof CompanyCaseTask, CompanyTaskRow>(CompanyCaseTask);

export const presentCompanyTask = (vault: Vault, row: CompanyTaskRow): CompanyCaseTask =>
  present(row, {
    object: 'companyCaseTask',
    reason:
      row.reason_sealed === null
        ? null
        : vault.companySealer(row.company_id).unseal(reasonPart(row.id), row.reason_sealed),
  });

type Sealing = Pick<CommandContext, 'vault' | 'realm'>;

const sealReason = ({ vault, realm }: Sealing, taskId: string, reason: string | null | undefined): Buffer | null =>
  reason == null || reason.trim() === ''
    ? null
    : vault.companySealer(realm.companyId).seal(reasonPart(taskId), reason.trim());

export const companyTaskColumns = companyCaseTasks.all.map((column) => `company_case_tasks.${column}` as const);

export const tasksOfCompanyCase = (reader: Reader, { id: caseId }: CompanyCaseRow) =>
  reader.db.selectFrom('company_case_tasks').select(companyTaskColumns).where('company_case_id', '=', caseId);

/** Errors: NotFound. */
export async function companyTaskOf(reader: Reader, ofCase: CompanyCaseRow, taskId: string): Promise<CompanyTaskRow> {
  const row = await reader.row(tasksOfCompanyCase(reader, ofCase).where('id', '=', taskId));
  if (row === undefined) throw notFound('task', taskId, 'companyCaseTaskId', 'This case');
  return row;
}

/** A case has no more, ended ones included: they all end with it, in one commit. */
const tasksMax = 1_000;

const ownerFields = { employee: 'assignedEmployeeId', team: 'assignedTeamId' } as const;

async function assigneeAfter(
  tx: Tx,
  had: Pick<CompanyCaseRow, 'owning_employee_id' | 'owning_team_id'>,
  sent: CompanyTaskInput,
): Promise<Pick<CompanyTaskRow, 'assigned_employee_id' | 'assigned_team_id'>> {
  const { owning_employee_id, owning_team_id } = await ownerAfter(tx, had, sent, ownerFields);
  return { assigned_employee_id: owning_employee_id, assigned_team_id: owning_team_id };
}

/** Errors: CaseClosed, NoRoom, NotFound, InvalidRequest. */
export async function openCompanyTask(
  ctx: CommandContext,
  tx: Tx,
  ofCase: CompanyCaseRow,
  sent: CompanyTaskInput & { readonly kind: CompanyTaskRow['kind'] },
): Promise<CompanyTaskRow> {
  caseStates.mustAllow(ofCase.status, 'change', { id: ofCase.id });
  const some = tx.db.selectFrom('company_case_tasks').select('id').where('company_case_id', '=', ofCase.id);
  await mustHaveRoomFor(tx, some, tasksMax, `This case has ${tasksMax} tasks already, ended ones included.`);
  mustNotBePast(ctx, sent.dueAt);
  const taskId = newId('CC');
  const row: CompanyTaskRow = {
    id: taskId,
    company_case_id: ofCase.id,
    company_id: ofCase.company_id,
    position: ctx.position(),
    kind: sent.kind,
    status: taskStates.to('open'),
    due_at: sent.dueAt ?? ctx.now,
    ...(await assigneeAfter(tx, ofCase, sent)),
    reason_sealed: sealReason(ctx, taskId, sent.reason),
    taken_by_id: null,
    taken_until: null,
    ...madeBy(ctx.caller.actor),
    ended_at: null,
    created_at: ctx.now,
    updated_at: null,
  };
  const { company_id: _, ...columns } = row;
  tx.write(tx.db.insertInto('company_case_tasks').values(columns), redraw('company_case_tasks_pkey'));
  return row;
}

/** Fields that are not sent stay. Errors: CaseClosed, TaskEnded, NotFound, InvalidRequest. */
export async function changeCompanyTask(
  ctx: CommandContext,
  tx: Tx,
  ofCase: CompanyCaseRow,
  before: CompanyTaskRow,
  sent: CompanyTaskInput,
): Promise<CompanyTaskRow> {
  caseStates.mustAllow(ofCase.status, 'change', { id: ofCase.id });
  taskStates.mustAllow(before.status, 'change', { id: before.id });
  mustNotBePast(ctx, sent.dueAt);
  const had = { owning_employee_id: before.assigned_employee_id, owning_team_id: before.assigned_team_id };
  return writeCompanyTask(tx, before, {
    due_at: sent.dueAt ?? before.due_at,
    ...(sent.reason !== undefined && { reason_sealed: sealReason(ctx, before.id, sent.reason) }),
    ...(await assigneeAfter(tx, had, sent)),
    updated_at: ctx.now,
  });
}

/** Errors: TaskEnded. */
export function endCompanyTask(
  { now }: Pick<CommandContext, 'now'>,
  tx: Tx,
  before: CompanyTaskRow,
  verb: 'finish' | 'cancel',
): CompanyTaskRow {
  const { to } = taskStates.move(before.status, verb, { id: before.id });
  const ended = { taken_by_id: null, taken_until: null, ended_at: now, updated_at: now };
  return writeCompanyTask(tx, before, { status: to, ...ended });
}

export function writeCompanyTask(
  tx: Tx,
  before: CompanyTaskRow,
  columns: Partial<Omit<CompanyTaskRow, 'company_id'>>,
): CompanyTaskRow {
  tx.write(tx.db.updateTable('company_case_tasks').set(columns).where('id', '=', before.id));
  return { ...before, ...columns };
}

const openTasksOf = (tx: Tx, { id: caseId }: CompanyCaseRow) =>
  tx.db.updateTable('company_case_tasks').where('company_case_id', '=', caseId).where('status', '=', 'open');

/** What a case asked for ends with it, and what its former owner had open goes to the new one. */
export function keepCompanyTasks(
  { now }: Pick<CommandContext, 'now'>,
  tx: Tx,
  before: CompanyCaseRow,
  row: CompanyCaseRow,
): void {
  if (!isOpen(row)) {
    const ended = { taken_by_id: null, taken_until: null, ended_at: now, updated_at: now };
    if (isOpen(before)) tx.write(openTasksOf(tx, row).set({ status: taskStates.to('cancel'), ...ended }));
    return;
  }
  if (before.owning_employee_id === row.owning_employee_id && before.owning_team_id === row.owning_team_id) return;
  tx.write(
    openTasksOf(tx, row)
      .set({ assigned_employee_id: row.owning_employee_id, assigned_team_id: row.owning_team_id })
      .where(sql<boolean>`assigned_employee_id is not distinct from ${before.owning_employee_id}`)
      .where(sql<boolean>`assigned_team_id is not distinct from ${before.owning_team_id}`),
  );
}

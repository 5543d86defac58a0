// What a case asks somebody to do at a time: an escalation, a call, a snooze that ends, a note to be reviewed. It is
// stored once, here; the lists of tasks read these rows.
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { findContact, personSealers, sealerOf } from '#capabilities/people/index.ts';
import type { Actor } from '#platform/actor.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { DateTime, Described, Id, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { madeBy, madeByFields } from '#platform/resource/made-by.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { mustHaveRoomFor } from '#platform/resource/room.ts';
import { isTaken } from '#platform/sqlstate.ts';
import { type CaseOfPath, mustBeOpen, touchCase } from '../case.ts';
import { caseErrors } from '../errors.ts';
import { mustNotBePast } from '../not-past.ts';
import { ownerAfter } from '../owner.ts';
import type { CaseRow } from '../tables.ts';
import { taskStates } from './states.ts';
import { caseTasks, type TaskKind, type TaskRow, taskKinds, taskStatuses } from './tables.ts';

const id = (example: string) => Text({ max: 12, example });

export const CaseTask = Type.Object(
  {
    id: id('CK-4T7M-X2WQ'),
    object: Type.Literal('caseTask'),
    companyId: id('CP-2W8D-K4TN'),
    personId: id('BO-3M8K-Q7TZ'),
    caseId: id('CS-7KQ2-M9XA'),
    kind: StringEnum(taskKinds, { description: 'What asks for it.' }),
    status: StringEnum(taskStatuses),
    dueAt: Described(DateTime, { description: 'From when on it is a task; a snooze ends at this time.' }),
    reason: Nullable(Text({ max: 2_000, example: 'The borrower asks for a supervisor.' })),
    contactId: Nullable(id('CT-5D8K-W2QM'), { description: 'Whom a scheduled call is for.' }),
    noteId: Nullable(id('NT-5W8K-R2QM'), { description: 'The note that is to be reviewed.' }),
    assignedEmployeeId: Nullable(id('EE-3T8M-K4QZ')),
    assignedTeamId: Nullable(id('TM-6M2W-K9QX')),
    takenById: Nullable(id('UR-5D8K-W2QM'), { description: 'The user who has it in hand.' }),
    takenUntil: Nullable(DateTime, { description: 'When it goes back to the others, unless it was accepted.' }),
    ...madeByFields,
    endedAt: Nullable(DateTime, { description: 'When it was done or canceled.' }),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'CaseTask' },
);
export type CaseTask = Static<typeof CaseTask>;

export const TaskInput = Type.Object(
  {
    dueAt: Type.Optional(Described(DateTime, { description: 'Not in the past. Now if it is not given.' })),
    reason: Type.Optional(Nullable(Text({ max: 2_000, example: 'The borrower asks for a supervisor.' }))),
    contactId: Type.Optional(Nullable(Id('CT', 'contact', { description: 'Whom a scheduled call dials.' }))),
    assignedEmployeeId: Type.Optional(
      Nullable(Id('EE', 'employee', { description: 'The owner of the case if not given.' })),
    ),
    assignedTeamId: Type.Optional(Nullable(Id('TM', 'team'))),
  },
  { title: 'CaseTaskInput' },
);
export type TaskInput = Static<typeof TaskInput>;

export const taskColumns = caseTasks.all.map((column) => `case_tasks.${column}` as const);

const sealedPart = (taskId: string): string => `case_tasks.${taskId}.reason`;

const sealReason = (sealer: Sealer, taskId: string, reason: string | null | undefined): Buffer | null =>
  reason == null || reason.trim() === '' ? null : sealer.seal(sealedPart(taskId), reason.trim());

const present = presenter<typeof CaseTask, TaskRow>(CaseTask);

export const presentTask = (row: TaskRow, sealer: Sealer | undefined): CaseTask =>
  present(row, {
    reason:
      row.reason_sealed === null || sealer === undefined ? null : sealer.unseal(sealedPart(row.id), row.reason_sealed),
  });

/** They may be of several borrowers. */
export async function presentTasks(reader: Reader, vault: Vault, rows: readonly TaskRow[]): Promise<CaseTask[]> {
  const people = [...new Set(rows.map(({ person_id }) => person_id))];
  const sealers = rows.length === 0 ? new Map() : await personSealers(reader, vault, people);
  return rows.map((row) => presentTask(row, sealers.get(row.person_id)));
}

export const tasksOfCase = (reader: Reader, { person_id, id: caseId }: CaseRow, kind: TaskKind) =>
  reader.db
    .selectFrom('case_tasks')
    .select(taskColumns)
    .where('person_id', '=', person_id)
    .where('case_id', '=', caseId)
    .where('kind', '=', kind);

/** Errors: NotFound, with the path `taskId`. */
export async function taskOfCase(reader: Reader, ofCase: CaseRow, kind: TaskKind, taskId: string): Promise<TaskRow> {
  const row = await reader.row(tasksOfCase(reader, ofCase, kind).where('id', '=', taskId));
  if (row === undefined) throw notFound('task', taskId, 'taskId', 'This case');
  return row;
}

/** The one that is open, of a kind of which a case has one. Errors: NotFound, with the path `caseId`. */
export async function openTaskOf(reader: Reader, ofCase: CaseRow, kind: TaskKind): Promise<TaskRow> {
  const row = await reader.row(tasksOfCase(reader, ofCase, kind).where('status', '=', 'open'));
  if (row === undefined) throw notFound(kind, ofCase.id, 'caseId', 'This case');
  return row;
}

type Making = Pick<CommandContext, 'realm' | 'now' | 'position'> & {
  readonly caller: { readonly actor: Actor };
};

/** A case has no more, ended ones included: they all end with it, in one commit. */
const tasksMax = 5_000;

/** A new one, written. Errors: CaseClosed, NoRoom, NotFound, InvalidRequest, AlreadySnoozed. */
export async function openTask(
  ctx: Making & Pick<CommandContext, 'vault'>,
  tx: Tx,
  { row: ofCase, parent }: CaseOfPath,
  kind: TaskKind,
  sent: TaskInput & { readonly noteId?: string },
): Promise<TaskRow> {
  mustBeOpen(ofCase);
  const { person_id, id: caseId } = ofCase;
  const own = tx.db.selectFrom('case_tasks').select('id').where('person_id', '=', person_id);
  const some = own.where('case_id', '=', caseId);
  await mustHaveRoomFor(tx, some, tasksMax, `This case has ${tasksMax} tasks already, ended ones included.`);
  mustNotBePast(ctx, sent.dueAt);
  const taskId = newId('CK');
  const row: TaskRow = {
    person_id,
    id: taskId,
    case_id: caseId,
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    kind,
    status: taskStates.to('open'),
    due_at: sent.dueAt ?? ctx.now,
    ...(await assigneeAfter(tx, ofCase, sent)),
    contact_id: sent.contactId == null ? null : (await findContact(tx, parent.person_id, sent.contactId)).id,
    note_id: sent.noteId ?? null,
    reason_sealed: sealReason(sealerOf(ctx.vault, parent), taskId, sent.reason),
    taken_by_id: null,
    taken_until: null,
    ...madeBy(ctx.caller.actor),
    ended_at: null,
    created_at: ctx.now,
    updated_at: null,
  };
  const { company_id: _, ...columns } = row;
  tx.write(tx.db.insertInto('case_tasks').values(columns), whenTaken(ofCase));
  touchCase(ctx, tx, ofCase);
  return row;
}

/** Fields that are not sent stay. Errors: TaskEnded, CaseClosed, NotFound, InvalidRequest. */
export async function changeTask(
  ctx: Pick<CommandContext, 'now' | 'vault'>,
  tx: Tx,
  { row: ofCase, parent }: CaseOfPath,
  before: TaskRow,
  sent: TaskInput,
): Promise<TaskRow> {
  mustBeOpen(ofCase);
  taskStates.mustAllow(before.status, 'change', { id: before.id });
  mustNotBePast(ctx, sent.dueAt);
  const sealer = sealerOf(ctx.vault, parent);
  const contact =
    sent.contactId == null ? sent.contactId : (await findContact(tx, parent.person_id, sent.contactId)).id;
  touchCase(ctx, tx, ofCase);
  return writeTask(tx, before, {
    due_at: sent.dueAt ?? before.due_at,
    ...(contact !== undefined && { contact_id: contact }),
    ...(sent.reason !== undefined && { reason_sealed: sealReason(sealer, before.id, sent.reason) }),
    ...(await assigneeAfter(tx, before, sent)),
    updated_at: ctx.now,
  });
}

/** Errors: TaskEnded. */
export function endTask(
  { now }: Pick<CommandContext, 'now'>,
  tx: Tx,
  before: TaskRow,
  verb: 'finish' | 'cancel',
): TaskRow {
  const { to } = taskStates.move(before.status, verb, { id: before.id });
  return writeTask(tx, before, { status: to, taken_by_id: null, taken_until: null, ended_at: now, updated_at: now });
}

export function writeTask(tx: Tx, before: TaskRow, columns: Partial<TaskRow>): TaskRow {
  const { company_id: _, ...set } = columns as TaskRow;
  tx.write(
    tx.db.updateTable('case_tasks').set(set).where('person_id', '=', before.person_id).where('id', '=', before.id),
  );
  return { ...before, ...columns };
}

/** What a case asked for ends with it. */
export const cancelTasksOf = ({ now }: Pick<CommandContext, 'now'>, tx: Tx, ofCase: CaseRow): void =>
  tx.write(
    tx.db
      .updateTable('case_tasks')
      .set({ status: taskStates.to('cancel'), taken_by_id: null, taken_until: null, ended_at: now, updated_at: now })
      .where('person_id', '=', ofCase.person_id)
      .where('case_id', '=', ofCase.id)
      .where('status', '=', 'open'),
  );

/** What the former owner had open goes to the new one. */
export const handOver = (tx: Tx, before: CaseRow, row: CaseRow): void =>
  tx.write(
    tx.db
      .updateTable('case_tasks')
      .set({ assigned_employee_id: row.owning_employee_id, assigned_team_id: row.owning_team_id })
      .where('person_id', '=', row.person_id)
      .where('case_id', '=', row.id)
      .where('status', '=', 'open')
      .where(sql<boolean>`assigned_employee_id is not distinct from ${before.owning_employee_id}`)
      .where(sql<boolean>`assigned_team_id is not distinct from ${before.owning_team_id}`),
  );

type Assignee = Pick<TaskRow, 'assigned_employee_id' | 'assigned_team_id'>;

/** Errors: NotFound, InvalidRequest. */
async function assigneeAfter(tx: Tx, before: CaseRow | TaskRow, sent: TaskInput): Promise<Assignee> {
  const had =
    'case_id' in before
      ? { owning_employee_id: before.assigned_employee_id, owning_team_id: before.assigned_team_id }
      : before;
  const fields = { employee: 'assignedEmployeeId', team: 'assignedTeamId' } as const;
  const { owning_employee_id, owning_team_id } = await ownerAfter(tx, had, sent, fields);
  return { assigned_employee_id: owning_employee_id, assigned_team_id: owning_team_id };
}

const whenTaken =
  ({ id: caseId }: CaseRow) =>
  (error: unknown): unknown =>
    isTaken(error, 'case_tasks_one_snooze')
      ? new Refusal(caseErrors.AlreadySnoozed, `The case ${caseId} is snoozed already.`, {
          data: { path: 'caseId', expected: 'a change of the snooze that is there' },
          cause: error,
        })
      : redraw('case_tasks_pkey')(error);

// The one list of what waits for an agent: the tasks of all cases, and what waits elsewhere, each read where it lies.
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';
import { type RawBuilder, sql } from 'kysely';
import Type, { type Static, type TObject } from 'typebox';
import { employeeOf, teamsOf } from '#capabilities/users/index.ts';
import { type Endpoint, endpoint, type ReadContext } from '#platform/http/endpoint.ts';
import { type ListShape, type ListSource, pageQuery } from '#platform/http/pages.ts';
import { Amount, Bool, Described, Id, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { type JoinedPart, joinedPage, joinedPart } from '#platform/resource/joined-list.ts';
import {
  type Due,
  isDue,
  type OwnerColumns,
  type TaskSource,
  type WaitingThing,
  waitingKinds,
} from '#platform/task-source.ts';
import { companyCases, companyTaskKinds } from '../company/tables.ts';
import { companyTaskColumns, presentCompanyTask } from '../company/task.ts';
import { taskKinds } from './tables.ts';
import { CaseTask, presentTasks, taskColumns } from './task.ts';

const kind = StringEnum([...taskKinds, 'companyCase', ...waitingKinds], {
  description:
    'What asks for it: `companyCase` is a case of the company itself, `approval` an order of money out that waits for a second person, `break` a difference between the books and a bank, `scheduledInteraction` one that is to take place, `workitem` what a workflow asks somebody to do.',
});
const id = (example: string) => Text({ max: 12, example });

const { id: _id, object: _object, personId: _personId, caseId: _caseId, kind: _kind, ...alike } = CaseTask.properties;
const Task = Type.Object(
  {
    id: Described(id('CK-4T7M-X2WQ'), { description: 'That of what waits, by which it is read where it lies.' }),
    object: Type.Literal('task'),
    personId: Nullable(id('BO-3M8K-Q7TZ')),
    caseId: Nullable(id('CS-7KQ2-M9XA'), { description: 'Without a personId it is a case of the company.' }),
    loanId: Nullable(id('LN-7T2X-P5QG')),
    kind,
    amount: Nullable(Amount, { description: 'That of an approval or a break.' }),
    ...alike,
  },
  { title: 'Task' },
);
type Task = Static<typeof Task>;

/** What only tasks of cases have, or not each of the others. */
const nothing = {
  caseId: null,
  loanId: null,
  contactId: null,
  noteId: null,
  reason: null,
  amount: null,
  assignedEmployeeId: null,
  assignedTeamId: null,
  takenById: null,
  takenUntil: null,
  endedAt: null,
};

const source = {
  table: 'case_tasks',
  idColumn: 'id',
  isSkewed: true,
  countedMax: 1_000,
  sortable: { dueAt: 'due_at', createdAt: 'created_at' },
} satisfies ListSource;

const shape: ListShape = {
  ...source,
  below: undefined,
  filtered: ['kind', 'assigned_employee_id', 'assigned_team_id'],
};

const query = {
  ...pageQuery(source.sortable),
  kind: Type.Optional(kind),
  assignedEmployeeId: Type.Optional(Id('EE', 'employee')),
  assignedTeamId: Type.Optional(Id('TM', 'team')),
  whose: Type.Optional(
    StringEnum(['all', 'mine', 'myTeams'], {
      description: 'All if not given. Mine: assigned to me, or in my hands.',
    }),
  ),
  due: Type.Optional(Described(Bool, { description: 'False: also what is due later. True if not given.' })),
  overdue: Type.Optional(Described(Bool, { description: 'True: only what was due before today.' })),
};
type Asked = Static<TObject<typeof query>>;

export const listTasks = (sources: readonly TaskSource[]): Endpoint =>
  endpoint({
    name: 'tasks.listOfCompany',
    path: '/tasks',
    summary: 'List what waits to be done',
    description:
      'Escalations, calls that are due, snoozes that have ended and notes to be reviewed, of all open cases; orders of money out that wait for a second person, breaks, scheduled interactions and workitems, for callers who may list these. The newest are first, or by `sortBy=dueAt`. Tasks of cases are taken and done below their case; all others end where they lie.',
    permission: 'task:list',
    shape: 'list',
    query,
    list: shape,
    answer: Task,
    async read(ctx, { query: asked }) {
      const due = dueOf(asked, await ctx.now(), ctx.caller.timezone);
      const owned = await ownedBy(ctx, asked);
      const parts = [
        partOfCases(ctx, asked, owned, due),
        partOfCompanyCases(ctx, asked, owned, due),
        partOfCompanyTasks(ctx, asked, owned, due),
        ...partsElsewhere(ctx, sources, asked, { due, owned }),
      ];
      return joinedPage(
        ctx.reader,
        parts.filter((part) => part !== undefined),
        asked,
      );
    },
  });

function dueOf({ due = true, overdue = false }: Asked, now: Due['at'], zone: string): Due | undefined {
  if (overdue) {
    return { at: instantOfLocal({ date: dateInZone(now, zone), time: '00:00:00', zone }), isIncluded: false };
  }
  return due ? { at: now, isIncluded: true } : undefined;
}

type Owned = (columns: OwnerColumns) => readonly RawBuilder<boolean>[];

/** The conditions for whose it must be. */
async function ownedBy(
  { reader, caller }: ReadContext,
  { whose, assignedEmployeeId, assignedTeamId }: Asked,
): Promise<Owned> {
  const userId = caller.actor.id;
  const own = whose === 'mine' ? await employeeOf(reader, userId) : null;
  const teams = whose === 'myTeams' ? await teamsOf(reader, userId) : [];
  return ({ employee, team, taker, user }) => {
    const [isOfEmployee, isOfTeam] = [sql.ref(employee), sql.ref(team)];
    const isMine = sql.join(
      [sql`${isOfEmployee} = ${own}`, ...[taker, user].flatMap((one) => (one ? sql`${sql.ref(one)} = ${userId}` : []))],
      sql` or `,
    );
    return [
      assignedEmployeeId === undefined ? [] : sql<boolean>`${isOfEmployee} = ${assignedEmployeeId}`,
      assignedTeamId === undefined ? [] : sql<boolean>`${isOfTeam} = ${assignedTeamId}`,
      whose === 'myTeams' ? sql<boolean>`${isOfTeam} = any(${teams}::text[])` : [],
      whose === 'mine' ? sql<boolean>`(${isMine})` : [],
    ].flat();
  };
}

function partOfCases(
  { reader, vault }: ReadContext,
  { kind: asked }: Asked,
  owned: Owned,
  due: Due | undefined,
): JoinedPart<Task> | undefined {
  const own = taskKinds.find((one) => one === asked);
  if (asked !== undefined && own === undefined) return undefined;
  const open = reader.db
    .selectFrom('case_tasks')
    .select(taskColumns)
    .where('case_tasks.status', '=', 'open')
    .where(isDue('case_tasks.due_at', due));
  const columns = { employee: 'assigned_employee_id', team: 'assigned_team_id', taker: 'taken_by_id' };
  const conditions =
    own === undefined ? owned(columns) : [sql<boolean>`${sql.ref('case_tasks.kind')} = ${own}`, ...owned(columns)];
  return joinedPart({
    prefix: 'CK',
    source,
    rows: conditions.reduce((rows, condition) => rows.where(condition), open),
    show: async (rows) =>
      (await presentTasks(reader, vault, rows)).map((task) => ({
        ...task,
        object: 'task' as const,
        loanId: null,
        amount: null,
      })),
  });
}

function partOfCompanyCases(
  { reader, caller }: ReadContext,
  { kind: asked }: Asked,
  owned: Owned,
  due: Due | undefined,
): JoinedPart<Task> | undefined {
  if ((asked !== undefined && asked !== 'companyCase') || !caller.permissions.has('company.case:list'))
    return undefined;
  const open = reader.db
    .selectFrom('company_cases')
    .select(companyCases.all.map((column) => `company_cases.${column}` as const))
    // In the words of the index, which has no others.
    .where(sql<boolean>`${sql.ref('company_cases.status')} in ('initiated', 'processing', 'reopened')`)
    .where(isDue('company_cases.due_at', due));
  const conditions = owned({ employee: 'owning_employee_id', team: 'owning_team_id' });
  return joinedPart({
    prefix: 'CS',
    source: { ...source, table: 'company_cases' },
    rows: conditions.reduce((rows, condition) => rows.where(condition), open),
    show: async (rows) =>
      rows.map((row) => ({
        ...nothing,
        id: row.id,
        object: 'task' as const,
        companyId: row.company_id,
        personId: null,
        kind: 'companyCase' as const,
        status: 'open' as const,
        dueAt: row.due_at,
        assignedEmployeeId: row.owning_employee_id,
        assignedTeamId: row.owning_team_id,
        createdByType: row.created_by_type,
        createdById: row.created_by_id,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      })),
  });
}

function partOfCompanyTasks(
  { reader, vault, caller }: ReadContext,
  { kind: asked }: Asked,
  owned: Owned,
  due: Due | undefined,
): JoinedPart<Task> | undefined {
  const own = companyTaskKinds.find((one) => one === asked);
  if ((asked !== undefined && own === undefined) || !caller.permissions.has('company.case.task:list')) return undefined;
  const open = reader.db
    .selectFrom('company_case_tasks')
    .select(companyTaskColumns)
    .where('company_case_tasks.status', '=', 'open')
    .where(isDue('company_case_tasks.due_at', due));
  const ofKind = own === undefined ? open : open.where('company_case_tasks.kind', '=', own);
  const conditions = owned({ employee: 'assigned_employee_id', team: 'assigned_team_id', taker: 'taken_by_id' });
  return joinedPart({
    prefix: 'CC',
    source: { ...source, table: 'company_case_tasks' },
    rows: conditions.reduce((rows, condition) => rows.where(condition), ofKind),
    show: async (rows) =>
      rows.map((row) => {
        const { object: _object, companyCaseId: caseId, ...task } = presentCompanyTask(vault, row);
        return { ...nothing, ...task, object: 'task' as const, personId: null, caseId };
      }),
  });
}

interface Elsewhere {
  readonly due: Due | undefined;
  readonly owned: Owned;
}

/** Most things elsewhere are assigned to nobody, though a user may look after them. */
function partsElsewhere(
  { reader, caller }: ReadContext,
  sources: readonly TaskSource[],
  { kind: asked, whose, assignedEmployeeId, assignedTeamId }: Asked,
  { due, owned }: Elsewhere,
): (JoinedPart<Task> | undefined)[] {
  const isAssigned = whose === 'myTeams' || assignedEmployeeId !== undefined || assignedTeamId !== undefined;
  const userId = whose === 'mine' ? caller.actor.id : undefined;
  return sources
    .filter((one) => (asked === undefined || one.kind === asked) && caller.permissions.has(one.permission))
    .filter(({ owners }) => owners !== undefined || !isAssigned)
    .map(({ owners, part }) => part(reader, { due, userId, owned: owners === undefined ? [] : owned(owners) }))
    .map((part) => part && { ...part, show: async (rows) => (await part.show(rows)).map(presentThing) });
}

const presentThing = (thing: WaitingThing): Task => ({ ...nothing, ...thing, object: 'task', status: 'open' });

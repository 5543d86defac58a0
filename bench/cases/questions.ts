// The questions put to the lists of cases and of tasks: each sort both ways, each filter alone, cursors in the middle.
import { type Place, withDatabase } from '../service.ts';
import type { Question } from '../sides.ts';
import { employees, nth, supercases, teams } from './fill.ts';

type Query = Readonly<Record<string, string>>;

const asking =
  (path: string) =>
  (name: string, ...queries: Query[]): Question => ({
    name: `${path} ${name}`,
    paths: queries.map((query) => `${path}?${new URLSearchParams(query)}`),
  });

interface Known {
  readonly id: string;
  readonly person: string;
  readonly loan: string;
}

const middleOf = (table: string, condition: string, loan: string): string => `
  select id, person_id as person, ${loan} as loan from (
    select *, row_number() over (order by position) as place, count(*) over () as whole from live.${table}
    where ${condition}) as all_of_them
  where place between whole * 0.3 and whole * 0.7 and place % greatest(1, (whole * 0.4)::bigint / 40) = 0
  order by place limit 40`;

export async function questionsOf(place: Place): Promise<Question[]> {
  return withDatabase(place, async (client) => {
    const cases = await client.query<Known>(middleOf('cases', 'true', 'loan_ids[1]'));
    const tasks = await client.query<Known>(middleOf('case_tasks', "status = 'open' and due_at <= now()", "''"));
    return [...ofCases(cases.rows), ...ofTasks(tasks.rows)];
  });
}

const sortsOfCases = [
  'caseType',
  'createdAt',
  'externalId',
  'lastViewedAt',
  'lastSubresourceUpdatedAt',
  'name',
  'outcome',
  'status',
  'statusUpdatedAt',
  'dueDate',
  'owningEmployeeId',
  'owningTeamId',
];

const bothWays = (fields: readonly string[]): string[] => fields.flatMap((field) => [field, `-${field}`]);
const each = (prefix: 'EE' | 'TM' | 'SC', count: number): string[] =>
  Array.from({ length: count }, (_, n) => nth(prefix, n));

function ofCases(known: readonly Known[]): Question[] {
  const ask = asking('/cases');
  const after = known.map(({ id }) => ({ startingAfter: id }));
  return [
    ask('the first page', {}),
    ask('limit=100', { limit: '100' }),
    ask('startingAfter', ...after),
    ask('endingBefore', ...known.map(({ id }) => ({ endingBefore: id }))),
    ask('offset=500', { offset: '500' }),
    ask('expand', { expand: 'true' }),
    ...bothWays(sortsOfCases).flatMap((sortBy) => [
      ask(`sortBy=${sortBy}`, { sortBy }),
      ask(`sortBy=${sortBy}, startingAfter`, ...after.map((query) => ({ sortBy, ...query }))),
    ]),
    ...['initiated', 'processing', 'reopened', 'completed', 'canceled'].map((status) =>
      ask(`status=${status}`, { status }),
    ),
    ask('status=completed, startingAfter', ...after.map((query) => ({ status: 'completed', ...query }))),
    ask('caseType=generic', { caseType: 'generic' }),
    ask('caseType=bankruptcy, status=processing', { caseType: 'bankruptcy', status: 'processing' }),
    ask('outcome=resolved', { outcome: 'resolved' }),
    ask('owningEmployeeId', ...each('EE', employees).map((owningEmployeeId) => ({ owningEmployeeId }))),
    ask('owningTeamId', ...each('TM', teams).map((owningTeamId) => ({ owningTeamId }))),
    ask('supercaseId', ...each('SC', supercases).map((supercaseId) => ({ supercaseId }))),
    ask('loanId', ...known.map(({ loan: loanId }) => ({ loanId }))),
    ask('personId', ...known.map(({ person: personId }) => ({ personId }))),
    ask('overdue=true', { overdue: 'true' }),
    ask('overdue=true, by dueDate', { overdue: 'true', sortBy: 'dueDate' }),
    ask('overdue=false', { overdue: 'false' }),
  ];
}

function ofTasks(known: readonly Known[]): Question[] {
  const ask = asking('/tasks');
  const after = known.map(({ id }) => ({ startingAfter: id }));
  return [
    ask('the first page', {}),
    ask('startingAfter', ...after),
    ask('endingBefore', ...known.map(({ id }) => ({ endingBefore: id }))),
    ...bothWays(['dueAt', 'createdAt']).flatMap((sortBy) => [
      ask(`sortBy=${sortBy}`, { sortBy }),
      ask(`sortBy=${sortBy}, startingAfter`, ...after.map((query) => ({ sortBy, ...query }))),
    ]),
    ...['escalation', 'snooze', 'scheduledCall', 'note'].map((kind) => ask(`kind=${kind}`, { kind })),
    ask('due=false', { due: 'false' }),
    ask('overdue=true', { overdue: 'true' }),
    ask('assignedEmployeeId', ...each('EE', employees).map((assignedEmployeeId) => ({ assignedEmployeeId }))),
    ask('assignedTeamId', ...each('TM', teams).map((assignedTeamId) => ({ assignedTeamId }))),
  ];
}

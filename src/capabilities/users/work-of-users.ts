// Where a user stands among those who work: as an employee, and in teams.
import type { Reader } from '#platform/db/realm-database.ts';

/** The employee that a user is; null: an API user, or nobody's. */
export async function employeeOf(reader: Reader, userId: string): Promise<string | null> {
  const row = await reader.row(reader.db.selectFrom('users').select('employee_id').where('id', '=', userId));
  return row?.employee_id ?? null;
}

export async function teamsOf(reader: Reader, userId: string): Promise<string[]> {
  const rows = await reader.rows(reader.db.selectFrom('team_members').select('team_id').where('user_id', '=', userId));
  return rows.map(({ team_id }) => team_id);
}

interface WhoWorks {
  readonly employeeId: string | null;
  readonly teamId: string | null;
  readonly roleId?: string | null;
}

/** So many of a team or a role hear of something at once. */
const membersMax = 100;

/** The active users of an employee, or else of a team, or else of a role. */
export async function usersWhoWork(reader: Reader, { employeeId, teamId, roleId = null }: WhoWorks): Promise<string[]> {
  const active = reader.db
    .selectFrom('users')
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null);
  if (employeeId !== null) {
    const rows = await reader.rows(active.select('users.id').where('users.employee_id', '=', employeeId));
    return rows.map(({ id }) => id);
  }
  const some = active.select('users.id').orderBy('users.id').limit(membersMax);
  if (teamId !== null) {
    const members = reader.db.selectFrom('team_members').select('user_id').where('team_id', '=', teamId);
    return (await reader.rows(some.where('users.id', 'in', members))).map(({ id }) => id);
  }
  if (roleId === null) return [];
  const holders = reader.db.selectFrom('user_roles').select('user_id').where('role_id', '=', roleId);
  return (await reader.rows(some.where('users.id', 'in', holders))).map(({ id }) => id);
}

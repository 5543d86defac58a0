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

/** So many of a team hear of something at once. */
const membersMax = 100;

/** The active users of an employee, or else of a team. */
export async function usersWhoWork(
  reader: Reader,
  { employeeId, teamId }: { readonly employeeId: string | null; readonly teamId: string | null },
): Promise<string[]> {
  const active = reader.db
    .selectFrom('users')
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null);
  if (employeeId !== null) {
    const rows = await reader.rows(active.select('users.id').where('users.employee_id', '=', employeeId));
    return rows.map(({ id }) => id);
  }
  if (teamId === null) return [];
  const rows = await reader.rows(
    active
      .innerJoin('team_members', 'team_members.user_id', 'users.id')
      .select('users.id')
      .where('team_members.team_id', '=', teamId)
      .orderBy('users.id')
      .limit(membersMax),
  );
  return rows.map(({ id }) => id);
}

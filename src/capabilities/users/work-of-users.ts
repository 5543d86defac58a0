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

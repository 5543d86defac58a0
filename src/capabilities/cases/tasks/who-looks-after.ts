// Who is to hear of a case: whoever a task of it is assigned to, or else the owner of the case.
import type { Reader } from '#platform/db/realm-database.ts';

interface Asked {
  readonly personId: string;
  readonly caseId: string;
  /** Null: it is about the case as a whole. */
  readonly taskId: string | null;
}

interface LooksAfter {
  readonly employeeId: string | null;
  readonly teamId: string | null;
}

export async function whoLooksAfter(reader: Reader, { personId, caseId, taskId }: Asked): Promise<LooksAfter> {
  const [[task], [owner]] = await reader.together(
    reader.db
      .selectFrom('case_tasks')
      .select(['assigned_employee_id as employeeId', 'assigned_team_id as teamId'])
      .where('person_id', '=', personId)
      .where('id', '=', taskId ?? ''),
    reader.db
      .selectFrom('cases')
      .select(['owning_employee_id as employeeId', 'owning_team_id as teamId'])
      .where('person_id', '=', personId)
      .where('id', '=', caseId),
  );
  if (task !== undefined && (task.employeeId ?? task.teamId) !== null) return task;
  return owner ?? { employeeId: null, teamId: null };
}

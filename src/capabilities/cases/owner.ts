// Who works on a case: an employee or a team.
import { employeeOfPath, team } from '#capabilities/users/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import type { CaseRow } from './tables.ts';

interface SentOwner {
  readonly owningEmployeeId?: string | null;
  readonly owningTeamId?: string | null;
}

type Owner = Pick<CaseRow, 'owning_employee_id' | 'owning_team_id'>;

/** One of the two takes the place of the other. Errors: NotFound, InvalidRequest. */
export async function ownerAfter(reader: Reader, before: Owner | undefined, sent: SentOwner): Promise<Owner> {
  const { owningEmployeeId: employee, owningTeamId: group } = sent;
  if (employee != null && group != null) {
    throw refuseField('owningTeamId', 'stands beside owningEmployeeId', 'one of the two, not both');
  }
  if (employee != null) return { owning_employee_id: await activeEmployee(reader, employee), owning_team_id: null };
  if (group != null) {
    return { owning_employee_id: null, owning_team_id: (await namedIn('owningTeamId', team.find(reader, group))).id };
  }
  return {
    owning_employee_id: employee === null ? null : (before?.owning_employee_id ?? null),
    owning_team_id: group === null ? null : (before?.owning_team_id ?? null),
  };
}

/** Errors: NotFound, InvalidRequest. */
async function activeEmployee(reader: Reader, reference: string): Promise<string | null> {
  const { subject } = await namedIn('owningEmployeeId', employeeOfPath.find(reader, reference, false));
  if (subject.row.status !== 'active') throw refuseField('owningEmployeeId', 'is not active', 'an active employee');
  return subject.row.employee_id;
}

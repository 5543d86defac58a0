// Who works on a case, or on a task of it: an employee or a team.
import { employeeOfPath, team } from '#capabilities/users/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import type { CaseRow } from './tables.ts';

type Owner = Pick<CaseRow, 'owning_employee_id' | 'owning_team_id'>;

/** The names of the two fields. */
interface Fields<E extends string, T extends string> {
  readonly employee: E;
  readonly team: T;
}

type Sent<E extends string, T extends string> = { readonly [K in E | T]?: string | null };

/** One of the two takes the place of the other. Errors: NotFound, InvalidRequest. */
export async function ownerAfter<E extends string, T extends string>(
  reader: Reader,
  before: Owner | undefined,
  sent: Sent<E, T>,
  fields: Fields<E, T>,
): Promise<Owner> {
  const [employee, group] = [sent[fields.employee], sent[fields.team]];
  if (employee != null && group != null) {
    throw refuseField(fields.team, `stands beside ${fields.employee}`, 'one of the two, not both');
  }
  if (employee != null) {
    return { owning_employee_id: await activeEmployee(reader, fields.employee, employee), owning_team_id: null };
  }
  if (group != null) {
    return { owning_employee_id: null, owning_team_id: (await namedIn(fields.team, team.find(reader, group))).id };
  }
  return {
    owning_employee_id: employee === null ? null : (before?.owning_employee_id ?? null),
    owning_team_id: group === null ? null : (before?.owning_team_id ?? null),
  };
}

/** Errors: NotFound, InvalidRequest. */
async function activeEmployee(reader: Reader, field: string, reference: string): Promise<string | null> {
  const { subject } = await namedIn(field, employeeOfPath.find(reader, reference, false));
  if (subject.row.status !== 'active') throw refuseField(field, 'is not active', 'an active employee');
  return subject.row.employee_id;
}

// What `expand` shows beside each case: its borrower, its loans, its owner and its type, to callers who may read them.
// Each kind is read at once for all cases of a page.
import Type, { type TProperties } from 'typebox';
import { shownCaseTypes } from '#capabilities/case-types/index.ts';
import { shownEmployees, shownTeams } from '#capabilities/users/index.ts';
import type { Caller } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { EventResource } from '#platform/event-views/payload.ts';
import { Nullable } from '#platform/input/schemas.ts';
import type { ShownByIds } from '#platform/resource/shown-by-ids.ts';
import type { CaseRow } from './tables.ts';

interface Asking {
  readonly reader: Reader;
  readonly vault: Vault;
  readonly caller: Pick<Caller, 'permissions'>;
}

export function expanding(resources: readonly EventResource[]) {
  const [borrower, loan] = ['borrower', 'loan'].map((name) => resources.find((one) => one.name === name));
  if (borrower === undefined || loan === undefined) throw new Error('Borrowers and loans are shown by nobody.');
  const one = ({ schema, permission }: ShownByIds, what: string) =>
    Type.Optional(Nullable(schema, { description: `With \`expand\`: ${what}; null without ${permission}.` }));
  const fields: TProperties = {
    person: one(borrower, 'its borrower'),
    loans: Type.Optional(Type.Array(loan.schema, { description: 'With `expand`: its loans; none without loan:read.' })),
    owningEmployee: one(shownEmployees, 'the employee who works on it'),
    owningTeam: one(shownTeams, 'the team that works on it'),
    caseTypeVersion: one(shownCaseTypes, 'the version of the company’s type of which it was made'),
  };
  /** What is shown beside each of the cases, in their order. */
  async function beside({ reader, vault, caller }: Asking, rows: readonly CaseRow[]) {
    const load = (kind: ShownByIds, keysOf: (row: CaseRow) => readonly (string | null)[]) => {
      const keys = [...new Set(rows.flatMap(keysOf))].filter((key) => key !== null);
      const isShown = caller.permissions.has(kind.permission) && keys.length > 0;
      return isShown ? kind.load(reader, vault, keys) : new Map<string, object>();
    };
    const [people, loans, employees, teams, types] = await Promise.all([
      load(borrower as EventResource, (row) => [row.person_id]),
      load(loan as EventResource, keysOfLoans),
      load(shownEmployees, (row) => [row.owning_employee_id]),
      load(shownTeams, (row) => [row.owning_team_id]),
      load(shownCaseTypes, (row) => [row.case_type_id]),
    ]);
    return rows.map((row) => ({
      person: people.get(row.person_id) ?? null,
      loans: keysOfLoans(row).flatMap((key) => loans.get(key) ?? []),
      owningEmployee: employees.get(row.owning_employee_id ?? '') ?? null,
      owningTeam: teams.get(row.owning_team_id ?? '') ?? null,
      caseTypeVersion: types.get(row.case_type_id ?? '') ?? null,
    }));
  }
  return { fields, beside };
}

/** As payloads name a loan: by its borrower and its id. */
const keysOfLoans = ({ person_id, loan_ids }: CaseRow): string[] => loan_ids.map((id) => `${person_id} ${id}`);

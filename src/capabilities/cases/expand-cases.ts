// What `expand` shows beside each case: its borrower and its loans, to callers who may read them. Each kind is read at
// once for all cases of a page.
import Type, { type TProperties } from 'typebox';
import type { Caller } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { EventResource } from '#platform/event-views/payload.ts';
import { Nullable } from '#platform/input/schemas.ts';
import type { CaseRow } from './tables.ts';

interface Asking {
  readonly reader: Reader;
  readonly vault: Vault;
  readonly caller: Pick<Caller, 'permissions'>;
}

export function expanding(resources: readonly EventResource[]) {
  const [borrower, loan] = ['borrower', 'loan'].map((name) => resources.find((one) => one.name === name));
  if (borrower === undefined || loan === undefined) throw new Error('Borrowers and loans are shown by nobody.');
  const fields: TProperties = {
    person: Type.Optional(
      Nullable(borrower.schema, { description: 'With `expand`: its borrower; null without person:read.' }),
    ),
    loans: Type.Optional(Type.Array(loan.schema, { description: 'With `expand`: its loans; none without loan:read.' })),
  };
  /** What is shown beside each of the cases, in their order. */
  async function beside({ reader, vault, caller }: Asking, rows: readonly CaseRow[]) {
    const load = async (resource: EventResource, keys: readonly string[]) =>
      caller.permissions.has(resource.permission) && keys.length > 0
        ? resource.load(reader, vault, [...new Set(keys)])
        : new Map<string, object>();
    const [people, loans] = await Promise.all([
      load(
        borrower as EventResource,
        rows.map((row) => row.person_id),
      ),
      load(loan as EventResource, rows.flatMap(keysOfLoans)),
    ]);
    return rows.map((row) => ({
      person: people.get(row.person_id) ?? null,
      loans: keysOfLoans(row).flatMap((key) => loans.get(key) ?? []),
    }));
  }
  return { fields, beside };
}

/** As payloads name a loan: by its borrower and its id. */
const keysOfLoans = ({ person_id, loan_ids }: CaseRow): string[] => loan_ids.map((id) => `${person_id} ${id}`);

// Whose a workflow is: the borrower of its case, or the company where the case is of none. It lies with them, its words are
// sealed with their key, and whoever moves it holds the borrower, or the case of the company.
import {
  type CaseRow,
  type CompanyCaseRow,
  caseForConditions,
  caseOf,
  companyCaseForConditions,
  companyCaseOf,
} from '#capabilities/cases/index.ts';
import { holdPerson, type PersonRow, sealerOf } from '#capabilities/people/index.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { WorkflowRow } from '../tables.ts';

interface OfBorrower {
  readonly owner: PersonRow;
  ofCase: CaseRow;
}

interface OfCompany {
  /** Nobody: the company. */
  readonly owner: null;
  ofCase: CompanyCaseRow;
}

export type Whose = OfBorrower | OfCompany;

/** The same where the case may not have been read yet. */
export type Known = (Pick<OfBorrower, 'owner'> & Partial<OfBorrower>) | (Pick<OfCompany, 'owner'> & Partial<OfCompany>);

export type Owned = Pick<WorkflowRow, 'owner_id' | 'company_id'>;

export const isOfCompany = ({ owner_id, company_id }: Owned): boolean => owner_id === company_id;

export const ownerIdOf = ({ owner, ofCase }: Whose): string => owner?.person_id ?? ofCase.company_id;

export const sealerFor = (vault: Vault, owner: PersonRow | null, { company_id }: Pick<Owned, 'company_id'>): Sealer =>
  owner === null ? vault.companySealer(company_id) : sealerOf(vault, owner);

export async function whoseOf(reader: Reader, { case_id: id }: WorkflowRow, known: Known): Promise<Whose> {
  return known.owner === null
    ? { owner: null, ofCase: known.ofCase ?? (await companyCaseOf(reader, id)) }
    : { owner: known.owner, ofCase: known.ofCase ?? (await caseOf(reader, known.owner.person_id, id)) };
}

export const loansOf = (whose: Whose): readonly string[] => (whose.owner === null ? [] : whose.ofCase.loan_ids);

/** The case as conditions over it ask. */
export const caseAsAsked = (reader: Reader, vault: Vault, whose: Whose) =>
  whose.owner === null
    ? companyCaseForConditions(reader, vault, whose.ofCase)
    : caseForConditions(reader, sealerOf(vault, whose.owner), whose.ofCase);

/** What needs a borrower is in no workflow that starts on a case of the company. Errors: InvalidRequest. */
export function ofBorrower<W extends Whose>(whose: W): Extract<W, OfBorrower> {
  if (whose.owner === null) throw refuseField('automatic', 'needs a borrower', 'a case of a borrower');
  return whose as Extract<W, OfBorrower>;
}

/** Each move of a workflow holds its owner and writes whole rows: nobody else writes meanwhile. */
export async function holdOwners(
  tx: Tx,
  rows: readonly (Pick<Owned, 'owner_id'> & Pick<WorkflowRow, 'case_id'>)[],
): Promise<void> {
  const { companyId } = tx.realm;
  const inOrder = (ids: readonly string[]): string[] => [...new Set(ids)].sort();
  const people = rows.filter(({ owner_id }) => owner_id !== companyId);
  const ofCompany = rows.filter(({ owner_id }) => owner_id === companyId);
  for (const id of inOrder(people.map(({ owner_id }) => owner_id))) await holdPerson(tx, id);
  for (const id of inOrder(ofCompany.map(({ case_id }) => case_id))) await companyCaseOf(tx, id, true);
}

// The cases that bear on whether and how people may be contacted: one statement, of one person or of many.
import type { BaseCaseType } from '#capabilities/case-types/index.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import { preparedOfPeople } from '#platform/db/prepared-of-people.ts';
import { caseResource, type OfType } from './case.ts';
import type { CaseRow } from './tables.ts';

const bearing: readonly BaseCaseType[] = [
  'bankruptcy',
  'ceaseCommunication',
  'deceased',
  'disputeOfDebt',
  'debtValidation',
  'federalEmergency',
  'militaryDuty',
  'identityTheft',
  'legalAction',
];

export type ContactCase = Pick<
  CaseRow,
  | 'person_id'
  | 'id'
  | 'case_type'
  | 'status'
  | 'outcome'
  | 'status_updated_at'
  | 'received_date'
  | 'loan_ids'
  | 'created_at'
  | 'details_sealed'
>;


const casesOf = (types: readonly BaseCaseType[]) =>
  preparedOfPeople<ContactCase>((db, isOneOfThem) =>
    db
      .selectFrom('cases')
      .select(['person_id', 'id', 'case_type', 'status', 'outcome', 'status_updated_at', 'received_date'])
      .select(['loan_ids', 'created_at', 'details_sealed'])
      .where(isOneOfThem('person_id'))
      .where('case_type', 'in', types)
      .orderBy('position'),
  );

export const casesOfContacted = casesOf(bearing);
/** A bankruptcy of one borrower may protect those who owe the loan with them. */
export const bankruptciesOf = casesOf(['bankruptcy']);

/** The fields that its base type brings. */
export function fieldsOfCase(sealer: Sealer, row: ContactCase): OfType['fields'] {
  // Only its id and the sealed part are needed to open it.
  return caseResource.open(sealer, row as CaseRow).fields ?? {};
}

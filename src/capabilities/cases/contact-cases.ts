// The cases that bear on whether and how people may be contacted: one statement, of one person or of many.
import { type BaseCaseType, type CaseAfterMove, typeOfCase } from '#capabilities/case-types/index.ts';
import { personSealers } from '#capabilities/people/index.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import { partRead } from '#platform/db/as-one-statement.ts';
import { typesOf } from '#platform/db/define-table.ts';
import { preparedOfPeople } from '#platform/db/prepared-of-people.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { caseResource, detailsOf } from './case.ts';
import type { OfType } from './case-content.ts';
import { type CaseRow, cases } from './tables.ts';

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

const columns = [
  'person_id',
  'id',
  'case_type',
  'status',
  'outcome',
  'status_updated_at',
  'received_date',
  'loan_ids',
  'created_at',
  'details_sealed',
] as const;
export type ContactCase = Pick<CaseRow, (typeof columns)[number]>;

const casesOf = (types: readonly BaseCaseType[]) =>
  partRead<ContactCase>(
    (db, isOneOfThem) =>
      db
        .selectFrom('cases')
        .select(columns)
        .where(isOneOfThem('person_id'))
        .where('case_type', 'in', types)
        .orderBy('position'),
    { columns: typesOf(cases, columns), values: {} },
  );

export const casesOfContacted = casesOf(bearing);
/** A bankruptcy of one borrower may protect those who owe the loan with them. */
export const bankruptciesOf = casesOf(['bankruptcy']);
/** What credit agencies are told of. */
export const casesToReport = casesOf([
  'bankruptcy',
  'creditBureauDispute',
  'deceased',
  'disputeOfDebt',
  'disputeOfPurchase',
  'identityTheft',
  'militaryDuty',
]);

/** The fields that its base type brings. */
export function fieldsOfCase(sealer: Sealer, row: ContactCase): OfType['fields'] {
  // Only its id and the sealed part are needed to open it.
  return caseResource.open(sealer, row as CaseRow).fields ?? {};
}

const conditionColumns = [
  'person_id',
  'id',
  'case_type',
  'case_type_id',
  'status',
  'outcome',
  'name',
  'details_sealed',
] as const;

const allCasesOf = preparedOfPeople<Pick<CaseRow, (typeof conditionColumns)[number]>>((db, isOneOfThem) =>
  db.selectFrom('cases').select(conditionColumns).where(isOneOfThem('person_id')).orderBy('position'),
);

/** All cases of these people, as conditions over cases ask of them. The types are few, however many cases there are. */
export async function casesForConditions(
  { reader, vault }: { readonly reader: Reader; readonly vault: Vault },
  people: readonly string[],
): Promise<ReadonlyMap<string, readonly CaseAfterMove[]>> {
  const [sealers, rows] = await Promise.all([
    personSealers(reader, vault, people),
    reader.rows(allCasesOf(reader.db, people, {})),
  ]);
  const nameOf = (row: (typeof rows)[number]) => `${row.case_type} ${row.case_type_id}`;
  const kinds = [...new Map(rows.map((row) => [nameOf(row), row])).values()];
  const found = await Promise.all(kinds.map((row) => typeOfCase(reader, row)));
  const types = new Map(kinds.map((row, i) => [nameOf(row), found[i]]));
  const asked = rows.map((row) => {
    const sealer = sealers.get(row.person_id);
    // Only its id and the sealed part are needed to open it.
    const details = sealer === undefined ? { fields: {}, customFields: {} } : detailsOf(sealer, row as CaseRow);
    const { status, outcome, name } = row;
    return [
      row.person_id,
      { status, outcome, name, ...details, type: types.get(nameOf(row)) } as CaseAfterMove,
    ] as const;
  });
  const byPerson = Map.groupBy(asked, ([personId]) => personId);
  return new Map([...byPerson].map(([personId, own]) => [personId, own.map(([, one]) => one)]));
}

/** A case as conditions over it ask, whose row is known. */
export async function caseForConditions(reader: Reader, sealer: Sealer, row: CaseRow): Promise<CaseAfterMove> {
  const { status, outcome, name } = row;
  return { status, outcome, name, ...detailsOf(sealer, row), type: await typeOfCase(reader, row) } as CaseAfterMove;
}

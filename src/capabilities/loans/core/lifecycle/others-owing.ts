// Who owes a loan beside its main borrower, for messages that are meant for them too.
import { prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { eachLoan, type LoanIds, type LoanKeys, loanKeyTypes } from '../loan/named-loans.ts';

/** A `borrower` owes it as the main borrower does, a `guarantor` if that one does not pay. */
type Owing = 'borrower' | 'guarantor';

export interface OtherOwing {
  readonly loanId: string;
  readonly personId: string;
  readonly owing: Owing;
}

/**
 * Where a loan was agreed with people, the words for them are free. Who is called anything else owes nothing as far as is
 * known, and does not learn of the debt.
 */
const owingOf: Readonly<Record<string, Owing>> = {
  coborrower: 'borrower',
  cosigner: 'borrower',
  guarantor: 'guarantor',
};

const peopleOfLoan = prepared<LoanKeys, { id: string; additional_people: readonly Additional[] }>(
  (db, placeholder) =>
    db
      .selectFrom('loans')
      .select(['id', 'additional_people'])
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('loanId')),
  loanKeyTypes,
);

interface Additional {
  readonly personId: string;
  readonly loanRelationType: string;
}

/** Finds those of each loan, in the order of the loans. */
export async function othersOwing(reader: Reader, loans: readonly LoanIds[]): Promise<OtherOwing[]> {
  if (loans.length === 0) return [];
  const rows = await eachLoan(reader, loans, (keys) => peopleOfLoan(reader.db, keys));
  return rows.flatMap(({ id: loanId, additional_people: people }) =>
    people.flatMap(({ personId, loanRelationType }) => {
      const owing = owingOf[loanRelationType.toLowerCase().replaceAll(/[^a-z]/g, '')];
      return owing === undefined ? [] : [{ loanId, personId, owing }];
    }),
  );
}

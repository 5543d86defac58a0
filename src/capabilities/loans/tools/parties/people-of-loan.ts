// Who is on a loan, and was: found and shown.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { loanPersonId } from '../../core/loan/derived-id.ts';
import { keysOf } from '../../core/loan/named-loans.ts';
import { originatedAt } from '../../core/loan/originated-at.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { type LoanPerson, type LoanPersonRow, parties } from './party.ts';

export const mainBorrower = 'mainBorrower';

/** Somebody on the loan, with a row of their own or without. */
export interface Party extends LoanPersonRow {
  readonly hasRow: boolean;
}

/** The latest comer is first, the main borrower last. */
export async function peopleOf(reader: Reader, loan: LoanRow): Promise<Party[]> {
  const rows = await reader.rows(parties.of(reader, keysOf(loan)).orderBy('position', 'desc'));
  const present = new Set(rows.filter(isPresent).map(({ other_person_id }) => other_person_id));
  const agreed = loan.additional_people.filter(({ personId }) => !present.has(personId));
  return [
    ...rows.map((row) => ({ ...row, hasRow: true })),
    ...agreed.map(({ personId, loanRelationType }) => agreedWith(loan, personId, loanRelationType)),
    agreedWith(loan, loan.person_id, mainBorrower),
  ];
}

export const isPresent = ({ end_date }: LoanPersonRow): boolean => end_date === null;

const agreedWith = (loan: LoanRow, personId: string, relation: string): Party => ({
  person_id: loan.person_id,
  id: loanPersonId(loan.id, personId),
  company_id: loan.company_id,
  loan_id: loan.id,
  position: loan.position,
  other_person_id: personId,
  relation,
  start_date: dateInZone(originatedAt(loan), loan.zone),
  end_date: null,
  created_at: loan.created_at,
  updated_at: null,
  hasRow: false,
});

/** Errors: NotFound. */
export async function partyOf(reader: Reader, loan: LoanRow, id: string): Promise<Party> {
  const found = (await peopleOf(reader, loan)).find((party) => party.id === id);
  if (found === undefined) throw notFound('loan person', id, 'loanPersonId', 'This loan');
  return found;
}

export const shownParty = (
  { additional_people: people }: Pick<LoanRow, 'additional_people'>,
  party: LoanPersonRow,
): LoanPerson =>
  parties.show(party, {
    mayRead:
      isPresent(party) &&
      people.every(({ personId, mayRead }) => personId !== party.other_person_id || mayRead !== false),
  });

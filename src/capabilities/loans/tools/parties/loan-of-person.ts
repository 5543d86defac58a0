// A loan that a person is on, as its main borrower or beside one, or was on: what is said with a co-borrower is about the
// shared loan, and a call that is reported late may be of the time before somebody left it.
import { prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { loanKind, loanNotFound } from '../../core/lifecycle/loan.ts';
import { parties } from './party.ts';

const loanById = prepared<
  { loanId: string },
  { person_id: string; additional_people: readonly { personId: string }[] }
>((db, placeholder) =>
  db.selectFrom('loans').select(['person_id', 'additional_people']).where('id', '=', placeholder('loanId')),
);

const ownLoan = prepared<{ personId: string; loanId: string }, { id: string }>((db, placeholder) =>
  db
    .selectFrom('loans')
    .select('id')
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', placeholder('loanId')),
);

/** The id of the loan. Errors: NotFound. */
export async function findLoanOfPerson(reader: Reader, personId: string, reference: string): Promise<string> {
  const loanId = await idOfReference(reader, loanKind, reference);
  if (loanId === undefined) throw loanNotFound(reference);
  // Nearly always it is their own, which is found where they lie.
  if ((await reader.row(ownLoan(reader.db, { personId, loanId }))) !== undefined) return loanId;
  const shared = await reader.row(loanById(reader.db, { loanId }));
  if (shared === undefined || !(await isOrWasOn(reader, { ...shared, loanId }, personId)))
    throw loanNotFound(reference);
  return loanId;
}

interface Shared {
  readonly person_id: string;
  readonly loanId: string;
  readonly additional_people: readonly { readonly personId: string }[];
}

async function isOrWasOn(
  reader: Reader,
  { person_id, loanId, additional_people }: Shared,
  personId: string,
): Promise<boolean> {
  if (additional_people.some((one) => one.personId === personId)) return true;
  const rows = await reader.rows(parties.of(reader, { personId: person_id, loanId }));
  return rows.some(({ other_person_id }) => other_person_id === personId);
}

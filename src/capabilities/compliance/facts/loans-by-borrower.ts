// Which loans each of some borrowers owes, alone or together with others.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Compilable } from 'kysely';
import { type ContactedLoan, contactedLoan, type loansOfContacted } from '#capabilities/loans/index.ts';
import type { ContactedPerson } from '#capabilities/people/index.ts';

type LoanRow = ReturnType<typeof loansOfContacted> extends Compilable<infer Row> ? Row : never;

interface Read {
  readonly people: readonly Pick<ContactedPerson, 'person_id'>[];
  readonly ownLoans: readonly LoanRow[];
  readonly sharedLoans: readonly LoanRow[];
}

/** Their own loans come first. */
export function loansByBorrower(
  { ownLoans, sharedLoans, people }: Read,
  today: CivilDate,
): ReadonlyMap<string, readonly ContactedLoan[]> {
  const asked = new Set(people.map(({ person_id }) => person_id));
  const found = new Map<string, ContactedLoan[]>();
  const add = (personId: string, loan: ContactedLoan) => {
    const there = found.get(personId);
    if (there === undefined) found.set(personId, [loan]);
    else there.push(loan);
  };
  for (const row of ownLoans) add(row.person_id, contactedLoan(row, today));
  for (const row of sharedLoans) {
    const loan = contactedLoan(row, today);
    for (const personId of new Set(loan.borrowerIds.slice(1))) {
      if (asked.has(personId) && personId !== row.person_id) add(personId, loan);
    }
  }
  return found;
}

// The line of credit of a path, with its borrower: only lines have cards.
import { findNamedLoan, loanErrors, type NamedLoan } from '#capabilities/loans/index.ts';
import { type PersonRow, person } from '#capabilities/people/index.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';

export interface LineOfPath {
  readonly owner: PersonRow;
  readonly loanId: string;
}

export const line: Subject<LineOfPath> = {
  param: 'loanId',
  notFound: errors.NotFound,
  refusesChange: [...(person.refusesChange ?? []), loanErrors.OnlyForLines],
  async find(reader, reference, lock, params) {
    const { subject: owner, ...found } = await person.find(reader, params?.personId as string, lock);
    const loan = await findNamedLoan(reader, found.id, reference);
    mustBeLine(loan);
    return { ...found, subject: { owner, loanId: loan.id } };
  },
};

function mustBeLine({ id, product }: NamedLoan): void {
  if (product === 'lineOfCredit') return;
  throw new Refusal(loanErrors.OnlyForLines, `The loan ${id} is no line of credit: it has no cards.`, {
    data: { path: 'loanId', expected: 'the id of a line of credit' },
  });
}

// The line of credit of a path with its borrower, for the cards of it.
import type { LineOfPath } from '#capabilities/cards/index.ts';
import { person } from '#capabilities/people/index.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { loanErrors } from '../loan/errors.ts';
import { findNamedLoan, type NamedLoan } from './loan.ts';

export const lineOfCards: Subject<LineOfPath> = {
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

// Endpoints of the event by which the debt of one loan was canceled.
import { findNamedLoan } from '#capabilities/loans/index.ts';
import { person } from '#capabilities/people/index.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { taxErrors } from '../errors.ts';
import { canceledDebtUpdated } from '../events.ts';
import { LoanCanceledDebt, LoanCanceledDebtUpdate, readStated, writeStated } from './statement.ts';

const loanEndpoint = below({
  path: '/people/{personId}/loans/{loanId}/canceled-debt',
  permission: 'loan.canceled.debt',
  subject: person,
  answer: LoanCanceledDebt,
  errors: [errors.NotFound],
});

export const statedRoutes: readonly Endpoint[] = [
  loanEndpoint({
    name: 'loanCanceledDebt.read',
    summary: 'Read by what event somebody has said that a debt was canceled',
    async read({ reader }, { params }, { person_id: personId }) {
      const { id: loanId } = await findNamedLoan(reader, personId, params.loanId);
      return readStated(reader, { personId, loanId });
    },
  }),
  loanEndpoint({
    name: 'loanCanceledDebt.update',
    summary: 'Say by what event the debt of a loan was canceled',
    description:
      'For Form 1099-C: the filing of the year tells of it. It changes no books: what the borrower owes is written off by a charge-off or a service credit. What is not sent stays; without a code all of it goes.',
    body: LoanCanceledDebtUpdate,
    emits: [canceledDebtUpdated],
    errors: [errors.NotFound, taxErrors.DebtAlreadySettled],
    // The loan of the examples has no principal open on any day that has come.
    example: { body: { identifiableEventCode: null } },
    async command(ctx, tx, { body, params }, { person_id: personId }) {
      const { id: loanId } = await findNamedLoan(tx, personId, params.loanId);
      return writeStated(ctx, tx, { personId, loanId }, body);
    },
  }),
];

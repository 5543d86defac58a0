// Endpoints of what agencies are told of one loan.
import Type from 'typebox';
import { findNamedLoan } from '#capabilities/loans/index.ts';
import { person } from '#capabilities/people/index.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { DateOnly, Described } from '#platform/input/schemas.ts';
import { reportingUpdated } from '../events.ts';
import { CreditReportPreview, previewReport } from './preview.ts';
import { LoanCreditReporting, LoanCreditReportingUpdate, readStatement, writeStatement } from './statement.ts';

const loanEndpoint = below({
  path: '/people/{personId}/loans/{loanId}/credit-reporting',
  permission: 'loan.credit.reporting',
  subject: person,
  answer: LoanCreditReporting,
  errors: [errors.NotFound],
});

export const loanReportingRoutes: readonly Endpoint[] = [
  loanEndpoint({
    name: 'loanCreditReporting.read',
    summary: 'Read what somebody has said of a loan to credit agencies',
    async read({ reader }, { params }, { person_id: personId }) {
      const { id: loanId } = await findNamedLoan(reader, personId, params.loanId);
      return readStatement(reader, { personId, loanId });
    },
  }),
  loanEndpoint({
    name: 'loanCreditReporting.update',
    summary: 'Say how a loan ends for credit agencies',
    description:
      'That it was sold or transferred, that the borrower has closed it, or that it is to be deleted: the next file says so to each agency that has heard of the loan. What is not sent stays.',
    body: LoanCreditReportingUpdate,
    emits: [reportingUpdated],
    example: { body: { closedByConsumerOn: '2026-01-31' } },
    async command(ctx, tx, { body, params }, { person_id: personId }) {
      const { id: loanId } = await findNamedLoan(tx, personId, params.loanId);
      return writeStatement(ctx, tx, { personId, loanId }, body);
    },
  }),
  loanEndpoint({
    name: 'creditReportPreviews.read',
    path: '/{creditAgencyId}/preview',
    permission: 'loan.credit.reporting:read.preview',
    summary: 'Preview what a credit agency would be told of a loan',
    description:
      'In words, with what is told otherwise than last and why. Nothing leaves. Without the permission case:read it says what would be told if there were no cases: no deaths, bankruptcies, disputes.',
    query: {
      asOf: Type.Optional(Described(DateOnly, { description: 'Today if not given; a day that has come.' })),
    },
    answer: CreditReportPreview,
    async read(ctx, { query, params }, { person_id: personId }) {
      const loan = await findNamedLoan(ctx.reader, personId, params.loanId);
      return previewReport(ctx, { personId, loan, creditAgencyId: params.creditAgencyId, asOf: query.asOf });
    },
  }),
];

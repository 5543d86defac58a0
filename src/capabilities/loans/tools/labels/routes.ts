// Endpoints of the labels of a loan.
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { computedQuery, pageOf } from '#platform/resource/computed-list.ts';
import { loan, loanThatIsThere } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { labelAdded, labelRemoved } from './events.ts';
import { addLabel, listLabels, removeLabel } from './label-loan.ts';
import { LabelOfLoan, LoanLabelAdd } from './schemas.ts';

const path = '/people/{personId}/loans/{loanId}/labels';

const labelOfLoanEndpoint = below({ path, permission: 'loan.label', subject: loan, answer: LabelOfLoan });

export const labelingRoutes: Endpoint[] = [
  labelOfLoanEndpoint({
    name: 'labelsOfLoan.list',
    summary: 'List the labels of a loan',
    description: 'The one that was added last first.',
    permission: 'loan.label:read',
    shape: 'list',
    query: computedQuery,
    subject: loanThatIsThere,
    read: async ({ reader }, { query }, keys) => pageOf(await listLabels(reader, keys), query),
  }),
  labelOfLoanEndpoint({
    name: 'labelsOfLoan.add',
    summary: 'Give a loan a label',
    description: 'It has at most 20, and none that is archived by then. Its books stay as they are.',
    status: 201,
    body: LoanLabelAdd,
    errors: [loanErrors.NothingToDo, errors.NoRoom],
    example: { body: { loanLabelId: 'ext-watch' } },
    emits: [labelAdded],
    command: (ctx, tx, { body }, held) => addLabel(ctx, tx, held, body),
  }),
  labelOfLoanEndpoint({
    name: 'labelsOfLoan.remove',
    path: '/{loanLabelId}',
    summary: 'Take a label from a loan',
    emits: [labelRemoved],
    command: (ctx, tx, { params }, held) => removeLabel(ctx, tx, held, params.loanLabelId),
  }),
];

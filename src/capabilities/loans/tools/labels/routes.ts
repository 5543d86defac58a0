// Endpoints of the labels of a loan.
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { computedQuery, pageOf } from '#platform/resource/computed-list.ts';
import { loan, loanThatIsThere } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { labelAdded, labelRemoved } from './events.ts';
import { addLabel, listLabels, removeLabel } from './label-loan.ts';
import { LabelOfLoan, LoanLabelAdd } from './schemas.ts';

const path = '/people/{personId}/loans/{loanId}/labels';

export const labelingRoutes: Endpoint[] = [
  endpoint({
    name: 'labelsOfLoan.list',
    method: 'GET',
    path,
    summary: 'List the labels of a loan',
    description: 'The one that was added last first.',
    permission: 'loan.label:read',
    shape: 'list',
    query: computedQuery,
    answer: LabelOfLoan,
    subject: loanThatIsThere,
    read: async ({ reader }, { query }, keys) => pageOf(await listLabels(reader, keys), query),
  }),
  endpoint({
    name: 'labelsOfLoan.add',
    method: 'POST',
    path,
    summary: 'Give a loan a label',
    description: 'It has at most 20, and none that is archived by then. Its books stay as they are.',
    permission: 'loan.label:add',
    shape: 'single',
    status: 201,
    body: LoanLabelAdd,
    answer: LabelOfLoan,
    subject: loan,
    errors: [loanErrors.NothingToDo, errors.NoRoom],
    example: { body: { loanLabelId: 'ext-watch' } },
    emits: [labelAdded],
    command: (ctx, tx, { body }, held) => addLabel(ctx, tx, held, body),
  }),
  endpoint({
    name: 'labelsOfLoan.remove',
    method: 'DELETE',
    path: `${path}/{loanLabelId}`,
    summary: 'Take a label from a loan',
    permission: 'loan.label:remove',
    shape: 'single',
    answer: LabelOfLoan,
    subject: loan,
    emits: [labelRemoved],
    command: (ctx, tx, { params }, held) => removeLabel(ctx, tx, held, params.loanLabelId),
  }),
];

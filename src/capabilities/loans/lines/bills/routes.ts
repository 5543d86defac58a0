// Endpoints of the bills of a line.
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { loan, loanToRead } from '../../core/lifecycle/loan.ts';
import { knownAtQuery } from '../../core/loan/date-filter.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { statementSent } from '../../core/loan/events.ts';
import { readBill } from './bill.ts';
import * as example from './examples.ts';
import { recordStatement } from './record-statement.ts';
import { Bill, SentBill, StatementSent } from './schemas.ts';

const below = '/people/{personId}/loans/{loanId}/periods/{loanPeriodId}';

export const billRoutes: Endpoint[] = [
  endpoint({
    name: 'bills.read',
    method: 'GET',
    path: `${below}/bill`,
    summary: 'Read the bill of a period of a line',
    description:
      'All that its statement tells, from the previous balance to the new one, as the books have it now: a later correction changes it. While the period runs: as if it ended today.',
    permission: 'loan.period:read',
    borrowers: {},
    shape: 'single',
    query: { knownAt: knownAtQuery },
    answer: Bill,
    subject: loanToRead,
    errors: [loanErrors.OnlyForLines],
    read: async ({ reader, now }, { params, query }, held) =>
      readBill(reader, held, await now(), { id: params.loanPeriodId, ...query }),
  }),
  endpoint({
    name: 'bills.sent',
    method: 'POST',
    path: `${below}/statement-sent`,
    summary: 'Record that a statement went out',
    description:
      'With the amounts that it showed. Who pays them by the deadline is neither late nor without grace, whatever is found out later; on a consumer line that was sent late the deadline moves.',
    permission: 'loan:update',
    shape: 'single',
    status: 201,
    previews: true,
    body: StatementSent,
    answer: SentBill,
    subject: loan,
    errors: [loanErrors.OnlyForLines, loanErrors.NothingToDo],
    example: { body: {}, answer: { ...example.bill, sent: example.sent, difference: null } },
    emits: [statementSent],
    mayEmit: ledgerEvents,
    command: (ctx, tx, { params, body }, held) => recordStatement(ctx, tx, held, params.loanPeriodId, body),
  }),
];

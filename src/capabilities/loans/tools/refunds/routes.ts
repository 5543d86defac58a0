// Endpoints of refunds on installment loans, in both versions.
import { ownCompany } from '#capabilities/access/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint, type ReadContext } from '#platform/http/endpoint.ts';
import type { PageInput } from '#platform/http/pages.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { loan, loanToRead } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { todayOf } from '../../core/loan/today.ts';
import { cancelRefund } from './commands/cancel-refund.ts';
import { createRefund, createRefundV2 } from './commands/create-refund.ts';
import { refundErrors } from './errors.ts';
import { listRefunds } from './on-books.ts';
import { refundCanceled, refundCreated, refundLists, refunds } from './refund.ts';
import { ChangedRefund, RefundCancel, RefundCreate, RefundCreateV2, refundListFields } from './schemas.ts';

const ofLoan = '/people/{personId}/loans/{loanId}';

const listed = {
  method: 'GET',
  description:
    'Newest first, with what the books make of each today. remainingEligibleRefundAmount stands beside the list. Until 2025-03-26 they have the fields of the first version alone.',
  permission: 'loan.refund:list',
  shape: 'list',
  query: refundLists.ofLoan.query,
  answer: refunds.schema,
  extra: refundListFields,
  subject: loanToRead,
} as const;

const list = async ({ reader, now }: ReadContext, input: PageInput, held: HeldLoan) =>
  listRefunds(reader, held, todayOf(held.row, await now()), input);

const made = {
  method: 'POST',
  permission: 'loan.refund:create',
  shape: 'single',
  status: 201,
  previews: true,
  answer: ChangedRefund,
  subject: loan,
  errors: [loanErrors.LoanStatusForbids, loanErrors.NotForLines, loanErrors.ChargeFixed, loanErrors.NothingToDo],
  emits: [refundCreated],
  mayEmit: ledgerEvents,
} as const;

const takes =
  'It takes principal that is not due, then due principal, then fees and interest; what is more than the loan owes is credit of the borrower, which is paid back as any other. The payment stays, and the loan ends earlier.';

export const refundRoutes: Endpoint[] = [
  endpoint({
    ...listed,
    name: 'loanRefunds.list',
    path: `${ofLoan}/refunds`,
    summary: 'List the refunds of a loan',
    errors: [loanErrors.NotForLines],
    borrowers: {},
    read: (ctx, { query }, held) => list(ctx, query, held),
  }),
  endpoint({
    ...listed,
    name: 'loanRefunds.listOfCompany',
    path: `/companies/{companyId}${ofLoan}/refunds`,
    summary: 'List the refunds of a loan, below the company',
    errors: [loanErrors.NotForLines, errors.NotFound],
    async read(ctx, { query, params }, held) {
      await ownCompany.find(ctx.reader, params.companyId, false);
      return list(ctx, query, held);
    },
  }),
  endpoint({
    ...made,
    name: 'loanRefunds.create',
    path: `${ofLoan}/refunds`,
    summary: 'Refund a part of a loan (version one)',
    description: takes,
    body: RefundCreate,
    example: { body: { refundAmount: 500, atFaultParty: 'merchant' } },
    command: (ctx, tx, { body }, held) => createRefund(ctx, tx, held, body),
  }),
  endpoint({
    ...made,
    name: 'loanRefunds.createNewer',
    path: `${ofLoan}/refunds-v2`,
    summary: 'Refund a part of a loan (version two)',
    description: `${takes} It may be dated back; then the loan is replayed from that day.`,
    body: RefundCreateV2,
    example: { body: { refundAmount: 500, atFaultParty: 'merchant' } },
    command: (ctx, tx, { body }, held) => createRefundV2(ctx, tx, held, body),
  }),
  endpoint({
    ...made,
    name: 'loanRefunds.cancel',
    path: `${ofLoan}/refunds/{loanRefundId}/cancel`,
    summary: 'Cancel a refund',
    description:
      'As if it had never been: the loan is replayed from its day. Not once what it gave back has gone to the borrower.',
    permission: 'loan.refund:cancel',
    body: RefundCancel,
    errors: [...made.errors, refundErrors.RefundStatusForbids, refundErrors.RefundPaidOut],
    example: { body: {} },
    emits: [refundCanceled],
    command: (ctx, tx, { body, params }, held) => cancelRefund(ctx, tx, held, params.loanRefundId, body),
  }),
];

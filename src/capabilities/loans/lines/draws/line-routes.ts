// Endpoints of what only a line of credit has, beside its draws.
import { Type } from 'typebox';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { DateOnly, Described } from '#platform/input/schemas.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { loanThatIsThere } from '../../core/lifecycle/loan.ts';
import { Loan } from '../../core/lifecycle/schemas.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { drawsFrozen, drawsUnfrozen, limitChanged } from '../../core/loan/events.ts';
import { readAdverseActions } from './adverse-actions.ts';
import { changeLimit, freezeDraws, readLimit } from './change-line.ts';
import { line, lineToRead } from './line.ts';
import { AdverseActions, CreditLimit, FreezeDraws, LimitChange, UnfreezeDraws } from './schemas.ts';

const ofLoan = '/people/{personId}/loans/{loanId}';
const onBooks = below({ path: ofLoan, subject: line, status: 201, mayEmit: ledgerEvents });
const { LoanStatusForbids, NothingToDo, OnlyForLines } = loanErrors;

export const lineRoutes: Endpoint[] = [
  endpoint({
    name: 'loans.limit',
    path: `${ofLoan}/credit-limit`,
    summary: 'Read the credit limit of a line',
    permission: 'loan:read',
    borrowers: {},
    query: { effectiveDate: Type.Optional(Described(DateOnly, { description: 'The day; today, if not given.' })) },
    answer: CreditLimit,
    errors: [OnlyForLines],
    subject: lineToRead,
    read: async ({ reader, now }, { query: { effectiveDate } }, held) =>
      readLimit(reader, held, { now: await now(), effectiveDate }),
  }),
  onBooks({
    previews: true,
    name: 'loans.changeLimit',
    path: '/credit-limit',
    summary: 'Change the credit limit of a line',
    description: 'From now on. A limit below what is owed leaves no credit available. Answers the whole loan.',
    permission: 'loan:creditlimit',
    body: LimitChange,
    answer: Loan,
    errors: [LoanStatusForbids, NothingToDo],
    example: { body: { creditLimitAmount: 4000, adverseActionReason: 'Too many late payments' } },
    emits: [limitChanged],
    command: (ctx, tx, { body }, held) => changeLimit(ctx, tx, held, body),
  }),
  onBooks({
    name: 'loans.freezeDraws',
    path: '/freeze-draws',
    summary: 'Freeze the draws of a line',
    description: 'Nothing can be bought on them. Interest, statements and payments go on.',
    permission: 'loan:freezedraws',
    shape: 'message',
    body: FreezeDraws,
    errors: [LoanStatusForbids, NothingToDo],
    example: { body: {} },
    emits: [drawsFrozen],
    command: (ctx, tx, { body }, held) => freezeDraws(ctx, tx, held, body, true),
  }),
  onBooks({
    name: 'loans.unfreezeDraws',
    path: '/unfreeze-draws',
    summary: 'Unfreeze the draws of a line',
    permission: 'loan:freezedraws',
    shape: 'message',
    body: UnfreezeDraws,
    errors: [LoanStatusForbids, NothingToDo],
    example: { body: {} },
    emits: [drawsUnfrozen],
    command: (ctx, tx, { body }, held) => freezeDraws(ctx, tx, held, body, false),
  }),
  endpoint({
    name: 'loans.adverseActions',
    path: `${ofLoan}/adverse-actions`,
    summary: 'Read what was decided against the borrower of a line, with the reasons',
    description: 'Lowered limits, frozen draws and the closing of the line, where a reason was given for the borrower.',
    permission: 'loan:read',
    borrowers: {},
    answer: AdverseActions,
    subject: loanThatIsThere,
    read: ({ reader }, _, keys) => readAdverseActions(reader, keys),
  }),
];

// Endpoints of what only a line of credit has, beside its draws.
import { Type } from 'typebox';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { DateOnly, Described } from '#platform/input/schemas.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { Loan } from '../../core/lifecycle/schemas.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { drawsFrozen, drawsUnfrozen, limitChanged } from '../../core/loan/events.ts';
import { changeLimit, freezeDraws, readLimit } from './change-line.ts';
import { line, lineToRead } from './line.ts';
import { CreditLimit, FreezeDraws, LimitChange } from './schemas.ts';

const below = '/people/{personId}/loans/{loanId}';
const onBooks = { subject: line, mayEmit: ledgerEvents, status: 201 } as const;
const Nothing = Type.Object({});
const { LoanStatusForbids, NothingToDo, OnlyForLines } = loanErrors;

export const lineRoutes: Endpoint[] = [
  endpoint({
    name: 'loans.limit',
    method: 'GET',
    path: `${below}/credit-limit`,
    summary: 'Read the credit limit of a line',
    permission: 'loan:read',
    borrowers: {},
    shape: 'single',
    query: { effectiveDate: Type.Optional(Described(DateOnly, { description: 'The day; today, if not given.' })) },
    answer: CreditLimit,
    errors: [OnlyForLines],
    subject: lineToRead,
    read: async ({ reader, now }, { query: { effectiveDate } }, held) =>
      readLimit(reader, held, { now: await now(), effectiveDate }),
  }),
  endpoint({
    ...onBooks,
    previews: true,
    name: 'loans.changeLimit',
    method: 'POST',
    path: `${below}/credit-limit`,
    summary: 'Change the credit limit of a line',
    description: 'From now on. A limit below what is owed leaves no credit available. Answers the whole loan.',
    permission: 'loan:creditlimit',
    shape: 'single',
    body: LimitChange,
    answer: Loan,
    errors: [LoanStatusForbids, NothingToDo],
    example: { body: { creditLimitAmount: 4000, adverseActionReason: 'Too many late payments' } },
    emits: [limitChanged],
    command: (ctx, tx, { body }, held) => changeLimit(ctx, tx, held, body),
  }),
  endpoint({
    ...onBooks,
    name: 'loans.freezeDraws',
    method: 'POST',
    path: `${below}/freeze-draws`,
    summary: 'Freeze the draws of a line',
    description: 'Nothing can be bought on them. Interest, statements and payments go on.',
    permission: 'loan:freezedraws',
    shape: 'message',
    body: FreezeDraws,
    answer: Nothing,
    errors: [LoanStatusForbids, NothingToDo],
    example: { body: {} },
    emits: [drawsFrozen],
    command: (ctx, tx, { body }, held) => freezeDraws(ctx, tx, held, body, true),
  }),
  endpoint({
    ...onBooks,
    name: 'loans.unfreezeDraws',
    method: 'POST',
    path: `${below}/unfreeze-draws`,
    summary: 'Unfreeze the draws of a line',
    permission: 'loan:freezedraws',
    shape: 'message',
    body: FreezeDraws,
    answer: Nothing,
    errors: [LoanStatusForbids, NothingToDo],
    example: { body: {} },
    emits: [drawsUnfrozen],
    command: (ctx, tx, { body }, held) => freezeDraws(ctx, tx, held, body, false),
  }),
];

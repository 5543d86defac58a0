// Endpoints that migrate running loans and that board many loans at once.
import { Type } from 'typebox';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { importEndpoints } from '#platform/import/endpoints.ts';
import { DateOnly, Described } from '#platform/input/schemas.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { loan, loanToRead } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { loanUpdated, promoActivated } from '../../core/loan/events.ts';
import { pastPeriodsOf } from '../../core/timeline/past-periods.ts';
import { Transaction } from '../../core/transactions/schemas.ts';
import { line } from '../../lines/draws/line.ts';
import { purchaseErrors } from '../../lines/purchases/errors.ts';
import { PastPurchaseInput, Purchase } from '../../lines/purchases/schemas.ts';
import { advanceStatusChanged } from '../../money/advances/base/events.ts';
import * as example from './examples.ts';
import { changePeriod, givePeriods, givePurchase, giveTransaction } from './give-past.ts';
import { importLoans, importPermissions } from './import/import-loans.ts';
import { Line } from './import/line.ts';
import { presentPastPeriods } from './past-periods.ts';
import {
  PastPeriods,
  PastPeriodsInput,
  PastPeriodUpdate,
  PastTransactionInput,
  TakenOver,
  TakeOver,
} from './schemas.ts';
import { takeOverWithPast } from './take-over.ts';

const below = '/people/{personId}/loans/{loanId}/migration';
const pastErrors = [loanErrors.LoanHasNoPast, loanErrors.LoanStatusForbids];
const past = { subject: loan, errors: pastErrors, emits: [loanUpdated] } as const;

export const migrationRoutes: Endpoint[] = [
  endpoint({
    subject: loanToRead,
    name: 'migration.pastPeriods',
    method: 'GET',
    path: `${below}/past-periods`,
    summary: 'List the periods from before a loan was taken over',
    permission: 'loan.migration:read',
    shape: 'single',
    answer: PastPeriods,
    read: async ({ reader }, _, { row }) => presentPastPeriods(row, await pastPeriodsOf(reader, row)),
  }),
  endpoint({
    ...past,
    name: 'migration.addPastPeriods',
    method: 'POST',
    path: `${below}/past-periods`,
    summary: 'Add periods from before a loan is taken over',
    description:
      'A record to be read: no replay touches it. The statement date is the day after the end of a period, a period follows the one before without gap or overlap, and each is due before the next one is over.',
    permission: 'loan.migration:create',
    shape: 'single',
    status: 201,
    body: PastPeriodsInput,
    answer: PastPeriods,
    example: { body: example.pastPeriodsInput },
    command: (ctx, tx, { body }, held) => givePeriods(ctx, tx, held, body.periods),
  }),
  endpoint({
    ...past,
    name: 'migration.updatePastPeriod',
    method: 'PUT',
    path: `${below}/past-periods`,
    summary: 'Change a period from before a loan was taken over',
    description: 'The one with the due date of the query, or else of the body. Where there is none nothing changes.',
    permission: 'loan.migration:update',
    shape: 'single',
    query: { dueDate: Type.Optional(Described(DateOnly, { description: 'The due date of the period that changes.' })) },
    body: PastPeriodUpdate,
    answer: PastPeriods,
    example: { body: { dueDate: '2026-02-15', fulfilledAmount: 400 } },
    command: (ctx, tx, { query, body }, held) => changePeriod(ctx, tx, held, query.dueDate ?? body.dueDate, body),
  }),
  endpoint({
    ...past,
    name: 'migration.addPastTransaction',
    method: 'POST',
    path: `${below}/past-transaction`,
    summary: 'Add a payment or credit from before a loan is taken over',
    description:
      'Before the first day of the books it is a record, divided as it was there, and read only. One from that day on becomes a part of the books when the loan is taken over, and is divided as they say.',
    permission: 'loan.migration:create',
    shape: 'single',
    status: 201,
    body: PastTransactionInput,
    answer: Transaction,
    errors: [...pastErrors, errors.DuplicateExternalId],
    example: { body: example.pastTransactionInput },
    command: (ctx, tx, { body }, held) => giveTransaction(ctx, tx, held, body),
  }),
  endpoint({
    ...past,
    subject: line,
    name: 'migration.addPastPurchase',
    method: 'POST',
    path: `${below}/past-purchase`,
    summary: 'Add a purchase from before a line is taken over',
    description:
      'Before the first day of the books it is a record: what it left is in the balances that are taken over. It may be refunded and disputed, but not changed. One from that day on becomes a part of the books when the line is taken over.',
    permission: 'loan.migration:create',
    shape: 'single',
    status: 201,
    body: PastPurchaseInput,
    answer: Purchase,
    errors: [
      ...pastErrors,
      purchaseErrors.PurchaseStatusForbids,
      purchaseErrors.PurchaseTypeForbids,
      purchaseErrors.AmountExceedsPurchase,
      errors.DuplicateExternalId,
    ],
    example: { body: example.pastPurchaseInput },
    command: (ctx, tx, { body }, held) => givePurchase(ctx, tx, held, body),
  }),
  endpoint({
    subject: loan,
    name: 'migration.activate',
    method: 'POST',
    path: `${below}/activate`,
    summary: 'Take a running loan over',
    description:
      'In place of its activation. With `balances` the books begin on the migration date with what the old system says; without, they begin on startDate and everything since is computed again. Past transactions and purchases from the first day of the books on are replayed, earlier ones stay a record. With `expectedBalances` nothing is taken over unless they come out to the cent.',
    permission: 'loan.migration:create',
    shape: 'single',
    status: 201,
    previews: true,
    mayEmit: [promoActivated, advanceStatusChanged, ...ledgerEvents],
    body: TakeOver,
    answer: TakenOver,
    errors: [
      loanErrors.LoanAlreadyActive,
      loanErrors.LoanStatusForbids,
      loanErrors.BalancesDiffer,
      loanErrors.NothingToDo,
    ],
    example: { body: example.takeOver },
    command: (ctx, tx, { body }, held) => takeOverWithPast(ctx, tx, held, body),
  }),
];

export const importRoutes: Endpoint[] = importEndpoints({
  name: 'loans',
  path: '/loans/import',
  summary: 'Board people and loans in bulk',
  description: 'JSON lines of any number, a person or a loan in each, people before their loans.',
  kind: importLoans,
  linePermissions: importPermissions,
  line: Line,
  example: example.importLines,
});

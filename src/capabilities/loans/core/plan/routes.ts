// Endpoints of the plan of a loan: its periods and expected payments.

import { Refusal } from '#platform/errors.ts';
import { type Endpoint, endpoint, type ReadContext } from '#platform/http/endpoint.ts';
import { computedQueryByAge, wholeOrPageOf } from '#platform/resource/computed-list.ts';
import { loanToRead as loan } from '../lifecycle/loan.ts';
import { dueDateQuery, knownAtQuery } from '../loan/date-filter.ts';
import { loanErrors } from '../loan/errors.ts';
import { mustHavePart } from '../loan/not-for.ts';
import * as plan from '../loan/plan-schemas.ts';
import type { HeldLoan } from '../loan/product.ts';
import { todayOf } from '../loan/today.ts';
import { listPeriods, readPeriod } from './periods.ts';

const below = '/people/{personId}/loans/{loanId}';
const today = async ({ now }: ReadContext, { row }: HeldLoan) => todayOf(row, await now());

export const planRoutes: Endpoint[] = [
  endpoint({
    name: 'loanPeriods.list',
    path: `${below}/periods`,
    summary: 'List the periods of a loan',
    description:
      'By due date, to the last one. Those that overlap with fromDate to toDate. With limit or a cursor in pages, otherwise all of them. Before the activation: as if it were today.',
    permission: 'loan.period:list',
    borrowers: {},
    shape: 'list',
    wholeUnlessPaged: true,
    query: { ...computedQueryByAge, ...dueDateQuery },
    answer: plan.LoanPeriod,
    subject: loan,
    read: async (ctx, { query }, held) =>
      wholeOrPageOf(await listPeriods(ctx.reader, held, await today(ctx, held), query), query),
  }),
  endpoint({
    name: 'loanPeriods.read',
    path: `${below}/periods/{loanPeriodId}`,
    summary: 'Read a period of a loan',
    permission: 'loan.period:read',
    borrowers: {},
    answer: plan.LoanPeriod,
    subject: loan,
    read: async (ctx, { params }, held) => readPeriod(ctx.reader, held, await today(ctx, held), params.loanPeriodId),
  }),
  endpoint({
    name: 'loanDisclosure.read',
    path: `${below}/disclosure`,
    summary: 'Read what is disclosed of a loan before it begins',
    description:
      'The annual percentage rate, the finance charge, the amount financed and the payments (Regulation Z, 1026.18), to the cent as the schedule has them. Only for installment loans, once they are originated.',
    permission: 'loan:read',
    borrowers: {},
    answer: plan.DisclosedFigures,
    errors: [loanErrors.NotForLines, loanErrors.NothingToDo],
    subject: loan,
    async read({ now }, _, held) {
      const { row, product } = held;
      const disclosed = mustHavePart(product, 'disclosed');
      if (row.terms === null) {
        throw new Refusal(loanErrors.NothingToDo, `${row.id} has no terms yet.`, { data: { reason: 'it is a draft' } });
      }
      return disclosed(held, todayOf(row, row.timestamps.activatedAt ?? (await now())));
    },
  }),
  endpoint({
    name: 'expectedPayments.read',
    path: `${below}/expected-payments`,
    summary: 'Read the payments that are expected of a loan',
    description:
      'From the first to the last: those that came due (processed), and those to come, each taken as paid on its day. Before the activation: as if it were today.',
    permission: 'loan.expected.payment:list',
    borrowers: {},
    counts: 'expectedPayments',
    query: { knownAt: knownAtQuery },
    answer: plan.ExpectedPayments,
    subject: loan,
    async read({ reader, now }, { query }, held) {
      const expectedPayments = await held.product.expectedItems(reader, held, await now(), query.knownAt);
      return { count: expectedPayments.length, expectedPayments };
    },
  }),
];

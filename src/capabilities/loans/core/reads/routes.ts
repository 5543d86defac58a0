// What a loan owes, why, and the books behind it.
import { Type } from 'typebox';
import { refuseField } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { Bool, DateOnly, DateTime, Described, StringEnum, Text } from '#platform/input/schemas.ts';
import { figuredLoan } from '../lifecycle/figured-loan.ts';
import { loanOfToday, loanToRead } from '../lifecycle/loan.ts';
import { readBalances } from './balances.ts';
import { explainFigure, figureNames } from './explain-figure.ts';
import { explainPosting } from './explain-posting.ts';
import { readInterest } from './interest.ts';
import { ledgerSort, listPostings } from './ledger.ts';
import { readPayoff } from './payoff.ts';
import { Balances, Explanation, Interest, LedgerTotals, Payoff, Posting } from './schemas.ts';

const ofLoan = below({ path: '/people/{personId}/loans/{loanId}', subject: loanToRead });

const day = (description: string) => Type.Optional(Described(DateOnly, { description }));
const flag = (description: string) => Type.Optional(Described(Bool, { description }));
const knownAt = Type.Optional(
  Described(DateTime, {
    description:
      'As it was known then: what was recorded later is left out. Without a date it is also the day. The index is the one known now.',
  }),
);

const ofDraw = Type.Optional(
  Text({
    max: 259,
    example: 'LN-4TM8-QW2C',
    description: 'Only this draw of a line, by its id or ext- and its external id. Refused on an installment loan.',
  }),
);

const balancesAt = (path: '/balances' | '/balance', name: string, description: string): Endpoint =>
  ofLoan({
    subject: figuredLoan,
    name,
    path,
    summary: 'Read the balances of a loan',
    description,
    permission: 'loan:read',
    borrowers: {},
    query: {
      isRounded: flag('False: unroundedAmounts are shown too.'),
      skipYtd: flag('True: interestAccruedYearToDateAmount is null.'),
      fast: flag('The same as skipYtd.'),
      toEffectiveDate: day('The day; today, if not given.'),
      knownAt,
    },
    answer: Balances,
    remembers: ({ toEffectiveDate, knownAt: then }) => toEffectiveDate === undefined && then === undefined,
    read: (ctx, { query }, loan) => readBalances(ctx, query, loan),
  });

const reads: Endpoint[] = [
  balancesAt(
    '/balances',
    'loans.balances',
    'On any day: what time has brought since the books were last worked is computed, and on a day to come it is as if nothing else happened until then. Before the activation all is zero.',
  ),
  balancesAt('/balance', 'loans.balance', 'The same as `balances`, under the name that some clients use.'),
  ofLoan({
    name: 'loans.interest',
    path: `/interest`,
    summary: 'Read the interest of a loan between two days',
    description: 'Exactly, stretch by stretch: of the first day and those after it, the last one not included.',
    permission: 'loan:read',
    borrowers: {},
    query: {
      drawId: ofDraw,
      fromEffectiveDate: day('The first day; that of the activation, if not given.'),
      toEffectiveDate: day('The day after the last one; today, if not given.'),
      knownAt,
    },
    answer: Interest,
    read: (ctx, { query }, held) => readInterest(ctx, query, held),
  }),
  ofLoan({
    subject: loanOfToday,
    name: 'loans.payoff',
    path: `/payoff`,
    summary: 'Quote what pays a loan off',
    description: 'Worked out for its day: adding a rounded interest per day to an older quote goes wrong by cents.',
    permission: 'loan:read',
    borrowers: {},
    query: { date: day('From today on; today, if not given.') },
    answer: Payoff,
    read: (ctx, { query }, held) => readPayoff(ctx, query, held),
  }),
];

const books: Endpoint[] = [
  ofLoan({
    name: 'loans.ledger',
    path: `/ledger`,
    summary: 'List the postings of a loan',
    description:
      'Double entry, as posted: what time has brought since the books were last worked is not in it yet, though it is in the balances. Nothing is ever changed: a correction is a further posting, effective on the day it corrects.',
    permission: 'ledger:list',
    shape: 'list',
    query: {
      ...pageQuery(ledgerSort),
      fromEffectiveDate: day('Effective on this day or later.'),
      toEffectiveDate: day('Effective on this day or before.'),
      account: Type.Optional(
        Text({
          min: 1,
          max: 60,
          description: 'Only this account; without @ and an id, that of every draw too.',
          example: 'interestIncome',
        }),
      ),
      drawId: ofDraw,
      cause: Type.Optional(Text({ min: 1, max: 150, description: 'Only this cause.', example: 'due:1' })),
      knownAt: Type.Optional(Described(DateTime, { description: 'Posted by then.' })),
    },
    answer: Posting,
    extra: { totals: LedgerTotals },
    read: ({ reader }, { query }, held) => listPostings(reader, query, held),
  }),
  ofLoan({
    name: 'loans.explain',
    path: `/explain`,
    summary: 'Explain a posting or a figure',
    description: 'Why it is what it is, in sentences with the numbers in them. The parts of a figure add up to it.',
    permission: 'ledger:read',
    query: {
      postingId: Type.Optional(Text({ min: 1, max: 60, description: 'A posting of the ledger. Or a figure.' })),
      figure: Type.Optional(StringEnum(figureNames, { description: 'An amount of the balances.' })),
      date: day('The day whose figure is explained; today, if not given.'),
      knownAt,
    },
    answer: Explanation,
    example: { query: { figure: 'outstandingTotalAmount' } },
    read(ctx, { query: { postingId, figure, date, knownAt } }, held) {
      if (postingId !== undefined && figure === undefined) return explainPosting(ctx.reader, held, postingId);
      if (postingId === undefined && figure !== undefined) return explainFigure(ctx, held, { figure, date, knownAt });
      const message = postingId === undefined ? 'is required' : 'stands beside a postingId';
      throw refuseField('figure', message, 'either a postingId or a figure');
    },
  }),
];

export const bookRoutes: Endpoint[] = [...reads, ...books];

// Endpoints of payoff quotes.

import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { commandsOfThing } from '../lifecycle/endpoints-of-thing.ts';
import { loanToRead } from '../lifecycle/loan.ts';
import { loanErrors } from '../loan/errors.ts';
import { keysOf } from '../loan/named-loans.ts';
import { createPayoffQuote } from './create-quote.ts';
import { presentPayoffQuote, quotesOf } from './holds.ts';
import { NewPayoffQuote, PayoffQuoteCreate, quoteLists, quotes } from './quote.ts';

const all = '/people/{personId}/loans/{loanId}/payoff-quotes';

const { make } = commandsOfThing({
  thing: quotes,
  name: 'payoffQuotes',
  path: 'payoff-quotes',
  permission: 'loan.payoff.quote',
  answer: NewPayoffQuote,
});

export const payoffQuoteRoutes: Endpoint[] = [
  endpoint({
    name: 'payoffQuotes.list',
    method: 'GET',
    path: all,
    summary: 'List the payoff quotes of a loan',
    description: 'Newest first, each with whether it holds today.',
    permission: 'loan.payoff.quote:list',
    borrowers: {},
    shape: 'list',
    query: quoteLists.ofLoan.query,
    answer: quotes.schema,
    subject: loanToRead,
    read: async ({ reader, now }, { query }, held) => quotesOf(reader, held, query, await now()),
  }),
  make({
    summary: 'Quote what pays a loan off by a day',
    description:
      'Computed for goodThroughDate, with the due dates, late fees and rates that lie before it. A payment names it by payoffQuoteId: received by that day the quoted amount pays the loan off, and what is too much because it came earlier is credit of the borrower. What is recorded afterwards may raise what is owed; then the quote says that it does not hold.',
    body: PayoffQuoteCreate,
    errors: [loanErrors.NothingToDo],
    example: { body: {} },
    run: createPayoffQuote,
  }),
  endpoint({
    name: 'payoffQuotes.read',
    method: 'GET',
    path: `${all}/{payoffQuoteId}`,
    summary: 'Read a payoff quote',
    description: 'With whether it holds today.',
    permission: 'loan.payoff.quote:read',
    borrowers: {},
    shape: 'single',
    answer: quotes.schema,
    subject: loanToRead,
    read: async ({ reader, now }, { params }, held) =>
      presentPayoffQuote(reader, held, await quotes.find(reader, keysOf(held.row), params.payoffQuoteId), await now()),
  }),
];

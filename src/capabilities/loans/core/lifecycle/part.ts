// Loans themselves: their life from the draft to the end.
import { cardRoutes } from '#capabilities/cards/index.ts';
import type { Part } from '#platform/part.ts';
import { ledgerEvents } from '../books/ledger-events.ts';
import { loanErrors } from '../loan/errors.ts';
import { loanEvents } from '../loan/events.ts';
import { statementTurnTables } from '../loan/statement-turns.ts';
import { loanStates } from '../loan/states.ts';
import { loanTables } from '../loan/tables.ts';
import { actionRoutes } from './action-routes.ts';
import { eraseLoans } from './erase-loans.ts';
import { loanResources } from './event-resources.ts';
import { lineOfCards } from './line-of-cards.ts';
import { lockRoutes } from './lock-status.ts';
import { listRoutes, loanRoutes } from './routes.ts';
import { byLoan } from './search-people.ts';

export const loanPart: Part = {
  tables: { ...loanTables, ...statementTurnTables },
  // The address that came in line.
  sealed: [{ table: 'loans', key: ['person_id', 'id'], byPerson: ['address_sealed'] }],
  errors: { Loans: loanErrors },
  events: [...loanEvents, ...ledgerEvents],
  states: [loanStates],
  resources: loanResources,
  routes: [
    ...loanRoutes,
    ...actionRoutes,
    ...listRoutes,
    ...lockRoutes,
    ...cardRoutes(lineOfCards, loanErrors.OnlyForLines),
  ],
  searches: { loanId: byLoan },
  erasing: [eraseLoans],
};

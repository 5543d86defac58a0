// The door of the books at banks: where the money of a company is, what banks say of it, and where the two differ. It
// knows no order: who gives orders posts what becomes of them, and answers what the books are held against (`OrderSide`).
import type { Capability } from '#platform/capability.ts';
import { tablesByName } from '#platform/db/define-table.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { joined, type Part } from '#platform/part.ts';
import { bankAccountEvents } from './accounts/events.ts';
import { bankAccountRoutes } from './accounts/routes.ts';
import { bankAccountsSealed } from './accounts/sealed.ts';
import { bankAccountProviders, bankAccounts } from './accounts/tables.ts';
import { agingDay } from './breaks/aging-day.ts';
import { breakErrors } from './breaks/errors.ts';
import { breakEvents } from './breaks/events.ts';
import { breakStates } from './breaks/states.ts';
import { breakTables } from './breaks/tables.ts';
import type { OrderSide } from './cash-book/order-side.ts';
import { cashTables } from './cash-book/tables.ts';
import { checks } from './checks.ts';
import { proofRoutes } from './daily-proof/routes.ts';
import { statementRoutes } from './reconciliation/routes.ts';
import type { FindOutsidePayment } from './resolving/outside-payment.ts';
import { breakRoutes } from './resolving/routes.ts';
import { statementErrors } from './statements/errors.ts';
import { statementRead } from './statements/events.ts';
import { statementsSealed } from './statements/sealed.ts';
import { statementTables } from './statements/tables.ts';

export { hadBreak, hasOpenBreak, recordResolved } from './breaks/of-orders.ts';
export { type Break, recordBreak } from './breaks/record-break.ts';
export { openBreaks } from './breaks/waiting.ts';
export { endOf, endOfDay, nextEnd } from './cash-book/banking-day.ts';
export { noteRead, openCashDay, readSoFar } from './cash-book/days.ts';
export type { OrderSide, OrderSum } from './cash-book/order-side.ts';
export { type PostedEvent, type Posting, postingsOf, writePostings } from './cash-book/post.ts';
export { cashSums, firstCashPosting } from './cash-book/posted-sums.ts';
export { type Account as CashAccount, cashAccounts, entriesOf, type Money } from './cash-book/postings.ts';
export type { CashDayRow } from './cash-book/tables.ts';
export { daysToProve, dueProofs } from './daily-proof/due.ts';
export { prove } from './daily-proof/prove.ts';
export { openBreaksOf } from './reconciliation/keep-breaks.ts';
export { readBankStatement } from './reconciliation/read-statement.ts';
export { pageOf as statementPage } from './statements/shown.ts';

/** What reading a statement tells. */
export const statementEvents: readonly EventKind[] = [statementRead, ...breakEvents];

interface Given {
  readonly orders: OrderSide;
  readonly outsidePayment: FindOutsidePayment;
}

const partsOf = ({ orders, outsidePayment: find }: Given): readonly Part[] => [
  { tables: cashTables, routes: proofRoutes(orders) },
  {
    tables: tablesByName(bankAccounts, bankAccountProviders),
    sealed: bankAccountsSealed,
    events: bankAccountEvents,
    routes: bankAccountRoutes(orders),
  },
  {
    tables: statementTables,
    sealed: statementsSealed,
    errors: { 'Banks and books': statementErrors },
    events: [statementRead],
    routes: statementRoutes,
  },
  {
    tables: breakTables,
    errors: { 'Banks and books': breakErrors },
    events: breakEvents,
    states: [breakStates],
    routes: (whole) => breakRoutes({ find, orders, whole }),
    dailySteps: [agingDay],
  },
];

export const bankBooks = (given: Given): Capability => ({
  ...joined(partsOf(given)),
  name: 'bank-books',
  migrations: new URL('./migrations/', import.meta.url),
  checks,
});

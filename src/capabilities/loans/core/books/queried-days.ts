// Queries compare some days of a loan's state. These are columns, because a query cannot look into a packed state.
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Position } from '../loan/books.ts';
import type { LoanProduct } from '../loan/product.ts';
import type { StandingRow } from '../loan/tables.ts';

type QueriedDays = Pick<StandingRow, 'started_on' | 'turns_on' | 'paid_off_on'>;

export const queriedDays = (product: LoanProduct, position: Position): QueriedDays => ({
  started_on: dateOf(position.startedOn),
  turns_on: dateIf(product.nextTurn(position)),
  paid_off_on: dateIf(position.paidOffOn),
});

const dateIf = (day: Day | null) => (day === null ? null : dateOf(day));

// The id of a new fact that has no other id: its kind and its number. A command that loses the race for the number runs
// again.
import type { AnyFact } from '@tenor/engine/account/order.ts';
import type { LoanRow } from '../loan/tables.ts';

export const factId = ({ facts_count: count }: LoanRow, kind: AnyFact['kind'], more = 0): string =>
  `${kind}-${count + 1 + more}`;

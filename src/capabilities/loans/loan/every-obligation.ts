import type { Obligation } from '@tenor/engine/account/records.ts';
import type { LoanState } from '@tenor/engine/account/state.ts';

/** Closed and open, of all that the records hold. */
export const everyObligation = ({ records, position }: LoanState): Obligation[] => [
  ...records.obligations,
  ...position.obligations,
];

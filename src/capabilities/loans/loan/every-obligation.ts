import type { Obligation } from '@tenor/engine/account/records.ts';
import type { LoanState } from '@tenor/engine/account/state.ts';

/** All obligations that the state has, closed and open. */
export const everyObligation = ({ records, position }: LoanState): Obligation[] => [
  ...records.obligations,
  ...position.obligations,
];

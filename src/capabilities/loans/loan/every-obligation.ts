import type { Obligation } from '@tenor/engine/account/records.ts';
import type { State } from '@tenor/engine/installment/state.ts';

/** Closed and open, of all that the records hold. */
export const everyObligation = ({ records, position }: State): Obligation[] => [
  ...records.obligations,
  ...position.obligations,
];

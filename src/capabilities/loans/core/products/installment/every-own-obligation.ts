import type { Obligation } from '@tenor/engine/account/records.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import { everyObligation } from '../../loan/every-obligation.ts';

export const everyOwnObligation = (state: State): Obligation[] => everyObligation(state) as Obligation[];

import { loanStates } from './states.ts';
import type { LoanRow } from './tables.ts';

/** Its real beginning was told; that of one activated here is the moment of the activation. */
export const isTakenOver = ({ timestamps: { startedAt, activatedAt } }: Pick<LoanRow, 'timestamps'>): boolean =>
  activatedAt !== undefined && startedAt !== activatedAt;

/** One that is not activated yet may still be taken over. Errors: LoanStatusForbids, LoanHasNoPast. */
export const mustHavePast = (row: LoanRow): void =>
  loanStates.mustAllow(row.status, 'addPast', { id: row.id, wasTakenOver: isTakenOver(row) });

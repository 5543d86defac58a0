import { loanStates } from './states.ts';
import type { LoanRow } from './tables.ts';

/** A migrated loan began before its activation here; any other loan begins with its activation. */
export const isTakenOver = ({ timestamps: { startedAt, activatedAt } }: Pick<LoanRow, 'timestamps'>): boolean =>
  activatedAt !== undefined && startedAt !== activatedAt;

/** A loan that is not active yet may still be migrated. Errors: LoanStatusForbids, LoanHasNoPast. */
export const mustHavePast = (row: LoanRow): void =>
  loanStates.mustAllow(row.status, 'addPast', { id: row.id, wasTakenOver: isTakenOver(row) });

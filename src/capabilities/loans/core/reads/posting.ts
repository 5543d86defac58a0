// The id and the answer of a posting. Its number within the loan never changes, so the id needs no column.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { LoanRow } from '../loan/tables.ts';
import type { Posting } from './schemas.ts';

export interface PostingRow {
  readonly loan_id: string;
  readonly number: number;
  readonly effective_on: CivilDate;
  readonly account: string;
  readonly cause: string;
  readonly amount: number;
  readonly posted_at: Instant;
}

export const postingId = (loanId: string, number: number): string => `${loanId}-${number}`;

/** Undefined if the id names no posting of the loan. */
export function postingNumber({ id, postings_count }: LoanRow, given: string): number | undefined {
  const digits = given.startsWith(`${id}-`) ? given.slice(id.length + 1) : '';
  if (!/^[1-9]\d{0,8}$/.test(digits)) return undefined;
  return Number(digits) <= postings_count ? Number(digits) : undefined;
}

export const presentPosting = (row: PostingRow): Posting => ({
  id: postingId(row.loan_id, row.number),
  object: 'posting',
  number: row.number,
  effectiveDate: row.effective_on,
  postedAt: row.posted_at,
  account: row.account,
  drawId: row.account.split('@')[1] ?? null,
  cause: row.cause,
  amount: row.amount as Posting['amount'],
});

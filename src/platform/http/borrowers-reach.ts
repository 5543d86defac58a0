// What an endpoint says of borrowers who have signed in.
import type { Tables } from '#platform/db/tables.ts';

/**
 * A borrower who has signed in reaches the endpoint. The handle shows the rows of that person, those of single loans
 * that others share with them, and of other tables only those that are named here, such as the loan types.
 */
export interface BorrowersReach {
  readonly reads?: readonly (keyof Tables & string)[];
}

/** The same of a command. */
export interface BorrowersCommand extends BorrowersReach {
  /** Tables that lie with a person, in which rows that the borrower reaches are written. */
  readonly writes: readonly (keyof Tables & string)[];
  /**
   * What of body and query a borrower may send, a part of a field as `authorization.textHash`. Anything else is refused,
   * so that a field that is added later is for staff alone.
   */
  readonly sends: readonly string[];
  /** The most that one borrower may do in a day. */
  readonly perDay: number;
  /** The kind that borrowers do, where the endpoint has kinds. */
  readonly kind?: string;
  /** A body of theirs; without it the example of the endpoint. */
  readonly body?: unknown;
}

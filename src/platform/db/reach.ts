// What of a company a caller reaches: all of it, or what belongs to one borrower. It goes with the realm into the handle
// that builds queries, so that a check that somebody forgot shows nothing.

/** A loan of somebody else that a borrower shares, and whose it is. */
export interface SharedLoan {
  readonly personId: string;
  readonly loanId: string;
}

interface BorrowerReach {
  readonly personId: string;
  readonly sharedLoans: readonly SharedLoan[];
}

export type Reach = 'company' | BorrowerReach;

/** With the tables that the endpoint names. */
export interface OfBorrower extends BorrowerReach {
  /** Tables that lie with no person: all rows of the company are read. */
  readonly tables: readonly string[];
  /** Tables that lie with a person: rows that the borrower reaches may be written. */
  readonly writes: readonly string[];
}

/** A column with one of some values. */
export type Having = Readonly<Record<string, string | boolean | readonly string[]>>;

/** How a borrower reaches the rows of a table that lie with their person. Without this it is: all of their own. */
export interface TableReach {
  /** The column with the loan, if rows of a shared loan are reached too. */
  readonly loan?: string;
  /** The rows are of these kinds alone. */
  readonly only?: readonly Having[];
}

/** A rule that a file breaks, and the loan of which it says so; null: the file as a whole. */
export interface FileFinding {
  readonly loanId: string | null;
  readonly rule: string;
  readonly says: string;
}

// The line of credit of a path, with its borrower. The capability of loans finds it, and refuses other loans.
import type { PersonRow } from '#capabilities/people/index.ts';

export interface LineOfPath {
  readonly owner: PersonRow;
  readonly loanId: string;
}

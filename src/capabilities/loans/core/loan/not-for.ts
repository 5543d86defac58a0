// What only one product has is refused by name for the others.
import { Refusal } from '#platform/errors.ts';
import { loanErrors } from './errors.ts';
import type { HeldLoan } from './product.ts';

/** `what`: the end of "A line of credit …". */
export const notForLines = (what: string, instead?: string): Refusal =>
  new Refusal(loanErrors.NotForLines, `A line of credit ${what}.`, instead === undefined ? {} : { data: { instead } });

/** Errors: OnlyForLines. */
export function mustBeLine({ row, product }: Pick<HeldLoan, 'row' | 'product'>): void {
  if (product.kind === 'lineOfCredit') return;
  throw new Refusal(loanErrors.OnlyForLines, `The loan ${row.id} is an installment loan: it has no draws.`);
}

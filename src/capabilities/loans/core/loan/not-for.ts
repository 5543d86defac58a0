// What only one product has is refused by name for the others.
import { Refusal } from '#platform/errors.ts';
import { loanErrors } from './errors.ts';
import type { HeldLoan, LoanProduct, OwnParts } from './product.ts';

/** `what`: the end of "A line of credit …". */
export const notForLines = (what: string, instead?: string): Refusal =>
  new Refusal(loanErrors.NotForLines, `A line of credit ${what}.`, instead === undefined ? {} : { data: { instead } });

/** How a line does without each part, and what it has instead. */
const ofLines: Readonly<Record<keyof OwnParts, readonly [string, string]>> = {
  freezing: ['is not frozen as a whole', 'POST …/freeze-draws'],
  originationFee: ['has no origination fee', 'PUT …/draws/{drawId}/fees/draw'],
  disclosed: ['discloses its rates, and no finance charge in advance', 'GET …/loans/{loanId}'],
  advances: ['has no advances', 'POST …/draws'],
  refunds: ['has refunds of its purchases', 'POST …/draws/{drawId}/purchases, with the type refund'],
};

/** Errors: NotForLines. */
export function mustHavePart<K extends keyof OwnParts>(product: LoanProduct, part: K): NonNullable<LoanProduct[K]> {
  const own = product[part];
  const [without, instead] = ofLines[part];
  if (own === undefined) throw notForLines(without, instead);
  return own as NonNullable<LoanProduct[K]>;
}

/** Errors: OnlyForLines. */
export function mustBeLine({ row, product }: Pick<HeldLoan, 'row' | 'product'>): void {
  if (product.kind === 'lineOfCredit') return;
  throw new Refusal(loanErrors.OnlyForLines, `The loan ${row.id} is an installment loan: it has no draws.`);
}

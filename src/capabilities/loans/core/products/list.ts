// The products in their order: a further product is offered once it is in this list. Loans that name no product have
// the first one.
import type { LoanProduct } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import { installment } from './installment/installment.ts';
import { line } from './line/line.ts';

export const products: readonly [LoanProduct, ...LoanProduct[]] = [installment, line];

const [first] = products;
const byKind = new Map(products.map((product) => [product.kind, product]));

export const kindsOffered: readonly string[] = products.map(({ kind }) => kind);

/** Undefined for a product that is not offered. */
export const productNamed = (kind: string): LoanProduct | undefined => byKind.get(kind);

export const productOf = ({ id, at_origination: { product } }: Pick<LoanRow, 'id' | 'at_origination'>): LoanProduct =>
  productOfKind(id, product ?? null);

/** By the product that the agreement of the loan names; null: it names none. */
export function productOfKind(id: string, kind: string | null): LoanProduct {
  if (kind === null) return first;
  const found = byKind.get(kind);
  if (found === undefined) throw new Error(`The loan ${id} is of the product ${kind}, which nobody declares.`);
  return found;
}

/** The name of the product in the agreement of a new loan. */
export const nameOf = (product: LoanProduct): { readonly product?: string } =>
  product === first ? {} : { product: product.kind };

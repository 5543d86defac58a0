// The products in their order: all that there is to say so that a further one is offered. Loans that name no product are
// of the first one.
import { type RawBuilder, sql } from 'kysely';
import type { LoanProduct } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import { installment } from './installment/installment.ts';

export const products: readonly [LoanProduct, ...LoanProduct[]] = [installment];

const [first] = products;
const byKind = new Map(products.map((product) => [product.kind, product]));

export const kindsOffered: readonly string[] = products.map(({ kind }) => kind);

/** Undefined for one that is not offered. */
export const productNamed = (kind: string): LoanProduct | undefined => byKind.get(kind);

export function productOf({ id, at_origination: { product } }: Pick<LoanRow, 'id' | 'at_origination'>): LoanProduct {
  if (product === undefined) return first;
  const found = byKind.get(product);
  if (found === undefined) throw new Error(`The loan ${id} is of the product ${product}, which nobody declares.`);
  return found;
}

/** How the agreement of a new loan says of which product it is. */
export const nameOf = (product: LoanProduct): { readonly product?: string } =>
  product === first ? {} : { product: product.kind };

/** In a query of loans of all products: what each says of its own. */
export function sqlOfProduct<T>(sqlOf: (product: LoanProduct) => RawBuilder<T>): RawBuilder<T> {
  const [one, ...others] = products;
  if (others.length === 0) return sqlOf(one);
  const cases = others.map((product) => sql`when ${sql.lit(product.kind)} then ${sqlOf(product)}`);
  return sql<T>`case at_origination->>'product' ${sql.join(cases, sql` `)} else ${sqlOf(one)} end`;
}

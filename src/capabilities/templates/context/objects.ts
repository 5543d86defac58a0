// The objects that a text may name. Each is what a read of the interface answers, so a figure in a message is the figure
// that a client sees, and whoever may not read an object writes nobody a message that shows it.
import type { Endpoint } from '#platform/http/endpoint.ts';
import { type Reads, readsOf } from '#platform/http/shown-by.ts';

export const readOf = {
  company: 'companies.read',
  person: 'people.read',
  loan: 'loans.read',
  loans: 'loans.read',
  case: 'cases.read',
  statement: 'statements.details',
  transaction: 'transactions.read',
} as const;
export type ObjectName = keyof typeof readOf;
export const objectNames = Object.keys(readOf) as ObjectName[];

export type TemplateReads = Reads;

export const templateReads = (whole: { readonly endpoints: readonly Endpoint[] }): TemplateReads =>
  readsOf(whole, [...new Set(Object.values(readOf))]);

/** Asked when the list of all endpoints is complete. */
export function readsWhenAsked(whole: { readonly endpoints: readonly Endpoint[] }): () => TemplateReads {
  let reads: TemplateReads | undefined;
  return () => {
    reads ??= templateReads(whole);
    return reads;
  };
}

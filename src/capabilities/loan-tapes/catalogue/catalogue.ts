// The one list of what a tape of loans may have. docs/loan-tape-fields.md is made from it.
import type { FieldType, NamedContext } from '#platform/conditions/named-context.ts';
import { agreementFields } from './agreement-fields.ts';
import { bookFields } from './book-fields.ts';
import { borrowerFields } from './borrower-fields.ts';
import type { Fields, Kind, TapeField } from './field.ts';
import { loanFields, tapeFields } from './loan-fields.ts';

export const catalogue: Fields = {
  ...tapeFields,
  ...loanFields,
  ...agreementFields,
  ...bookFields,
  ...borrowerFields,
};

export const fieldNames: readonly string[] = Object.keys(catalogue);

export const fieldNamed = (name: string): TapeField | undefined =>
  Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;

const typeOf: Readonly<Record<Kind, FieldType>> = {
  id: 'string',
  word: 'string',
  text: 'string',
  date: 'date',
  instant: 'string',
  money: 'integer',
  integer: 'integer',
  rate: 'number',
  exact: 'number',
  boolean: 'boolean',
};

/** What filters and calculated columns may name: `loan.` and the name of a field. Money is in cents. */
export const tapeContext: NamedContext = {
  name: 'loan',
  permission: 'loan:read',
  fields: Object.fromEntries(
    Object.entries(catalogue).map(([name, { kind, words, permission }]) => [
      name,
      { type: typeOf[kind], ...(words && { words }), ...(permission && { permission }) },
    ]),
  ),
};

/** A value as the language has it: what is exact is a number there. */
export const asNamed = (name: string, value: unknown): unknown => {
  const kind = fieldNamed(name)?.kind;
  return (kind === 'rate' || kind === 'exact') && value !== null ? Number(value) : value;
};

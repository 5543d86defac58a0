// The lists of what tapes may have: one of loans, and one of payments. docs/loan-tape-fields.md is made from them.
import type { FieldType, NamedContext } from '#platform/conditions/named-context.ts';
import type { TapeKind } from '../types/words.ts';
import { agreementFields } from './agreement-fields.ts';
import { bookFields } from './book-fields.ts';
import { borrowerFields } from './borrower-fields.ts';
import { drawFields } from './draw-fields.ts';
import type { Fields, Kind, LoanRowOfTape, PaymentRow, TapeField, TapeRow } from './field.ts';
import { dataFields, loanFields, ownerFields, referenceFields, tapeFields } from './loan-fields.ts';
import { paymentFields, readingPayments, spanFields, transactionFields } from './payment-fields.ts';

export interface Catalogue<R extends LoanRowOfTape = LoanRowOfTape> {
  readonly fields: Fields<R>;
  readonly names: readonly string[];
  /** What whoever reads a row must have, whichever of its fields: that it is there tells something. */
  readonly permissions: readonly string[];
  /** What filters and calculated columns may name: `loan.` or `payment.`, and the name of a field. Money is in cents. */
  readonly context: NamedContext;
}

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

const reading = 'loan:read';

const catalogueOfFields = <R extends LoanRowOfTape>(
  name: string,
  fields: Fields<R>,
  permissions: readonly string[] = [reading],
): Catalogue<R> => ({
  fields,
  names: Object.keys(fields),
  permissions,
  context: {
    name,
    permission: reading,
    fields: Object.fromEntries(
      Object.entries(fields).map(([field, { kind, words, permission }]) => [
        field,
        { type: typeOf[kind], ...(words && { words }), ...(permission && { permission }) },
      ]),
    ),
  },
});

export const loanCatalogue = catalogueOfFields<TapeRow>('loan', {
  ...tapeFields,
  ...dataFields,
  ...referenceFields,
  ...loanFields,
  ...ownerFields,
  ...agreementFields,
  ...bookFields,
  ...drawFields,
  ...borrowerFields,
});

export const paymentCatalogue = catalogueOfFields<PaymentRow>(
  'payment',
  {
    ...tapeFields,
    ...spanFields,
    ...paymentFields,
    ...transactionFields,
    ...referenceFields,
    ...ownerFields,
    ...borrowerFields,
  },
  [reading, readingPayments],
);

const catalogues: Readonly<Record<TapeKind, Catalogue>> = { loans: loanCatalogue, payments: paymentCatalogue };

export const catalogueOf = ({ tape_type: kind }: { readonly tape_type: TapeKind }): Catalogue => catalogues[kind];

export const fieldIn = <R extends LoanRowOfTape>(
  { fields }: Pick<Catalogue<R>, 'fields'>,
  name: string,
): TapeField<R> | undefined => (Object.hasOwn(fields, name) ? fields[name] : undefined);

/** With these fields alone, so that no others are looked at. */
export const contextOfNames = ({ context }: Catalogue, names: ReadonlySet<string>): NamedContext => ({
  ...context,
  fields: Object.fromEntries(Object.entries(context.fields).filter(([name]) => names.has(name))),
});

/** A value as the language has it: what is exact is a number there. */
export const asNamed = (catalogue: Catalogue, name: string, value: unknown): unknown => {
  const kind = fieldIn(catalogue, name)?.kind;
  return (kind === 'rate' || kind === 'exact') && value !== null ? Number(value) : value;
};

// What tapes are about: loans, or payments. A subject has a catalogue of fields, a source of rows in pages, and a proof; all
// else is the same for both.
import type { Reader } from '#platform/db/realm-database.ts';
import { type Catalogue, loanCatalogue, paymentCatalogue } from '../catalogue/catalogue.ts';
import type { LoanRowOfTape, PaymentRow, TapeRow } from '../catalogue/field.ts';
import type { TapeKind } from '../types/words.ts';
import { loanRows } from './loan-rows.ts';
import { PaymentProving } from './payment-proof.ts';
import { paymentRows } from './payment-rows.ts';
import { LoanProving, type Proving } from './proof.ts';
import type { Reads, RowsRead, Sought } from './rows.ts';

export interface Subject<R extends LoanRowOfTape = LoanRowOfTape> {
  readonly catalogue: Catalogue<R>;
  /** The field by which a comparison names a row. */
  readonly named: string;
  nameOf(row: R): string;
  /** Rows come in the order in which their loans were made. */
  compare(one: R, other: R): number;
  rows(reads: Reads, sought: Sought): AsyncGenerator<RowsRead<R>>;
  proving(reader: Reader, sought: Sought): Proving<R>;
}

function byLoan({ loan: { row: one } }: LoanRowOfTape, { loan: { row: other } }: LoanRowOfTape): number {
  if (one.position !== other.position) return one.position < other.position ? -1 : 1;
  return one.id < other.id ? -1 : one.id === other.id ? 0 : 1;
}

/** A loan comes before its draws. */
function byDraw({ draw: one }: TapeRow, { draw: other }: TapeRow): number {
  const [a, b] = [one?.id ?? '', other?.id ?? ''];
  return a < b ? -1 : a > b ? 1 : 0;
}

const loans: Subject<TapeRow> = {
  catalogue: loanCatalogue,
  named: 'loanId',
  nameOf: ({ loan, draw }) => draw?.id ?? loan.row.id,
  compare: (one, other) => byLoan(one, other) || byDraw(one, other),
  rows: loanRows,
  proving: (reader, sought) => new LoanProving(reader, sought),
};

const payments: Subject<PaymentRow> = {
  catalogue: paymentCatalogue,
  named: 'entryId',
  nameOf: ({ loan, payment }) => `${loan.row.id}-${payment.number}`,
  compare: (one, other) => byLoan(one, other) || one.payment.number - other.payment.number,
  rows: paymentRows,
  proving: (reader, sought) => new PaymentProving(reader, sought),
};

const subjects: Readonly<Record<TapeKind, Subject>> = { loans, payments };

export const subjectOf = ({ tape_type: kind }: { readonly tape_type: TapeKind }): Subject => subjects[kind];

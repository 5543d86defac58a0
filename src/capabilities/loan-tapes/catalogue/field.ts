// A field that a tape may have: what it means, where it comes from, and what it is in one row.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type {
  DrawOfBooks,
  LoanReference,
  OwnerOfDay,
  PaymentOfLoan,
  PortfolioLoan,
} from '#capabilities/loans/index.ts';
import type { Identifying } from '#capabilities/people/index.ts';

/** `id` and `word` are ours; `text` was written by somebody, so that a spreadsheet might run it. `money` is in cents. */
export type Kind = 'id' | 'word' | 'text' | 'date' | 'instant' | 'money' | 'integer' | 'rate' | 'exact' | 'boolean';

export type Value = string | number | boolean | null;

/** What is known of the main borrower, as far as a column asks for it. */
interface BorrowerValues {
  readonly externalId: string | null;
  readonly identifying: Omit<Identifying, 'home'> | undefined;
}

/** What a row has of the loan that it is about, whatever else it tells. */
export interface LoanRowOfTape {
  readonly reportDate: CivilDate;
  readonly knownAt: Instant;
  readonly loan: { readonly row: LoanReference; readonly product: string };
  readonly borrower: BorrowerValues;
  /** Only where a column or the tape itself asks for it. */
  readonly owners: readonly OwnerOfDay[];
}

/** A draw with what is kept of it besides the books, as it is now. */
export interface DrawOfTape extends DrawOfBooks {
  readonly externalId: string | null;
  readonly nickname: string;
}

/** One loan of a tape, or a draw of it: then the books of the loan are those of the draw. */
export interface TapeRow extends LoanRowOfTape {
  readonly loan: PortfolioLoan;
  readonly draw: DrawOfTape | null;
}

/** What was posted of one payment at once. */
export interface PaymentRow extends LoanRowOfTape {
  readonly fromDate: CivilDate;
  readonly payment: PaymentOfLoan;
}

export type Source = 'tape' | 'loan' | 'agreement' | 'books' | 'draw' | 'posted' | 'transaction' | 'borrower';

export interface TapeField<R extends LoanRowOfTape = LoanRowOfTape> {
  readonly kind: Kind;
  readonly source: Source;
  readonly meaning: string;
  /** A method, so that a catalogue of any rows is one of catalogues: a tape gives it rows of its own alone. */
  of(row: R): Value;
  /** The only words that it can have. */
  readonly words?: readonly string[];
  /** Whoever makes or reads a tape with it must have this permission, besides those of its catalogue. */
  readonly permission?: string;
  /** It tells who somebody is. */
  readonly isPersonal?: true;
  /** Nothing tells it of a draw by itself: in the row of a draw it is empty. */
  readonly isOfLoanAlone?: true;
  /** It is as it stands when the tape is made, whatever the day: nothing keeps what it was. */
  readonly isOfNow?: true;
}

export type Fields<R extends LoanRowOfTape = LoanRowOfTape> = Readonly<Record<string, TapeField<R>>>;

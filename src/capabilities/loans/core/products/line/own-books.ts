// The books of a line on a day.

import type { Fact } from '@tenor/engine/account/facts.ts';
import type { AnyFact } from '@tenor/engine/account/order.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import { line as engine } from '@tenor/engine/line/product.ts';
import type { LineState } from '@tenor/engine/line/records.ts';
import type { LinePosition } from '@tenor/engine/line/state.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { State } from '../../loan/books.ts';
import type { Books, BooksInYear } from '../../loan/product.ts';
import type { LoanRow } from '../../loan/tables.ts';
import { termsOf } from '../../timeline/held-loan.ts';

interface OwnBooks {
  readonly terms: LineTerms;
  readonly state: LineState;
  on(day: Day): Promise<LineState>;
}

export interface OwnBooksInYear extends OwnBooks {
  readonly atYear: LineState;
}

/** Its product gets only its own books, states, terms and facts. */
export const ownBooks = (books: Books): OwnBooks => books as unknown as OwnBooks;
export const ownBooksInYear = (books: BooksInYear): OwnBooksInYear => books as unknown as OwnBooksInYear;
export const ownState = (state: State): LineState => state as unknown as LineState;
/** As the books were last worked; null before they begin. */
export const ownPosition = (row: Pick<LoanRow, 'state'>): LinePosition | null =>
  row.state === null ? null : engine.restored(row.state.position);
export const lineTermsOf = (row: LoanRow): LineTerms => termsOf(row) as LineTerms;
/** The books take facts of any product. */
export const asFact = (fact: LineFact): Fact => fact as unknown as Fact;
export const ownFact = (fact: Fact): LineFact => fact as unknown as LineFact;
export const lineFacts = (facts: readonly AnyFact[]): readonly LineFact[] => facts as readonly LineFact[];

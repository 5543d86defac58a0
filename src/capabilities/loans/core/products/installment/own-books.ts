// The books of an installment loan on a day.
import type { State } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Books, BooksInYear } from '../../loan/product.ts';

interface OwnBooks {
  readonly terms: Terms;
  readonly state: State;
  on(day: Day): Promise<State>;
}

export interface OwnBooksInYear extends OwnBooks {
  readonly atYear: State;
}

/** Its product gets only its own books. */
export const ownBooks = (books: Books): OwnBooks => books as unknown as OwnBooks;
export const ownBooksInYear = (books: BooksInYear): OwnBooksInYear => books as unknown as OwnBooksInYear;

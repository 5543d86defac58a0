// A field that a tape may have: what it means, where it comes from, and what it is of one loan.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { OwnerOfDay, PortfolioLoan } from '#capabilities/loans/index.ts';
import type { Identifying } from '#capabilities/people/index.ts';

/** `id` and `word` are ours; `text` was written by somebody, so that a spreadsheet might run it. `money` is in cents. */
export type Kind = 'id' | 'word' | 'text' | 'date' | 'instant' | 'money' | 'integer' | 'rate' | 'exact' | 'boolean';

export type Value = string | number | boolean | null;

/** What is known of the main borrower, as far as a column asks for it. */
interface BorrowerValues {
  readonly externalId: string | null;
  readonly identifying: Omit<Identifying, 'home'> | undefined;
}

/** One loan of a tape. */
export interface TapeRow {
  readonly reportDate: CivilDate;
  readonly knownAt: Instant;
  readonly loan: PortfolioLoan;
  readonly borrower: BorrowerValues;
  /** Only where a column or the tape itself asks for it. */
  readonly owners: readonly OwnerOfDay[];
}

export type Source = 'tape' | 'loan' | 'agreement' | 'books' | 'borrower';

export interface TapeField {
  readonly kind: Kind;
  readonly source: Source;
  readonly meaning: string;
  readonly of: (row: TapeRow) => Value;
  /** The only words that it can have. */
  readonly words?: readonly string[];
  /** Whoever makes or reads a tape with it must have this permission; `loan:read` if none is said. */
  readonly permission?: string;
  /** It tells who somebody is. */
  readonly isPersonal?: true;
  /** It is as it stands when the tape is made, whatever the day: nothing keeps what it was. */
  readonly isOfNow?: true;
}

export type Fields = Readonly<Record<string, TapeField>>;

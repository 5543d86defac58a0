// What the books of every loan have, whatever its product: the rooms that are the same for all read no more than this.
import type { Difference as EngineDifference } from '@tenor/engine/account/difference.ts';
import type { BookedFee as EngineFee, LoanEvent, Posting, Step } from '@tenor/engine/account/records.ts';
import type { AccountPosition, LoanState } from '@tenor/engine/account/state.ts';
import type { AccountTerms, FeeType } from '@tenor/engine/account/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';

export type Terms = AccountTerms;

/** An obligation by its natural key; what it holds is the product's own. */
export interface BookObligation {
  readonly kind: string;
  readonly key: string;
  readonly ordinal: number;
  readonly dueDate: Day;
}

export interface BookStep extends Omit<Step, 'kind' | 'cutFrom' | 'after'> {
  readonly kind: string;
}

/** `draw`: of a line, the draw to which it belongs; null is the line itself. */
export interface BookedFee extends EngineFee {
  readonly draw?: string | null;
}

export interface BookRecords {
  readonly steps: readonly BookStep[];
  readonly postings: readonly Posting[];
  readonly fees: readonly BookedFee[];
  readonly obligations: readonly BookObligation[];
  readonly events: readonly LoanEvent[];
  readonly moot: readonly { readonly fact: string; readonly on: Day; readonly why: string }[];
}

export type Position = AccountPosition & { readonly obligations: readonly BookObligation[] };
export type State = LoanState<Position, BookRecords>;
export type Difference = EngineDifference<BookStep, BookObligation>;

interface Bucketed {
  readonly notDue: Cents;
  readonly due: Cents;
  readonly overdue: Cents;
}

/** What every product reads of a state. */
export interface Reading {
  readonly principal: Bucketed;
  readonly interest: Bucketed;
  readonly fees: Partial<Record<FeeType, Bucketed>>;
  readonly outstanding: Cents;
  readonly overdueAmount: Cents;
  readonly daysPastDue: number;
  readonly customerCredit: Cents;
  readonly chargedOff: { readonly principal: Cents; readonly interest: Cents; readonly fees: Cents };
  readonly payment: Cents;
}

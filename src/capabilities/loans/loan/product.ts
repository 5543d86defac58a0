// What the general part of loans needs from a product. A product is one value; installment loans are the first. The
// general part gets it with each loan, and never asks which one it is.
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import type { Product } from '@tenor/engine/account/product.ts';
import type { Obligation } from '@tenor/engine/account/records.ts';
import type { LoanPosition, LoanState } from '@tenor/engine/account/state.ts';
import type { LoanTerms } from '@tenor/engine/account/terms.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { RawBuilder } from 'kysely';
import type { TObject, TProperties } from 'typebox';
import type { Address } from '#capabilities/people/index.ts';
import type { LoanTypeSettings } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Problem } from '#platform/errors.ts';
import type { Endpoint, Subject } from '#platform/http/endpoint.ts';
import type { Agreement } from './schemas.ts';
import type { IndexKnown, LoanFigures, LoanPastPeriodRow, LoanRow, LoanTail, ShownLoan } from './tables.ts';

/** A loan as commands and reads have it: its row, and the facts since its checkpoint. */
export interface HeldLoan {
  readonly product: LoanProduct;
  readonly row: LoanRow;
  readonly tail: LoanTail | null;
  /** All facts after the beginning of the tail, or after the newest checkpoint; without both, all facts. */
  readonly facts: readonly Fact[];
  /** The present index rates of the loan's type, if the loan follows the index. */
  readonly index: IndexKnown;
}

/**
 * The engine's product, and what the service needs besides. `T` are its terms, `P` its positions. Code that has any
 * product passes it terms and states of that product only; the compiler does not check this.
 */
export interface LoanProduct<T extends LoanTerms = LoanTerms, P extends LoanPosition = LoanPosition>
  extends Product<T, P>,
    Origination<T>,
    Activation<P>,
    TakingOver<P>,
    Owed<T, P>,
    Shown<P> {
  /** The endpoints that only its loans have. */
  routes(loan: Subject<HeldLoan>): Endpoint[];
}

/** Turns an agreement into terms, and into the figures that are disclosed with them. */
interface Origination<T extends LoanTerms> {
  /** The agreement with the values that were left out. */
  wholeAgreement(agreed: Agreement): Agreement;
  /** The agreement of a draft with the fields that were sent; complete again. */
  changedAgreement(before: Agreement, sent: Partial<Agreement> | undefined): Agreement;
  /** The fields that an origination needs and that are not there. */
  lacking(agreed: Agreement): Problem[];
  /** Checks what is there of an agreement that lacks something. Errors: InvalidRequest. */
  mustBeSound(agreed: Agreement): undefined;
  /**
   * Of an agreement that lacks nothing, and of settings of this product (the compiler does not check this). Errors:
   * InvalidRequest, InvalidSpecificDays.
   */
  termsOf(settings: LoanTypeSettings, agreed: Agreement): T;
  /** The figures as if the loan were activated on that day. Errors: InvalidRequest. */
  originationFigures(reader: Reader, origination: Originating<T>): Promise<LoanFigures>;
}

export interface Originating<T extends LoanTerms, Agreed = Agreement, Settings = LoanTypeSettings> {
  readonly loanTypeId: string;
  readonly settings: Settings;
  readonly agreed: Agreed;
  readonly terms: T;
  readonly index: IndexKnown;
  /** The state of the borrower's address. */
  readonly state: string | null;
  readonly date: CivilDate;
}

interface Activation<P extends LoanPosition> {
  /** Errors: InvalidRequest. */
  activation(reader: Reader, loan: HeldLoan, asked: object, today: Day): Promise<Activated>;
  /** What an unfreeze answers besides its difference. */
  unfrozen(loan: HeldLoan, state: LoanState<P>, facts: readonly Fact[]): object;
}

interface Activated {
  /** Set if the activation changes them. */
  readonly terms?: LoanTerms;
  readonly figures: LoanFigures;
  readonly answer: object;
}

/** The migration of a running loan from another system. */
interface TakingOver<P extends LoanPosition> {
  takeOverFigures(reader: Reader, loan: HeldLoan, startedOn: Day): Promise<LoanFigures>;
  /** The first fact of books that begin with balances. Errors: InvalidRequest. */
  migrationFact(loan: HeldLoan, balances: object, moment: Moment, past: PastPeriods): FactOf<'migration'>;
  scheduleAhead(loan: HeldLoan, state: LoanState<P>, facts: readonly Fact[]): object[];
}

export interface Moment {
  readonly startedOn: Day;
  readonly migratedOn: Day;
}

export type PastPeriods = readonly Pick<LoanPastPeriodRow, 'due_date' | 'end_date'>[];

/** What comes due, and what happens to fees. */
interface Owed<T extends LoanTerms, P extends LoanPosition> {
  /** Undefined if nothing comes due any more. */
  nextObligation(terms: T, state: LoanState<P>, facts: readonly Fact[]): NextObligation | undefined;
  /** The ordinal of the period that contains the day. */
  periodOn(state: LoanState<P>, day: Day): number | undefined;
  /** The first day of a period; undefined for one from before the books. */
  startOfPeriod(state: LoanState<P>, ordinal: number): Day | undefined;
  /** The keys of fees that joined the principal when they were charged. */
  financedFees(terms: T): readonly string[];
  /** Whether a further rate makes a new schedule. */
  reamortizesAfterRate(terms: T): boolean;
}

/** The obligation that comes due next: its amount, and how much of it is already paid. */
export interface NextObligation extends Pick<Obligation, 'kind' | 'key' | 'ordinal'> {
  readonly begunOn: Day;
  readonly dueDate: Day;
  readonly amount: number;
  readonly paidAhead: number;
}

interface Shown<P extends LoanPosition> {
  /** The fields that only its loans have, by the names of `schemas.loan`. */
  present(row: ShownLoan & { readonly address: Address | null }): object;
  /** The part of a position that `present` reads: it is stored beside the state. */
  shownOf(position: P): object;
  /** The same part, selected from the stored state. */
  readonly shownInState: RawBuilder<object | null>;
  readonly schemas: {
    /** The name under which the documents show its loans. */
    readonly title: string;
    readonly agreement: TObject;
    /** Fields of a loan that only this product has. */
    readonly loan: TProperties;
    /** Fields of an activation that only this product has. */
    readonly activation: TProperties;
    readonly activated: TObject;
    readonly unfrozen: TObject;
    /** The balances that another system sends for a loan. */
    readonly balances: TObject;
    readonly scheduleItem: TObject;
  };
  readonly examples: {
    readonly loanCreate: object;
    readonly loan: object;
    readonly activated: object;
    readonly unfrozen: object;
    readonly scheduleItem: object;
  };
}

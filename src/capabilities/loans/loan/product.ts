// What the general part of loans needs of a product. A product is one value; installment loans are the first. The general
// part is given it with each loan, and never asks which one it is.
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import type { Product } from '@tenor/engine/account/product.ts';
import type { Obligation } from '@tenor/engine/account/records.ts';
import type { LoanPosition, LoanState } from '@tenor/engine/account/state.ts';
import type { LoanTerms } from '@tenor/engine/account/terms.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { RawBuilder } from 'kysely';
import type { TObject, TProperties } from 'typebox';
import type { LoanTypeSettings } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Endpoint, Subject } from '#platform/http/endpoint.ts';
import type { Agreement } from './schemas.ts';
import type { IndexKnown, LoanFigures, LoanPastPeriodRow, LoanRow, LoanTail, ShownLoan } from './tables.ts';

/** A loan as a command or a read has it: its row, and the facts since its checkpoint. */
export interface HeldLoan {
  readonly product: LoanProduct;
  readonly row: LoanRow;
  readonly tail: LoanTail | null;
  /** Everything after the tail's beginning, or after the base; without both, everything. */
  readonly facts: readonly Fact[];
  /** What the loan's type says of the index now, if the loan follows it. */
  readonly index: IndexKnown;
}

/**
 * The engine's product, and what the service needs besides. `T` are its terms, `P` its positions. Where the general part
 * has any product it has terms and states of that product only, which the compiler does not check.
 */
export interface LoanProduct<T extends LoanTerms = LoanTerms, P extends LoanPosition = LoanPosition>
  extends Product<T, P>,
    Origination<T>,
    Activation<P>,
    TakingOver<P>,
    Owed<T, P>,
    Shown {
  /** The endpoints that only its loans have. */
  routes(loan: Subject<HeldLoan>): Endpoint[];
}

/** From what is agreed to terms, and to what is disclosed with them. */
interface Origination<T extends LoanTerms> {
  /** With what was left out filled in. */
  wholeAgreement(agreed: Agreement): Agreement;
  /** The agreement of a draft with what was sent for it; whole again. */
  changedAgreement(before: Agreement, sent: Partial<Agreement> | undefined): Agreement;
  /** Errors: InvalidRequest, InvalidSpecificDays. */
  termsOf(settings: LoanTypeSettings, agreed: Agreement): T;
  /** As if the loan were activated on that day. Errors: InvalidRequest. */
  originationFigures(reader: Reader, origination: Originating<T>): Promise<LoanFigures>;
}

export interface Originating<T extends LoanTerms, Agreed = Agreement> {
  readonly loanTypeId: string;
  readonly settings: LoanTypeSettings;
  readonly agreed: Agreed;
  readonly terms: T;
  readonly index: IndexKnown;
  /** Of the borrower's address. */
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
  /** Where the activation changes them. */
  readonly terms?: LoanTerms;
  readonly figures: LoanFigures;
  readonly answer: object;
}

/** Taking a running loan over from another system. */
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

/** What comes due, and what fees become. */
interface Owed<T extends LoanTerms, P extends LoanPosition> {
  /** Undefined where nothing comes due any more. */
  nextObligation(terms: T, state: LoanState<P>, facts: readonly Fact[]): NextObligation | undefined;
  /** The period in which a day lies, by its ordinal. */
  periodOn(state: LoanState<P>, day: Day): number | undefined;
  /** The keys of fees that joined the principal when they were charged. */
  financedFees(terms: T): readonly string[];
  /** Whether a further rate makes a new schedule. */
  reamortizesAfterRate(terms: T): boolean;
}

/** What comes due next: what it comes to, and what of it is paid already. */
export interface NextObligation extends Pick<Obligation, 'kind' | 'key' | 'ordinal'> {
  readonly begunOn: Day;
  readonly dueDate: Day;
  readonly amount: number;
  readonly paidAhead: number;
}

interface Shown {
  /** The fields that only its loans have, by the names of `schemas.loan`. */
  present(row: ShownLoan): object;
  /** What `present` reads of a state, as a list selects it. */
  readonly shownState: RawBuilder<ShownLoan['state']>;
  readonly schemas: {
    /** The name under which the documents show its loans. */
    readonly title: string;
    readonly agreement: TObject;
    /** Its own fields of a loan. */
    readonly loan: TProperties;
    /** Its own fields of an activation. */
    readonly activation: TProperties;
    readonly activated: TObject;
    readonly unfrozen: TObject;
    /** What another system tells of a loan. */
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

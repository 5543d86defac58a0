// What the general part of loans needs of a product. A product is one value; installment loans are the first. The general
// part is given it with each loan, and never asks which one it is.

import type { Difference } from '@tenor/engine/account/difference.ts';
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import type { Payoff } from '@tenor/engine/account/payoff.ts';
import type { Reading } from '@tenor/engine/account/read.ts';
import type { Obligation } from '@tenor/engine/account/records.ts';
import type { ReplayOptions } from '@tenor/engine/account/replay.ts';
import type { Position, State } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { RawBuilder } from 'kysely';
import type { TObject, TProperties } from 'typebox';
import type { LoanTypeSettings } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Endpoint, Subject } from '#platform/http/endpoint.ts';
import type { Agreement } from './schemas.ts';
import type { LoanStatus } from './statuses.ts';
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

export interface LoanProduct extends Engine, Origination, Activation, TakingOver, Owed, Shown {
  /** The `type` of its loans; loans that name no product are of the first one. */
  readonly kind: string;
  /** The endpoints that only its loans have. */
  routes(loan: Subject<HeldLoan>): Endpoint[];
}

/** What the books follow from. */
interface Engine {
  replay(terms: Terms, facts: readonly Fact[], options: ReplayOptions): State;
  difference(before: State, after: State): Difference;
  statusOf(position: Position): LoanStatus;
  nextActionAt(terms: Terms, state: State, facts: readonly Fact[], zone: string): Instant | null;
  read(terms: Terms, state: State): Reading;
  payoffOf(terms: Terms, state: State): Payoff;
  /** The last due date before the day of the state, or the first day. On its own day facts may still come for it. */
  lastDueDay(state: State): Day;
}

/** From what is agreed to terms, and to what is disclosed with them. */
interface Origination {
  /** With what was left out filled in. */
  wholeAgreement(agreed: Agreement): Agreement;
  /** The agreement of a draft with what was sent for it; whole again. */
  changedAgreement(before: Agreement, sent: Partial<Agreement> | undefined): Agreement;
  /** Errors: InvalidRequest, InvalidSpecificDays. */
  termsOf(settings: LoanTypeSettings, agreed: Agreement): Terms;
  /** As if the loan were activated on that day. Errors: InvalidRequest. */
  originationFigures(reader: Reader, origination: Originating): Promise<LoanFigures>;
}

export interface Originating<Agreed = Agreement> {
  readonly loanTypeId: string;
  readonly settings: LoanTypeSettings;
  readonly agreed: Agreed;
  readonly terms: Terms;
  readonly index: IndexKnown;
  /** Of the borrower's address. */
  readonly state: string | null;
  readonly date: CivilDate;
}

interface Activation {
  /** Errors: InvalidRequest. */
  activation(reader: Reader, loan: HeldLoan, asked: object, today: Day): Promise<Activated>;
  /** What an unfreeze answers besides its difference. */
  unfrozen(loan: HeldLoan, state: State, facts: readonly Fact[]): object;
}

export interface Activated {
  /** Where the activation changes them. */
  readonly terms?: Terms;
  readonly figures: LoanFigures;
  readonly answer: object;
}

/** Taking a running loan over from another system. */
interface TakingOver {
  takeOverFigures(reader: Reader, loan: HeldLoan, startedOn: Day): Promise<LoanFigures>;
  /** The first fact of books that begin with balances. Errors: InvalidRequest. */
  migrationFact(loan: HeldLoan, balances: object, moment: Moment, past: PastPeriods): FactOf<'migration'>;
  scheduleAhead(loan: HeldLoan, state: State, facts: readonly Fact[]): object[];
}

export interface Moment {
  readonly startedOn: Day;
  readonly migratedOn: Day;
}

export type PastPeriods = readonly Pick<LoanPastPeriodRow, 'due_date' | 'end_date'>[];

/** What comes due, and what fees become. */
interface Owed {
  /** Undefined where nothing comes due any more. */
  nextObligation(terms: Terms, state: State, facts: readonly Fact[]): NextObligation | undefined;
  /** The period in which a day lies, by its ordinal. */
  periodOn(state: State, day: Day): number | undefined;
  /** Whether it came due before the loan was taken over. */
  isFromBefore(state: State, obligation: Obligation): boolean;
  /** The keys of fees that joined the principal when they were charged. */
  financedFees(terms: Terms): readonly string[];
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
  /** The day on which something comes due next, by the stored state and not by the row's own next action. */
  readonly storedDueDay: RawBuilder<number | null>;
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

// What the general part of loans needs from a product. A product is one value; installment loans are the first, lines of
// credit the second. The general part gets it with each loan, and never asks which one it is.
import type { Fact, FactBase, FactOf } from '@tenor/engine/account/facts.ts';
import type { AnyFact } from '@tenor/engine/account/order.ts';
import type { Product } from '@tenor/engine/account/product.ts';
import type { Fee, Posting } from '@tenor/engine/account/records.ts';
import type { FeeType } from '@tenor/engine/account/terms.ts';
import type { StatementRules } from '@tenor/engine/statement/made.ts';
import type { DueDays } from '@tenor/engine/time/due-dates.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import type { TObject, TProperties } from 'typebox';
import type { Card } from '#capabilities/cards/index.ts';
import type { Address } from '#capabilities/people/index.ts';
import type { LoanTypeSettings } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Problem } from '#platform/errors.ts';
import type { Amounts, ExactAmounts, Limits } from './amounts.ts';
import type { Figure } from './balance-fields.ts';
import type { BookObligation, BookRecords, Difference, Position, Reading, State, Terms } from './books.ts';
import type { CollectedByPlan } from './collected-by-plan.ts';
import type { Cost } from './covered.ts';
import type { Kept } from './kept.ts';
import type { NextKept, NextObligation } from './next-obligation.ts';
import type { DisclosedFigures, LoanPeriod, ScheduleItem } from './plan-schemas.ts';
import type { Prepayments } from './prepaid.ts';
import type { PromoEnd, PromoKind, PromoSupport } from './promo-programs.ts';
import type { Relief } from './relief.ts';
import type { Agreement } from './schemas.ts';
import type { DrawStatus } from './statuses.ts';
import type { DrawRow, IndexKnown, LoanFigures, LoanPastPeriodRow, LoanRow, LoanTail, ShownLoan } from './tables.ts';

/** A loan as commands and reads have it: its row, and the facts since its checkpoint. */
export interface HeldLoan {
  readonly product: LoanProduct;
  readonly row: LoanRow;
  readonly tail: LoanTail | null;
  /** The tail has facts up to this number, or it is nowhere in them; zero without a tail. */
  readonly tailFacts: number;
  /**
   * All facts after the beginning of the tail, or after the newest checkpoint; without both, all facts. Null: they are
   * read when something asks for them.
   */
  readonly facts: readonly Fact[] | null;
  /** The present index rates of the loan's type, if the loan follows the index. */
  readonly index: IndexKnown;
}

/**
 * The engine's product, and what the service needs besides. `T` are its terms, `P` its positions. Code that has any
 * product passes it terms and states of that product only; the compiler does not check this.
 */
export interface LoanProduct<T extends Terms = Terms, P extends Position = Position, S extends State = State>
  extends Product<T, P, AnyFact, BookRecords, Difference, Reading>,
    Origination<T>,
    Activation,
    TakingOver<S>,
    Kept<T, P, S>,
    Owed<T, P, S>,
    Promoted<P>,
    Explained<T, S>,
    Shown<P>,
    Stated<T, P>,
    OwnParts<T, P, S> {
  /** What autopay asks for. */
  readonly autopay: CollectedByPlan<T, S>;
  readonly relief: Relief<S>;
  /** Null: it has no schedule before which it could be paid. */
  readonly prepayments: Prepayments<P> | null;
}

/** How its statements are made. */
interface Stated<T, P extends Position> {
  readonly statements: {
    readonly rules: StatementRules<T, P, AnyFact, BookRecords>;
    /** The day of the last one by then; null: there is none. */
    lastOn(terms: T, position: P, through: Day): Day | null;
    /** The day of the next one, if it is one on which the books need not have anything to do; null: it is none. */
    nextAlone(terms: T, position: P, through: Day): Day | null;
  };
}

/** What only some products have. `mustHavePart` gives one, or refuses it where the product has none. */
export interface OwnParts<T = Terms, P = Position, S = State> {
  readonly freezing?: {
    /** What an unfreeze answers besides its difference. */
    unfrozen(loan: HeldLoan, state: S, facts: readonly Fact[]): object;
  };
  readonly originationFee?: {
    /** Errors: InvalidRequest: a fee that the loan cannot have. */
    mustTake(terms: T, amount: Cents): void;
  };
  readonly advances?: {
    /** What was agreed to be lent later. */
    planned(terms: T | null): readonly { readonly on: Day; readonly amount: Cents }[];
    /** The last day on which more may be lent, while a due date is still to come; null: none. */
    lastDay(position: P | null): Day | null;
  };
  /** What is disclosed before it begins, computed for that day. Errors: InvalidRequest. */
  readonly disclosed?: (loan: HeldLoan, day: Day) => DisclosedFigures;
  readonly refunds?: {
    /** What all refunds together may give back; null for a draft. */
    eligible(terms: T | null): Cents | null;
  };
}

/** The books of a loan on a day. */
export interface Books {
  readonly terms: Terms;
  readonly state: State;
  /** The same loan on another day, from the same facts; only if its whole life was read. */
  on(day: Day): Promise<State>;
}

export interface BooksInYear extends Books {
  /** As the year of the day began, or as they began themselves in it. */
  readonly atYear: State;
}

/** What the books say of a draw. Payments and the credit of the borrower belong to its line alone. */
export interface DrawOfBooks {
  readonly id: string;
  readonly status: DrawStatus;
  readonly isClosed: boolean;
  readonly activatedOn: Day;
  readonly paidOffOn: Day | null;
  readonly amounts: Amounts;
  readonly limit: Cents | null;
  readonly available: Cents;
  readonly disputed: Cents;
  /** Its part of what is overdue of the line. */
  readonly pastDue: Cents;
  /** The instalment of an amortized draw, else its part of the latest statement. */
  readonly payment: Cents;
}

interface Explained<T, S> {
  /** How far ahead a read may ask for a day. `position`: null before the books begin. */
  daysAheadMax(position: Position | null): number;
  amounts(terms: T, state: S): Amounts;
  /** The part of the amounts to which days add by themselves. */
  exactAmounts(terms: T, state: S): ExactAmounts;
  /** Null for a loan without a limit. `state` is absent before the books begin. */
  limits(terms: T, state: S | undefined): Limits | null;
  /** Its draws in the order of their activation. */
  drawsOf(terms: T, state: S): readonly DrawOfBooks[];
  /** The interest that had accrued by `state`, in whole cents, since the last booking before `before`. */
  accruedSinceDue(terms: T, before: S, state: S): number;
  /** The draw that a request names, by its id. Errors: InvalidRequest, NotFound. */
  drawNamed(reader: Reader, loan: HeldLoan, drawId: string | null | undefined): Promise<string | undefined>;
  /** The fact by which what a payment has freed is available; undefined: nothing waits for it. */
  cleared(at: FactBase, payment: string): Fact | undefined;
  /** Counts the draw alone, if one is named. */
  interestEarned(books: Books, from: Day, drawId: string | undefined): Promise<InterestEarned>;
  explain(books: Books, posting: Posting): string;
  partsOf(figure: Figure, books: BooksInYear, all: Readonly<Record<Figure, number>>): readonly ExplainedPart[];
}

export interface InterestEarned {
  readonly interestAmount: Cents;
  readonly interestDiscountAmount: Cents;
  readonly interestBookedAmount: Cents;
  readonly unroundedInterestAmount: string;
  readonly unroundedInterestDiscountAmount: string;
  readonly segments: {
    readonly fromDate: CivilDate;
    readonly toDate: CivilDate;
    readonly days: number;
    readonly principalAmount: Cents;
    readonly rate: Rate;
    readonly rateBeforeDiscount: Rate;
    readonly unroundedInterestAmount: string;
    readonly unroundedInterestDiscountAmount: string;
    readonly sentence: string;
  }[];
}

export interface ExplainedPart {
  readonly amount: Cents;
  readonly effectiveDate: CivilDate | null;
  readonly figure: Figure | null;
  readonly sentence: string;
}

/** Turns an agreement into terms, and into the figures that are disclosed with them. */
interface Origination<T> {
  /** The agreement with the values that were left out. */
  wholeAgreement(agreed: Agreement): Agreement;
  /** The agreement of a draft with the fields that were sent; complete again. */
  changedAgreement(before: Agreement, sent: Partial<Agreement> | undefined): Agreement;
  /** The fields that an origination needs and that are not there. */
  lacking(agreed: Agreement): Problem[];
  /** Checks what is there of an agreement that lacks something. Errors: InvalidRequest. */
  mustBeSound(agreed: Agreement): undefined;
  /**
   * The agreement must lack nothing, and the settings must be of this product (the compiler does not check this).
   * Errors: InvalidRequest, InvalidSpecificDays.
   */
  termsOf(settings: LoanTypeSettings, agreed: Agreement): T;
  /** The figures as if the loan were activated on that day. Errors: InvalidRequest. */
  originationFigures(reader: Reader, origination: Originating<T>): Promise<LoanFigures>;
  /**
   * Checks what a loan to a covered borrower costs besides. `path`: where a request raises it. Errors: InvalidRequest.
   */
  mustCostAtMost(path: string, loan: Costing<T>, cost: Cost): void;
}

export interface Costing<T, Agreed = Agreement> {
  readonly agreed: Agreed;
  readonly terms: T;
  readonly index: IndexKnown;
  readonly on: Day;
}

export interface Originating<T, Agreed = Agreement, Settings = LoanTypeSettings> {
  readonly loanTypeId: string;
  readonly settings: Settings;
  readonly agreed: Agreed;
  readonly terms: T;
  readonly index: IndexKnown;
  /** The state of the borrower's address. */
  readonly state: string | null;
  readonly date: CivilDate;
}

interface Activation {
  /** Whether money may be for a draw. */
  readonly hasDraws: boolean;
  /** The fact that draws may be made, or may not; undefined if it is so already. */
  newDrawsFact(row: LoanRow, allowed: boolean, on: Day): Fact | undefined;
  /** Errors: InvalidRequest. */
  activation(reader: Reader, loan: HeldLoan, asked: object, today: Day): Promise<Activated>;
}

interface Activated {
  /** Set if the activation changes them. */
  readonly terms?: Terms;
  readonly figures: LoanFigures;
  /** What the activation brings besides, of the same day. */
  readonly facts?: readonly Fact[];
  readonly answer: object;
}

/** The migration of a running loan from another system. */
interface TakingOver<S> {
  takeOverFigures(reader: Reader, loan: HeldLoan, startedOn: Day): Promise<LoanFigures>;
  /** The first fact of books that begin with balances. Errors: InvalidRequest. */
  migrationFact(
    reader: Reader,
    loan: HeldLoan,
    balances: object,
    moment: Moment,
    past: BroughtAlong,
  ): Promise<FactOf<'migration'>>;
  /** The terms that go on from that fact, where they are not those that were agreed. Errors: InvalidRequest. */
  termsTakenOver(loan: HeldLoan, balances: object, fact: FactOf<'migration'>): Terms | undefined;
  /** Whether that fact has what we owe the borrower; otherwise it becomes a service credit. */
  readonly migratesCredit: boolean;
  /** Whether books can begin without balances, from the first day on. */
  readonly startsWithoutBalances: boolean;
  scheduleAhead(loan: HeldLoan, state: S, facts: readonly Fact[]): Promise<ScheduleItem[]>;
}

export interface Moment {
  readonly startedOn: Day;
  readonly migratedOn: Day;
}

/** What the same request brings besides the balances: it may not be stored yet. */
export interface BroughtAlong {
  readonly periods: PastPeriods;
  readonly draws: readonly MadeDraw[];
}

export type MadeDraw = Pick<DrawRow, 'id' | 'external_id' | 'status' | 'at_origination'>;

export type PastPeriods = readonly Pick<LoanPastPeriodRow, 'due_date' | 'end_date'>[];

/** It has its key and its due date, whatever else it has. */
export type LeanObligation = Omit<BookObligation, 'ordinal'> & Partial<BookObligation>;

/** What comes due, and what happens to fees. */
interface Owed<T, P, S> {
  /** Undefined if nothing comes due any more. */
  nextObligation(terms: T, state: S, facts: readonly Fact[]): NextObligation | undefined;
  /** What figures keep of it, and through which day they tell: at most `until`, on which days only bring interest. */
  nextKept(terms: T, state: S, facts: readonly Fact[], until: Day): NextKept & { readonly validUntil: Day };
  /** Obligations without what is empty in them, as they are stored, and whole again. */
  readonly obligations: {
    lean(obligation: BookObligation): Partial<BookObligation>;
    whole(lean: LeanObligation): BookObligation;
  };
  /** An obligation, by what every product says of one. */
  obligation(state: S, obligation: BookObligation): ObligationParts;
  /** All periods, those to come too, as far as they are known. */
  periods(reader: Reader, loan: HeldLoan, today: Day): Promise<LoanPeriod[]>;
  /** The payments that are expected; with `knownAt` as they were then. */
  /** The days of its due dates, or of its statements, as they are now. */
  seriesOf(position: P): DueDays;
  expectedItems(reader: Reader, loan: HeldLoan, now: Instant, knownAt: Instant | undefined): Promise<ScheduleItem[]>;
  /** The items that lie ahead, for a loan that a command has just changed. */
  itemsAhead(reader: Reader, loan: HeldLoan, state: S, facts: readonly Fact[]): Promise<ScheduleItem[]>;
  /** The ordinal of the period that contains the day. */
  periodOn(state: S, day: Day, known: readonly BookObligation[]): number | undefined;
  /** The first day of a period; undefined for one from before the books. */
  startOfPeriod(state: S, ordinal: number): Day | undefined;
  /** What is open of each fee, by its key. */
  openFees(state: S): ReadonlyMap<string, number>;
  /** How much of each fee joined the principal, by its key. */
  capitalisedFees(terms: T, state: S): ReadonlyMap<string, number>;
  /** The agreed rates with their days; before the activation as if it were today. */
  agreedRates(terms: T, position: P | null, today: Day): RateSpan[];
  /** A further rate, or a bound of all rates, as a fact of this product; of one draw, if it is named. */
  rateFact(rate: RateFact, drawId: string | undefined): Fact;
  /** A fee that is charged by hand; of one draw, if it is named. */
  feeFact(fee: FactOf<'fee'>, drawId: string | undefined): Fact;
  /** When on its day another fact brought this fee along; undefined: none did. */
  broughtFee(facts: readonly Fact[], fee: { readonly key: string; readonly on: Day }): Pick<Fact, 'time'> | undefined;
  /** The most that all fees of a kind may cost together, as agreed; null: they have no cap. */
  feeCap(terms: T, type: FeeType): Cents | null;
  /** Whether a further rate makes a new schedule. */
  reamortizesAfterRate(terms: T): boolean;
  /** Whether its interest is a charge that was fixed at the start. */
  hasFixedCharge(terms: T): boolean;
}

export type RateFact = FactOf<'rate'> | FactOf<'promo'> | FactOf<'ceiling'>;

/** What its promo programs are. */
interface Promoted<P> {
  readonly promos: {
    /** Null: it has none of the kind. */
    readonly kinds: Readonly<Record<PromoKind, PromoSupport | null>>;
    /**
     * Programs that are agreed with a loan are among the promotional rates of its terms, so that they are disclosed.
     */
    readonly areTerms: boolean;
    /** The law's least days of a program, and days past due before it is lost; null: there are none. */
    leastDays(settings: LoanTypeSettings): { readonly duration: number; readonly pastDue: number } | null;
    /** Without `draw`: of the loan, or of all its draws. */
    fact(promo: FactOf<'promo'>, draw: string | null, disqualifyOverdueDays: number | null): Fact;
    /** Programs that ended early, by the books. */
    ends(position: P): readonly PromoEnd[];
    /** The draws that the balances of another system begin with, and since when each runs. */
    draws(migration: FactOf<'migration'>): readonly { readonly draw: string; readonly on: Day }[];
  };
}

export interface RateSpan {
  readonly key: string;
  /** Null: of the loan, or of all its draws. */
  readonly draw: string | null;
  readonly rateType: 'interestRate' | 'promoRate' | 'ceiling';
  readonly interestType: 'absolute' | 'spread' | null;
  readonly rate: Rate;
  readonly from: Day;
  /** The last day on which the rate is in force; null: no last day. */
  readonly until: Day | null;
}

export interface ObligationParts {
  /** Whether it is that of a period: others come beside it. */
  readonly isOfPeriod: boolean;
  /** The interest that it asks for. */
  readonly interest: Cents;
  /** The order of obligations of one due date. */
  readonly rank: number;
  readonly dueDate: Day;
  readonly whole: number;
  readonly open: number;
  readonly byPayments: number;
  readonly byCredits: number;
  readonly byOverpayments: number;
  readonly capitalised: number;
  readonly isOverdue: boolean;
  readonly isLateFeeBlocked: boolean;
  readonly isLateFeeSuspended: boolean;
  readonly fees: readonly Fee[];
  /** Set on an obligation from before the books: how late it was when they began. */
  readonly migrated: { readonly isLate: boolean; readonly days: number } | null;
  /** Fields that only this product shows. */
  readonly own: object;
}

/** What is shown of a loan and is not in its row. */
export interface BesideLoan {
  /** The address that was sent with the loan itself. */
  readonly address: Address | null;
  /** The cards that were recorded with the loan. */
  readonly cards: readonly Card[];
}

interface Shown<P> {
  /** The fields that only its loans have, by the names of `schemas.loan`. */
  present(row: ShownLoan & BesideLoan): object;
  /** The part of a position that `present` reads: it is stored beside the state. */
  shownOf(position: P): object;
  readonly schemas: {
    /** The name under which the documents show its loans. */
    readonly title: string;
    readonly agreement: TObject;
    /** Fields of a loan that only this product has. */
    readonly loan: TProperties;
    /** Fields of an activation that only this product has. */
    readonly activation: TProperties;
    readonly activated: TObject;
    /** Null for a product that is never frozen. */
    readonly unfrozen: TObject | null;
    /** The balances that another system sends for a loan. */
    readonly balances: TObject;
  };
}

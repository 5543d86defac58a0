import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Place } from '@tenor/engine/account/order.ts';
import type { BookedFee } from '@tenor/engine/account/records.ts';
import type { AccountPosition } from '@tenor/engine/account/state.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { TransactionStatus } from '../transactions/base/words.ts';
import type { Terms } from './books.ts';
import type { Fraction } from './exact-amounts.ts';
import type { NextObligation } from './next-obligation.ts';
import type { PromoPrograms } from './promo-programs.ts';
import type { Agreement, DeclineReason, StoredAdditionalPerson } from './schemas.ts';
import type { ServicedBy } from './servicers.ts';
import type { DrawStatus, LoanStatus } from './statuses.ts';

/** A state without its records: these are in tables of their own. The product knows the form of its position. */
export interface StoredState {
  readonly rules: number;
  readonly through: number;
  readonly last?: Place;
  readonly position: AccountPosition;
}

/** The position has a column of its own, which is read only when a replay begins here. It is set until it is written. */
type TailState = Omit<StoredState, 'position'> & { readonly position?: AccountPosition };

/** The tail of a loan with many facts: a replay begins there. */
export interface LoanTail {
  readonly through: number;
  /** The facts after it that were known when it was stored. */
  readonly ahead: readonly Fact[];
  /** The state after a fact of that day; null: the tail begins at the checkpoint in `base`. */
  readonly state: TailState | null;
  /** The index that the state was computed with. */
  readonly index: IndexKnown;
}

const loanMoments = [
  'startedAt',
  'originatedAt',
  /** As the lender said; `originatedAt` is when it was recorded here. */
  'lenderOriginatedAt',
  'activatedAt',
  'frozenAt',
  'lastAmortizedAt',
  'acceleratedAt',
  'chargedOffAt',
  'paidOffAt',
  'closedAt',
] as const;
export type LoanTimestamps = { readonly [K in (typeof loanMoments)[number]]?: Instant | undefined };

/** Figures that were computed once, at origination or activation, and are shown from then on. */
export interface LoanFigures {
  readonly aprNominalAtOrigination?: string;
  readonly aprEffectiveAtOrigination?: string;
  /** Only a loan to a covered borrower has it. */
  readonly maprAtOrigination?: string;
  /** This figure and the next two come from the schedule at origination. */
  readonly periodicPaymentAmount?: Cents;
  readonly totalInterestAmount?: Cents;
  readonly totalDiscountAmount?: Cents;
  readonly aprNominalAtActivation?: string;
  readonly aprEffectiveAtActivation?: string;
  readonly ratesValidation?: Readonly<Record<string, boolean>>;
  readonly amountsValidation?: Readonly<Record<string, boolean>>;
  /** All interest that had accrued by the day on which the running year begins (core/books/year-mark.ts). */
  readonly yearMark?: { readonly day: number; readonly rules: number; readonly accrued: Fraction };
}

/** Work on a loan over several transactions. */
export interface LoanLease {
  readonly holder: string;
  readonly reason: string;
  readonly since: Instant;
  /** Machine microseconds. */
  readonly until: number;
}

/** The index rates: one for each day on which the index changed. */
export type IndexKnown = readonly {
  readonly rate: Rate;
  readonly effectiveDate: CivilDate;
  readonly recordedAt: Instant;
}[];

export const loans = defineTable('loans', bySubject('person_id', { loan: 'id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  loan_type_id: 'text',
  loan_type_version: 'int',
  status: as<LoanStatus>('text'),
  is_closed: 'bool',
  serviced_by: as<ServicedBy>('text'),
  defaulted_at_boarding: 'bool?',
  first_missed_on: 'date?',
  nickname: 'text?',
  decline_reason: json<DeclineReason | null>('json?'),
  cancel_reason: 'text?',
  send_notice: 'bool?',
  charged_off_reason: 'text?',
  at_origination: json<Agreement>(),
  additional_people: json<StoredAdditionalPerson[]>(),
  terms: json<Terms | null>('json?'),
  asset_type: 'text',
  asset_display_name: 'text',
  zone: 'text',
  cut_off: 'text?',
  meta_data: 'text?',
  /** A packed state, as every column of a state. */
  base: 'bytes?',
  base_through: 'date?',
  index_known: json<IndexKnown | null>('json?'),
  timestamps: json<LoanTimestamps>(),
  figures: json<LoanFigures>(),
  address_sealed: 'bytes?',
  /** Only for a line: as it was said before it had books. */
  new_draws_allowed: 'bool?',
  promo_programs: json<PromoPrograms>('json?'),
  /** The plan of autopay that is active. */
  autopay_plan_id: 'text?',
  /** The payout that will activate it, while it is under way. */
  disbursement_id: 'text?',
  /** The newest promise to pay. */
  promise_plan_id: 'text?',
  created_at: 'instant',
});

/** What every change of a loan writes: its version above all, which guards whatever is written with it. */
export const loanStanding = defineTable('loan_standing', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  loan_id: 'text',
  company_id: 'company',
  version: 'bigint',
  updated_at: 'instant?',
  next_action_at: 'instant?',
  facts_count: 'int',
  postings_count: 'int',
  started_on: 'date?',
  /** When its period ends; null where none does, and for a line on which there is nothing to bill. */
  turns_on: 'date?',
  paid_off_on: 'date?',
  missed_since: 'date?',
  lease: json<LoanLease | null>('json?'),
  /** What is shown of the state; null without one. */
  shown: json<object | null>('json?'),
  state: 'bytes?',
  /** What is owed, as of the last change: all read and written by core/loan/stored-figures.ts. Null without books. */
  rules: 'int?',
  owed_through: 'date?',
  owed_until: 'date?',
  oldest_due_on: 'date?',
  next_due_on: 'date?',
  past_due_days: 'int?',
  daily_past_due_days: 'int?',
  principal: 'bigint?',
  interest: 'bigint?',
  fees: 'bigint?',
  due: 'bigint?',
  past_due: 'bigint?',
  next_due: 'bigint?',
  credit_limit: 'bigint?',
  accrued: 'bigint?',
  accrued_part: 'bigint?',
  daily: 'bigint?',
  daily_part: 'bigint?',
  part_of: 'bigint?',
  not_due: 'text?',
  other_amounts: 'bytes?',
  /** The sums of what was posted: read and written by core/loan/ledger-balances.ts. */
  posted_principal: 'bigint?',
  posted_interest: 'bigint?',
  posted_fees: 'bigint?',
});

export const figureColumns = [
  'rules',
  'owed_through',
  'owed_until',
  'oldest_due_on',
  'next_due_on',
  'past_due_days',
  'daily_past_due_days',
  'principal',
  'interest',
  'fees',
  'due',
  'past_due',
  'next_due',
  'credit_limit',
  'accrued',
  'accrued_part',
  'daily',
  'daily_part',
  'part_of',
  'not_due',
  'other_amounts',
] as const satisfies readonly (keyof RowOf<typeof loanStanding>)[];

export type FigureColumns = Pick<RowOf<typeof loanStanding>, (typeof figureColumns)[number]>;

export const postedColumns = [
  'posted_principal',
  'posted_interest',
  'posted_fees',
] as const satisfies readonly (keyof RowOf<typeof loanStanding>)[];

export type PostedColumns = Pick<RowOf<typeof loanStanding>, (typeof postedColumns)[number]>;

/** Fields sent with a fact that move no money; they are stored until something acts on them. */
export interface FactDetails {
  readonly sendNotice?: boolean | null;
  readonly reason?: string | null;
  /** As the borrower is told it (12 CFR 1002.9). */
  readonly adverseActionReason?: string | null;
  readonly requestedByBorrower?: boolean | null;
  /** Only a fee that was charged by hand has it. */
  readonly feeTypeId?: string;
}

const loanFacts = defineTable('loan_facts', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  loan_id: 'text',
  number: 'int',
  company_id: 'company',
  id: 'text',
  kind: 'text',
  effective_on: 'date',
  /** The rest of it: read and written by core/timeline/stored-facts.ts. */
  fact: json<object>(),
  recorded_at: 'instant',
  actor_type: as<Actor['type']>('text'),
  actor_id: 'text?',
  details: json<FactDetails | null>('json?'),
  /** What it posted: read and written by core/books/stored-postings.ts. */
  postings_from: 'int?',
  accounts: 'text?',
  amounts: 'bigints?',
});

const loanPostings = defineTable('loan_postings', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  loan_id: 'text',
  number: 'int',
  company_id: 'company',
  effective_on: 'date',
  accounts: 'text',
  cause: 'text',
  amounts: 'bigints',
  posted_at: 'instant',
});

const loanObligations = defineTable('loan_obligations', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  loan_id: 'text',
  key: 'text',
  company_id: 'company',
  due_date: 'date',
  /** Read and written by core/books/stored-obligation.ts. */
  obligation: json<object>(),
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

const loanFees = defineTable('loan_fees', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  loan_id: 'text',
  key: 'text',
  company_id: 'company',
  id: 'text',
  fee: json<BookedFee>(),
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

const loanCheckpoints = defineTable('loan_checkpoints', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  loan_id: 'text',
  through: 'date',
  company_id: 'company',
  rules: 'int',
  state: 'bytes',
});

const loanTails = defineTable('loan_tails', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  loan_id: 'text',
  company_id: 'company',
  facts_count: 'int',
  tail: json<LoanTail>(),
  state: 'bytes?',
});

export const transactions = defineTable('transactions', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  external_id: 'text?',
  transaction_type: as<'payment' | 'serviceCredit'>('text'),
  status: as<TransactionStatus>('text'),
  is_external: 'bool',
  amount: 'bigint',
  effective_on: 'date',
  original_effective_on: 'date',
  instrument_id: 'text?',
  fact_id: 'text?',
  paid_principal: 'bigint',
  paid_interest: 'bigint',
  paid_fees: 'bigint',
  paid_over: 'bigint',
  applied_at: 'instant?',
  /** When a scheduled one becomes an order. */
  release_at: 'instant?',
  /** Without what is empty: read by `detailsOf` and `collectedOf`. */
  details: json<object>(),
  /** Null: the instant at which it was made. */
  timestamps: json<Readonly<Record<string, Instant | null>>>(),
  meta_data: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

const loanPastPeriods = defineTable('loan_past_periods', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  loan_id: 'text',
  start_date: 'date',
  company_id: 'company',
  end_date: 'date',
  due_date: 'date',
  obligation_amount: 'bigint?',
  fulfilled_amount: 'bigint?',
  created_at: 'instant',
  updated_at: 'instant?',
});

const drawMoments = [
  'lenderOriginatedAt',
  'originatedAt',
  'activatedAt',
  'lastAmortizedAt',
  'paidOffAt',
  'closedAt',
] as const;
export type DrawTimestamps = { readonly [K in (typeof drawMoments)[number]]?: Instant | undefined };

/** Found when a draw was agreed. */
export interface DrawFigures {
  readonly ratesValidation?: LoanFigures['ratesValidation'];
  /** Only a draft has it: with the values of its line and its loan type where it says nothing. */
  readonly whole?: object;
}

export const drawTable = defineTable('draws', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  external_id: 'text?',
  nickname: 'text',
  status: as<DrawStatus>('text'),
  is_closed: 'bool',
  is_amortized: 'bool',
  started_on: 'date?',
  decline_reason: json<DeclineReason | null>('json?'),
  cancel_reason: 'text?',
  at_origination: json<object>(),
  figures: json<DrawFigures>(),
  timestamps: json<DrawTimestamps>(),
  meta_data: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

/** What a change needs to know of the facts that the state has in it: so the usual one reads none of them. */
export interface Tip {
  /** At least so many facts have come since the tail began, or since the base. */
  readonly facts: number;
  /** Some fact counts later, or from the start: it is still to be read. */
  readonly isAhead?: boolean;
  /** The last fact on the day of the state; absent: there is none. */
  readonly last?: Place;
}

export interface StandingState extends StoredState {
  readonly tip: Tip;
  /** The obligation that comes next, if the figures keep it. */
  readonly next?: NextObligation | null;
}

type WithState<R> = Omit<R, 'state'> & { readonly state: StandingState | null };
export type StandingRow = WithState<Omit<RowOf<typeof loanStanding>, 'person_id' | 'loan_id' | 'company_id'>>;
/** A loan with its standing: nobody but the writer and the queries tells the two tables apart. */
export type LoanRow = Omit<RowOf<typeof loans>, 'base'> &
  StandingRow & {
    /** Seldom needed, so it is read apart: null in a loan that was read without it. */
    readonly base: StoredState | null;
  };
/** A shown loan needs only a part of its row: a list need not read whole states. */
export type ShownLoan = Omit<
  LoanRow,
  | 'position'
  | 'version'
  | 'terms'
  | 'cut_off'
  | 'state'
  | 'base'
  | 'base_through'
  | 'facts_count'
  | 'postings_count'
  | 'next_action_at'
  | 'started_on'
  | 'turns_on'
  | 'paid_off_on'
  | 'missed_since'
  | 'lease'
  | 'shown'
  | keyof FigureColumns
  | keyof PostedColumns
  | 'send_notice'
  | 'index_known'
  | 'disbursement_id'
  | 'promise_plan_id'
> & { readonly state: { readonly position: object } | null };
export type LoanPastPeriodRow = RowOf<typeof loanPastPeriods>;
export type TransactionRow = RowOf<typeof transactions>;
export type DrawRow = RowOf<typeof drawTable>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loans: Stored<typeof loans>;
    loan_standing: Stored<typeof loanStanding>;
    loan_facts: Stored<typeof loanFacts>;
    loan_postings: Stored<typeof loanPostings>;
    loan_obligations: Stored<typeof loanObligations>;
    loan_fees: Stored<typeof loanFees>;
    loan_checkpoints: Stored<typeof loanCheckpoints>;
    loan_tails: Stored<typeof loanTails>;
    transactions: Stored<typeof transactions>;
    loan_past_periods: Stored<typeof loanPastPeriods>;
    draws: Stored<typeof drawTable>;
  }
}

export const loanTables = tablesByName(
  loans,
  loanStanding,
  loanFacts,
  loanPostings,
  loanObligations,
  loanFees,
  loanCheckpoints,
  loanTails,
  transactions,
  loanPastPeriods,
  drawTable,
);

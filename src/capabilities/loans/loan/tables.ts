import type { Fact, Place } from '@tenor/engine/account/facts.ts';
import type { BookedFee, Obligation } from '@tenor/engine/account/records.ts';
import type { LoanPosition } from '@tenor/engine/account/state.ts';
import type { LoanTerms } from '@tenor/engine/account/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import type { Generated, Selectable } from 'kysely';
import type { Actor } from '#platform/command/actor.ts';
import { bySubject, type Company, type Json, type TableClasses } from '#platform/db/tables.ts';
import type { AdditionalPerson, Agreement, DeclineReason } from './schemas.ts';
import type { LoanStatus } from './statuses.ts';

/** A state without its records, which stand in tables of their own. */
export interface StoredState {
  readonly rules: number;
  readonly through: number;
  readonly last?: Place;
  readonly position: LoanPosition;
}

/** From where a loan with many facts is replayed. */
export interface LoanTail {
  readonly through: number;
  /** The facts that were known then and come after it. */
  readonly ahead: readonly Fact[];
  /** The state after a fact of that day; null: the tail begins at the base. */
  readonly state: StoredState | null;
  /** The index that the state was computed with. */
  readonly index: IndexKnown;
}

const loanMoments = [
  'startedAt',
  'originatedAt',
  'activatedAt',
  'frozenAt',
  'lastAmortizedAt',
  'acceleratedAt',
  'chargedOffAt',
  'paidOffAt',
  'closedAt',
] as const;
export type LoanTimestamps = { readonly [K in (typeof loanMoments)[number]]?: Instant | undefined };

/** What was computed once, at origination or activation, and is shown ever after. */
export interface LoanFigures {
  readonly aprNominalAtOrigination?: string;
  readonly aprEffectiveAtOrigination?: string;
  /** Of the schedule as it was originated. */
  readonly totalInterestAmount?: Cents;
  readonly totalDiscountAmount?: Cents;
  readonly aprNominalAtActivation?: string;
  readonly aprEffectiveAtActivation?: string;
  readonly ratesValidation?: Readonly<Record<string, boolean>>;
  readonly amountsValidation?: Readonly<Record<string, boolean>>;
  /** All that had accrued by the day from which the running year counts, over `scale` (books/year-mark.ts). */
  readonly yearMark?: {
    readonly day: number;
    readonly rules: number;
    readonly scale: number;
    readonly accrued: { readonly whole: number; readonly part: number };
  };
}

/** Who works on a loan over several transactions. */
export interface LoanLease {
  readonly holder: string;
  readonly reason: string;
  readonly since: Instant;
  /** Machine microseconds. */
  readonly until: number;
}

/** The index, a rate from each day on which it changed. */
export type IndexKnown = readonly {
  readonly rate: Rate;
  readonly effectiveDate: CivilDate;
  readonly recordedAt?: Instant;
}[];

interface LoansTable {
  person_id: string;
  id: string;
  company_id: Company;
  position: number;
  version: number;
  external_id: string | null;
  loan_type_id: string;
  loan_type_version: number;
  status: LoanStatus;
  is_closed: boolean;
  serviced_by: 'creditor' | 'debtCollectionAgency';
  nickname: string | null;
  decline_reason: Json<DeclineReason> | null;
  cancel_reason: string | null;
  cancel_notice: boolean | null;
  charged_off_reason: string | null;
  at_origination: Json<Agreement>;
  additional_people: Json<AdditionalPerson[]>;
  terms: Json<LoanTerms> | null;
  asset_type: string;
  asset_display_name: string;
  zone: string;
  cut_off: string | null;
  meta_data: string | null;
  state: Json<StoredState> | null;
  base: Json<StoredState> | null;
  base_through: CivilDate | null;
  facts_count: number;
  postings_count: number;
  next_action_at: Instant | null;
  index_known: Json<IndexKnown> | null;
  timestamps: Json<LoanTimestamps>;
  figures: Json<LoanFigures>;
  lease: Json<LoanLease> | null;
  created_at: Instant;
  updated_at: Instant | null;
}

/** What was asked with a fact and moves no money; kept until something can act on it. */
export interface FactDetails {
  readonly sendNotice?: boolean | null;
  readonly reason?: string | null;
  readonly requestedByBorrower?: boolean | null;
}

interface LoanFactsTable {
  person_id: string;
  loan_id: string;
  number: number;
  company_id: Company;
  id: string;
  kind: string;
  effective_on: CivilDate;
  fact: Json<Fact>;
  recorded_at: Instant;
  /** Null in rows of release 0.1.0, which kept the key alone. */
  actor_type: Actor['type'] | null;
  actor_id: string | null;
  api_key_id: Generated<string | null>;
  details: Json<FactDetails> | null;
}

interface LoanPostingsTable {
  person_id: string;
  loan_id: string;
  number: number;
  company_id: Company;
  effective_on: CivilDate;
  account: string;
  cause: string;
  amount: number;
  posted_at: Instant;
}

interface LoanObligationsTable {
  person_id: string;
  loan_id: string;
  key: string;
  company_id: Company;
  id: string;
  due_date: CivilDate;
  obligation: Json<Obligation>;
  created_at: Instant;
  updated_at: Instant | null;
  deleted_at: Instant | null;
}

interface LoanFeesTable {
  person_id: string;
  loan_id: string;
  key: string;
  company_id: Company;
  id: string;
  fee: Json<BookedFee>;
  created_at: Instant;
  updated_at: Instant | null;
  deleted_at: Instant | null;
}

interface LoanCheckpointsTable {
  person_id: string;
  loan_id: string;
  through: CivilDate;
  company_id: Company;
  rules: number;
  state: Json<StoredState>;
}

interface LoanTailsTable {
  person_id: string;
  loan_id: string;
  company_id: Company;
  facts_count: number;
  tail: Json<LoanTail>;
}

interface TransactionsTable {
  person_id: string;
  id: string;
  company_id: Company;
  loan_id: string;
  position: number;
  external_id: string | null;
  transaction_type: 'payment' | 'serviceCredit';
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  is_external: boolean;
  amount: number;
  effective_on: CivilDate;
  original_effective_on: CivilDate;
  instrument_id: string | null;
  fact_id: string | null;
  paid_principal: number;
  paid_interest: number;
  paid_fees: number;
  paid_over: number;
  applied_at: Instant | null;
  details: Json<Record<string, unknown>>;
  timestamps: Json<Record<string, Instant>>;
  meta_data: string | null;
  created_at: Instant;
  updated_at: Instant | null;
}

interface LoanPastPeriodsTable {
  person_id: string;
  loan_id: string;
  start_date: CivilDate;
  company_id: Company;
  end_date: CivilDate;
  due_date: CivilDate;
  obligation_amount: number | null;
  fulfilled_amount: number | null;
  created_at: Instant;
  updated_at: Instant | null;
}

export type LoanRow = Selectable<LoansTable>;
/** What is shown of a loan follows from less than its row: a list need not read whole states. */
export type ShownLoan = Omit<
  LoanRow,
  | 'position'
  | 'version'
  | 'terms'
  | 'zone'
  | 'cut_off'
  | 'state'
  | 'base'
  | 'base_through'
  | 'facts_count'
  | 'postings_count'
  | 'next_action_at'
  | 'lease'
  | 'cancel_notice'
  | 'index_known'
> & { readonly state: { readonly position: object } | null };
export type LoanPastPeriodRow = Selectable<LoanPastPeriodsTable>;
export type TransactionRow = Selectable<TransactionsTable>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loans: LoansTable;
    loan_facts: LoanFactsTable;
    loan_postings: LoanPostingsTable;
    loan_obligations: LoanObligationsTable;
    loan_fees: LoanFeesTable;
    loan_checkpoints: LoanCheckpointsTable;
    loan_tails: LoanTailsTable;
    transactions: TransactionsTable;
    loan_past_periods: LoanPastPeriodsTable;
  }
}

export const loanTables: TableClasses = {
  loans: bySubject('person_id'),
  loan_facts: bySubject('person_id'),
  loan_postings: bySubject('person_id'),
  loan_obligations: bySubject('person_id'),
  loan_fees: bySubject('person_id'),
  loan_checkpoints: bySubject('person_id'),
  loan_tails: bySubject('person_id'),
  transactions: bySubject('person_id'),
  loan_past_periods: bySubject('person_id'),
};

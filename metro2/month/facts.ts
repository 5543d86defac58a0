// What a servicer knows of an account at the end of a month, in plain figures, and what it has said of the account before.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { AccountStatus, Portfolio } from '../layout/codes.ts';

export interface Address {
  readonly country: string;
  readonly street: string;
  readonly street2: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

type Chapter = 7 | 11 | 12 | 13;

/** `petition` from the filing on; `ended`: dismissed, withdrawn or closed without a discharge. */
export interface Bankruptcy {
  readonly chapter: Chapter;
  readonly stage: 'petition' | 'discharged' | 'ended' | 'reaffirmed' | 'rescinded';
  readonly petitionOn: CivilDate;
}

export interface Person {
  readonly surname: string;
  readonly firstName: string;
  readonly middleName: string;
  /** Nine digits; blank where nobody knows it. */
  readonly ssn: string;
  readonly birthDate: CivilDate | null;
  /** Ten digits, or blank. */
  readonly telephone: string;
  readonly address: Address;
  readonly role: 'individual' | 'joint' | 'authorizedUser' | 'guarantor' | 'maker' | 'business';
  readonly isDeceased: boolean;
  /** No longer of this account, from this month on. */
  readonly isReleased: boolean;
  readonly bankruptcy: Bankruptcy | null;
}

/** How an account ended. The amounts of the account are those after it. */
export type End =
  | {
      readonly kind: 'paid';
      readonly on: CivilDate;
      readonly by: 'borrower' | 'refinance' | 'guarantor' | 'collateral' | 'insurance';
      /** It was settled for less than was owed. */
      readonly isForLess: boolean;
    }
  | { readonly kind: 'sold'; readonly on: CivilDate; readonly to: string }
  | { readonly kind: 'transferred'; readonly on: CivilDate; readonly newAccountNumber: string }
  | { readonly kind: 'deleted'; readonly because: 'fraud' | 'mistake' };

interface Dispute {
  readonly law: 'FCRA' | 'FCBA';
  readonly state: 'open' | 'settled' | 'consumerDisagrees';
}

/** Payments are put off, by agreement. */
interface Relief {
  readonly kind: 'deferral' | 'forbearance' | 'disaster';
  /** The borrower does as agreed, so the account is reported no worse than before. */
  readonly isKept: boolean;
  /** When the first deferred payment is due. */
  readonly resumesOn: CivilDate | null;
}

export interface Facts {
  readonly identification: string;
  readonly accountNumber: string;
  readonly portfolio: Portfolio;
  readonly accountType: string;
  readonly openedOn: CivilDate;
  /** Months of an installment loan and a lease, years of a mortgage. */
  readonly duration: number;
  /** As Metro 2 has it: M for monthly. */
  readonly frequency: string;
  readonly mayRateChange: boolean;
  readonly creditLimitCents: number;
  /** Lent in all, or of a line the most that was ever owed. */
  readonly highestCents: number;
  readonly regularPaymentCents: number;
  readonly receivedCents: number;
  readonly lastPaymentOn: CivilDate | null;
  readonly balanceCents: number;
  /** What is overdue for thirty days or more. */
  readonly overdueCents: number;
  /** How long the oldest payment is overdue that was not made; of an account that ended, how long it was right before. */
  readonly daysPastDue: number;
  /** Due date of the first payment that was missed since it was last current; of an account that ended, right before. */
  readonly firstMissedOn: CivilDate | null;
  readonly chargedOff: { readonly on: CivilDate; readonly cents: number } | null;
  readonly isInCollection: boolean;
  readonly closedByConsumerOn: CivilDate | null;
  readonly end: End | null;
  readonly dispute: Dispute | null;
  readonly relief: Relief | null;
  readonly isOnActiveDuty: boolean;
  readonly isModified: boolean;
  /** The borrower pays less than was agreed, by a plan. */
  readonly isOnPartialPlan: boolean;
  readonly isLineSuspended: boolean;
  /**
   * What a person has set in place of what follows from the facts; blank for nothing. It may not be a comment which says that
   * the account is over.
   */
  readonly comment: string;
  /** The first one is the consumer of the base segment. */
  readonly people: readonly [Person, ...Person[]];
}

/** What was said of the account when it was last reported, in a month before this one. */
export interface Said {
  readonly asOf: CivilDate;
  readonly status: AccountStatus;
  readonly rating: string;
  readonly profile: string;
  readonly isBalanceZero: boolean;
  /** Paid, sold, transferred or discharged: nothing follows but a deletion. */
  readonly isFinal: boolean;
  readonly firstDelinquency: CivilDate | null;
  readonly compliance: string;
}

// An order: our decision to move money once, in words that every provider understands. It is written down before
// anybody outside hears of it, and never changes afterwards.
import type { Cents } from '@tenor/engine/values/cents.ts';

export const rails = ['ach', 'card', 'instant'] as const;
/** The way the money travels. */
export type Rail = (typeof rails)[number];

export const deeds = ['debit', 'credit', 'refund', 'void', 'reversal', 'verify'] as const;
/**
 * What is to be done: money from the instrument, money to it, an earlier order taken back in one of three ways, or a card
 * or an account looked at, by which no money moves.
 */
export type Deed = (typeof deeds)[number];

export const payoutKinds = ['reimbursement', 'advance'] as const;
/** Money that goes out to a borrower, for what: it has limits of its own, and above some amount a second person's word. */
export type PayoutKind = (typeof payoutKinds)[number];

/** What an order is for. Whoever gives orders of a kind hears what becomes of them. */
export interface OrderSubject {
  readonly kind: 'transaction' | 'downPayment' | 'disbursement' | 'trialDeposit' | 'cardVerification' | 'prenote';
  readonly id: string;
}

/** Whoever reads the amount of a trial deposit could name it: it stands in the sealed body alone, and its row says 0. */
export const isAmountSecret = (kind: OrderSubject['kind']): boolean => kind === 'trialDeposit';

/** What nobody knows yet may be a trial deposit, all of which are less than this. */
export const leastOpenAmount = 100;

export interface BankAccount {
  readonly kind: 'bankAccount';
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountType: 'checking' | 'savings';
  readonly holderName: string;
  readonly holderType: 'personal' | 'business';
}

export interface Card {
  readonly kind: 'card';
  /** The provider's own name for the card; the number itself never comes here. */
  readonly token: string;
  readonly cardType: 'debit' | 'credit' | null;
  readonly holderName: string | null;
  /** Where its bills go, for the provider to compare; of a verification alone. */
  readonly address?: CardAddress;
}

interface CardAddress {
  readonly line1: string | null;
  readonly postalCode: string | null;
}

/** Whose money moves. Opened for one call to the provider, and never logged. */
export type Handle = BankAccount | Card;

/** How an order appears to the receiver and to the banks. */
export interface Entry {
  readonly sec: 'PPD' | 'WEB' | 'TEL' | 'CCD' | null;
  readonly isRecurring: boolean;
  /** At most ten characters, such as LOAN PMT or RETRY PYMT. */
  readonly description: string;
  /** The transaction's id, which comes back on every return. */
  readonly id: string;
  readonly name: string;
}

export interface Order {
  /** `<subject id>.<number>`: one key for one attempt, for ever, with one body. */
  readonly key: string;
  readonly deed: Deed;
  readonly rail: Rail;
  /** Zero where a card or an account is verified. */
  readonly amount: Cents;
  readonly handle: Handle;
  /** The banking day on which the money is to settle (YYYY-MM-DD); null on rails that settle at once. */
  readonly entryDate: string | null;
  readonly isSameDay: boolean;
  readonly entry: Entry;
  /** Null only for credits and verifications. */
  readonly authorizationId: string | null;
  /** The provider's id of the order that this one takes back or repeats. */
  readonly of: string | null;
}

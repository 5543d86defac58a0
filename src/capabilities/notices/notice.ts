// A notice of the system: which event makes which message, for whom, and from what its texts are filled.
import type { NoticeChannel } from './channels.ts';

/**
 * Where a value comes from: `told.amount` is a field of the event, `day` the day of the event, and any other first word
 * is a source of `values/sources.ts`: `settlement.owedAmount` is a field of the settlement as its read shows it. What
 * follows a bar says what becomes of it.
 */
export type From = string;

/** What a field must be: one of these words or none of them, there, or not there. */
export type Condition = readonly string[] | { readonly not: readonly string[] } | 'there' | 'absent';

/**
 * Who gets it, each a message of their own: the main borrower; all who borrowed; or these and the guarantors.
 */
export type Recipients = 'main' | 'borrowers' | 'owing';

export interface Notice {
  readonly subject: string;
  readonly event: string;
  /** When it is meant, as a sentence. */
  readonly says: string;
  /**
   * All must hold. `told.` is a field of the event, `beside.` another event of the same change, whether it was told; any
   * other is a field of a source, and is looked at when the message is made.
   */
  readonly when: Readonly<Record<From, Condition>>;
  readonly values: Readonly<Record<string, From>>;
  /** Whether it is sent where the company has set nothing. */
  readonly isOn: boolean;
  /** `always`: neither the company nor whoever acts can switch it off, for the law asks for it. */
  readonly isRequired: boolean;
  /** It goes by letter where no email may be used. */
  readonly isByLetter: boolean;
  /** Whoever acts on the loan may say `sendNotice`. */
  readonly asksLoan: boolean;
  /** `morning`: at the hour at which the company writes by itself. */
  readonly at: 'once' | 'morning';
  /** Its row is made in the commit of the event, not by whoever follows the events. */
  readonly isMadeWithEvent: boolean;
  /** It is said once of a loan, whatever happens again. */
  readonly isOncePerLoan: boolean;
  readonly to: Recipients;
}

interface Stated extends Partial<Omit<Notice, 'subject' | 'event' | 'says'>> {}

export const notice = (event: string, subject: string, says: string, stated: Stated = {}): Notice => ({
  subject,
  event,
  says,
  when: {},
  values: {},
  isOn: true,
  isRequired: false,
  isByLetter: false,
  asksLoan: false,
  at: 'once',
  isMadeWithEvent: false,
  isOncePerLoan: false,
  to: 'main',
  ...stated,
});

/** How the message of a row that waits is made. */
export interface Recipe {
  readonly when: Readonly<Record<From, Condition>>;
  readonly values: Readonly<Record<string, From>>;
  /** Where the row names none. */
  readonly channels: readonly NoticeChannel[];
  /** On which it goes where it can go on none of its channels; null: then it is not sent. */
  readonly otherwise: NoticeChannel | null;
  /** The law asks for it: somebody must hear that it was not sent. */
  readonly isRequired: boolean;
}

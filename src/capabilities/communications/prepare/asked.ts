// What somebody wants to say to a person, and what comes of making it ready.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Attaching } from '../outgoing/attachments.ts';
import type { PreparedMessage } from '../outgoing/send-to-person.ts';
import type { MessageRow } from '../tables.ts';
import type { Origin, SentChannel } from '../words.ts';

/** Objects are named by their ids. */
export interface MessageAsked {
  readonly personId: string;
  readonly subject: string;
  readonly channel: SentChannel;
  /** Null or absent: that of the borrower, else of the company. */
  readonly language?: MessageRow['language'] | null;
  /** True: where an email would be dropped, or there is none to send it to, a letter goes, if that may. */
  readonly elseByMail?: boolean;
  /** Null or absent: that which the subject implies. */
  readonly theme?: MessageRow['theme'] | null | undefined;
  /** Absent: the one that gets notices, or whoever acts for the borrower where the guard wants that. */
  readonly contactId?: string | null | undefined;
  readonly loanIds?: readonly string[];
  /** Whose loan it is, where the message goes to somebody else who is on it. Null or absent: the person's own. */
  readonly loanPersonId?: string | null | undefined;
  readonly caseId?: string | null | undefined;
  /** True: the case is known to be of the borrower. Others that a row of a bulk sending names are looked for. */
  readonly isCaseSure?: boolean;
  readonly statementId?: string | null | undefined;
  readonly transactionId?: string | null | undefined;
  readonly attaching?: Attaching;
  /** The flat values of the text, besides the objects. */
  readonly context?: Readonly<Record<string, unknown>> | null | undefined;
  /** Null or passed: now. */
  readonly sendAt?: Instant | null | undefined;
  readonly isTransactional?: boolean | null | undefined;
  readonly isAutodialed?: boolean | null | undefined;
  /** True: what the text asks for and is not there fails it. Otherwise it is empty. */
  readonly strict?: boolean;
  readonly origin: Origin;
  /** The same of a person is sent once for ever. */
  readonly onceKey?: string | null | undefined;
  readonly previousInteractionId?: string | null | undefined;
  /** The interaction gets it. */
  readonly externalId?: string | null | undefined;
}

/** Why a text was not made. */
interface NotRendered {
  readonly reason: string;
  readonly part: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** The variable that is not there. */
  readonly name: string | null;
  readonly message: string;
}

export type Prepared =
  | { readonly kind: 'ready'; readonly message: PreparedMessage }
  | { readonly kind: 'noPerson' | 'noTemplate' | 'noContact' }
  | ({ readonly kind: 'failed' } & NotRendered);

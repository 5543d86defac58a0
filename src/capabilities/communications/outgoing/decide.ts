// Whether a message may go out now, and to which contact. It is asked when the message is made, when what had to wait is
// due, and once more when a worker takes it, each time by all that is known then.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { JudgedMessage, KnownOfPerson, MessageGuard } from '#capabilities/compliance/index.ts';
import { reachedBy } from '#capabilities/interactions/index.ts';
import { type ContactedContact, contactedFor } from '#capabilities/people/index.ts';
import { quietUntil } from '../rules/quiet-hours.ts';
import type { MessageRow } from '../tables.ts';
import { isCarried, type SentChannel } from '../words.ts';

type Decidable = Pick<
  MessageRow,
  | 'origin'
  | 'channel'
  | 'theme'
  | 'subject'
  | 'contact_id'
  | 'is_contact_named'
  | 'loan_ids'
  | 'is_transactional'
  | 'is_autodialed'
> & { readonly interaction_id: string | null };

export interface Decision {
  readonly becomes: 'sent' | 'held' | 'dropped' | 'noContact';
  /** It is held until then. */
  readonly until: Instant | null;
  readonly blockedBy: readonly string[];
  /** Null where no contact is named on its channel, or none is there. */
  readonly contact: ContactedContact | null;
  /** Null: nobody could be asked about. */
  readonly judged: JudgedMessage | null;
}

/** The hours of the company, in `blockedBy`. */
export const quietHours = 'quietHours';

export interface When {
  readonly now: Instant;
  /** That of the company, for a borrower of whom no zone is known. */
  readonly timezone: string;
}

export function decide(guard: MessageGuard, personId: string, message: Decidable, when: When): Decision {
  const known = guard.knownOf(personId);
  const isReachable = reachedBy(message.channel) !== null;
  const contact = known === undefined || !isReachable ? null : ownContact(known, message);
  if (known === undefined || (isReachable && contact === null)) {
    return { becomes: 'noContact', until: null, blockedBy: [], contact: null, judged: null };
  }
  // The borrower has just asked for it, and waits.
  if (message.origin === 'reply') return { becomes: 'sent', until: null, blockedBy: [], contact, judged: null };
  const found = bestOf(guard, known, message, contact);
  const { judged } = found;
  const { becomes, until } = judged.ifSent;
  const open = becomes === 'held' ? (until as Instant) : when.now;
  const quiet = becomes === 'dropped' ? null : quietFor(guard, message, judged, open, when);
  const blockedBy = [...judged.blockedBy, ...(quiet === null ? [] : [quietHours])];
  if (quiet !== null) return { ...found, becomes: 'held', until: quiet, blockedBy };
  return { ...found, becomes, until, blockedBy };
}

/** A contact that was named and is of no use any more is replaced by none. */
function ownContact({ contacts }: KnownOfPerson, message: Decidable): ContactedContact | null {
  const { channel, contact_id: id, is_contact_named: isNamed } = message;
  if (!isNamed) return (isCarried(channel) ? contactedFor(contacts, channel) : undefined) ?? null;
  return contacts.find((one) => one.id === id && one.valid && one.status !== 'archived') ?? null;
}

/**
 * What may not go to the borrower goes to whoever acts for the borrower, where the guard allows that and the caller has
 * named nobody else.
 */
function bestOf(guard: MessageGuard, known: KnownOfPerson, message: Decidable, contact: ContactedContact | null) {
  const ask = (to: ContactedContact | null): JudgedMessage =>
    guard.ask(known.personId, {
      interactionId: message.interaction_id,
      channel: message.channel,
      theme: message.theme,
      subject: message.subject,
      loanIds: message.loan_ids,
      contactId: to?.id ?? null,
      isTransactional: message.is_transactional,
      isAutodialed: message.is_autodialed,
    });
  const own = { contact, judged: ask(contact) };
  if (own.judged.verdict.result || message.is_contact_named || contact === null) return own;
  for (const one of contactsOfRepresentatives(known, contact)) {
    const judged = ask(one);
    if (judged.verdict.result) return { contact: one, judged };
  }
  return own;
}

const contactsOfRepresentatives = ({ contacts, facts }: KnownOfPerson, { contact_type: type }: ContactedContact) =>
  contacts.filter(
    (one) =>
      one.contact_type === type &&
      one.valid &&
      one.status !== 'archived' &&
      facts.representatives.some(({ id, isActive }) => isActive && id === one.legal_representative_id),
  );

/** A borrower is disturbed by these at night. */
const disturbing: readonly SentChannel[] = ['email', 'text', 'voice'];

/** Codes that the borrower waits for come at any time. */
function quietFor(
  { settings }: MessageGuard,
  { channel, theme }: Decidable,
  { verdict }: JudgedMessage,
  at: Instant,
  { timezone }: When,
): Instant | null {
  const hours = settings.communication?.quietHours;
  if (hours == null || theme === 'opsAccountCredentials' || !disturbing.includes(channel)) return null;
  const zones = verdict.timeZones.map(({ zone }) => zone);
  return quietUntil(at, zones.length === 0 ? [timezone] : zones, hours);
}

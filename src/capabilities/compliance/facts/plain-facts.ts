// Rows of other capabilities as the guard reads them, where nothing is sealed.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type {
  ConsentFact,
  DoNotInteractFact,
  InteractionFact,
  LoanFact,
  Moment,
  RepresentativeFact,
} from '@tenor/guard/contract.ts';
import type { ContactBlock } from '#capabilities/do-not-interact/index.ts';
import type { CountedInteraction, CountedVersion } from '#capabilities/interactions/index.ts';
import type { ContactedLoan } from '#capabilities/loans/index.ts';
import type { ContactedConsent, ContactedRepresentative } from '#capabilities/people/index.ts';
import { momentIf, momentOf } from './moments.ts';

export const interactionFact = (row: CountedInteraction): InteractionFact => counted(row, null);

/** What was known of it until a later report. */
export const versionFact = (row: CountedVersion): InteractionFact => counted(row, momentOf(row.superseded_at));

const counted = (row: CountedInteraction, knownUntil: Moment | null): InteractionFact => ({
  id: row.id,
  channel: row.channel,
  direction: row.direction,
  theme: row.theme,
  subject: row.subject,
  contactId: row.contact_id,
  loanIds: row.loan_ids,
  status: row.status,
  // Only what has begun is read.
  at: momentOf(row.started_at as Instant),
  connected: row.connected,
  conversation: row.conversation,
  messageLeft: row.message_left,
  undeliverable: row.undeliverable,
  isAutodialed: row.is_autodialed,
  isTransactional: row.is_transactional,
  requestedByBorrower: row.requested_by_borrower,
  knownFrom: momentOf(row.recorded_at),
  knownUntil,
});

export const blockFact = (row: ContactBlock): DoNotInteractFact => ({
  id: row.id,
  caseId: row.case_id,
  channels: row.channels,
  themes: row.themes,
  startDate: row.start_date,
  endDate: row.end_date,
  daysOfWeek: row.days_of_week,
  timesOfDay: row.times_of_day,
  timezone: row.timezone,
  contactLabels: row.contact_labels,
});

/** A revocation is all that changes a consent, so what was known of it then is exact. */
export function consentFact(row: ContactedConsent, knownAt: Instant | null): ConsentFact[] {
  if (knownAt !== null && row.created_at > knownAt) return [];
  const isRevokedLater = knownAt !== null && row.updated_at !== null && row.updated_at > knownAt;
  return [
    {
      id: row.id,
      consentType: row.consent_type,
      channel: row.channel,
      contactId: row.contact_id,
      givenAt: momentOf(row.given_at),
      revokedAt: isRevokedLater ? null : momentIf(row.revoked_at),
    },
  ];
}

/** Nothing says for which loans one acts, so it is for all of them. */
export function representativeFact(row: ContactedRepresentative, knownAt: Instant | null): RepresentativeFact[] {
  if (knownAt !== null && row.created_at > knownAt) return [];
  return [
    {
      id: row.id,
      representativeType: row.representative_type,
      isActive: row.status === 'active',
      loanIds: [],
      knownSince: momentOf(row.known_since ?? row.created_at),
      unansweredSince: momentIf(row.unanswered_since),
      isUnresponsive: row.unresponsive,
      consents: row.consents_to_contact,
      denies: row.denies_representation,
    },
  ];
}

export const loanFact = (loan: ContactedLoan): LoanFact => ({
  id: loan.id,
  loanTypeId: loan.loanTypeId,
  status: loan.status,
  servicedBy: loan.servicedBy,
  takenOverInDefault: loan.wasInDefault,
  loanKinds: [],
  firstMissedDueDate: loan.missedSince,
  isOverdue: loan.isOverdue,
  daysPastDue: loan.daysPastDue,
  chargedOffOn: loan.chargedOffOn,
  boardedOn: loan.boardedOn,
  endedOn: loan.endedOn,
});

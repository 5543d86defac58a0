// What every kind asks about a proposed contact: which rules reach it, for which loans, and what happened before.
import type { Channel, ContactFact, Facts, InteractionFact, LoanFact, Party, Question, Rule } from '../contract.ts';

/** A channel of the interface as the rules see it. */
export type NarrowChannel = 'voice' | 'text' | 'email' | 'letter' | 'chat' | 'fetched';

export function narrow(channel: Channel): NarrowChannel {
  if (channel === 'mail' || channel === 'fax') return 'letter';
  if (channel === 'gui' || channel === 'document') return 'fetched';
  return channel;
}

/** All that one rule is asked about, at one moment and for one channel. */
export interface Asked {
  readonly moment: number;
  /** Another than the moment only where the time of the day is taken to be noon. */
  readonly clockMoment: number;
  readonly question: Question;
  readonly channel: NarrowChannel;
  readonly facts: Facts;
  readonly zones: readonly string[];
  readonly states: ReadonlySet<string>;
  /** The loans that the rule is asked for; empty where the borrower has none. */
  readonly loans: readonly LoanFact[];
  /** The contact that is used, or where it is not said which, one that it may be; undefined where none is known. */
  readonly contact: ContactFact | undefined;
  /** What took place until this moment, as it was known. */
  readonly past: readonly InteractionFact[];
}

export const partyOf = (loan: LoanFact): Party =>
  loan.servicedBy === 'debtCollectionAgency' || loan.takenOverInDefault !== false ? 'collector' : 'creditor';

function loansOf(question: Question, facts: Facts): readonly LoanFact[] {
  if (question.loanIds.length === 0) return facts.loans;
  return facts.loans.filter((loan) => question.loanIds.includes(loan.id));
}

/** The loans for which a rule is asked; undefined where it is not asked at all. */
export function loansFor(rule: Rule, question: Question, facts: Facts): readonly LoanFact[] | undefined {
  const all = loansOf(question, facts);
  if (all.length === 0) {
    return rule.onlyLoanTypeIds === null && rule.appliesTo !== 'collector' ? [] : undefined;
  }
  const some = all.filter(
    (loan) =>
      (rule.appliesTo === 'both' || rule.appliesTo === partyOf(loan)) &&
      (rule.onlyLoanTypeIds === null || rule.onlyLoanTypeIds.includes(loan.loanTypeId)) &&
      !rule.exceptLoanTypeIds.includes(loan.loanTypeId),
  );
  return some.length === 0 ? undefined : some;
}

export function namesChannel(rule: Rule, channel: NarrowChannel): boolean {
  if (channel === 'fetched') return false;
  if (channel === 'chat') return rule.channels.length === 4;
  return rule.channels.includes(channel);
}

export const isCollection = (theme: Question['theme']): boolean =>
  theme !== 'opsAccountCredentials' && theme !== 'agentNotification';

export const isCollecting = (theme: Question['theme']): boolean => theme.startsWith('opsColl');

/** A text always counts as automated (conventions 16). */
export function isAutomated(question: Question, channel: NarrowChannel): boolean {
  if (channel === 'text') return true;
  return channel === 'voice' && (question.isAutodialed || question.voice !== 'live');
}

export function isInContext(rule: Rule, question: Question, channel: NarrowChannel): boolean {
  if (rule.context === 'collection') return isCollection(question.theme);
  if (rule.context === 'solicitation') return !question.isTransactional;
  if (rule.context === 'prerecorded') return isAutomated(question, channel);
  return true;
}

/** What has not happened by the moment of the question is not read, neither for it nor for a later one. */
export function factsOf(question: Question, facts: Facts): Facts {
  const { at } = question;
  const unlessLater = (moment: number | null): number | null => (moment !== null && moment > at ? null : moment);
  return {
    ...facts,
    interactions: interactionsOf(question, facts),
    contacts: facts.contacts.map((one) => ({ ...one, reassignedCheckedAt: unlessLater(one.reassignedCheckedAt) })),
    cases: facts.cases
      .filter((one) => one.receivedAt <= at)
      .map((one) => (one.statusUpdatedAt <= at ? one : { ...one, status: 'processing', outcome: null })),
    consents: facts.consents
      .filter((one) => one.givenAt <= at)
      .map((one) => ({ ...one, revokedAt: unlessLater(one.revokedAt) })),
    requests: facts.requests
      .filter((one) => one.at <= at)
      .map((one) => ({ ...one, withdrawnAt: unlessLater(one.withdrawnAt) })),
    representatives: facts.representatives
      .filter((one) => one.knownSince <= at)
      .map((one) => ({ ...one, unansweredSince: unlessLater(one.unansweredSince) })),
  };
}

/** Interactions that took place, in the version that was known. */
function interactionsOf(question: Question, facts: Facts): InteractionFact[] {
  const { at, knownAt } = question;
  return facts.interactions.filter((one) => {
    if (one.at > at) return false;
    if (one.status === 'scheduled' || one.status === 'canceled') return false;
    if (knownAt === null) return one.knownUntil === null;
    return one.knownFrom <= knownAt && (one.knownUntil === null || one.knownUntil > knownAt);
  });
}

/** No list of loans stands for all of them. */
export function concerns(loanIds: readonly string[], loans: readonly LoanFact[]): boolean {
  return loanIds.length === 0 || loans.length === 0 || loans.some((loan) => loanIds.includes(loan.id));
}

/** Not said which contact: it is the borrower's own. */
export const isToBorrower = (contact: ContactFact | undefined): boolean =>
  contact === undefined || contact.affiliation === 'self';

export const isToEmployer = (contact: ContactFact | undefined): contact is ContactFact =>
  contact?.affiliation === 'employer';

export const isAtWork = (contact: ContactFact | undefined): contact is ContactFact =>
  contact !== undefined && contact.affiliation === 'self' && contact.label === 'work';

/** Only a contact that is named is known to be at work, or at another place. */
export const isNamed = ({ question }: Asked): boolean => question.contactId !== null;

export const isToAttorney = (contact: ContactFact | undefined): boolean =>
  contact !== undefined && (contact.affiliation === 'attorney' || contact.legalRepresentativeId !== null);

/** They count as the consumer (federal.md 2.2); the attorney does not, and is told all the same. */
export const consumerSide: readonly string[] = [
  'self',
  'spouse',
  'parentOfMinor',
  'guardian',
  'estateRepresentative',
  'attorney',
];

export const isToThirdParty = (contact: ContactFact | undefined): contact is ContactFact =>
  contact !== undefined && !consumerSide.includes(contact.affiliation) && !isToAttorney(contact);

export const isAuthorized = (contact: ContactFact): boolean => contact.authorizedThirdParty || contact.powerOfAttorney;

/** A location inquiry is made by voice or letter (conventions 13). */
export const isLocationInquiry = (asked: Asked): boolean =>
  asked.question.theme === 'opsCollLocateBorrower' && (asked.channel === 'voice' || asked.channel === 'letter');

export const contactOf = (facts: Facts, id: string | null): ContactFact | undefined =>
  id === null ? undefined : facts.contacts.find((contact) => contact.id === id);

// A question beside the facts, prepared once for all rules.
import type {
  CaseFact,
  Channel,
  ConsentFact,
  ContactFact,
  Facts,
  FactUsed,
  InteractionFact,
  LoanFact,
  Moment,
  Party,
  Question,
  RepresentativeFact,
  Unknown,
} from '../contract.ts';
import { dayMs, localDay, momentOf } from '../places/local.ts';
import { reachesByVoice } from './channels.ts';
import { isOwn, rolesOf } from './contacts.ts';
import type { Clocks } from './periods.ts';
import { type Whereabouts, whereabouts } from './zones.ts';

export interface LoanAsked {
  readonly loan: LoanFact;
  readonly party: Party;
}

/** The borrower does not want to be contacted so: a consent taken back, or a request. */
export interface Wish {
  readonly at: Moment;
  /** Null: every channel. */
  readonly channel: Channel | null;
  /** Null: every contact. */
  readonly contactId: string | null;
  readonly atWork: boolean;
  /** A consent that was taken back does not count as written. */
  readonly inWriting: boolean;
  readonly used: FactUsed;
}

export interface Ask {
  readonly question: Question;
  readonly facts: Facts;
  readonly at: Moment;
  readonly channel: Channel | null;
  readonly contact: ContactFact | null;
  /** Somebody else than the borrower is addressed, in these capacities. */
  readonly roles: readonly string[];
  readonly isOwn: boolean;
  readonly where: Whereabouts;
  /** The borrower's clocks; none are known of some. */
  readonly zones: readonly string[];
  /** The clocks by which days are counted: the borrower's, or else the company's. */
  readonly clocks: Clocks;
  readonly loans: readonly LoanAsked[];
  readonly party: Party;
  /** A recorded or artificial voice, or an autodialled call. */
  readonly isMachine: boolean;
  /** The theme is about collecting. */
  readonly collects: boolean;
  /** What has taken place and was known, the latest first. */
  readonly past: readonly InteractionFact[];
  /** The part of it that a period of days can still count. */
  readonly recent: readonly InteractionFact[];
  readonly cases: readonly CaseFact[];
  readonly consents: readonly ConsentFact[];
  readonly wishes: readonly Wish[];
  readonly attorneys: readonly RepresentativeFact[];
  /** What rules have taken the careful way; filled while they are asked. */
  readonly unknown: Unknown[];
}

/** No period of days is longer than a month and its first day. */
const recentMs = 33 * dayMs;

/** In one order, whatever the order in which they were given. */
function byId<T extends { readonly id: string }>(list: readonly T[]): readonly T[] {
  return list.length < 2 ? list : list.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

const inOneOrder = (facts: Facts): Facts => ({
  person: facts.person,
  company: facts.company,
  contacts: byId(facts.contacts),
  loans: byId(facts.loans),
  interactions: facts.interactions,
  doNotInteracts: byId(facts.doNotInteracts),
  cases: byId(facts.cases),
  consents: byId(facts.consents),
  requests: byId(facts.requests),
  representatives: byId(facts.representatives),
});

export function prepared(question: Question, given: Facts): Ask {
  const facts = inOneOrder(given);
  const { at, channel, contactId } = question;
  const contact = facts.contacts.find(({ id }) => id === contactId) ?? null;
  const where = whereabouts(facts, channel, contact);
  const zones = where.zones.map(({ zone }) => zone);
  const [clock = facts.company.zone, ...clocks] = zones;
  const loans = loansAsked(question, facts.loans);
  const past = pastOf(question, facts.interactions);
  const consents = facts.consents.filter(({ givenAt }) => givenAt <= at);
  return {
    question,
    facts,
    at,
    channel,
    contact,
    roles: rolesOf(contact, facts.representatives),
    isOwn: isOwn(contact),
    where,
    zones,
    clocks: [clock, ...clocks],
    loans,
    party: loans.some(({ party }) => party === 'collector') ? 'collector' : 'creditor',
    isMachine: reachesByVoice(channel) && (question.isAutodialed || question.voice !== 'live'),
    collects: question.theme.startsWith('opsColl'),
    past,
    recent: past.filter((one) => one.at > at - recentMs),
    cases: facts.cases.filter(({ receivedAt }) => receivedAt <= at),
    consents: consents.filter(({ revokedAt }) => revokedAt === null || revokedAt > at),
    wishes: wishesOf(facts, consents, at),
    attorneys: attorneysOf(facts, at),
    unknown: [],
  };
}

function loansAsked({ loanIds }: Question, loans: readonly LoanFact[]): LoanAsked[] {
  const asked = loanIds.length === 0 ? loans : loans.filter(({ id }) => loanIds.includes(id));
  return asked.map((loan) => ({ loan, party: partyOf(loan) }));
}

/** A loan that was taken over and of which nobody knows how it stood is taken to have been in default. */
export const partyOf = ({ servicedBy, takenOverInDefault }: LoanFact): Party =>
  servicedBy === 'debtCollectionAgency' || takenOverInDefault !== false ? 'collector' : 'creditor';

function pastOf({ at, knownAt }: Question, interactions: readonly InteractionFact[]): InteractionFact[] {
  const isKnown = ({ knownFrom, knownUntil }: InteractionFact): boolean =>
    knownAt === null ? knownUntil === null : knownFrom <= knownAt && (knownUntil === null || knownUntil > knownAt);
  return interactions
    .filter((one) => one.at <= at && one.status !== 'scheduled' && one.status !== 'canceled' && isKnown(one))
    .sort((one, other) => other.at - one.at || (one.id < other.id ? -1 : 1));
}

function wishesOf({ requests }: Facts, given: readonly ConsentFact[], now: Moment): Wish[] {
  return [
    ...given
      .filter(({ revokedAt }) => revokedAt !== null && revokedAt <= now)
      .map(
        ({ id, channel, contactId, revokedAt }): Wish => ({
          at: revokedAt as Moment,
          channel,
          contactId,
          atWork: false,
          inWriting: false,
          used: { kind: 'consent', id },
        }),
      ),
    ...requests
      .filter(({ at, withdrawnAt }) => at <= now && (withdrawnAt === null || withdrawnAt > now))
      .map(({ id, at, channel, contactId, atWork, inWriting }): Wish => {
        return { at, channel, contactId, atWork, inWriting, used: { kind: 'request', id } };
      }),
  ];
}

const attorneysOf = ({ representatives }: Facts, at: Moment): RepresentativeFact[] =>
  representatives.filter((one) => one.representativeType === 'attorney' && one.isActive && one.knownSince <= at);

/** Noon of the day by the company's clock, if that is asked for; else the moment itself. */
export function clockMomentOf({ at, checkAtCompanyNoon }: Question, { company }: Facts): Moment {
  return checkAtCompanyNoon ? momentOf(localDay(at, company.zone), noon, company.zone) : at;
}

export const noon = 720;

/** Whether a fact that names loans is about one of these; naming none means all, on either side. */
export const concerns = (loanIds: readonly string[], loans: readonly LoanAsked[]): boolean =>
  loanIds.length === 0 || loans.length === 0 || loans.some(({ loan }) => loanIds.includes(loan.id));

/** Notes what was not known, once. */
export function assume({ unknown }: Ask, what: string, takenAs: string, facts: readonly FactUsed[] = []): void {
  if (!unknown.some((one) => one.what === what)) unknown.push({ what, takenAs, facts });
}

// How often: what was tried within a period, counted for each loan, number, subject or person, as the rule has it.
import { type Ask, concerns, type LoanAsked } from '../asked/ask.ts';
import { consentsThat, contactsUsed, covers, isAgreed } from '../asked/consents.ts';
import { isResidential, isThirdParty } from '../asked/contacts.ts';
import { type Counted, countedBy, isConversation, isCountedContext } from '../asked/counted.ts';
import { countsUntil, daysFromFirst } from '../asked/periods.ts';
import { relationshipEnds } from '../asked/relationship.ts';
import { allOf, freedUntil, type Kind, type Saying } from '../asked/saying.ts';
import type { AtMost, ContactFact, FactUsed, InteractionFact, Moment, RuleOf } from '../contract.ts';
import { confirmation } from './opt-out-confirmation.ts';

type Frequency = RuleOf<'frequency'>;

export const frequency: Kind<'frequency'> = (rule, ask, loans) => {
  const { params } = rule;
  const counted = loansCounted(rule, ask, loans);
  if (counted === null || !concernsContact(rule, ask)) return null;
  if (params.per === 'optOutEvent') return confirmation(rule, ask);
  const limit = limitFor(rule, ask);
  const sayings = keysOf(rule, ask, counted).map((isSame) => perKey(rule, ask, limit, isSame));
  return freedByConsent(rule, ask, freedByRelationship(rule, ask, allOf(sayings)));
};

// ---- whether it is asked ---------------------------------------------------------------------------------------------

/** Null: it is not about any of these loans. */
function loansCounted({ params }: Frequency, ask: Ask, loans: readonly LoanAsked[]): readonly LoanAsked[] | null {
  const found = loans.filter(
    ({ loan, party }) =>
      (params.loanKind === undefined || loan.loanKinds.includes(params.loanKind)) &&
      (params.creditorTrigger === undefined || party === 'collector' || ask.collects || hasBegun(loan)) &&
      !(params.exempt?.includes('collectionAgency') && party === 'collector'),
  );
  const narrowed = params.loanKind ?? params.creditorTrigger ?? params.exempt;
  if (found.length > 0 || narrowed === undefined) return found;
  // Without a loan only the theme tells whether somebody collects.
  return loans.length === 0 && params.loanKind === undefined && (params.creditorTrigger === undefined || ask.collects)
    ? found
    : null;
}

/** Collecting has begun. */
const hasBegun = ({ isOverdue, chargedOffOn }: LoanAsked['loan']): boolean => isOverdue || chargedOffOn !== null;

function concernsContact({ params }: Frequency, ask: Ask): boolean {
  const { contact, question } = ask;
  if (params.purpose === 'location') return isThirdParty(ask) && question.theme === 'opsCollLocateBorrower';
  if (params.when === 'noConsent' && isAgreed(ask, 'priorExpress', 'voice')) return false;
  if (params.perPerson === true && !ask.isOwn) return false;
  if (params.scope === 'borrowerOrSpouse' && !ask.roles.some(isBorrowerOrSpouse)) return false;
  if (contact === null) return params.contactKind === undefined;
  if (params.lineType === 'residential' && !isResidential(contact)) return false;
  if (params.contactKind !== undefined) return isHousehold(contact);
  if (params.excluded?.includes('toAttorneyCreditorBureau') && ask.roles.includes('attorney')) return false;
  return params.phoneKinds === undefined || params.phoneKinds.some((kind) => kind === phoneKindOf(contact));
}

const isBorrowerOrSpouse = (affiliation: string): boolean => affiliation === 'self' || affiliation === 'spouse';

const family = ['spouse', 'parent', 'parentOfMinor', 'child', 'sibling', 'grandparent', 'otherFamily'];
const isHousehold = ({ affiliation }: ContactFact): boolean => family.includes(affiliation);

const kindsByLabel = { home: 'residence', personal: 'cellular', military: 'cellular', work: 'work' } as const;
const phoneKindOf = ({ label }: ContactFact) => kindsByLabel[label];

/** Household members are called less often elsewhere than at home. */
function limitFor({ params }: Frequency, { contact }: Ask): AtMost {
  const isElsewhere = contact?.label === 'work';
  return isElsewhere && params.otherPlace !== undefined ? params.otherPlace : params;
}

// ---- what is the same ------------------------------------------------------------------------------------------------

type IsSame = (one: InteractionFact) => boolean;

/** What is counted together: for debts each loan by itself. */
function keysOf({ params }: Frequency, ask: Ask, loans: readonly LoanAsked[]): IsSame[] {
  const { question, contact } = ask;
  const isToBorrower = params.perPerson === true ? toBorrower(ask) : () => true;
  switch (params.scope) {
    case 'debt':
    case 'account':
      if (loans.length === 0) return [isToBorrower];
      return loans.map((one) => (other) => concerns(other.loanIds, [one]) && isToBorrower(other));
    case 'number':
      return (contact === null ? numbersUsed(params, ask) : [contact.id]).map((id) => atNumber(id, ask));
    case 'sameSubject':
      return [({ subject }) => question.subject === null || subject === null || subject === question.subject];
    case 'borrowerOrSpouse':
      return [withCouple(ask)];
    case 'thirdParty':
      return [({ contactId, theme }) => contactId === contact?.id && theme === 'opsCollLocateBorrower'];
    default:
      return [() => true];
  }
}

/** A contact that is not on file any more may have had the number. */
function atNumber(id: string | null, { facts }: Ask): IsSame {
  const others = new Set(facts.contacts.map((one) => one.id));
  return ({ contactId }) => contactId === null || contactId === id || !others.has(contactId);
}

/** Where no number is named, each of the borrower's own that the rule is about may be the one; or one not on file. */
function numbersUsed(params: Frequency['params'], ask: Ask): (string | null)[] {
  const phones = contactsUsed({ ...ask, channel: 'voice' }).filter(({ contactType }) => contactType === 'phone');
  if (phones.length === 0) return [null];
  const isMeant = (phone: ContactFact): boolean =>
    (params.lineType !== 'residential' || isResidential(phone)) &&
    (params.phoneKinds === undefined || params.phoneKinds.some((kind) => kind === phoneKindOf(phone))) &&
    !(params.when === 'noConsent' && isAgreed({ ...ask, contact: phone }, 'priorExpress', 'voice'));
  return phones.filter(isMeant).map(({ id }) => id);
}

/** A contact that nobody has named may have been of theirs. */
function withCouple({ facts }: Ask): IsSame {
  const others = new Set(
    facts.contacts.filter(({ affiliation }) => !isBorrowerOrSpouse(affiliation)).map(({ id }) => id),
  );
  return ({ contactId }) => contactId === null || !others.has(contactId);
}

/** What was made to a contact that is not on file any more was made to the borrower, as far as anybody knows. */
function toBorrower({ facts }: Ask): IsSame {
  const others = new Set(facts.contacts.filter(({ affiliation }) => affiliation !== 'self').map(({ id }) => id));
  return ({ contactId }) => contactId === null || !others.has(contactId);
}

// ---- counted ---------------------------------------------------------------------------------------------------------

function perKey(rule: Frequency, ask: Ask, limit: AtMost, isSame: IsSame): Saying | null {
  const { params } = rule;
  const counts = countedBy(rule, ask);
  if (params.after === 'exchangeWithConsumer') return afterExchange(rule, ask, counts, isSame);
  if (params.after !== undefined) return quiet(limit, ask, eventsAfter(rule, ask).filter(isSame));
  const source = limit.per === 'lifetime' ? ask.past : ask.recent;
  const isAsked =
    params.phoneKinds === undefined && params.contactKind === undefined ? () => true : sameKind(rule, ask);
  const isFree = freeByConsent(rule, ask);
  return atMost(
    limit,
    ask,
    source.filter((one) => counts(one) && isSame(one) && isAsked(one) && !isFree(one)),
  );
}

/** A contact that nobody has named was the borrower's own, of any kind. */
function sameKind({ params }: Frequency, { facts, contact }: Ask): IsSame {
  const byId = new Map(facts.contacts.map((one) => [one.id, one]));
  return ({ contactId }) => {
    const used = contactId === null ? undefined : byId.get(contactId);
    if (used === undefined) return params.contactKind === undefined;
    if (params.contactKind !== undefined) {
      return isHousehold(used) && (contact === null || (used.label === 'work') === (contact.label === 'work'));
    }
    return params.phoneKinds?.some((kind) => kind === phoneKindOf(used)) ?? true;
  };
}

const usedOf = ({ id }: InteractionFact): FactUsed => ({ kind: 'interaction', id });

function atMost({ max, per }: AtMost, { at, clocks }: Ask, events: readonly InteractionFact[]): Saying | null {
  const counting = events
    .map((event) => ({ event, end: countsUntil(event.at, per, clocks) }))
    .filter(({ end }) => end > at);
  if (counting.length < max) return null;
  const ends = counting.map(({ end }) => end).sort((one, other) => other - one);
  const opensAt = ends[Math.max(max, 1) - 1] as Moment;
  return {
    opens: (from) => Math.max(from, opensAt),
    say: () => ({
      reason: `${counting.length} of at most ${max} contacts ${inWords[per]} have been made.`,
      facts: counting.map(({ event }) => usedOf(event)),
    }),
  };
}

const inWords = {
  '7d': 'in 7 days',
  '24h': 'in 24 hours',
  '30d': 'in 30 days',
  '1d': 'in a day',
  '1mo': 'in a month',
  businessWeek: 'in a business week',
  lifetime: 'in all',
  optOutEvent: 'after an opt-out',
} as const;

// ---- after an event --------------------------------------------------------------------------------------------------

/** The conversations that begin a quiet time; whoever began them. */
function eventsAfter(rule: Frequency, ask: Ask): InteractionFact[] {
  return ask.recent.filter((one) => isConversation(one) && one.channel === 'voice' && isCountedContext(rule, one));
}

function quiet({ per }: AtMost, { at, clocks }: Ask, events: readonly InteractionFact[]): Saying | null {
  const counting = events.filter((event) => countsUntil(event.at, per, clocks) > at);
  const ends = counting.map((event) => countsUntil(event.at, per, clocks));
  if (ends.length === 0) return null;
  const opensAt = Math.max(...ends);
  return {
    opens: (from) => Math.max(from, opensAt),
    say: () => ({
      reason: `There was a conversation, and the days after it are quiet (${inWords[per]}).`,
      facts: counting.map(usedOf),
    }),
  };
}

/** So many contacts may follow an exchange within its period. */
function afterExchange(rule: Frequency, ask: Ask, counts: Counted, isSame: IsSame): Saying | null {
  const { max, per } = rule.params;
  const { at, clocks, recent } = ask;
  const isExchange = (one: InteractionFact): boolean =>
    isConversation(one) || (one.direction === 'inbound' && one.channel !== 'gui' && one.channel !== 'document');
  const full = recent.filter(
    (event) =>
      isExchange(event) &&
      isCountedContext(rule, event) &&
      isSame(event) &&
      countsUntil(event.at, per, clocks) > at &&
      recent.filter((one) => one.at > event.at && counts(one) && isSame(one)).length >= max,
  );
  const ends = full.map((event) => countsUntil(event.at, per, clocks));
  if (ends.length === 0) return null;
  const opensAt = Math.max(...ends);
  return {
    opens: (from) => Math.max(from, opensAt),
    say: () => ({
      reason: `After an exchange with the borrower ${max} further contact may follow ${inWords[per]}.`,
      facts: full.map(usedOf),
    }),
  };
}

// ---- a relationship --------------------------------------------------------------------------------------------------

function freedByRelationship({ params }: Frequency, ask: Ask, saying: Saying | null): Saying | null {
  if (saying === null || !params.exempt?.includes('establishedBusinessRelationship18mo')) return saying;
  return freedUntil(relationshipEnds(ask, 18), saying);
}

// ---- consent to be called --------------------------------------------------------------------------------------------

const daysFree = 7;

/** Consent given directly to be called frees calls on its day and six more. */
function freeByConsent({ params }: Frequency, ask: Ask): (one: InteractionFact) => boolean {
  if (!params.excluded?.includes('consentWithin7d')) return () => false;
  const given = ask.facts.consents.filter(
    ({ consentType, channel }) => consentType === 'express' && channel === 'voice',
  );
  if (given.length === 0) return () => false;
  return ({ at, contactId }) =>
    given.some(
      (one) =>
        one.givenAt <= at &&
        (one.revokedAt === null || one.revokedAt > at) &&
        (one.contactId === null || one.contactId === contactId) &&
        at < daysFromFirst(one.givenAt, daysFree, ask.clocks),
    );
}

function freedByConsent({ params }: Frequency, ask: Ask, saying: Saying | null): Saying | null {
  if (saying === null || !params.excluded?.includes('consentWithin7d')) return saying;
  const { contact } = ask;
  const given = consentsThat(ask, 'directConsent', 'voice').filter(
    (one) => one.consentType === 'express' && (contact === null ? one.contactId === null : covers(one, contact)),
  );
  const freeTo = Math.max(...given.map(({ givenAt }) => daysFromFirst(givenAt, daysFree, ask.clocks)));
  if (given.length === 0 || freeTo <= ask.at) return saying;
  return freedUntil(freeTo, saying);
}

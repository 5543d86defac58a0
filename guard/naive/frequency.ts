// The kind `frequency`: what has happened is counted, loan by loan and zone by zone.
import type { ContactFact, FrequencyParams, InteractionFact, LoanFact, Per, Rule, RuleOf } from '../contract.ts';
import { hasConsentNow, wishes } from './consents.ts';
import { stillCounts, zonesToCountIn } from './days.ts';
import { relationshipLasts } from './loans.ts';
import {
  type Asked,
  contactOf,
  isAutomated,
  isCollecting,
  isCollection,
  isLocationInquiry,
  isNamed,
  isToBorrower,
  isToThirdParty,
  namesChannel,
  narrow,
  partyOf,
} from './reach.ts';

export function tooOften(rule: RuleOf<'frequency'>, asked: Asked): boolean {
  const { params } = rule;
  if (params.per === 'optOutEvent') return isNoConfirmation(params, asked);
  if (!concernsThisContact(params, asked)) return false;
  if (params.excluded?.includes('consentWithin7d') && wasAskedToCall(asked, asked.contact, asked.moment)) return false;
  if (params.exempt?.includes('establishedBusinessRelationship18mo') && relationshipLasts(asked, 18)) return false;
  if (params.exempt?.includes('collectionAgency')) {
    const some = asked.loans.filter((loan) => partyOf(loan) !== 'collector');
    return (some.length > 0 || asked.loans.length === 0) && isOverAnyLimit(rule, { ...asked, loans: some });
  }
  if (params.loanKind !== undefined) {
    const some = asked.loans.filter((loan) => loan.loanKinds.includes(params.loanKind!));
    return some.length > 0 && isOverAnyLimit(rule, { ...asked, loans: some });
  }
  if (params.creditorTrigger !== undefined) {
    const some = asked.loans.filter((loan) => collectionHasBegun(loan, asked));
    return (some.length > 0 || isCollecting(asked.question.theme)) && isOverAnyLimit(rule, { ...asked, loans: some });
  }
  return isOverAnyLimit(rule, asked);
}

/** Conventions 25: a creditor is bound once the loan is overdue or charged off, or the theme is one of collection. */
const collectionHasBegun = (loan: LoanFact, asked: Asked): boolean =>
  partyOf(loan) === 'collector' || loan.isOverdue || loan.chargedOffOn !== null || isCollecting(asked.question.theme);

function concernsThisContact(params: FrequencyParams, asked: Asked): boolean {
  const { contact } = asked;
  if (params.perPerson === true && !isToBorrower(contact)) return false;
  if (params.scope === 'borrowerOrSpouse' && !isToBorrower(contact) && contact?.affiliation !== 'spouse') return false;
  if (params.scope === 'thirdParty') return isToThirdParty(contact) && isLocationInquiry(asked);
  if (params.contactKind === 'householdMember') return contact !== undefined && isOfHousehold(contact);
  if (
    params.phoneKinds !== undefined &&
    contact !== undefined &&
    mattersWhich(params, asked) &&
    !isOfKind(params.phoneKinds, contact)
  ) {
    return false;
  }
  if (params.lineType !== undefined && !mayBeLine(params.lineType, asked)) return false;
  if (params.technology !== undefined && !isAutomated(asked.question, asked.channel)) return false;
  if (params.when === 'noConsent' && hasConsentNow('priorExpress', 'voice', asked)) return false;
  return true;
}

const isOfHousehold = (contact: ContactFact): boolean =>
  ['spouse', 'parent', 'parentOfMinor'].includes(contact.affiliation);

/** A number at work is one of the others; every other number is at home, or a mobile one. */
function isOfKind(kinds: NonNullable<FrequencyParams['phoneKinds']>, contact: ContactFact): boolean {
  if (contact.contactType !== 'phone') return false;
  if (contact.label === 'work') return kinds.includes('work');
  return kinds.includes(contact.label === 'home' ? 'residence' : 'cellular');
}

/** A number that is not named may be a mobile one; what was counted, was counted at numbers that are known. */
export function mayBeLine(line: 'residential' | 'wireless', asked: Asked): boolean {
  if (asked.contact === undefined || lineOf(asked.contact) === line) return true;
  return line === 'wireless' && !isNamed(asked);
}

const lineOf = (contact: ContactFact): 'residential' | 'wireless' =>
  contact.label === 'home' ? 'residential' : 'wireless';

function isOverAnyLimit(rule: RuleOf<'frequency'>, asked: Asked): boolean {
  const { params } = rule;
  const other = params.otherPlace;
  const limit = other !== undefined && asked.contact?.label === 'work' ? other : params;
  const byLoan = params.scope === 'debt' || params.scope === 'account';
  const loans: (LoanFact | undefined)[] = byLoan && asked.loans.length > 0 ? [...asked.loans] : [undefined];
  for (const loan of loans) {
    for (const zone of zonesToCountIn(asked)) {
      if (isOver(rule, limit.max, limit.per, asked, loan, zone)) return true;
    }
  }
  return false;
}

function isOver(
  rule: RuleOf<'frequency'>,
  max: number,
  per: Per,
  asked: Asked,
  loan: LoanFact | undefined,
  zone: string,
): boolean {
  const { params } = rule;
  const ofLoan = asked.past.filter((one) => loan === undefined || isAbout(one, loan));
  const recent = ofLoan.filter((one) => stillCounts(one.at, asked.moment, per, zone));
  if (params.after === undefined) return recent.filter((one) => counts(rule, one, asked)).length >= max;
  for (const event of recent) {
    if (!isEvent(params, event)) continue;
    const since = recent.filter((one) => one.at > event.at && counts(rule, one, asked));
    if (since.length >= max) return true;
  }
  return false;
}

const isAbout = (one: InteractionFact, loan: LoanFact): boolean =>
  one.loanIds.length === 0 || one.loanIds.includes(loan.id);

/** What begins a time of quiet: a conversation does, whoever began it and whatever had been agreed. */
function isEvent(params: FrequencyParams, one: InteractionFact): boolean {
  if (!isCollection(one.theme)) return false;
  if (params.after === 'exchangeWithConsumer') {
    return one.conversation === true || (one.direction === 'inbound' && narrow(one.channel) !== 'fetched');
  }
  return one.channel === 'voice' && one.conversation === true;
}

/** Whether the rule counts what has happened. */
function counts(rule: RuleOf<'frequency'>, one: InteractionFact, asked: Asked): boolean {
  const { params } = rule;
  const talks = params.counts?.length === 1 && params.counts[0] === 'conversation';
  if (talks ? one.conversation !== true : one.direction !== 'outbound') return false;
  if (!namesChannel(rule, narrow(one.channel))) return false;
  if (!isOfContext(rule, one) || !isOfScope(params, one, asked)) return false;
  return !isExcluded(params, one, asked);
}

function isOfContext(rule: Rule, one: InteractionFact): boolean {
  if (rule.context === 'collection') return isCollection(one.theme);
  if (rule.context === 'solicitation') return one.isTransactional === false;
  if (rule.context === 'prerecorded') return one.isAutodialed === true || one.channel === 'text';
  return true;
}

function isOfScope(params: FrequencyParams, one: InteractionFact, asked: Asked): boolean {
  const { contact } = asked;
  const its = contactOf(asked.facts, one.contactId);
  if (params.perPerson === true && !isToBorrower(its)) return false;
  if (params.phoneKinds !== undefined && its !== undefined && !isOfKind(params.phoneKinds, its)) return false;
  // The place has a limit of its own, so calls there count by themselves.
  if (params.contactKind === 'householdMember') {
    return its !== undefined && isOfHousehold(its) && (its.label === 'work') === (contact?.label === 'work');
  }
  if (params.scope === 'borrowerOrSpouse') return isToBorrower(its) || its?.affiliation === 'spouse';
  // A contact that is not on file any more may have had the number.
  if (params.scope === 'number') return its === undefined || its.id === contact?.id;
  if (params.scope === 'thirdParty') return its?.id === contact?.id && one.theme === 'opsCollLocateBorrower';
  if (params.scope === 'sameSubject') return mayBeSame(one.subject, asked.question.subject);
  return true;
}

/** What is counted by number is counted for each that may be used; else a number that is not named may be of any kind. */
const mattersWhich = (params: FrequencyParams, asked: Asked): boolean => isNamed(asked) || params.scope === 'number';

/** A subject that nobody has named may be any. */
const mayBeSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

function isExcluded(params: FrequencyParams, one: InteractionFact, asked: Asked): boolean {
  const its = contactOf(asked.facts, one.contactId);
  for (const word of params.excluded ?? []) {
    if (word === 'consentWithin7d' && wasAskedToCall(asked, its, one.at)) return true;
    if (word === 'notConnected' && one.connected === false) return true;
    if (word === 'noConnectionOrNoAbilityToLeaveMessage' && one.connected === false) return true;
    if (word === 'trulyUnableToReachOrLeaveMessage' && isUnreached(one)) return true;
    if (word === 'wrongNumber' && one.undeliverable === true) return true;
    if (word === 'wrongAddress' && one.undeliverable === true) return true;
    if (
      ['oneReturnCallOnRequest', 'responseToRequest', 'responseToInquiry'].includes(word) &&
      one.requestedByBorrower
    ) {
      return true;
    }
  }
  return false;
}

const isUnreached = (one: InteractionFact): boolean => one.connected === false || one.undeliverable === true;

/** Conventions 22: a consent of type express on voice frees calls on that day and six more. */
function wasAskedToCall(asked: Asked, contact: ContactFact | undefined, at: number): boolean {
  return asked.facts.consents.some(
    (consent) =>
      consent.consentType === 'express' &&
      consent.channel === 'voice' &&
      (consent.contactId === null || (isNamed(asked) && consent.contactId === contact?.id)) &&
      consent.givenAt <= at &&
      (consent.revokedAt === null || consent.revokedAt > at) &&
      zonesToCountIn(asked).every((zone) => stillCounts(consent.givenAt, at, '7d', zone)),
  );
}

/** FED-TCPA-CONFIRM: after an opt-out one text may confirm it, no marketing, within the minutes; another may not go. */
function isNoConfirmation(params: FrequencyParams, asked: Asked): boolean {
  const wishesOfText = wishes(asked, ['text']);
  return wishesOfText.some((wish) => {
    const isLate = asked.moment - wish.at > (params.withinMinutes ?? 0) * 60_000;
    const sent = asked.past.filter(
      (one) => one.direction === 'outbound' && one.channel === 'text' && one.at >= wish.at && isSameNumber(one, asked),
    );
    return isLate || !asked.question.isTransactional || sent.length >= params.max;
  });
}

const isSameNumber = (one: InteractionFact, asked: Asked): boolean =>
  asked.contact === undefined || one.contactId === null || one.contactId === asked.contact.id;

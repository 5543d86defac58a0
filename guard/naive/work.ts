// The kind `workplace`: contacts of the employer, and contacts of the borrower at work (conventions 10 and 11).
import type { InteractionFact, RuleOf } from '../contract.ts';
import { consentsNow, hasConsentNow } from './consents.ts';
import { daysSince, stillCounts, zonesToCountIn } from './days.ts';
import { ownPhones } from './places-of.ts';
import {
  type Asked,
  concerns,
  contactOf,
  isAtWork,
  isAuthorized,
  isLocationInquiry,
  isNamed,
  isToEmployer,
  isToThirdParty,
  namesChannel,
  narrow,
} from './reach.ts';

export function isWrongAtWork(rule: RuleOf<'workplace'>, asked: Asked): boolean {
  const { params } = rule;
  if (params.employer !== undefined || params.employerContact !== undefined) return isWrongToEmployer(rule, asked);
  const { contact } = asked;
  if (!isAtWork(contact) || !isNamed(asked)) return false;
  if (params.trigger === 'employerProvidedAddress') return isUnusedAddress(rule, asked);
  if (params.trigger === 'employerProhibitsKnown' && contact.employerPermits !== true) return true;
  if (params.workplaceCalls === 'onlyAfterResidenceAttemptsFail' && !hasTriedElsewhere(asked)) return true;
  if (params.employerProhibits === 'stop' && contact.employerPermits !== true) return true;
  if (params.onlyIf === 'homeUnreachable' && hasOtherNumber(asked)) return true;
  if (params.onRequest === 'stop' && isAskedToStop(rule, asked)) return true;
  if (params.onInstruction === 'stop' && isAskedToStop(rule, asked)) {
    return params.unless !== 'noOtherNumberInNonworkingHours' || hasOtherNumber(asked);
  }
  if (params.max === undefined || params.per === undefined) return false;
  if (params.unless === 'consent' && hasConsentNow('express', asked.channel, asked)) return false;
  return callsAtWork(rule, asked) >= params.max;
}

// ---- the employer ----

function isWrongToEmployer(rule: RuleOf<'workplace'>, asked: Asked): boolean {
  const { params } = rule;
  const { contact } = asked;
  if (params.familyFriendsNeighbours === 'noDisclosure' && isToThirdParty(contact)) return !isAuthorized(contact);
  const { theme } = asked.question;
  if (params.thirdParties === 'locationOnly' && isToThirdParty(contact)) {
    return !isLocationInquiry(asked) && !isAuthorized(contact);
  }
  if (!isToEmployer(contact)) return false;
  if (Array.isArray(params.employerContact)) return isWrongInCalifornia(params.employerContact, asked);
  if (params.employerContact === 'onlyIf') return isTooEarly(rule, asked);
  if (params.exceptions?.includes('locationInformation') && isLocationInquiry(asked)) return false;
  if (params.exceptions?.includes('verifyEmploymentOrEarnings') && theme === 'opsCollVerifyEmployment') return false;
  if (params.employer === 'restricted' && isLocationInquiry(asked)) return false;
  return params.employer === 'noContactBeforeFinalJudgment' || !isAuthorized(contact);
}

/** Verifying employment once, first in writing; finding the debtor; a garnishment cannot be seen. */
function isWrongInCalifornia(allowed: readonly string[], asked: Asked): boolean {
  const { theme } = asked.question;
  const earlier = asked.past.filter((one) => one.direction === 'outbound' && isToSameContact(one, asked));
  if (isLocationInquiry(asked)) return !allowed.includes('locateDebtor');
  if (theme !== 'opsCollVerifyEmployment' || !allowed.includes('verifyEmploymentOnce')) return true;
  return asked.channel !== 'letter' || earlier.some((one) => one.theme === 'opsCollVerifyEmployment');
}

const isToSameContact = (one: InteractionFact, asked: Asked): boolean => one.contactId === asked.contact?.id;

/** The notice goes on day 0, and the days of it must be over. */
function isTooEarly(rule: RuleOf<'workplace'>, asked: Asked): boolean {
  const { minDaysDefault = 0, priorWrittenNoticeDays = 0 } = rule.params;
  return (
    asked.loans.length === 0 ||
    asked.loans.some((loan) => {
      if (loan.daysPastDue < minDaysDefault) return true;
      const notice = asked.past.some(
        (one) =>
          one.direction === 'outbound' &&
          one.theme === 'opsCollContactEmployerNotice' &&
          one.channel !== 'voice' &&
          concerns(one.loanIds, [loan]) &&
          daysSince(one.at, asked.moment, zonesToCountIn(asked)) > priorWrittenNoticeDays,
      );
      return !notice;
    })
  );
}

// ---- at work ----

/** An address that the employer gave, unless the borrower has written from it or has agreed. */
function isUnusedAddress(rule: RuleOf<'workplace'>, asked: Asked): boolean {
  const unless = rule.params.unless ?? [];
  const usedIt = asked.past.some(
    (one) => one.direction === 'inbound' && one.channel === 'email' && isToSameContact(one, asked),
  );
  if (unless.includes('consumerUsedIt') && usedIt) return false;
  return !(unless.includes('directConsent') && consentsNow('express', 'email', asked).length > 0);
}

/** Conventions 11, AZ: an attempt without conversation on another number, away from work, in the last 30 days. */
function hasTriedElsewhere(asked: Asked): boolean {
  return asked.past.some((one) => {
    const its = contactOf(asked.facts, one.contactId);
    if (one.direction !== 'outbound' || one.channel !== 'voice' || one.conversation === true) return false;
    if (its === undefined || its.affiliation !== 'self' || its.label === 'work') return false;
    return zonesToCountIn(asked).every((zone) => stillCounts(one.at, asked.moment, '30d', zone));
  });
}

const hasOtherNumber = (asked: Asked): boolean =>
  ownPhones(asked.facts).some((phone) => phone.id !== asked.contact?.id && phone.label !== 'work');

/** An oral request holds for some days where the rule says so; one in writing until it is withdrawn. */
function isAskedToStop(rule: RuleOf<'workplace'>, asked: Asked): boolean {
  const days = rule.params.oralValidDays;
  return asked.facts.requests.some((request) => {
    if (!request.atWork) return false;
    if (request.contactId !== null && request.contactId !== asked.contact?.id) return false;
    if (request.channel !== null && narrow(request.channel) !== asked.channel) return false;
    if (request.at > asked.moment) return false;
    if (request.withdrawnAt !== null && request.withdrawnAt <= asked.moment) return false;
    // Only where the rule asks for that in writing does a later consent not end it.
    if (days === undefined) return !isConsentedSince(request.at, asked);
    if (request.inWriting) return true;
    return daysSince(request.at, asked.moment, zonesToCountIn(asked)) < days;
  });
}

const isConsentedSince = (moment: number, asked: Asked): boolean =>
  asked.facts.consents.some(
    (consent) =>
      narrow(consent.channel) === asked.channel &&
      (consent.contactId === null || consent.contactId === asked.contact?.id) &&
      consent.givenAt > moment &&
      consent.revokedAt === null,
  );

function callsAtWork(rule: RuleOf<'workplace'>, asked: Asked): number {
  let most = 0;
  for (const zone of zonesToCountIn(asked)) {
    const counted = asked.past.filter(
      (one) =>
        one.direction === 'outbound' &&
        one.theme !== 'opsAccountCredentials' &&
        one.theme !== 'agentNotification' &&
        namesChannel(rule, narrow(one.channel)) &&
        isAtWork(contactOf(asked.facts, one.contactId)) &&
        stillCounts(one.at, asked.moment, rule.params.per!, zone),
    );
    most = Math.max(most, counted.length);
  }
  return most;
}

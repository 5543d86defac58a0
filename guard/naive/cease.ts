// The kinds `ceaseOnRequest` and `attorney`: the borrower, or somebody for the borrower, has said no.
import type { AttorneyParams, CaseFact, CeaseParams, InteractionFact, RuleOf } from '../contract.ts';
import { dayOf, localOf } from './clock.ts';
import { wishes, wishesOfAllContacts } from './consents.ts';
import { daysSince, stillCounts, zonesToCountIn } from './days.ts';
import { type Asked, concerns, isAutomated, isToAttorney, narrow } from './reach.ts';
import { isLive } from './windows.ts';

export function isAskedToCease(rule: RuleOf<'ceaseOnRequest'>, asked: Asked): boolean {
  const { params } = rule;
  switch (params.trigger) {
    case 'writtenNotice':
    case 'writtenNoticeReceived':
      return ceaseCases(asked).some((one) => one.inWriting && !mayStillGo(params, one, asked));
    case 'registeredOrCertifiedMailAfterDefault':
      return ceaseCases(asked).some((one) => one.inWriting && one.byRegisteredMail && isBeyondLouisiana(params, one, asked));
    case 'anyRequest':
      // A confirmation, or that the law requires the message, cannot be seen.
      return wishes(asked, [asked.channel]).length > 0;
    case 'writtenOptOut':
      return wishes(asked, ['voice']).some((wish) => wish.inWriting);
    case 'writtenDisputeInValidationPeriod':
      return asked.facts.cases.some((one) => isOpenDispute(one, asked));
    default:
      return isRevoked(params, asked);
  }
}

const ceaseCases = (asked: Asked): CaseFact[] =>
  asked.facts.cases.filter(
    (one) =>
      one.caseType === 'ceaseCommunication' &&
      one.whose === 'borrower' &&
      isLive(one, asked) &&
      concerns(one.loanIds, asked.loans),
  );

/** Each of the two notices may go once. */
function mayStillGo(params: CeaseParams, one: CaseFact, asked: Asked): boolean {
  if (!Array.isArray(params.allowedAfter)) return false;
  const words: readonly string[] = params.allowedAfter;
  const { subject } = asked.question;
  const says = ['adviseTermination', 'oneNoticeCollectionStopped', 'confirmCease'];
  const isAllowed =
    (subject === 'ceaseCommunicationAcknowledgement' && says.some((word) => words.includes(word))) ||
    (subject === 'ceaseCommunicationRefuseToPay' && words.includes('noticeOfSpecificRemedy'));
  return isAllowed && !sentSince(one.receivedAt, asked).some((sent) => sent.subject === subject);
}

const sentSince = (moment: number, asked: Asked): InteractionFact[] =>
  asked.past.filter((one) => one.direction === 'outbound' && one.at >= moment && concerns(one.loanIds, asked.loans));

/** A letter a month, and so many personal contacts in all. */
function isBeyondLouisiana(params: CeaseParams, one: CaseFact, asked: Asked): boolean {
  const { allowedAfter } = params;
  if (allowedAfter === undefined || !('letter' in allowedAfter)) return true;
  const sent = sentSince(one.receivedAt, asked);
  const letters = sent.filter((each) => narrow(each.channel) === 'letter');
  const personal = sent.filter((each) => ['voice', 'text', 'email', 'chat'].includes(narrow(each.channel)));
  if (asked.channel !== 'letter') return personal.length >= allowedAfter.personalContacts.maxTotal;
  const { max, per } = allowedAfter.letter;
  return zonesToCountIn(asked).some(
    (zone) => letters.filter((each) => stillCounts(each.at, asked.moment, per, zone)).length >= max,
  );
}

function isOpenDispute(one: CaseFact, asked: Asked): boolean {
  const { dispute } = one;
  if (dispute === null || one.whose !== 'borrower' || !one.inWriting) return false;
  if (!isLive(one, asked) || !concerns(one.loanIds, asked.loans)) return false;
  const zones = zonesToCountIn(asked);
  const { validationPeriodEndsOn: ends, verificationSentOn: sent } = dispute;
  if (ends !== null && zones.every((zone) => localOf(one.receivedAt, zone).day > dayOf(ends))) return false;
  // That it will be sent later is not known yet.
  return sent === null || zones.some((zone) => localOf(asked.question.at, zone).day < dayOf(sent));
}

/** FED-TCPA-REVOKE and those like it: a consent was taken back by any reasonable means; it holds at once. */
function isRevoked(params: CeaseParams, asked: Asked): boolean {
  if (asked.channel === 'email') return wishes(asked, ['email']).length > 0;
  if (params.scope === 'allUnrelatedMessages') {
    return (
      isAutomated(asked.question, asked.channel) &&
      wishesOfAllContacts(asked, ['voice', 'text']).some((wish) => !wish.atWork)
    );
  }
  if (params.honourYears !== undefined) return wishes(asked, [asked.channel]).length > 0;
  return isAutomated(asked.question, asked.channel) && wishes(asked, ['voice', 'text']).length > 0;
}

// ---- attorney ----

/** Knowing of one is enough, however it was learnt (conventions 9). */
export function isRepresented(params: Partial<AttorneyParams>, asked: Asked): boolean {
  if (isToAttorney(asked.contact)) return false;
  const { liftIf = [], exceptions = [], resumeIf, attorneyUnresponsiveDays } = params;
  const days = attorneyUnresponsiveDays ?? (exceptions.includes('attorneyUnresponsive30Days') ? 30 : undefined);
  return asked.facts.representatives.some((one) => {
    if (one.representativeType !== 'attorney' || !one.isActive || one.knownSince > asked.moment) return false;
    if (!concerns(one.loanIds, asked.loans)) return false;
    const silent = liftIf.includes('attorneyUnresponsive') || exceptions.includes('attorneyUnresponsive');
    if (silent && one.isUnresponsive) return false;
    if (liftIf.includes('attorneyConsents') && one.consents) return false;
    if (resumeIf === 'attorneyDeniesRepresentation' && one.denies) return false;
    if (days === undefined || one.unansweredSince === null || one.unansweredSince > asked.moment) return true;
    return daysSince(one.unansweredSince, asked.moment, zonesToCountIn(asked)) <= days;
  });
}

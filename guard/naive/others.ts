// The kind `other`: who may be told at all, and what has befallen the borrower or the debt (conventions 13 and 14).
import type { CaseFact, LoanFact, OtherParams, RuleOf } from '../contract.ts';
import { isRepresented } from './cease.ts';
import { dayOf, localOf } from './clock.ts';
import { zonesToCountIn } from './days.ts';
import {
  type Asked,
  concerns,
  consumerSide,
  isAuthorized,
  isLocationInquiry,
  isNamed,
  isToAttorney,
  isToThirdParty,
} from './reach.ts';
import { isUnchecked } from './required.ts';
import { isLive, isStatedInconvenient } from './windows.ts';

/** Undefined: it is of a kind that no question shows, so it only informs. */
export function speaksOtherwise(rule: RuleOf<'other'>, asked: Asked): boolean | undefined {
  const { params } = rule;
  const { contact } = asked;
  if (params.always === true) return true;
  if (params.borrowerStatus === 'deceased') return isDead(asked) && !hasRole(params.allowOnlyRoles, asked);
  if (params.contactOnly !== undefined) return isDead(asked) && contact?.affiliation !== 'estateRepresentative';
  if (params.borrowerStatus === 'bankruptcyActive') return isStayed(asked) && !hasRole(params.allowOnlyRoles, asked);
  if (params.appliesToCoBorrowers === true) return isCodebtorStayed(params, asked);
  if (params.debtStatus === 'discharged') return isDischarged(asked);
  if (params.borrowerStatus === 'activeDuty') return isOnDuty(asked);
  if (params.allowedAffiliations !== undefined) return isForbidden(params.allowedAffiliations, asked);
  if (params.allowed !== undefined) return isForbidden(['self', 'attorney', 'spouse'], asked);
  if (params.noContactOutsideHousehold === true) {
    return isForbidden([...consumerSide, 'parent'], asked);
  }
  if (params.thirdPartyLocationContacts !== undefined) {
    const days = params.attorneyUnresponsiveDays;
    if (days !== undefined && isRepresented({ attorneyUnresponsiveDays: days }, asked)) return true;
    return isLocatedBefore(params.thirdPartyLocationContacts, asked);
  }
  if (params.spouseContact === 'restricted') return contact?.affiliation === 'spouse';
  if (params.check === 'reassignedNumbers') return isUnchecked(asked, params.suggestMaxAgeDays ?? 0);
  if (params.programs !== undefined) return isInDisaster(params.days ?? 0, asked);
  if (params.chargedOffOnly === true) return isUnsubstantiated(asked);
  if (params.statedTimes === 'inconvenient') return isStatedInconvenient(asked);
  if (params.place === 'inconvenient') return isNamed(asked) && contact?.isInconvenientPlace === true;
  return undefined;
}

const hasRole = (roles: readonly string[] | undefined, asked: Asked): boolean =>
  asked.contact !== undefined &&
  ((roles ?? []).includes(asked.contact.affiliation) ||
    ((roles ?? []).includes('attorney') && isToAttorney(asked.contact)));

// ---- people ----

function isForbidden(affiliations: readonly string[], asked: Asked): boolean {
  const { contact } = asked;
  if (contact === undefined || affiliations.includes(contact.affiliation)) return false;
  if (affiliations.includes('attorney') && isToAttorney(contact)) return false;
  return !isAuthorized(contact) && !isLocationInquiry(asked);
}

function isLocatedBefore(limit: { readonly max: number }, asked: Asked): boolean {
  const { contact } = asked;
  if (!isLocationInquiry(asked) || !isToThirdParty(contact)) return false;
  const earlier = asked.past.filter(
    (one) => one.direction === 'outbound' && one.theme === 'opsCollLocateBorrower' && one.contactId === contact.id,
  );
  return earlier.length >= limit.max;
}

// ---- states of the borrower ----

const isDead = (asked: Asked): boolean =>
  asked.facts.cases.some((one) => one.caseType === 'deceased' && one.whose === 'borrower' && isLive(one, asked));

function isOnDuty(asked: Asked): boolean {
  return asked.facts.cases.some(
    (one) => one.caseType === 'militaryDuty' && one.whose === 'borrower' && isLive(one, asked) && isDuring(one, asked),
  );
}

const isDuring = (one: CaseFact, asked: Asked): boolean =>
  zonesToCountIn(asked).some((zone) => {
    const { day } = localOf(asked.moment, zone);
    return (one.beginsOn === null || dayOf(one.beginsOn) <= day) && (one.endsOn === null || day <= dayOf(one.endsOn));
  });

function isInDisaster(days: number, asked: Asked): boolean {
  return asked.facts.cases.some((one) => {
    if (one.caseType !== 'federalEmergency' || one.whose !== 'borrower' || !isLive(one, asked)) return false;
    if (one.beginsOn === null) return true;
    const begun = dayOf(one.beginsOn);
    return zonesToCountIn(asked).some((zone) => localOf(asked.moment, zone).day - begun < days);
  });
}

function isUnsubstantiated(asked: Asked): boolean {
  const chargedOff = asked.loans.filter((loan) => loan.chargedOffOn !== null);
  return asked.facts.cases.some((one) => {
    if (one.dispute === null || one.whose !== 'borrower' || !one.inWriting || !isLive(one, asked)) return false;
    if (chargedOff.length === 0 || !concerns(one.loanIds, chargedOff)) return false;
    const sent = one.dispute.verificationSentOn;
    return sent === null || zonesToCountIn(asked).some((zone) => localOf(asked.question.at, zone).day < dayOf(sent));
  });
}

// ---- bankruptcy ----

const bankruptcies = (asked: Asked, whose: CaseFact['whose']): CaseFact[] =>
  asked.facts.cases.filter(
    (one) =>
      one.caseType === 'bankruptcy' && one.whose === whose && one.receivedAt <= asked.moment && !isDropped(one, asked),
  );

/** Canceled, or not this person. */
const isDropped = (one: CaseFact, asked: Asked): boolean =>
  one.statusUpdatedAt <= asked.moment &&
  (one.status === 'canceled' || (one.status === 'completed' && one.outcome === 'rejected'));

const isCompleted = (one: CaseFact, asked: Asked): boolean =>
  one.status === 'completed' && one.statusUpdatedAt <= asked.moment;

/** Loans boarded after the filing are free. */
function reachesLoans(one: CaseFact, asked: Asked): boolean {
  if (asked.loans.length === 0) return true;
  const filed = one.bankruptcy?.filedOn ?? null;
  const isBefore = (loan: LoanFact): boolean => filed === null || loan.boardedOn === null || loan.boardedOn <= filed;
  const loans = asked.loans.filter(isBefore);
  return loans.length > 0 && concerns(one.loanIds, loans);
}

function isStayed(asked: Asked): boolean {
  return bankruptcies(asked, 'borrower').some((one) => {
    const court = one.bankruptcy;
    const hasEnded = court !== null && (court.disposition !== null || court.isClosed);
    return !(hasEnded && isCompleted(one, asked)) && reachesLoans(one, asked);
  });
}

const isDischarged = (asked: Asked): boolean =>
  bankruptcies(asked, 'borrower').some(
    (one) => one.bankruptcy?.disposition === 'discharged' && !one.bankruptcy.reaffirmed && reachesLoans(one, asked),
  );

/** It ends with dismissal, reviewed; with conversion to another chapter; or with closing. As the stay it leaves attorney and trustee. */
function isCodebtorStayed(params: OtherParams, asked: Asked): boolean {
  if (hasRole(['attorney', 'trustee'], asked)) return false;
  return bankruptcies(asked, 'coBorrower').some((one) => {
    const court = one.bankruptcy;
    const chapter = court?.chapter ?? null;
    if (chapter !== null && !(params.chapters ?? []).includes(chapter)) return false;
    if (court?.isClosed === true) return false;
    if (court?.disposition === 'dismissed' && isCompleted(one, asked)) return false;
    return reachesLoans(one, asked);
  });
}

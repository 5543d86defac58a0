// The place of work. Rules about calls at work are asked for the borrower's own contacts that are labelled work; rules about
// the employer, and about friends and neighbours, for contacts of theirs.
import { type Ask, assume, concerns, type LoanAsked, type Wish } from '../asked/ask.ts';
import { isLetter, reaches } from '../asked/channels.ts';
import { consentsThat, covers, isAgreed, requestsAtWork } from '../asked/consents.ts';
import { isAgreedTo, isThirdParty, isWork, ownOf } from '../asked/contacts.ts';
import { isCollection } from '../asked/context.ts';
import { countsUntil, daysFrom, daysFromFirst, fullDaysAfter } from '../asked/periods.ts';
import { allOf, always, type Kind, openUntil, type Saying, until } from '../asked/saying.ts';
import type { FactUsed, InteractionFact, Moment, RuleOf } from '../contract.ts';
import { localDay } from '../places/local.ts';

type Workplace = RuleOf<'workplace'>;

export const workplace: Kind<'workplace'> = (rule, ask, loans) => {
  const { params } = rule;
  if (ask.contact === null) return null;
  if (params.employer !== undefined || params.employerContact !== undefined) return ofEmployer(rule, ask, loans);
  return isWork(ask.contact) ? atWork(rule, ask) : null;
};

const contactUsed = ({ contact }: Ask): FactUsed[] => (contact === null ? [] : [{ kind: 'contact', id: contact.id }]);
const usedOf = ({ id }: InteractionFact): FactUsed => ({ kind: 'interaction', id });

// ---- calls at work ---------------------------------------------------------------------------------------------------

function atWork(rule: Workplace, ask: Ask): Saying | null {
  const { params } = rule;
  if (params.trigger === 'employerProvidedAddress') return providedByEmployer(rule, ask);
  const isFree = params.unless === 'consent' && isAgreed(ask, 'priorExpress', 'voice');
  const isStopped = params.onRequest === 'stop' || params.onInstruction === 'stop';
  return allOf([
    params.trigger === 'employerProhibitsKnown' || params.employerProhibits === 'stop' ? forbidden(ask) : null,
    isStopped ? requested(rule, ask) : null,
    params.onlyIf === 'homeUnreachable' && hasOther(ask)
      ? always('There is another number of the borrower.', contactUsed(ask))
      : null,
    params.workplaceCalls === undefined ? null : afterResidence(ask),
    params.max === undefined || isFree ? null : often(rule, ask),
  ]);
}

/** An employer of whom nobody knows whether it allows it does not. */
function forbidden(ask: Ask): Saying | null {
  const permits = ask.contact?.employerPermits ?? null;
  if (permits === true) return null;
  if (permits === null) assume(ask, 'Whether the employer allows contact at work.', 'It does not.', contactUsed(ask));
  return always('The employer does not allow contact at work, or nobody knows that it does.', contactUsed(ask));
}

function providedByEmployer({ params }: Workplace, ask: Ask): Saying | null {
  const { contact, past } = ask;
  const unless = params.unless ?? [];
  if (contact?.contactType !== 'email') return null;
  const isUsed = past.some(
    (one) => one.direction === 'inbound' && one.channel === 'email' && one.contactId === contact.id,
  );
  if (unless.includes('consumerUsedIt') && isUsed) return null;
  const isAgreedHere = consentsThat(ask, 'directConsent', 'email').some((one) => covers(one, contact));
  if (unless.includes('directConsent') && isAgreedHere) return null;
  return always('The address was provided by an employer.', contactUsed(ask));
}

/** A request by word of mouth holds for a while where the rule says so, one in writing until it is withdrawn. */
function requested({ params }: Workplace, ask: Ask): Saying | null {
  const isNumberless = params.unless === 'noOtherNumberInNonworkingHours' && !hasOther(ask);
  if (isNumberless) return null;
  const { oralValidDays } = params;
  const endOf = ({ at, inWriting }: Wish): Moment =>
    inWriting || oralValidDays === undefined ? Number.POSITIVE_INFINITY : daysFrom(at, oralValidDays, ask.clocks);
  const endsByConsent = params.writtenValidUntil === undefined;
  const holding = requestsAtWork(ask, endsByConsent).filter((wish) => endOf(wish) > ask.at);
  if (holding.length === 0) return null;
  const reason = 'The borrower has asked not to be contacted at work.';
  return until(
    Math.max(...holding.map(endOf)),
    reason,
    holding.map(({ used }) => used),
  );
}

/** Another valid phone of the borrower than those at work. */
const hasOther = ({ facts }: Ask): boolean => ownOf(facts, 'phone').some((one) => !isWork(one));

const attemptDays = 30;

/** First there is an attempt elsewhere without a conversation, of the last 30 days. */
function afterResidence(ask: Ask): Saying | null {
  const others = new Set(
    ownOf(ask.facts, 'phone')
      .filter((one) => !isWork(one))
      .map(({ id }) => id),
  );
  const tried = ask.recent.filter(
    (one) =>
      one.direction === 'outbound' &&
      one.channel === 'voice' &&
      one.conversation !== true &&
      one.contactId !== null &&
      others.has(one.contactId),
  );
  const reason = 'Another number of the borrower is to be tried first.';
  if (tried.length === 0) return always(reason, contactUsed(ask));
  return openUntil(
    Math.max(...tried.map(({ at }) => daysFromFirst(at, attemptDays, ask.clocks))),
    reason,
    tried.map(usedOf),
  );
}

function often(rule: Workplace, ask: Ask): Saying | null {
  const { max = 1, per = '7d' } = rule.params;
  const works = new Set(ask.facts.contacts.filter(isWork).map(({ id }) => id));
  const counting = ask.recent
    .filter(
      (one) =>
        one.direction === 'outbound' &&
        reaches(rule, one.channel) && isCollection(one.theme) &&
        one.contactId !== null &&
        works.has(one.contactId),
    )
    .map((event) => ({ event, end: countsUntil(event.at, per, ask.clocks) }))
    .filter(({ end }) => end > ask.at);
  if (counting.length < max) return null;
  const ends = counting.map(({ end }) => end).sort((one, other) => other - one);
  const facts = counting.map(({ event }) => usedOf(event));
  return until(ends[max - 1] as Moment, `Contact at work is allowed ${max} time in this period.`, facts);
}

// ---- employers, friends and neighbours -------------------------------------------------------------------------------


function ofEmployer(rule: Workplace, ask: Ask, loans: readonly LoanAsked[]): Saying | null {
  const { params } = rule;
  const { contact } = ask;
  if (contact === null) return null;
  if (contact.affiliation === 'employer') return reachesEmployer(rule, ask, loans);
  const isMeant =
    isThirdParty(ask) && (params.familyFriendsNeighbours === 'noDisclosure' || params.thirdParties === 'locationOnly');
  if (!isMeant || isAgreedTo(contact) || isLocation(ask)) return null;
  return always('The debt is not disclosed to others.', contactUsed(ask));
}

/** An inquiry where the borrower is: by voice or letter, and without a word about the debt. */
export const isLocation = ({ question, channel }: Ask): boolean =>
  question.theme === 'opsCollLocateBorrower' && (channel === null || channel === 'voice' || isLetter(channel));

function reachesEmployer(rule: Workplace, ask: Ask, loans: readonly LoanAsked[]): Saying | null {
  const { employer, employerContact, exceptions = [] } = rule.params;
  if (employerContact === 'onlyIf') return afterDefaultAndNotice(rule, ask, loans);
  if (employerContact !== undefined) return verifying(ask);
  const mayVerify = exceptions.some((one) => one.startsWith('verifyEmployment'));
  if (mayVerify && ask.question.theme === 'opsCollVerifyEmployment') return null;
  if (employer !== 'noContactBeforeFinalJudgment' && (isAgreedTo(ask.contact) || isLocation(ask))) return null;
  return always('The employer is not contacted about the debt.', contactUsed(ask));
}

/** Employment is verified once, and first in writing. */
function verifying(ask: Ask): Saying | null {
  if (isLocation(ask)) return null;
  const refused = always(
    'An employer is contacted only to verify employment, once and first in writing, or to find the borrower.',
    contactUsed(ask),
  );
  if (ask.question.theme !== 'opsCollVerifyEmployment') return refused;
  const verified = ask.past.filter(
    (one) =>
      one.direction === 'outbound' && one.theme === 'opsCollVerifyEmployment' && one.contactId === ask.contact?.id,
  );
  const written = verified.filter((one) => isLetter(one.channel));
  const isPaper = ask.channel !== null && isLetter(ask.channel);
  if (isPaper) return verified.length === 0 ? null : refused;
  return written.length > 0 && written.length === verified.length ? null : refused;
}

/** In default for so many days, and the borrower got written notice so many days before. */
function afterDefaultAndNotice({ params }: Workplace, ask: Ask, loans: readonly LoanAsked[]): Saying | null {
  const { minDaysDefault = 0, priorWrittenNoticeDays = 0 } = params;
  const reason = `The employer is contacted only after ${minDaysDefault} days of default, and ${priorWrittenNoticeDays} days after a written notice to the borrower.`;
  const inDefault = loans.filter(({ loan }) => loan.daysPastDue >= minDaysDefault);
  const notices = ask.past.filter(
    (one) =>
      one.direction === 'outbound' &&
      one.theme === 'opsCollContactEmployerNotice' &&
      one.channel !== 'voice' &&
      concerns(one.loanIds, inDefault),
  );
  if (inDefault.length < Math.max(loans.length, 1) || notices.length === 0) return always(reason, contactUsed(ask));
  const ends = notices.map(({ at }) =>
    Math.max(...ask.clocks.map((zone) => fullDaysAfter(localDay(at, zone), priorWrittenNoticeDays, [zone]))),
  );
  const opensAt = Math.min(...ends);
  return opensAt <= ask.at ? null : until(opensAt, reason, notices.map(usedOf));
}

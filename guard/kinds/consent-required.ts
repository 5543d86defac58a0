// What needs the borrower's consent, or another basis, before it is sent or dialled.
import { weekdayOf } from '@tenor/engine/time/calendar.ts';
import { type Ask, assume, concerns, type LoanAsked } from '../asked/ask.ts';
import { isLetter, reachesByText } from '../asked/channels.ts';
import { consentsThat, contactsUsed, covers, isAgreedForAll } from '../asked/consents.ts';
import { isResidential } from '../asked/contacts.ts';
import { daysFromFirst, fullDaysAfter } from '../asked/periods.ts';
import { relationshipEnds } from '../asked/relationship.ts';
import {
  allOf,
  always,
  byClock,
  freedUntil,
  informing,
  type Kind,
  openUntil,
  type Saying,
  until,
} from '../asked/saying.ts';
import type {
  Channel,
  ConsentParams,
  ContactFact,
  FactUsed,
  InteractionFact,
  Moment,
  RuleOf,
  Weekday,
} from '../contract.ts';
import { dayOfText, localDay, minuteMs, minuteOf, timeOfDay } from '../places/local.ts';
import { noClock } from './time-window.ts';

type Consent = RuleOf<'consentRequired'>;

export const consentRequired: Kind<'consentRequired'> = (rule, ask, loans) => {
  const { params } = rule;
  if (!isAsked(params, ask)) return null;
  if (params.when === 'noticeRequiredInWriting') return isNotice(ask) ? agreed(rule, ask) : null;
  if (params.registry !== undefined) return registered(rule, ask);
  if (params.basisAnyOf !== undefined) return basis(rule, ask);
  if (params.precondition !== undefined) return noticeFirst(rule, ask, loans);
  if (params.consent !== undefined) return params.notEmployerOwned ? ownedByEmployer(rule, ask) : agreed(rule, ask);
  if (params.consentInformational !== undefined) return wireless(rule, ask);
  if (params.recordingConsent !== undefined) return informing(rule);
  const hours = recordedHours(params, ask);
  const machine = params.satisfiedBy === undefined ? null : satisfied(rule, ask);
  return params.satisfiedBy === undefined && params.start === undefined ? informing(rule) : allOf([machine, hours]);
};

/** Recorded and autodialled calls are machines to every rule; a text counts as automated. */
function isAsked({ technology, lineType, scope }: ConsentParams, ask: Ask): boolean {
  if (scope === 'solicitationOnly' && ask.question.isTransactional) return false;
  if (technology !== undefined && !ask.isMachine && !(reachesByText(ask.channel) && technology.includes('autodialer')))
    return false;
  return lineType !== 'wireless' || ask.contact === null || !isResidential(ask.contact);
}

const needed = (word: string): string => `This needs consent (${word}), and there is none.`;

/** A live call needs no consent to a machine. */
const channelsOf = ({ channels, params }: Consent, { isMachine }: Ask): Channel[] =>
  channels
    .filter((one) => one !== 'voice' || isMachine || params.technology === undefined)
    .map((one) => (one === 'letter' ? 'mail' : one));

function agreed(rule: Consent, ask: Ask, word = rule.params.consent ?? 'priorExpress'): Saying | null {
  return isAgreedForAll(ask, word, channelsOf(rule, ask)) ? null : always(needed(word));
}

// ---- notices that law wants in writing -------------------------------------------------------------------------------

const noticeSubjects = ['statement', 'debtValidation', 'loanRightToCure', 'autopayAmountChanged'];

/** Statements, validation, right-to-cure and changed-debit notices. */
const isNotice = ({ question: { theme, subject } }: Ask): boolean =>
  theme === 'opsServicingDebtValidation' || noticeSubjects.some((beginning) => subject?.startsWith(beginning));

/** The notice of the debt has been mailed, for each loan. */
function noticeFirst(_rule: Consent, { past }: Ask, loans: readonly LoanAsked[]): Saying | null {
  const notices = past.filter(
    (one) =>
      one.direction === 'outbound' &&
      isLetter(one.channel) &&
      one.theme === 'opsServicingDebtValidation' &&
      one.undeliverable !== true,
  );
  const isMailed =
    loans.length === 0
      ? notices.length > 0
      : loans.every((loan) => notices.some((one) => concerns(one.loanIds, [loan])));
  return isMailed ? null : always('A written notice has to be mailed first, and none has been.');
}

/**
 * An email may go only to an address that no employer owns, and only with consent in writing. This also holds if somebody
 * else than the borrower works there.
 */
function ownedByEmployer(rule: Consent, ask: Ask): Saying | null {
  const owned = contactsUsed({ ...ask, channel: ask.channel ?? 'email' }).filter(
    ({ label, affiliation }) => label === 'work' || affiliation === 'employer',
  );
  if (owned.length === 0) return agreed(rule, ask);
  return always('The address belongs to an employer.', owned.map(usedContact));
}

// ---- automated contact of mobile numbers -----------------------------------------------------------------------------

function wireless(rule: Consent, ask: Ask): Saying | null {
  const { params } = rule;
  if (!ask.question.isTransactional) return agreed(rule, ask, params.consentMarketing);
  const word = params.consentInformational ?? 'priorExpress';
  const found = agreed(rule, ask, word);
  if (found === null || !params.numberProvidedByBorrowerCounts) return found;
  const phones = contactsUsed(ask).filter(({ contactType }) => contactType === 'phone');
  const lacking = phones.filter(
    (phone) =>
      phone.providedByBorrower !== true && !isAgreedForAll({ ...ask, contact: phone }, word, channelsOf(rule, ask)),
  );
  if (phones.length > 0 && lacking.length === 0) return null;
  const unknown = lacking.filter(({ providedByBorrower }) => providedByBorrower === null).map(usedContact);
  if (unknown.length > 0) {
    assume(ask, 'Whether the borrower gave the number to the creditor.', 'Not given, so it is no consent.', unknown);
  }
  return found;
}

const usedContact = ({ id }: ContactFact): FactUsed => ({ kind: 'contact', id });

function satisfied(rule: Consent, ask: Ask): Saying | null {
  const { satisfiedBy = [] } = rule.params;
  const found = satisfiedBy.includes('priorExpressConsent')
    ? agreed(rule, ask, 'priorExpress')
    : always(needed('priorExpress'));
  if (found === null || !satisfiedBy.includes('existingBusinessRelationship')) return found;
  return freedUntil(relationshipEnds(ask, 0), found);
}

const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Recorded calls have hours of their own in some states. */
function recordedHours({ start, end, days = weekdays }: ConsentParams, ask: Ask): Saying | null {
  if (start === undefined || end === undefined) return null;
  if (ask.zones.length === 0) return noClock();
  const [from, to] = [minuteOf(start) ?? 0, minuteOf(end) ?? 0];
  const isOpen = (at: Moment, zone: string): boolean => {
    const time = timeOfDay(at, zone);
    const weekday = weekdays[weekdayOf(localDay(at, zone)) - 1] as Weekday;
    return days.includes(weekday) && from * minuteMs <= time && time < to * minuteMs;
  };
  const opens = byClock(ask, { zones: ask.zones, isOpen, minutes: [0, from] });
  return { opens, say: () => ({ reason: `Recorded calls are allowed from ${start} to ${end}.`, facts: [] }) };
}

// ---- the do-not-call registry ----------------------------------------------------------------------------------------

/** A number that is not registered needs no consent; one that is needs a consent of its own. */
function registered(rule: Consent, ask: Ask): Saying | null {
  const { consent, relationshipMonths } = rule.params;
  const isAgreedAt = (asked: Ask): boolean =>
    consent !== undefined && isAgreedForAll(asked, consent, channelsOf(rule, ask));
  const phones = contactsUsed({ ...ask, channel: 'voice' }).filter(({ contactType }) => contactType === 'phone');
  const lacking = phones.filter(
    (phone) => phone.onDoNotCallRegistry !== false && !isAgreedAt({ ...ask, contact: phone }),
  );
  if (phones.length > 0 ? lacking.length === 0 : isAgreedAt(ask)) return null;
  if (lacking.some(({ onDoNotCallRegistry }) => onDoNotCallRegistry === null)) {
    assume(ask, 'Whether the number stands in the do-not-call registry.', 'It stands there.', lacking.map(usedContact));
  }
  const found = always('The number stands in the do-not-call registry.', lacking.map(usedContact));
  return relationshipMonths === undefined ? found : freedUntil(relationshipEnds(ask, relationshipMonths), found);
}

// ---- a basis for emails and texts of a collector ---------------------------------------------------------------------

function basis(rule: Consent, ask: Ask): Saying | null {
  const used = contactsUsed({ ...ask, channel: rule.channels.includes('text') ? 'text' : 'email' });
  const contacts = used.length === 0 ? [null] : used;
  return allOf(
    contacts.map((contact) =>
      rule.params.refreshDays === undefined ? emailBasis(rule, ask, contact) : textBasis(rule, ask, contact),
    ),
  );
}

/** Null: the borrower has no contact on file that fits. */
type Addressed = ContactFact | null;

const inboundFrom = ({ past }: Ask, contact: Addressed, channel: Channel): InteractionFact[] =>
  contact === null
    ? []
    : past.filter((one) => one.direction === 'inbound' && one.channel === channel && one.contactId === contact.id);

const usedIn = (contact: Addressed): FactUsed[] => (contact === null ? [] : [usedContact(contact)]);

const consentFor = (ask: Ask, contact: Addressed, channel: Channel) =>
  consentsThat(ask, 'directConsent', channel).filter((one) =>
    contact === null ? one.contactId === null : covers(one, contact),
  );

function emailBasis({ params }: Consent, ask: Ask, contact: Addressed): Saying | null {
  const { basisAnyOf = [], optOutPeriodDays = 35 } = params;
  const has = (word: string): boolean => basisAnyOf.includes(word);
  if (has('consumerUsedAddressWithCollector') && inboundFrom(ask, contact, 'email').length > 0) return null;
  if (has('directConsent') && consentFor(ask, contact, 'email').length > 0) return null;
  if (has('priorCollectorProper') && contact?.usedByPriorCollector) return null;
  const transferNoticeSentOn = contact?.transferNoticeSentOn ?? null;
  if (!has('creditorTransferNotice35d') || transferNoticeSentOn === null) {
    return always('There is no recorded basis for emails to this address.', usedIn(contact));
  }
  const opensAt = fullDaysAfter(dayOfText(transferNoticeSentOn), optOutPeriodDays, ask.clocks);
  const reason = `The notice that the address was passed on was sent on ${transferNoticeSentOn}; the ${optOutPeriodDays} days to object come first.`;
  return opensAt <= ask.at ? null : until(opensAt, reason, usedIn(contact));
}

/** A basis is fresh for so many days, of which its own is the first; a new text or a check of the number renews it. */
function textBasis({ params }: Consent, ask: Ask, contact: Addressed): Saying | null {
  const { basisAnyOf = [], refreshBy = [], refreshDays = 60 } = params;
  const texts = inboundFrom(ask, contact, 'text').map(({ at }) => at);
  const consents = consentFor(ask, contact, 'text').map(({ givenAt }) => givenAt);
  const bases = [
    ...(basisAnyOf.includes('consumerTexted') ? texts : []),
    ...(basisAnyOf.includes('directConsent') ? consents : []),
  ];
  const facts = usedIn(contact);
  if (bases.length === 0) return always('There is no recorded basis for texts to this number.', facts);
  const checked = refreshBy.includes('reassignedNumberCheck') ? (contact?.reassignedCheckedAt ?? null) : null;
  const renewed = [
    ...bases,
    ...(refreshBy.includes('newInboundText') ? texts : []),
    ...(checked === null || checked > ask.at ? [] : [checked]),
  ];
  const end = daysFromFirst(Math.max(...renewed), refreshDays, ask.clocks);
  return openUntil(end, `The basis for texts to this number is older than ${refreshDays} days.`, facts);
}

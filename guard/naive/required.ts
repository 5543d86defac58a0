// The kind `consentRequired`: what must have been given before such a contact (conventions 16 and 17).
import type { ConsentParams, RuleOf } from '../contract.ts';
import { dayOf, localOf } from './clock.ts';
import { consentsNow, hasConsentNow } from './consents.ts';
import { daysSince, zonesToCountIn } from './days.ts';
import { mayBeLine } from './frequency.ts';
import { relationshipLasts } from './loans.ts';
import { localsOf } from './places-of.ts';
import { type Asked, concerns, isAutomated, isToEmployer } from './reach.ts';
import { isoWeekday, isWithin } from './windows.ts';

/** Whether a question can show at all what the rule asks for. */
export const isShown = (rule: RuleOf<'consentRequired'>): boolean =>
  [
    'consent',
    'basisAnyOf',
    'satisfiedBy',
    'consentInformational',
    'registry',
    'precondition',
    'when',
    'technology',
  ].some((name) => rule.params[name] !== undefined) && rule.params.recordingConsent === undefined;

export function lacksConsent(rule: RuleOf<'consentRequired'>, asked: Asked): boolean {
  const { params } = rule;
  const { isTransactional, theme } = asked.question;
  if (params.basisAnyOf !== undefined)
    return asked.channel === 'email' ? !mayEmail(params, asked) : !mayText(params, asked);
  if (params.registry === 'nationalDNC') return isRegistered(params, asked);
  if (params.when === 'noticeRequiredInWriting') {
    return theme === 'opsServicingDebtValidation' && !hasConsentNow('esign', asked.channel, asked);
  }
  if (params.scope === 'solicitationOnly' && isTransactional) return false;
  if (params.technology !== undefined && !isAutomated(asked.question, asked.channel)) return false;
  if (params.consentInformational !== undefined) return lacksForAutomated(params, asked);
  if (params.precondition !== undefined) return lacksMailedNotice(asked);
  if (params.consent !== undefined) {
    if (params.notEmployerOwned === true && (asked.contact?.label === 'work' || isToEmployer(asked.contact)))
      return true;
    return !hasConsentNow(params.consent, asked.channel, asked);
  }
  if (params.satisfiedBy === undefined && params.start === undefined) return true;
  return (params.satisfiedBy !== undefined && !isSatisfied(params.satisfiedBy, asked)) || isOutsideHours(params, asked);
}

/** A used address, consent, the creditor's notice of 35 days ago, or an earlier collector's proper use. */
function mayEmail(params: ConsentParams, asked: Asked): boolean {
  const words = params.basisAnyOf ?? [];
  const { contact } = asked;
  const used = asked.past.some(
    (one) => one.direction === 'inbound' && one.channel === 'email' && one.contactId === contact?.id,
  );
  if (words.includes('consumerUsedAddressWithCollector') && used) return true;
  if (words.includes('directConsent') && hasConsentNow('express', 'email', asked)) return true;
  if (contact === undefined) return false;
  if (words.includes('priorCollectorProper') && contact.usedByPriorCollector) return true;
  const sent = contact.transferNoticeSentOn;
  if (sent === null || !words.includes('creditorTransferNotice35d')) return false;
  return zonesToCountIn(asked).every(
    (zone) => localOf(asked.moment, zone).day - dayOf(sent) > (params.optOutPeriodDays ?? 0),
  );
}

/** The borrower has texted or agreed, and one of these or a check of the number is of the last 60 days. */
function mayText(params: ConsentParams, asked: Asked): boolean {
  const { contact, moment } = asked;
  const texts = asked.past.filter(
    (one) => one.direction === 'inbound' && one.channel === 'text' && one.contactId === contact?.id,
  );
  const consents = consentsNow('express', 'text', asked);
  const fresh = [...texts.map((one) => one.at), ...consents.map((consent) => consent.givenAt)];
  if (fresh.length === 0) return false;
  const checked = contact?.reassignedCheckedAt ?? null;
  if (checked !== null && checked <= moment) fresh.push(checked);
  if (params.refreshDays === undefined) return true;
  return zonesToCountIn(asked).every((zone) =>
    fresh.some((at) => localOf(moment, zone).day - localOf(at, zone).day < params.refreshDays!),
  );
}

function isRegistered(params: ConsentParams, asked: Asked): boolean {
  if (params.relationshipMonths !== undefined && relationshipLasts(asked, params.relationshipMonths)) return false;
  if (params.consent !== undefined && hasConsentNow(params.consent, asked.channel, asked)) return false;
  return asked.contact?.onDoNotCallRegistry !== false;
}

function lacksForAutomated(params: ConsentParams, asked: Asked): boolean {
  const { contact, channel } = asked;
  if (params.lineType !== undefined && !mayBeLine(params.lineType, asked)) return false;
  const { isTransactional } = asked.question;
  const provided = params.numberProvidedByBorrowerCounts === true && contact?.providedByBorrower === true;
  if (isTransactional && provided) return false;
  const kind = isTransactional ? params.consentInformational : params.consentMarketing;
  return !hasConsentNow(kind ?? '', channel, asked);
}

/** The notice of each debt must be mailed before the first electronic message about it. */
function lacksMailedNotice(asked: Asked): boolean {
  const notices = asked.past.filter(
    (one) =>
      one.direction === 'outbound' &&
      (one.channel === 'mail' || one.channel === 'fax') &&
      one.undeliverable !== true &&
      one.theme === 'opsServicingDebtValidation',
  );
  if (asked.loans.length === 0) return notices.length === 0;
  return asked.loans.some((loan) => !notices.some((one) => concerns(one.loanIds, [loan])));
}

/** That somebody speaks first cannot be seen. */
function isSatisfied(words: readonly string[], asked: Asked): boolean {
  return (
    (words.includes('existingBusinessRelationship') && relationshipLasts(asked, 0)) ||
    (words.includes('priorExpressConsent') && hasConsentNow('priorExpress', asked.channel, asked))
  );
}

function isOutsideHours(params: ConsentParams, asked: Asked): boolean {
  const { start, end, days } = params;
  if (start === undefined || end === undefined) return false;
  if (asked.zones.length === 0) return true;
  const names = ['', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  return localsOf(asked.clockMoment, asked.zones).some(
    (local) =>
      !isWithin({ start, end }, local) ||
      (days !== undefined && !(days as readonly string[]).includes(names[isoWeekday(local.weekday)]!)),
  );
}

/**
 * Whether the number may be that of somebody else by now: the last check of it, the last consent for it and the last contact
 * from it are all too long ago.
 */
export function isUnchecked(asked: Asked, days: number): boolean {
  const { contact, facts } = asked;
  if (!isAutomated(asked.question, asked.channel)) return false;
  if (contact === undefined) return true;
  const known = contact.reassignedCheckedAt === null ? [] : [contact.reassignedCheckedAt];
  for (const consent of facts.consents) {
    if (consent.contactId === contact.id && consent.revokedAt === null) known.push(consent.givenAt);
  }
  for (const one of asked.past) {
    if (one.contactId === contact.id && one.direction === 'inbound') known.push(one.at);
  }
  return zonesToCountIn(asked).some((zone) => known.every((at) => daysSince(at, asked.moment, [zone]) >= days));
}

// What has a form of its own: death, bankruptcy, third parties, disaster, military duty, and what an operator adds.
import type { Ask, LoanAsked } from '../asked/ask.ts';
import { aboutLoans, casesOf, usedCase } from '../asked/cases.ts';
import { reachesByText } from '../asked/channels.ts';
import { contactsUsed } from '../asked/consents.ts';
import { isAgreedTo, isThirdParty } from '../asked/contacts.ts';
import { daysFromFirst, startsEverywhere } from '../asked/periods.ts';
import { represented } from '../asked/represented.ts';
import { allOf, always, byClock, informing, type Kind, openUntil, type Saying, until } from '../asked/saying.ts';
import type { CaseFact, FactUsed, Moment, OtherParams, RuleOf } from '../contract.ts';
import { dayOfText, localDay, timeOfDay } from '../places/local.ts';
import { codebtorStay, discharge, stay } from './bankruptcy.ts';
import { isVerified } from './cease-on-request.ts';
import { isStated } from './time-window.ts';
import { isLocation } from './workplace.ts';

type Other = RuleOf<'other'>;
type Form = (rule: Other, ask: Ask, loans: readonly LoanAsked[]) => Saying | null;

export const other: Kind<'other'> = (rule, ask, loans) => formOf(rule.params)(rule, ask, loans);

function formOf(params: OtherParams): Form {
  if (params.always === true) return ({ summary }) => always(summary);
  if (params.statedTimes !== undefined) return inconvenientTime;
  if (params.place !== undefined) return inconvenientPlace;
  if (params.borrowerStatus === 'deceased' || params.contactOnly !== undefined) return deceased;
  if (params.borrowerStatus === 'bankruptcyActive') return stay;
  if (params.borrowerStatus === 'activeDuty') return activeDuty;
  if (params.appliesToCoBorrowers === true) return codebtorStay;
  if (params.debtStatus === 'discharged') return discharge;
  if (params.check === 'reassignedNumbers') return reassigned;
  if (params.match === 'residenceCounty') return disaster;
  if (params.ceaseUntil === true) return unsubstantiated;
  if (params.spouseContact !== undefined) return spouse;
  if (params.thirdPartyLocationContacts !== undefined) return locatedOnce;
  const isAboutOthers = params.allowedAffiliations ?? params.allowed ?? params.noContactOutsideHousehold;
  return isAboutOthers === undefined ? informing : thirdParty;
}

const contactUsed = ({ contact }: Ask): FactUsed[] => (contact === null ? [] : [{ kind: 'contact', id: contact.id }]);

// ---- times and places ------------------------------------------------------------------------------------------------

const inconvenientTime: Form = (_rule, ask) => {
  const times = ask.facts.person.statedTimes.filter(({ kind }) => kind === 'inconvenient');
  if (times.length === 0) return null;
  const isOpen = (at: Moment, zone: string): boolean =>
    !isStated(times, 'inconvenient', localDay(at, zone), timeOfDay(at, zone));
  const minutes = [0, ...times.flatMap(({ fromMinute, toMinute }) => [fromMinute, toMinute])];
  return {
    opens: byClock(ask, { zones: ask.clocks, isOpen, minutes }),
    say: () => ({
      reason: 'The borrower has called this time inconvenient.',
      facts: times.map(({ id }) => ({ kind: 'statedTime', id })),
    }),
  };
};

const inconvenientPlace: Form = (_rule, ask) =>
  ask.contact?.isInconvenientPlace ? always('The borrower is in an inconvenient place there.', contactUsed(ask)) : null;

// ---- death -----------------------------------------------------------------------------------------------------------

/** Only whoever acts for the estate, and those whom the rule names besides. */
const deceased: Form = ({ params }, ask) => {
  const cases = casesOf(ask, 'deceased');
  const mayBe = params.allowOnlyRoles ?? ['estateRepresentative'];
  if (cases.length === 0 || ask.roles.some((role) => mayBe.includes(role))) return null;
  return always('The borrower has died, and only whoever acts for the estate may be contacted.', cases.map(usedCase));
};

// ---- duty and disaster -----------------------------------------------------------------------------------------------

const activeDuty: Form = (_rule, ask) => {
  const cases = casesOf(ask, 'militaryDuty').filter(({ endsOn }) => !isPast(endsOn, ask));
  if (cases.length === 0) return null;
  return always('The borrower is on active duty: review before automated collection.', cases.map(usedCase));
};

const isPast = (date: string | null, { at, clocks }: Ask): boolean =>
  date !== null && clocks.every((zone) => dayOfText(date) < localDay(at, zone));

const disaster: Form = ({ params }, ask) => {
  const { days = 90 } = params;
  const endOf = ({ beginsOn }: CaseFact): Moment =>
    beginsOn === null ? Number.POSITIVE_INFINITY : startsEverywhere(dayOfText(beginsOn) + days, ask.clocks);
  const cases = casesOf(ask, 'federalEmergency').filter((one) => endOf(one) > ask.at);
  if (cases.length === 0) return null;
  const reason = `A disaster was declared where the borrower lives, less than ${days} days ago.`;
  return until(Math.max(...cases.map(endOf)), reason, cases.map(usedCase));
};

// ---- reassigned numbers ----------------------------------------------------------------------------------------------

/** Before an automated contact somebody looks whether the number is still the borrower's, if that was long ago. */
const reassigned: Form = ({ params }, ask) => {
  const { suggestMaxAgeDays = 60 } = params;
  if (!ask.isMachine && !reachesByText(ask.channel)) return null;
  const phones = contactsUsed({ ...ask, channel: 'voice' }).filter(({ contactType }) => contactType === 'phone');
  if (phones.length === 0) return always('No number is known that somebody has looked up.');
  return allOf(
    phones.map((phone) => {
      const heard = ask.past.filter((one) => one.direction === 'inbound' && one.contactId === phone.id);
      const known = [
        ...heard.map(({ at }) => at),
        ...(phone.reassignedCheckedAt === null || phone.reassignedCheckedAt > ask.at
          ? []
          : [phone.reassignedCheckedAt]),
        ...ask.consents.filter(({ contactId }) => contactId === phone.id).map(({ givenAt }) => givenAt),
      ];
      const reason = `It is more than ${suggestMaxAgeDays} days since the number was known to be the borrower's.`;
      const facts: FactUsed[] = [{ kind: 'contact', id: phone.id }];
      if (known.length === 0) return always(reason, facts);
      return openUntil(daysFromFirst(Math.max(...known), suggestMaxAgeDays, ask.clocks), reason, facts);
    }),
  );
};

// ---- a debt that nobody has substantiated ----------------------------------------------------------------------------

const unsubstantiated: Form = ({ params }, ask, loans) => {
  const meant = loans.filter(({ loan }) => params.chargedOffOnly !== true || loan.chargedOffOn !== null);
  if (meant.length === 0) return null;
  const asked = [...casesOf(ask, 'debtValidation'), ...casesOf(ask, 'disputeOfDebt')].filter(
    (one) => one.inWriting && !isVerified(one, ask),
  );
  const found = aboutLoans(asked, meant);
  return found.length === 0
    ? null
    : always('The borrower has asked in writing that the debt be substantiated.', found.map(usedCase));
};

// ---- third parties ---------------------------------------------------------------------------------------------------

const spouse: Form = (_rule, ask) =>
  ask.roles.includes('spouse') ? always('Collecting from the spouse is restricted.', contactUsed(ask)) : null;

const household = ['spouse', 'parent', 'parentOfMinor', 'child', 'sibling', 'grandparent', 'otherFamily'];
const acting = ['attorney', 'guardian', 'estateRepresentative'];

/** With whom a rule lets the debt be talked about. */
function rolesAllowed({ allowedAffiliations, noContactOutsideHousehold }: OtherParams): readonly string[] {
  if (allowedAffiliations !== undefined) return allowedAffiliations;
  return noContactOutsideHousehold === true ? ['self', ...household, ...acting] : ['self', 'attorney', 'spouse'];
}

const thirdParty: Form = ({ params }, ask) => {
  const allowed = rolesAllowed(params);
  if (ask.roles.some((role) => allowed.includes(role)) || isAgreedTo(ask.contact) || isLocation(ask)) return null;
  return always('This contact reaches a third party, who is not to know of the debt.', contactUsed(ask));
};

/** Another person is asked once where the borrower is; and a known attorney is dealt with. */
const locatedOnce: Form = ({ params }, ask, loans) => {
  const days = params.attorneyUnresponsiveDays;
  const lifting = { unresponsive: false, consents: false, denies: false, days };
  const acts = days === undefined ? null : represented(ask, loans, lifting);
  const attorney =
    acts === null || acts.until <= ask.at
      ? null
      : until(acts.until, 'The borrower has an attorney, who is to be dealt with.', acts.facts);
  return allOf([attorney, askedBefore(params.thirdPartyLocationContacts?.max ?? 1, ask)]);
};

function askedBefore(max: number, ask: Ask): Saying | null {
  if (!isThirdParty(ask) || !isLocation(ask)) return null;
  const before = ask.past.filter(
    (one) => one.direction === 'outbound' && one.theme === 'opsCollLocateBorrower' && one.contactId === ask.contact?.id,
  );
  if (before.length < max) return null;
  return always(
    'This person was asked before where the borrower is.',
    before.map(({ id }) => ({ kind: 'interaction', id })),
  );
}

// Random borrowers, histories and questions, built to hit many rules: contacts in several states, interactions of all kinds
// with late and corrected reports, cases, consents, do-not-interacts, at moments where windows and days turn.
import { readFileSync } from 'node:fs';
import type {
  CaseFact,
  Channel,
  ConsentFact,
  ContactFact,
  DateText,
  DoNotInteractFact,
  Facts,
  InteractionFact,
  LoanFact,
  Moment,
  Question,
  RepresentativeFact,
  RequestFact,
  Rule,
  StatedTime,
  Theme,
} from '../contract.ts';
import type { Dice } from './dice.ts';

export interface History {
  readonly question: Question;
  readonly facts: Facts;
  readonly rules: readonly Rule[];
}

const msOfHour = 3_600_000;
const msOfDay = 24 * msOfHour;

interface Gazetteer {
  readonly zip3Ranges: readonly (readonly [string, string, string, string | null])[];
  readonly zip3Mixed: Readonly<
    Record<string, { readonly zipExceptions?: Readonly<Record<string, readonly string[]>> }>
  >;
  readonly areaCodes: Readonly<Record<string, { readonly state: string }>>;
}
const gazetteer: Gazetteer = JSON.parse(readFileSync(new URL('../places/zip-timezones.json', import.meta.url), 'utf8'));

export function historyOf(dice: Dice, shipped: readonly Rule[]): History {
  const at = someMoment(dice);
  const states = dice.some([1, 1, 1, 2, 3], () => someState(dice, shipped));
  const contacts = someContacts(dice, states, at);
  const loans = dice.some([0, 1, 1, 1, 2, 3], (index) => someLoan(dice, `loan ${index}`, at));
  const ids = loans.map((loan) => loan.id);
  const facts: Facts = {
    person: somePerson(dice),
    company: { zone: dice.pick(['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu']), holidays: ['12-24'] },
    contacts,
    loans,
    interactions: someInteractions(dice, contacts, ids, at),
    doNotInteracts: dice.some([0, 0, 0, 0, 0, 1], (index) => someDoNotInteract(dice, index, at)),
    cases: dice.some([0, 0, 1, 1, 2], (index) => someCase(dice, index, ids, at)),
    consents: dice.some([0, 0, 1, 2, 3], (index) => someConsent(dice, index, contacts, at)),
    requests: dice.some([0, 0, 0, 1, 2], (index) => someRequest(dice, index, contacts, at)),
    representatives: dice.some([0, 0, 0, 0, 1, 2], (index) => someRepresentative(dice, index, ids, at)),
  };
  return { question: someQuestion(dice, facts, at), facts, rules: someRules(dice, shipped, states) };
}

// ---- rules ----

/** All of them, or a few, so that what each says about the next moment is not hidden by the others. */
function someRules(dice: Dice, shipped: readonly Rule[], states: readonly string[]): readonly Rule[] {
  if (dice.chance(0.4)) return shipped;
  const near = shipped.filter((rule) => rule.jurisdiction === 'federal' || states.includes(rule.jurisdiction));
  const few = dice.some([1, 1, 2, 3, 5], () => dice.pick(near));
  return [...new Set(few)].map((rule) => varied(dice, rule));
}

/** An operator has muted it, or asks it for some types of loans only. */
function varied(dice: Dice, rule: Rule): Rule {
  if (dice.chance(0.03)) return { ...rule, muted: true };
  if (dice.chance(0.05)) return { ...rule, onlyLoanTypeIds: ['type A'] };
  if (dice.chance(0.05)) return { ...rule, exceptLoanTypeIds: ['type A'] };
  return rule.muted ? { ...rule, muted: false } : rule;
}

// ---- where and who ----

const large = ['CA', 'TX', 'FL', 'NY', 'PA', 'IL', 'OH', 'GA', 'NC', 'MI'];

function someState(dice: Dice, shipped: readonly Rule[]): string {
  if (dice.chance(0.5)) return dice.pick(large);
  const { jurisdiction } = dice.pick(shipped);
  return jurisdiction === 'federal' ? 'HI' : jurisdiction;
}

function someContacts(dice: Dice, states: readonly string[], at: Moment): ContactFact[] {
  const contacts: ContactFact[] = [];
  const add = (contactType: ContactFact['contactType'], affiliation: string, state: string): void => {
    contacts.push(someContact(dice, `contact ${contacts.length}`, contactType, affiliation, state, at));
  };
  for (const state of states) {
    if (dice.chance(0.85)) add('address', 'self', state);
    if (dice.chance(0.7)) add('phone', 'self', dice.chance(0.8) ? state : dice.pick(large));
    if (dice.chance(0.5)) add('email', 'self', state);
    if (dice.chance(0.3)) add('phone', 'self', state);
    if (dice.chance(0.4)) add(dice.pick(['phone', 'email', 'address']), dice.pick(affiliations), state);
  }
  return contacts;
}

const affiliations = [
  'spouse',
  'parent',
  'parentOfMinor',
  'guardian',
  'estateRepresentative',
  'employer',
  'attorney',
  'other',
];

function someContact(
  dice: Dice,
  id: string,
  contactType: ContactFact['contactType'],
  affiliation: string,
  state: string,
  at: Moment,
): ContactFact {
  const zip = contactType === 'address' ? someZip(dice, state) : null;
  return {
    id,
    contactType,
    label: dice.pick(['personal', 'personal', 'home', 'work', 'work', 'military']),
    affiliation,
    valid: dice.chance(0.9),
    number: contactType === 'phone' ? someNumber(dice, state) : null,
    zip,
    state: zip === null ? null : stateOfZip(zip, state),
    county: null,
    authorizedThirdParty: affiliation !== 'self' && dice.chance(0.15),
    powerOfAttorney: affiliation !== 'self' && dice.chance(0.1),
    legalRepresentativeId: affiliation === 'attorney' && dice.chance(0.7) ? 'representative 0' : null,
    providedByBorrower: contactType === 'phone' ? dice.pick([true, false, null]) : null,
    onDoNotCallRegistry: contactType === 'phone' ? dice.pick([true, false, null]) : null,
    reassignedCheckedAt: contactType === 'phone' && dice.chance(0.3) ? around(dice, at, 90) : null,
    employerPermits: dice.pick([true, false, null]),
    isInconvenientPlace: dice.chance(0.04),
    transferNoticeSentOn: contactType === 'email' && dice.chance(0.3) ? dateOf(around(dice, at, 50)) : null,
    usedByPriorCollector: contactType === 'email' && dice.chance(0.1),
  };
}

function someZip(dice: Dice, state: string): string {
  if (state === 'NY' && dice.chance(0.6))
    return dice.pick(['10001', '10314', '11001', '11004', '11201', '11368', '11697']);
  if (dice.chance(0.03)) return dice.pick(['09012', '34002', '96201']);
  const ranges = gazetteer.zip3Ranges.filter((range) => range[2] === state);
  if (ranges.length === 0) return '96910';
  const [from, to] = dice.pick(ranges);
  const prefix = String(dice.between(Number(from), Number(to))).padStart(3, '0');
  const exceptions = Object.values(gazetteer.zip3Mixed[prefix]?.zipExceptions ?? {}).flat();
  return exceptions.length > 0 && dice.chance(0.5) ? dice.pick(exceptions) : `${prefix}01`;
}

/** Only exceptions lie in another state than their neighbours; an address says the state it is in. */
const stateOfZip = (zip: string, state: string): string | null =>
  ['090', '340', '962'].includes(zip.slice(0, 3)) ? null : zip === '96910' ? 'GU' : state;

function someNumber(dice: Dice, state: string): string {
  if (dice.chance(0.05))
    return dice.pick(['+18005550100', '+14165550100', '+15005550100', '+18085550100', '+19075550100']);
  const codes = Object.keys(gazetteer.areaCodes).filter((code) => gazetteer.areaCodes[code]!.state === state);
  return `+1${codes.length === 0 ? '671' : dice.pick(codes)}5550100`;
}

function somePerson(dice: Dice): Facts['person'] {
  const statedTimes = dice.some([0, 0, 0, 0, 1, 2], (index): StatedTime => {
    const from = dice.between(0, 40);
    return {
      id: `time ${index}`,
      kind: dice.pick(['convenient', 'inconvenient']),
      daysOfWeek: dice.chance(0.5) ? [] : dice.some([1, 2, 3], () => dice.between(1, 7)),
      fromMinute: 30 * from,
      toMinute: 30 * dice.between(from + 1, 48),
    };
  });
  const zones = ['America/Phoenix', 'America/New_York', 'Pacific/Guam', 'Asia/Kolkata'];
  return { id: 'person', statedZone: dice.chance(0.07) ? dice.pick(zones) : null, statedTimes };
}

function someLoan(dice: Dice, id: string, at: Moment): LoanFact {
  const overdue = dice.chance(0.5);
  const missed = dice.chance(0.5)
    ? around(dice, at, 60)
    : at - (365 * dice.between(2, 11) + dice.between(-3, 6)) * msOfDay;
  return {
    id,
    loanTypeId: dice.pick(['type A', 'type B']),
    status: 'active',
    servicedBy: dice.pick(['lender', 'lender', 'debtCollectionAgency']),
    takenOverInDefault: dice.pick([false, false, false, true, null]),
    loanKinds: dice.chance(0.3) ? ['smallLoan(payday)'] : [],
    firstMissedDueDate: overdue ? dateOf(Math.min(missed, at)) : null,
    isOverdue: overdue,
    daysPastDue: overdue ? dice.pick([1, 10, 29, 30, 31, 200]) : 0,
    chargedOffOn: overdue && dice.chance(0.4) ? dateOf(at - dice.between(1, 300) * msOfDay) : null,
    boardedOn: dice.chance(0.8) ? dateOf(at - dice.between(1, 900) * msOfDay) : null,
    endedOn: dice.chance(0.2) ? dateOf(at - dice.between(1, 900) * msOfDay) : null,
  };
}

// ---- what happened ----

const themes: readonly Theme[] = [
  'opsCollDebt',
  'opsCollDebt',
  'opsServicing',
  'opsServicing',
  'opsCollLocateBorrower',
  'opsCollVerifyEmployment',
  'opsCollContactEmployerNotice',
  'opsServicingDebtValidation',
  'opsServicingTimeBarredNotice',
  'opsServicingNegativeCreditReportNotice',
  'opsAccountCredentials',
  'agentNotification',
];
const subjects = ['offer', 'reminder', 'ceaseCommunicationAcknowledgement', 'ceaseCommunicationRefuseToPay'];
const channels: readonly Channel[] = [
  'voice',
  'voice',
  'voice',
  'text',
  'text',
  'email',
  'email',
  'mail',
  'fax',
  'chat',
  'gui',
  'document',
];

function someInteractions(dice: Dice, contacts: readonly ContactFact[], loans: readonly string[], at: Moment) {
  const busy = dice.pick([1, 2, 4, 8, 8, 20]);
  const days = dice.pick([2, 7, 9, 35]);
  const favourite = dice.pick(themes);
  const interactions: InteractionFact[] = [];
  for (let index = 0; index < busy; index += 1) {
    const one = someInteraction(dice, `interaction ${index}`, contacts, loans, around(dice, at, days), favourite);
    interactions.push(one);
    if (!dice.chance(0.1)) continue;
    // A later report says that it was otherwise.
    const corrected = one.knownFrom + dice.between(1, 60) * msOfHour;
    interactions[interactions.length - 1] = { ...one, knownUntil: corrected };
    const change = someInteraction(dice, one.id, contacts, loans, one.at + dice.between(-3, 3) * msOfHour, favourite);
    interactions.push({ ...change, knownFrom: corrected });
  }
  return interactions;
}

function someInteraction(
  dice: Dice,
  id: string,
  contacts: readonly ContactFact[],
  loans: readonly string[],
  at: Moment,
  favourite: Theme,
): InteractionFact {
  const channel = dice.pick(channels);
  const fitting = contacts.filter((contact) => contact.contactType === typeFor[channel]);
  const isCall = channel === 'voice';
  const connected = isCall ? dice.pick([true, true, false, null]) : null;
  return {
    id,
    channel,
    direction: dice.chance(0.8) ? 'outbound' : 'inbound',
    theme: dice.chance(0.6) ? favourite : dice.pick(themes),
    subject: dice.chance(0.5) ? dice.pick(subjects) : null,
    contactId: fitting.length > 0 && dice.chance(0.9) ? dice.pick(fitting).id : null,
    loanIds: someOf(dice, loans),
    status: dice.pick(['attempted', 'succeeded', 'succeeded', 'failed', 'inProgress', 'scheduled', 'canceled']),
    at,
    connected,
    conversation: isCall ? connected !== false && dice.chance(0.3) : false,
    messageLeft: isCall && dice.chance(0.3),
    undeliverable: isCall ? null : dice.chance(0.1),
    isAutodialed: isCall && dice.chance(0.4),
    isTransactional: dice.chance(0.6),
    requestedByBorrower: dice.chance(0.1),
    knownFrom: dice.chance(0.8) ? at : at + dice.between(1, 72) * msOfHour,
    knownUntil: null,
  };
}

const typeFor: Readonly<Record<Channel, ContactFact['contactType'] | null>> = {
  voice: 'phone',
  text: 'phone',
  email: 'email',
  mail: 'address',
  fax: 'phone',
  chat: null,
  gui: null,
  document: null,
};

// ---- what is known ----

function someDoNotInteract(dice: Dice, index: number, at: Moment): DoNotInteractFact {
  const from = dice.between(0, 20);
  return {
    id: `do-not-interact ${index}`,
    caseId: 'case 0',
    channels: dice.pick([[], ['all'], ['voice'], ['voice', 'text'], ['email'], ['mail']]),
    themes: dice.pick([[], ['all'], ['opsCollDebt'], ['opsServicing', 'opsCollLocateBorrower']]),
    startDate: dateOf(around(dice, at, 10)),
    endDate: dice.chance(0.6) ? dateOf(at + dice.between(-2, 40) * msOfDay) : null,
    daysOfWeek: dice.pick([[], [], [1, 2, 3], [0], [7], [6, 7]]),
    timesOfDay: dice.chance(0.6) ? [] : [{ fromHour: from, toHour: dice.between(from + 1, 24) }],
    timezone: dice.chance(0.3) ? dice.pick(['America/Chicago', 'Pacific/Honolulu']) : null,
    contactLabels: dice.pick([[], [], ['work'], ['home', 'personal']]),
  };
}

const caseTypes = [
  'bankruptcy',
  'bankruptcy',
  'ceaseCommunication',
  'ceaseCommunication',
  'deceased',
  'disputeOfDebt',
  'federalEmergency',
  'militaryDuty',
  'collection',
];

function someCase(dice: Dice, index: number, loans: readonly string[], at: Moment): CaseFact {
  const caseType = dice.pick(caseTypes);
  const receivedAt = around(dice, at, 40);
  const status = dice.pick<CaseFact['status']>([
    'initiated',
    'processing',
    'processing',
    'completed',
    'completed',
    'reopened',
    'canceled',
  ]);
  const duration = dice.pick([10, 89, 90, 91, 200]);
  return {
    id: `case ${index}`,
    caseType,
    status,
    outcome: status === 'completed' ? dice.pick(['approved', 'rejected', 'ended']) : null,
    statusUpdatedAt: receivedAt + dice.between(0, 48) * msOfHour,
    receivedAt,
    loanIds: someOf(dice, loans),
    whose: caseType === 'bankruptcy' && dice.chance(0.4) ? 'coBorrower' : 'borrower',
    inWriting: dice.chance(0.7),
    byRegisteredMail: dice.chance(0.5),
    bankruptcy:
      caseType === 'bankruptcy'
        ? {
            chapter: dice.pick(['7', '11', '12', '13', null]),
            filedOn: dice.chance(0.8) ? dateOf(at - dice.between(1, 500) * msOfDay) : null,
            disposition: dice.pick([null, null, 'dismissed', 'discharged']),
            isClosed: dice.chance(0.3),
            reaffirmed: dice.chance(0.15),
          }
        : null,
    dispute:
      caseType === 'disputeOfDebt'
        ? {
            validationPeriodEndsOn: dice.chance(0.7) ? dateOf(around(dice, receivedAt, 3)) : null,
            verificationSentOn: dice.chance(0.5) ? dateOf(around(dice, at, 5)) : null,
          }
        : null,
    beginsOn: dice.chance(0.8) ? dateOf(at - duration * msOfDay) : null,
    endsOn: dice.chance(0.4) ? dateOf(around(dice, at, 5)) : null,
  };
}

function someConsent(dice: Dice, index: number, contacts: readonly ContactFact[], at: Moment): ConsentFact {
  const channel = dice.pick(['voice', 'voice', 'text', 'email'] as const);
  const fitting = contacts.filter((contact) => contact.contactType === typeFor[channel]);
  const givenAt = around(dice, at, dice.pick([8, 70]));
  return {
    id: `consent ${index}`,
    consentType: dice.pick([
      'priorExpress',
      'priorExpressWritten',
      'writtenRevocable',
      'express',
      'express',
      'esign',
      'other',
    ]),
    channel,
    contactId: fitting.length > 0 && dice.chance(0.5) ? dice.pick(fitting).id : null,
    givenAt,
    revokedAt: dice.chance(0.3) ? givenAt + dice.between(1, 200) * msOfHour : null,
  };
}

function someRequest(dice: Dice, index: number, contacts: readonly ContactFact[], at: Moment): RequestFact {
  const asked = around(dice, at, dice.pick([1, 12]));
  const used = contacts.length > 0 && dice.chance(0.5) ? dice.pick(contacts) : undefined;
  return {
    id: `request ${index}`,
    at: asked,
    channel: dice.pick([null, 'voice', 'text', 'email', 'mail']),
    contactId: used?.id ?? null,
    atWork: used === undefined ? dice.chance(0.4) : used.label === 'work',
    inWriting: dice.chance(0.5),
    withdrawnAt: dice.chance(0.2) ? asked + dice.between(1, 100) * msOfHour : null,
  };
}

function someRepresentative(dice: Dice, index: number, loans: readonly string[], at: Moment): RepresentativeFact {
  return {
    id: `representative ${index}`,
    representativeType: dice.pick(['attorney', 'attorney', 'attorney', 'debtSettlement']),
    isActive: dice.chance(0.8),
    loanIds: someOf(dice, loans),
    knownSince: around(dice, at, 50),
    unansweredSince: dice.chance(0.5) ? around(dice, at, 40) : null,
    isUnresponsive: dice.chance(0.2),
    consents: dice.chance(0.15),
    denies: dice.chance(0.15),
  };
}

// ---- what is asked ----

function someQuestion(dice: Dice, facts: Facts, at: Moment): Question {
  const channel = dice.chance(0.03) ? null : dice.pick(channels);
  const fitting = facts.contacts.filter((contact) => channel !== null && contact.contactType === typeFor[channel]);
  const isCall = channel === 'voice';
  const loans = facts.loans.map((loan) => loan.id);
  return {
    at,
    knownAt: dice.chance(0.2) ? at + dice.between(0, 48) * msOfHour : null,
    channel,
    direction: dice.chance(0.98) ? 'outbound' : 'inbound',
    theme: dice.pick(themes),
    subject: dice.chance(0.5) ? dice.pick(subjects) : null,
    loanIds: dice.chance(0.5) ? [] : someOf(dice, loans),
    contactId: fitting.length > 0 && dice.chance(0.85) ? dice.pick(fitting).id : null,
    isTransactional: dice.chance(0.6),
    isAutodialed: isCall && dice.chance(0.3),
    voice: isCall && dice.chance(0.2) ? dice.pick(['recorded', 'ai']) : 'live',
    checkAtCompanyNoon: dice.chance(0.05),
  };
}

// ---- when ----

const from = Date.UTC(2026, 0, 1);
/** Days on which clocks are set, holidays, the last of a month, and when rules begin and end. */
const oddDays = ['2026-03-08', '2026-07-03', '2026-08-31', '2026-09-01', '2026-11-01', '2027-01-31', '2028-02-29'];

function someMoment(dice: Dice): Moment {
  const day = dice.chance(0.2) ? Date.parse(dice.pick(oddDays)) : from + dice.between(0, 540) * msOfDay;
  const moment = day + dice.between(0, 47) * (msOfHour / 2);
  return moment + dice.pick([0, 0, 0, 1, -1, 17 * 60_000]);
}

/** Mostly before, sometimes after; mostly at an odd minute, sometimes exactly so many hours away. */
function around(dice: Dice, at: Moment, days: number): Moment {
  const hours = dice.chance(0.92) ? -dice.between(0, 24 * days) : dice.between(0, 24 * days);
  return at + hours * msOfHour + (dice.chance(0.3) ? 0 : dice.between(-29, 29) * 60_000);
}

const dateOf = (moment: Moment): DateText => new Date(moment).toISOString().slice(0, 10);

const someOf = (dice: Dice, ids: readonly string[]): readonly string[] =>
  dice.chance(0.4) ? [] : ids.filter(() => dice.chance(0.5));

// The borrowers and rules that `tenor compliance check` is given, as JSON. What is left out is not known, or false.
import {
  at,
  choice,
  defaulting,
  fault,
  flag,
  list,
  object,
  orEmpty,
  orNull,
  type Reader,
  refine,
  refuse,
  required,
  text,
  whole,
} from '@tenor/engine/calc/input.ts';
import { closedDay, day, moment } from '@tenor/engine/calc/read-values.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { secondsOfInstant } from '@tenor/engine/values/instant.ts';
import { isZone } from '@tenor/engine/values/zone.ts';
import type { Facts, Rule } from '@tenor/guard/contract.ts';
import { checkRule } from '@tenor/guard/rules/check-rule.ts';
import { channels } from '#capabilities/people/index.ts';

const word = (what: string) => text(what, 1);
const id = required(word('an id'));
const ids = defaulting(list('a list of ids', word('an id')), []);
const channel = choice(...channels);
const no = defaulting(flag, false);
const notSaid = orNull(flag);

const millis: Reader<number> = refine(
  moment,
  (instant) => secondsOfInstant(instant) * 1000 + Number(instant.slice(20, 23)),
);
const date: Reader<string> = refine(day, (given) => dateOf(given));
const zone: Reader<string> = {
  what: 'a zone such as America/New_York',
  read: (value, path) => (typeof value === 'string' && isZone(value) ? value : refuse(path, zone.what, value)),
};
const many = <T>(what: string, reader: Reader<T>) => defaulting(list(`a list of ${what}`, reader), []);
const theme = choice(
  'opsCollDebt',
  'opsCollLocateBorrower',
  'opsCollVerifyEmployment',
  'opsCollContactEmployerNotice',
  'opsServicingDebtValidation',
  'opsServicingNegativeCreditReportNotice',
  'opsServicingTimeBarredNotice',
  'opsServicing',
  'opsAccountCredentials',
  'agentNotification',
);

const statedTime = object('a time that the borrower has stated', {
  id,
  kind: required(choice('convenient', 'inconvenient')),
  daysOfWeek: many('days of the week', whole(1, 7)),
  fromMinute: required(whole(0, 1440)),
  toMinute: required(whole(0, 1440)),
});

const person = object('an object such as {"id": "BO-1"}', {
  id,
  statedZone: orNull(zone),
  statedTimes: many('times', statedTime),
});

const company = object('an object such as {"zone": "America/New_York"}', {
  zone: defaulting(zone, 'America/New_York'),
  holidays: many('days', closedDay),
});

const contact = object('an object such as {"id": "CT-1", "contactType": "phone", "number": "+12125550100"}', {
  id,
  contactType: required(choice('email', 'phone', 'address')),
  label: defaulting(choice('personal', 'work', 'home', 'military'), 'personal'),
  affiliation: defaulting(word('self, spouse, employer …'), 'self'),
  valid: defaulting(flag, true),
  number: orNull(word('a number such as +12125550100')),
  zip: orNull(word('a ZIP code')),
  state: orNull(word('the two letters of a state')),
  county: orNull(word('the five digits of a county')),
  authorizedThirdParty: no,
  powerOfAttorney: no,
  legalRepresentativeId: orNull(word('an id')),
  providedByBorrower: notSaid,
  onDoNotCallRegistry: notSaid,
  reassignedCheckedAt: orNull(millis),
  employerPermits: notSaid,
  isInconvenientPlace: no,
  transferNoticeSentOn: orNull(date),
  usedByPriorCollector: no,
});

const loan = object('an object such as {"id": "LN-1"}', {
  id,
  loanTypeId: defaulting(word('an id'), 'none'),
  status: defaulting(word('a status'), 'active'),
  servicedBy: defaulting(word('creditor, or debtCollectionAgency'), 'creditor'),
  takenOverInDefault: defaulting(
    { what: 'true, false or null', read: (value, path) => (value === null ? null : flag.read(value, path)) },
    false,
  ),
  loanKinds: many('kinds', word('a kind such as smallLoan(payday)')),
  firstMissedDueDate: orNull(date),
  isOverdue: no,
  daysPastDue: defaulting(whole(0, 100_000), 0),
  chargedOffOn: orNull(date),
  boardedOn: orNull(date),
  endedOn: orNull(date),
});

const interaction = object('an object such as {"id": "IN-1", "channel": "voice", "at": "2026-10-05T15:00:00Z"}', {
  id,
  channel: required(channel),
  direction: defaulting(choice('outbound', 'inbound'), 'outbound'),
  theme: defaulting(theme, 'opsServicing'),
  subject: orNull(word('a subject')),
  contactId: orNull(word('an id')),
  loanIds: ids,
  status: defaulting(choice('attempted', 'succeeded', 'failed', 'inProgress', 'scheduled', 'canceled'), 'attempted'),
  at: required(millis),
  connected: notSaid,
  conversation: notSaid,
  messageLeft: notSaid,
  undeliverable: notSaid,
  isAutodialed: notSaid,
  isTransactional: notSaid,
  requestedByBorrower: no,
});

const doNotInteract = object('a do-not-interact', {
  id,
  caseId: defaulting(word('an id'), 'none'),
  channels: many('channels', word('a channel, or all')),
  themes: many('themes', word('a theme, or all')),
  startDate: required(date),
  endDate: orNull(date),
  daysOfWeek: many('days of the week', whole(0, 7)),
  timesOfDay: many(
    'hours',
    object('hours such as {"fromHour": 9, "toHour": 12}', {
      fromHour: required(whole(0, 24)),
      toHour: required(whole(0, 24)),
    }),
  ),
  timezone: orNull(zone),
  contactLabels: many('labels', word('a label')),
});

const bankruptcy = object('what the court has done', {
  chapter: orNull(choice('7', '11', '12', '13')),
  filedOn: orNull(date),
  disposition: orNull(choice('dismissed', 'discharged')),
  isClosed: no,
  reaffirmed: no,
});
const dispute = object('how far a dispute has come', {
  validationPeriodEndsOn: orNull(date),
  verificationSentOn: orNull(date),
});

const aCase = object('an object such as {"id": "CS-1", "caseType": "ceaseCommunication", "receivedAt": "2026-10-01"}', {
  id,
  caseType: required(word('a base type of cases')),
  status: defaulting(choice('initiated', 'processing', 'completed', 'reopened', 'canceled'), 'processing'),
  outcome: orNull(word('an outcome')),
  receivedAt: required(millis),
  statusUpdatedAt: defaulting(millis, 0),
  loanIds: ids,
  whose: defaulting(choice('borrower', 'coBorrower'), 'borrower'),
  inWriting: no,
  byRegisteredMail: no,
  bankruptcy: orNull(bankruptcy),
  dispute: orNull(dispute),
  beginsOn: orNull(date),
  endsOn: orNull(date),
});

const consent = object('a consent', {
  id,
  consentType: required(choice('priorExpress', 'priorExpressWritten', 'writtenRevocable', 'express', 'esign', 'other')),
  channel: required(channel),
  contactId: orNull(word('an id')),
  givenAt: required(millis),
  revokedAt: orNull(millis),
});

const request = object('what the borrower has asked', {
  id,
  at: required(millis),
  channel: orNull(channel),
  contactId: orNull(word('an id')),
  atWork: no,
  inWriting: no,
  withdrawnAt: orNull(millis),
});

const representative = object('a representative', {
  id,
  representativeType: required(word('attorney, executor …')),
  isActive: defaulting(flag, true),
  loanIds: ids,
  knownSince: defaulting(millis, 0),
  unansweredSince: orNull(millis),
  isUnresponsive: no,
  consents: no,
  denies: no,
});

const borrower = object(
  'a borrower such as {"person": {"id": "BO-1"}, "contacts": [], "loans": [], "interactions": []}',
  {
    person: required(person),
    contacts: many('contacts', contact),
    loans: many('loans', loan),
    interactions: many('interactions', interaction),
    doNotInteracts: many('do-not-interacts', doNotInteract),
    cases: many('cases', aCase),
    consents: many('consents', consent),
    requests: many('requests', request),
    representatives: many('representatives', representative),
  },
);

const rule: Reader<Rule> = {
  what: 'a rule in the form of guard/contract.ts',
  read(value, path) {
    const checked = checkRule(value);
    if ('rule' in checked) return checked.rule;
    const [first] = checked.problems;
    throw fault(
      at(path, first?.path ?? ''),
      `${first?.message ?? 'is wrong'}: it must be ${first?.expected ?? 'a rule'}.`,
    );
  },
};

export interface ComplianceFile {
  /** Rules beside the shipped ones. */
  readonly rules: readonly Rule[];
  /** Ids of rules that are not asked. */
  readonly muted: readonly string[];
  readonly borrowers: readonly Facts[];
}

export const complianceFile: Reader<ComplianceFile> = refine(
  object('an object such as {"borrowers": []}', {
    company: orEmpty(company),
    rules: many('rules', rule),
    muted: many('ids of rules', word('the id of a rule')),
    borrowers: required(list('a list of borrowers', borrower)),
  }),
  ({ company: known, rules, muted, borrowers }) => ({
    rules,
    muted,
    borrowers: borrowers.map(({ interactions, ...facts }) => ({
      ...facts,
      company: known,
      interactions: interactions.map((one) => ({ ...one, knownFrom: one.at, knownUntil: null })),
    })),
  }),
);

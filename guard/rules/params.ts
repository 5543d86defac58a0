// The parameters that each kind of rule knows, and what they may be. One that is not here is refused: nobody would obey it.
import { isZone } from '@tenor/engine/values/zone.ts';
import type { RuleKind } from '../contract.ts';
import { minuteOf } from '../places/local.ts';

/** What is wrong with a value of a rule. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  readonly expected: string;
}

/** What would be right, where it is wrong. */
type Check = (value: unknown) => string | undefined;
type Fields = Readonly<Record<string, Check>>;

const when =
  (expected: string, isRight: (value: unknown) => boolean): Check =>
  (value) =>
    isRight(value) ? undefined : expected;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 500;
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = when('a text of at most 500 characters', isText);
const flag = when('true or false', (value) => typeof value === 'boolean');
const whole = (min: number): Check =>
  when(
    `a whole number from ${min} to 100000`,
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= 100_000,
  );
const count = whole(0);
const positive = whole(1);
const oneOf = (...words: readonly string[]): Check =>
  when(
    words.length === 1 ? String(words[0]) : `one of ${words.join(', ')}`,
    (value) => words.includes(String(value)) && isText(value),
  );
const someOf = (...words: readonly string[]): Check =>
  when(
    `some of ${words.join(', ')}`,
    (value) => Array.isArray(value) && value.length > 0 && value.every((one) => words.includes(one)),
  );
const texts = when('a list of texts', (value) => Array.isArray(value) && value.length <= 100 && value.every(isText));
const either =
  (...checks: readonly Check[]): Check =>
  (value) => {
    const expected = checks.map((check) => check(value));
    return expected.includes(undefined) ? undefined : expected.join(', or ');
  };
const noted = when('anything', () => true);
const time = when('a time such as 08:00', (value) => isText(value) && minuteOf(value) !== undefined);
const closed = oneOf('closed');
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const days = someOf(...weekdays);

/** Whether a window opens at all: it begins before it ends. */
export const opens = (start: unknown, end: unknown): boolean =>
  isText(start) && isText(end) && (minuteOf(start) ?? 0) < (minuteOf(end) ?? 0);

const window = when('{ start, end }, two times of which the first is the earlier', (value) =>
  isRecord(value)
    ? time(value.start) === undefined && time(value.end) === undefined && opens(value.start, value.end)
    : false,
);
const per = oneOf('7d', '24h', '30d', '1d', '1mo', 'businessWeek', 'lifetime', 'optOutEvent');
const atMost = when('{ max, per }: how many, and in which time', (value) =>
  isRecord(value) ? positive(value.max) === undefined && per(value.per) === undefined : false,
);
const clock = when(
  'consumerLocal, or a zone such as America/New_York',
  (value) => isText(value) && (value === 'consumerLocal' || isZone(value)),
);
const technology = someOf('prerecordedVoice', 'artificialVoice', 'autodialer', 'autoDialedAnnouncing');
const consentWord = oneOf('priorExpress', 'priorExpressWritten', 'writtenRevocable', 'express', 'written', 'esign');
const channelWords = ['voice', 'text', 'email', 'letter', 'socialMessage'];
const lineType = oneOf('residential', 'wireless');
const roles = someOf('self', 'spouse', 'parentOfMinor', 'guardian', 'estateRepresentative', 'attorney', 'trustee');

const frequency: Fields = {
  max: count,
  per,
  perBasis: oneOf('singleWeek'),
  perPerson: flag,
  scope: oneOf('debt', 'account', 'borrower', 'borrowerOrSpouse', 'person', 'number', 'sameSubject', 'thirdParty'),
  after: oneOf('telephoneConversation', 'completedConversation', 'exchangeWithConsumer'),
  dayOfEventIsDay: when('1', (value) => value === 1),
  excluded: someOf(
    'consentWithin7d',
    'notConnected',
    'toAttorneyCreditorBureau',
    'inboundFromConsumer',
    'oneReturnCallOnRequest',
    'noConnectionOrNoAbilityToLeaveMessage',
    'wrongNumber',
    'inbound',
    'responseToRequest',
    'wrongAddress',
    'trulyUnableToReachOrLeaveMessage',
    'responseToInquiry',
  ),
  counts: someOf('attempt', 'voicemail', 'limitedContentMessage', 'call', 'text', 'recordedMessage', 'conversation'),
  countsAttempts: flag,
  unless: oneOf('consumerRequests', 'consumerAgreedOtherwise'),
  combinedChannels: someOf(...channelWords),
  inclusiveOfAllNumbers: flag,
  phoneKinds: someOf('residence', 'cellular', 'otherPersonalNumber', 'work', 'other'),
  contactKind: oneOf('householdMember'),
  otherPlace: atMost,
  basis: oneOf('standardNotNumber', 'presumption', 'withIntentToAnnoy'),
  recommended: flag,
  practitionerRule: text,
  creditorTrigger: oneOf('debtCollectionProceduresBegun'),
  exempt: someOf('establishedBusinessRelationship18mo', 'collectionAgency', 'debtBuyer'),
  loanKind: text,
  purpose: oneOf('location'),
  mayNotMention: text,
  lineType,
  technology,
  when: oneOf('noConsent'),
  withinMinutes: positive,
  marketing: flag,
  policy: flag,
};

const timeWindow: Fields = {
  start: time,
  end: time,
  days,
  clock,
  saturday: either(closed, window),
  sunday: either(closed, window),
  holidays: either(closed, window),
  recordedMessageStart: time,
  override: oneOf('consumerStatedTimes', 'knownNormalWakingHours'),
  conflictingLocations: oneOf('intersectAll'),
  electronicTime: oneOf('whenSent'),
  clockRule: text,
  clockNote: text,
  basis: text,
  place: text,
  policy: flag,
  note: text,
};

const holidayOrSunday: Fields = {
  sunday: closed,
  holidays: closed,
  stateHolidays: closed,
  legalHolidays: closed,
  stateOfEmergency: closed,
  window,
  holidayRoll: text,
};

const employerWords = [
  'noDisclosure',
  'restricted',
  'noContactBeforeFinalJudgment',
  'noDisclosureWithoutWrittenAuthorization',
];

const workplace: Fields = {
  trigger: oneOf('employerProhibitsKnown', 'employerProvidedAddress'),
  contactLabel: oneOf('work'),
  employer: oneOf(...employerWords),
  employerContact: either(oneOf('onlyIf'), someOf('verifyEmploymentOnce', 'locateDebtor', 'garnishment')),
  writingFirst: flag,
  familyFriendsNeighbours: oneOf('noDisclosure'),
  thirdParties: oneOf('locationOnly'),
  workplaceCalls: oneOf('onlyAfterResidenceAttemptsFail'),
  unusualTimes: text,
  onlyIf: oneOf('homeUnreachable'),
  onRequest: oneOf('stop'),
  onInstruction: oneOf('stop'),
  employerProhibits: oneOf('stop'),
  unless: either(oneOf('consent', 'noOtherNumberInNonworkingHours'), someOf('consumerUsedIt', 'directConsent')),
  max: positive,
  per,
  minDaysDefault: positive,
  priorWrittenNoticeDays: positive,
  oralValidDays: positive,
  writtenConfirmationWithinDays: positive,
  writtenValidUntil: text,
  exceptions: texts,
};

const afterCease = when('a list of notices, or { letter, personalContacts }', (value) =>
  isRecord(value)
    ? atMost(value.letter) === undefined &&
      isRecord(value.personalContacts) &&
      count(value.personalContacts.maxTotal) === undefined
    : texts(value) === undefined,
);

const ceaseOnRequest: Fields = {
  trigger: oneOf(
    'writtenNotice',
    'writtenNoticeReceived',
    'registeredOrCertifiedMailAfterDefault',
    'anyRequest',
    'writtenOptOut',
    'writtenDisputeInValidationPeriod',
  ),
  scope: oneOf('debt', 'mediumOrContact', 'allUnrelatedMessages', 'commercial'),
  keywords: texts,
  allowedAfter: afterCease,
  grounds: texts,
  channelOnly: oneOf('voice', 'text', 'email', 'letter'),
  until: oneOf('verificationSent'),
  honourYears: positive,
  maxBusinessDays: positive,
  anyReasonableMeans: flag,
  permanent: flag,
  noticeOfRightRequired: flag,
};

const attorney: Fields = {
  trigger: text,
  routeTo: oneOf('attorney'),
  liftIf: someOf('attorneyUnresponsive', 'attorneyConsents'),
  resumeIf: oneOf('attorneyDeniesRepresentation'),
  exceptions: someOf('statementsOfAccount', 'billingProcedure', 'attorneyUnresponsive', 'attorneyUnresponsive30Days'),
  attorneyUnresponsiveDays: positive,
  graceBusinessDays: count,
};

const consentRequired: Fields = {
  consent: consentWord,
  consentInformational: consentWord,
  consentMarketing: consentWord,
  basisAnyOf: someOf(
    'consumerUsedAddressWithCollector',
    'consumerTexted',
    'directConsent',
    'creditorTransferNotice35d',
    'priorCollectorProper',
  ),
  satisfiedBy: someOf(
    'liveOperatorFirst',
    'existingBusinessRelationship',
    'priorExpressConsent',
    'announcementAtStart',
  ),
  technology,
  lineType,
  numberProvidedByBorrowerCounts: flag,
  recordingConsent: oneOf('allParties'),
  registry: oneOf('nationalDNC'),
  relationshipMonths: positive,
  scope: oneOf('solicitationOnly', 'commercialTexts'),
  precondition: text,
  perMedium: flag,
  withoutConsentMax: when('{ max, per, purpose: obtainConsent }', (value) => atMost(value) === undefined),
  when: oneOf('noticeRequiredInWriting'),
  fallback: oneOf('letter'),
  optOutPeriodDays: positive,
  refreshDays: positive,
  refreshBy: someOf('newInboundText', 'reassignedNumberCheck'),
  start: time,
  end: time,
  days,
  textsCovered: flag,
  classActionAllowed: flag,
  penaltyPerViolation: positive,
  addressVoluntarilyGiven: flag,
  notEmployerOwned: flag,
  validationByMailStill: flag,
  optOutOneWord: flag,
  optOutFree: flag,
  optOutPerMedium: flag,
};

const years = when('years by the two letters of a state', (value) =>
  isRecord(value)
    ? Object.entries(value).every(([state, one]) => /^[A-Z]{2}$/.test(state) && positive(one) === undefined)
    : false,
);

const timeBarred: Fields = {
  years: positive,
  yearsByState: years,
  extinguished: flag,
  suitProhibited: flag,
  threatProhibited: flag,
  disclosureRequired: flag,
  revivalByPayment: flag,
  revivalDisclosure: flag,
  initialByMail: flag,
  variants: texts,
};

const disclosureNames =
  'when text item items minPoint ifLicensed voice optOutLanguage fee withinDays after medicalDebt waitDays paymentPlanConfirmationBusinessDays accounting satisfactionDays medium languagePreference creditReportingNotice cureDays template required optional initial subsequent validationPeriodDays assumedReceiptDays assumedReceiptExcludes';
const disclosure: Fields = Object.fromEntries(disclosureNames.split(' ').map((name) => [name, noted]));

const licensing: Fields = { required: noted };

const other: Fields = {
  borrowerStatus: oneOf('deceased', 'bankruptcyActive', 'activeDuty'),
  allowOnlyRoles: roles,
  allowContent: texts,
  contactOnly: someOf('executor', 'personActingAsExecutor'),
  allowedAffiliations: roles,
  otherwise: oneOf('notAllowed'),
  noContactOutsideHousehold: flag,
  exceptions: texts,
  allowed: someOf(
    'debtorOrAttorney',
    'spouse',
    'writtenPermissionAfterDefault',
    'creditBureau',
    'locationNoIndebtedness',
    'legalProcess',
  ),
  thirdPartyLocationContacts: when('{ max }', (value) => isRecord(value) && positive(value.max) === undefined),
  attorneyUnresponsiveDays: positive,
  spouseContact: oneOf('restricted'),
  chapters: someOf('7', '11', '12', '13'),
  appliesToCoBorrowers: flag,
  debtKind: oneOf('consumer'),
  debtStatus: oneOf('discharged'),
  permanent: flag,
  check: oneOf('reassignedNumbers'),
  suggestMaxAgeDays: positive,
  days: positive,
  programs: texts,
  match: oneOf('residenceCounty'),
  action: text,
  chargedOffOnly: flag,
  substantiationDays: positive,
  ceaseUntil: flag,
  statedTimes: oneOf('inconvenient'),
  place: oneOf('inconvenient'),
  always: flag,
  mayNotSay: texts,
  mustSay: text,
  mustNotImply: text,
  followsFederal: flag,
  federalRuleSets: texts,
  stricterFrequency: noted,
  stricterWindow: noted,
  recordEveryAttempt: flag,
  fields: texts,
  daysPastDueMin: positive,
  excludes: texts,
  incorporates: text,
  homeVisits: noted,
  note: text,
  medicalDebt: text,
  scope: text,
  conductStandard: text,
};

export const paramsOfKinds: Readonly<Record<RuleKind, Fields>> = {
  frequency,
  timeWindow,
  holidayOrSunday,
  workplace,
  ceaseOnRequest,
  attorney,
  consentRequired,
  disclosure,
  licensing,
  timeBarred,
  other,
};

/** What a rule of this kind cannot do without. */
export const requiredParams: Readonly<Partial<Record<RuleKind, readonly string[]>>> = {
  frequency: ['max', 'per', 'scope'],
  timeWindow: ['start', 'end', 'days', 'clock'],
  attorney: ['trigger'],
};

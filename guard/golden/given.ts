// Borrowers, contacts, loans and histories for the golden cases. Whoever reads a case sees what is special about it; all the
// rest is as plain as can be: an own address, mobile phone and email in one state, and one loan that is paid on time.
import type {
  CaseFact,
  Channel,
  ConsentFact,
  ContactFact,
  Facts,
  InteractionFact,
  LoanFact,
  Question,
  RepresentativeFact,
  RequestFact,
} from '../contract.ts';

export const moment = (text: string): number => {
  const parsed = Date.parse(text);
  if (Number.isNaN(parsed) || !/([+-]\d\d:\d\d|Z)$/.test(text)) throw new Error(`No moment with an offset: ${text}`);
  return parsed;
};

// ---- where ----

const homes = {
  CA: ['90001', '+12135550100'],
  TX: ['75201', '+12145550100'],
  FL: ['33101', '+13055550100'],
  NY: ['12207', '+15185550100'],
  NYC: ['10001', '+12125550100'],
  PA: ['19103', '+12155550100'],
  IL: ['60601', '+13125550100'],
  OH: ['43215', '+16145550100'],
  GA: ['30303', '+14045550100'],
  NC: ['27601', '+19195550100'],
  MI: ['48201', '+13135550100'],
} as const;
type Home = keyof typeof homes;

const plainContact: Omit<ContactFact, 'id' | 'contactType'> = {
  label: 'personal',
  affiliation: 'self',
  valid: true,
  number: null,
  zip: null,
  state: null,
  county: null,
  authorizedThirdParty: false,
  powerOfAttorney: false,
  legalRepresentativeId: null,
  providedByBorrower: null,
  onDoNotCallRegistry: null,
  reassignedCheckedAt: null,
  employerPermits: null,
  isInconvenientPlace: false,
  transferNoticeSentOn: null,
  usedByPriorCollector: false,
};

export const phone = (id: string, number: string, more: Partial<ContactFact> = {}): ContactFact => ({
  ...plainContact,
  id,
  contactType: 'phone',
  number,
  ...more,
});

export const email = (id: string, more: Partial<ContactFact> = {}): ContactFact => ({
  ...plainContact,
  id,
  contactType: 'email',
  ...more,
});

export const address = (
  id: string,
  zip: string,
  state: string | null,
  more: Partial<ContactFact> = {},
): ContactFact => ({
  ...plainContact,
  id,
  contactType: 'address',
  label: 'home',
  zip,
  state,
  ...more,
});

// ---- who ----

const plainLoan: LoanFact = {
  id: 'loan',
  loanTypeId: 'type',
  status: 'active',
  servicedBy: 'lender',
  takenOverInDefault: false,
  loanKinds: [],
  firstMissedDueDate: null,
  isOverdue: false,
  daysPastDue: 0,
  chargedOffOn: null,
  boardedOn: '2021-01-04',
  endedOn: null,
};

export const loan = (more: Partial<LoanFact> = {}): LoanFact => ({ ...plainLoan, ...more });

interface Given extends Partial<Omit<Facts, 'contacts' | 'person' | 'company'>> {
  /** Beside the address, the phone and the email at home, or in place of one with the same id. */
  readonly contacts?: readonly ContactFact[];
  readonly person?: Partial<Facts['person']>;
  readonly holidays?: readonly string[];
}

/** A borrower of the lender itself. */
export function borrower(home: Home, given: Given = {}): Facts {
  const [zip, number] = homes[home];
  const state = home === 'NYC' ? 'NY' : home;
  const atHome = [address('address', zip, state), phone('phone', number), email('email')];
  const { contacts = [], person = {}, holidays = [], ...lists } = given;
  const kept = atHome.filter((own) => !contacts.some((other) => other.id === own.id));
  const facts: Facts = {
    person: { id: 'person', statedZone: null, statedTimes: [], ...person },
    company: { zone: 'America/New_York', holidays },
    contacts: [...kept, ...contacts],
    loans: [plainLoan],
    interactions: [],
    doNotInteracts: [],
    cases: [],
    consents: [],
    requests: [],
    representatives: [],
  };
  return Object.assign(facts, lists);
}

/** The same borrower, whose loans an agency collects. */
export function debtor(home: Home, given: Given = {}): Facts {
  const facts = borrower(home, given);
  return { ...facts, loans: facts.loans.map((one) => ({ ...one, servicedBy: 'debtCollectionAgency' })) };
}

// ---- what happened ----

let count = 0;

function contacted(channel: Channel, at: string, contactId: string, more: Partial<InteractionFact>): InteractionFact {
  count += 1;
  const plain: InteractionFact = {
    id: `interaction ${count}`,
    channel,
    direction: 'outbound',
    theme: 'opsCollDebt',
    subject: null,
    contactId,
    loanIds: [],
    status: 'attempted',
    at: moment(at),
    connected: true,
    conversation: false,
    messageLeft: false,
    undeliverable: false,
    isAutodialed: false,
    isTransactional: true,
    requestedByBorrower: false,
    knownFrom: moment(at),
    knownUntil: null,
  };
  return { ...plain, ...more };
}

export const call = (at: string, more: Partial<InteractionFact> = {}) => contacted('voice', at, 'phone', more);
export const text = (at: string, more: Partial<InteractionFact> = {}) => contacted('text', at, 'phone', more);
export const mailed = (at: string, more: Partial<InteractionFact> = {}) => contacted('mail', at, 'address', more);
export const emailed = (at: string, more: Partial<InteractionFact> = {}) => contacted('email', at, 'email', more);

/** One call on each of the days of October 2026, at 9 in the morning of New York. */
export const callsInOctober = (days: readonly number[], more: Partial<InteractionFact> = {}): InteractionFact[] =>
  days.map((day) => call(`2026-10-${String(day).padStart(2, '0')}T09:00:00-04:00`, more));

// ---- what is known ----

const since = '2026-09-01T12:00:00-04:00';

export function ofCase(caseType: string, more: Partial<CaseFact> = {}): CaseFact {
  const plain: CaseFact = {
    id: caseType,
    caseType,
    status: 'processing',
    outcome: null,
    statusUpdatedAt: moment(since),
    receivedAt: moment(since),
    loanIds: [],
    whose: 'borrower',
    inWriting: false,
    byRegisteredMail: false,
    bankruptcy: null,
    dispute: null,
    beginsOn: null,
    endsOn: null,
  };
  return { ...plain, ...more };
}

export const bankruptcy = (court: Partial<CaseFact['bankruptcy']> = {}, more: Partial<CaseFact> = {}): CaseFact =>
  ofCase('bankruptcy', {
    bankruptcy: {
      chapter: '7',
      filedOn: '2026-08-31',
      disposition: null,
      isClosed: false,
      reaffirmed: false,
      ...court,
    },
    ...more,
  });

export const cease = (more: Partial<CaseFact> = {}): CaseFact =>
  ofCase('ceaseCommunication', { inWriting: true, ...more });

export const consent = (
  consentType: ConsentFact['consentType'],
  channel: Channel,
  more: Partial<ConsentFact> = {},
): ConsentFact => ({
  id: `${consentType} ${channel}`,
  consentType,
  channel,
  contactId: null,
  givenAt: moment(since),
  revokedAt: null,
  ...more,
});

export const request = (channel: Channel | null, more: Partial<RequestFact> = {}): RequestFact => ({
  id: `request ${channel}`,
  at: moment(since),
  channel,
  contactId: null,
  atWork: false,
  inWriting: false,
  withdrawnAt: null,
  ...more,
});

export const attorney = (more: Partial<RepresentativeFact> = {}): RepresentativeFact => ({
  id: 'attorney',
  representativeType: 'attorney',
  isActive: true,
  loanIds: [],
  knownSince: moment(since),
  unansweredSince: null,
  isUnresponsive: false,
  consents: false,
  denies: false,
  ...more,
});

// ---- what is asked ----

const usual = { phone: 'voice', email: 'email', address: 'mail' } as const;

/** A transactional contact about collection: a live call to the phone at home, unless the case says otherwise. */
export function asks(at: string, facts: Facts, more: Partial<Question> = {}): Question {
  const channel = more.channel === undefined ? 'voice' : more.channel;
  const own = { voice: 'phone', text: 'phone', email: 'email', mail: 'address', fax: 'address' } as const;
  const plain: Question = {
    at: moment(at),
    knownAt: null,
    channel,
    direction: 'outbound',
    theme: 'opsCollDebt',
    subject: null,
    loanIds: [],
    contactId: channel !== null && channel in own ? own[channel as keyof typeof own] : null,
    isTransactional: true,
    isAutodialed: false,
    voice: 'live',
    checkAtCompanyNoon: false,
  };
  const used = facts.contacts.find((contact) => contact.id === more.contactId);
  const byContact = more.channel === undefined && used !== undefined ? { channel: usual[used.contactType] } : {};
  return { ...plain, ...byContact, ...more };
}

// What is known of a borrower: do-not-interacts, cases, consents, requests and representatives.
import type {
  CaseFact,
  ConsentFact,
  ContactFact,
  DoNotInteractFact,
  Moment,
  RepresentativeFact,
  RequestFact,
} from '../contract.ts';
import type { Dice } from './dice.ts';
import { around, dateOf, msOfDay, msOfHour } from './moments.ts';
import { someOf, typeFor } from './some-interactions.ts';

export function someDoNotInteract(dice: Dice, index: number, at: Moment): DoNotInteractFact {
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

export function someCase(
  dice: Dice,
  index: number,
  loans: readonly string[],
  at: Moment,
  caseType: string = dice.pick(caseTypes),
): CaseFact {
  const receivedAt = around(dice, at, 40);
  const status: CaseFact['status'] = dice.pick([
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

export function someConsent(dice: Dice, index: number, contacts: readonly ContactFact[], at: Moment): ConsentFact {
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

export function someRequest(dice: Dice, index: number, contacts: readonly ContactFact[], at: Moment): RequestFact {
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

export function someRepresentative(
  dice: Dice,
  index: number,
  loans: readonly string[],
  at: Moment,
): RepresentativeFact {
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

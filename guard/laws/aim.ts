// Turns a random history towards one rule: its channel, its party, whom it is about, and how often it counts.
import type { Channel, ContactFact, Facts, InteractionFact, LoanFact, Question, Rule, Theme } from '../contract.ts';
import type { Dice } from './dice.ts';
import { around, dateOf, msOfDay } from './moments.ts';
import { someInteraction, typeFor } from './some-interactions.ts';
import { someCase, someRepresentative, someRequest } from './some-orders.ts';
import { someContact } from './some-people.ts';

interface Asked {
  readonly question: Question;
  readonly facts: Facts;
}

/** Rules that may block or warn, by what they find. */
export const aimsOf = (shipped: readonly Rule[]): readonly Rule[] =>
  shipped.filter(({ severity, kind }) => severity !== 'info' && kind !== 'disclosure' && kind !== 'licensing');

export function towards(dice: Dice, rule: Rule, { question, facts }: Asked): Asked {
  const channel = channelFor(dice, rule);
  const isSolicitation = rule.context === 'solicitation';
  const isAutomated = rule.context === 'prerecorded' || rule.params.technology !== undefined;
  const contact = contactFor(dice, rule, channel, facts, question.at);
  const aimed: Question = {
    ...question,
    channel,
    direction: 'outbound',
    theme: dice.chance(0.85) ? themeFor(dice, rule) : question.theme,
    contactId: contact?.id ?? (dice.chance(0.5) ? null : question.contactId),
    isTransactional: isSolicitation ? dice.chance(0.1) : question.isTransactional,
    isAutodialed: channel === 'voice' && (isAutomated ? dice.chance(0.9) : dice.chance(0.2)),
    voice: channel === 'voice' ? question.voice : 'live',
  };
  const contacts = contact === undefined ? facts.contacts : [...facts.contacts, contact];
  const named = contacts.some((one) => one.id === aimed.contactId && one.contactType === typeFor[channel]);
  const asked = named ? aimed : { ...aimed, contactId: null };
  const turned: Facts = { ...facts, contacts, loans: facts.loans.map((loan) => loanFor(dice, rule, loan)) };
  return { question: asked, facts: withEvents(dice, rule, asked, turned) };
}

const named: Readonly<Record<string, Channel>> = { voice: 'voice', text: 'text', email: 'email', letter: 'mail' };

const channelFor = (dice: Dice, rule: Rule): Channel => named[dice.pick(rule.channels)]!;

function themeFor(dice: Dice, rule: Rule): Theme {
  const { params } = rule;
  if (params.scope === 'thirdParty' || params.thirdPartyLocationContacts !== undefined) return 'opsCollLocateBorrower';
  if (params.employerContact !== undefined) return dice.pick(['opsCollVerifyEmployment', 'opsCollDebt']);
  if (params.when === 'noticeRequiredInWriting') return 'opsServicingDebtValidation';
  return dice.pick(['opsCollDebt', 'opsCollDebt', 'opsServicing']);
}

/** A contact of the kind that the rule is about. */
function contactFor(dice: Dice, rule: Rule, channel: Channel, facts: Facts, at: number): ContactFact | undefined {
  const contactType = typeFor[channel];
  if (contactType === null || !dice.chance(0.85)) return undefined;
  const contact = someContact(dice, 'aimed', contactType, affiliationFor(dice, rule), 'OH', at);
  const label = labelFor(rule);
  const own = facts.contacts.find((one) => one.affiliation === 'self' && one.contactType === contactType);
  // The number that is used stays in the state of the borrower.
  const number = contactType === 'phone' ? `${(own ?? contact).number?.slice(0, 5)}5550199` : null;
  const { zip, state } = own ?? contact;
  return { ...contact, number, zip, state, label: label ?? contact.label };
}

function affiliationFor(dice: Dice, rule: Rule): string {
  const { params, kind } = rule;
  if (kind === 'workplace') {
    if (params.employer === undefined && params.employerContact === undefined) return 'self';
    return params.familyFriendsNeighbours === undefined ? 'employer' : dice.pick(['employer', 'parent', 'other']);
  }
  if (params.contactKind === 'householdMember' || params.spouseContact !== undefined) return 'spouse';
  const isOfOthers = ['allowedAffiliations', 'allowed', 'noContactOutsideHousehold', 'thirdPartyLocationContacts'];
  if (params.scope === 'thirdParty' || isOfOthers.some((name) => params[name] !== undefined)) {
    return dice.pick(['other', 'parent', 'employer', 'spouse']);
  }
  return 'self';
}

function labelFor(rule: Rule): ContactFact['label'] | undefined {
  const { params, kind } = rule;
  if (kind === 'workplace') return 'work';
  if (params.lineType === 'residential') return 'home';
  if (Array.isArray(params.phoneKinds)) return params.phoneKinds.includes('work') ? 'work' : 'personal';
  return undefined;
}

function loanFor(dice: Dice, rule: Rule, loan: LoanFact): LoanFact {
  if (!dice.chance(0.9)) return loan;
  const loanKinds = rule.params.loanKind === undefined ? loan.loanKinds : [String(rule.params.loanKind)];
  const chargedOffOn = rule.params.chargedOffOnly === true ? '2025-06-30' : loan.chargedOffOn;
  const plain: LoanFact = { ...loan, loanKinds, chargedOffOn };
  if (rule.appliesTo === 'collector') return { ...plain, servicedBy: 'debtCollectionAgency' };
  if (rule.appliesTo === 'creditor') return { ...plain, servicedBy: 'lender', takenOverInDefault: false };
  return plain;
}

// ---- what happened ----

const daysOf: Readonly<Record<string, number>> = { '7d': 8, '30d': 31, '24h': 1, '1d': 1, '1mo': 32, businessWeek: 7 };

function withEvents(dice: Dice, rule: Rule, question: Question, facts: Facts): Facts {
  const { params } = rule;
  const max = typeof params.max === 'number' ? params.max : 1;
  const days = daysOf[String(params.per)] ?? 30;
  const isCounted =
    rule.kind === 'frequency' || rule.kind === 'workplace' || params.thirdPartyLocationContacts !== undefined;
  const busy = isCounted ? max + dice.between(0, 3 + max) : dice.between(0, 1);
  const more = Array.from({ length: busy }, (_, index) =>
    eventFor(dice, rule, question, facts, `aimed ${index}`, around(dice, question.at, days)),
  );
  return withOrders(dice, rule, question, { ...facts, interactions: [...facts.interactions, ...more] });
}

function eventFor(dice: Dice, rule: Rule, question: Question, facts: Facts, id: string, at: number): InteractionFact {
  const ids = facts.loans.map((loan) => loan.id);
  const one = someInteraction(dice, id, facts.contacts, ids, at, question.theme);
  if (!dice.chance(0.9)) return one;
  const channel = dice.chance(0.7) && question.channel !== null ? question.channel : channelFor(dice, rule);
  const isFitting = channel === question.channel;
  const talks = rule.params.after !== undefined || rule.params.counts !== undefined ? 0.6 : 0.1;
  return {
    ...one,
    channel,
    contactId: isFitting ? question.contactId : null,
    direction: dice.chance(0.9) ? 'outbound' : 'inbound',
    theme: question.theme,
    subject: dice.chance(0.9) ? question.subject : one.subject,
    loanIds: dice.chance(0.8) ? [] : one.loanIds,
    status: dice.pick(['attempted', 'succeeded']),
    connected: channel === 'voice' ? (dice.chance(0.9) ? true : one.connected) : null,
    conversation: channel === 'voice' && dice.chance(talks),
    undeliverable: false,
    isAutodialed: question.isAutodialed,
    isTransactional: question.isTransactional,
  };
}

// ---- what is known ----

const caseFor: Readonly<Record<string, string>> = {
  deceased: 'deceased',
  bankruptcyActive: 'bankruptcy',
  activeDuty: 'militaryDuty',
};

function caseTypeFor(rule: Rule): string | undefined {
  const { params, kind } = rule;
  if (kind === 'ceaseOnRequest') return params.until === undefined ? 'ceaseCommunication' : 'disputeOfDebt';
  if (params.borrowerStatus !== undefined) return caseFor[String(params.borrowerStatus)];
  if (params.contactOnly !== undefined) return 'deceased';
  if (params.chapters !== undefined || params.debtStatus !== undefined) return 'bankruptcy';
  if (params.programs !== undefined || params.stateOfEmergency !== undefined) return 'federalEmergency';
  return params.chargedOffOnly === true ? 'disputeOfDebt' : undefined;
}

function withOrders(dice: Dice, rule: Rule, question: Question, facts: Facts): Facts {
  const ids = facts.loans.map((loan) => loan.id);
  const { at } = question;
  const caseType = caseTypeFor(rule);
  const cases = [...facts.cases];
  if (caseType !== undefined) {
    const one = someCase(dice, 100, ids, at, caseType);
    cases.push(dice.chance(0.6) ? { ...one, loanIds: [], inWriting: true, byRegisteredMail: true } : one);
  }
  const asksToStop =
    rule.kind === 'ceaseOnRequest' || rule.params.onRequest === 'stop' || rule.params.onInstruction === 'stop';
  const requests = [...facts.requests];
  if (asksToStop && dice.chance(0.7)) {
    const one = someRequest(dice, 100, facts.contacts, at);
    const { contactId, channel } = question;
    requests.push(dice.chance(0.3) ? one : { ...one, contactId, channel, atWork: rule.kind === 'workplace' });
  }
  const representatives =
    rule.kind === 'attorney' && dice.chance(0.8)
      ? [...facts.representatives, someRepresentative(dice, 100, ids, at)]
      : facts.representatives;
  const loans = rule.kind === 'timeBarred' ? facts.loans.map((loan) => barred(dice, rule, loan, at)) : facts.loans;
  return { ...facts, cases, requests, representatives, loans };
}

/** A debt whose period ends within a few days. */
function barred(dice: Dice, rule: Rule, loan: LoanFact, at: number): LoanFact {
  const years = typeof rule.params.years === 'number' ? rule.params.years : dice.pick([3, 4, 6]);
  const then = new Date(at + dice.between(-2, 2) * msOfDay);
  then.setUTCFullYear(then.getUTCFullYear() - years);
  return { ...loan, isOverdue: true, firstMissedDueDate: dateOf(then.getTime()) };
}

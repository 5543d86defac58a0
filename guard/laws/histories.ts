// Random borrowers, histories and questions. Most aim at a rule: they are in its place, of its kind, and about as often as it
// counts, so that it speaks in many and is silent in as many.
import type { Facts, Moment, Question, Rule } from '../contract.ts';
import { aimsOf, towards } from './aim.ts';
import type { Dice } from './dice.ts';
import { msOfHour, someMoment } from './moments.ts';
import { channels, someInteractions, someOf, subjects, themes, typeFor } from './some-interactions.ts';
import { someCase, someConsent, someDoNotInteract, someRepresentative, someRequest } from './some-orders.ts';
import { someContacts, someLoan, somePerson, someState } from './some-people.ts';

export interface History {
  readonly question: Question;
  readonly facts: Facts;
  readonly rules: readonly Rule[];
}

export function historyOf(dice: Dice, shipped: readonly Rule[]): History {
  const at = someMoment(dice);
  const aim = dice.chance(0.8) ? dice.pick(aimsOf(shipped)) : undefined;
  const states = dice.some([1, 1, 1, 2, 3], () => someState(dice, shipped));
  if (aim !== undefined && aim.jurisdiction !== 'federal') states[0] = aim.jurisdiction;
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
  const asked = { question: someQuestion(dice, facts, at), facts };
  const aimed = aim === undefined ? asked : towards(dice, aim, asked);
  return { question: aimed.question, facts: aimed.facts, rules: someRules(dice, shipped, states, aim) };
}

// ---- rules ----

/** All of them, or a few, so that what each says about the next moment is not hidden by the others. */
function someRules(
  dice: Dice,
  shipped: readonly Rule[],
  states: readonly string[],
  aim: Rule | undefined,
): readonly Rule[] {
  if (dice.chance(0.3)) return shipped;
  const near = shipped.filter((rule) => rule.jurisdiction === 'federal' || states.includes(rule.jurisdiction));
  const few = dice.some([1, 1, 2, 3, 5], () => dice.pick(near));
  if (aim !== undefined) few.push(aim);
  return [...new Set(few)].map((rule) => varied(dice, rule));
}

/** An operator has muted it, or asks it for some types of loans only. */
function varied(dice: Dice, rule: Rule): Rule {
  if (dice.chance(0.03)) return { ...rule, muted: true };
  if (dice.chance(0.05)) return { ...rule, onlyLoanTypeIds: ['type A'] };
  if (dice.chance(0.05)) return { ...rule, exceptLoanTypeIds: ['type A'] };
  return rule.muted ? { ...rule, muted: false } : rule;
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

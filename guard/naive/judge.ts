// The second, naive guard, written from the documents of the compliance reference by somebody who has not read the first:
// plain loops over plain records. It says what may be compared, and gives no reasons.
import type { ContactFact, DoNotInteractFact, Facts, Question, Rule, Theme } from '../contract.ts';
import { isAskedToCease, isRepresented } from './cease.ts';
import { dayOf, localOf, msOfDay } from './clock.ts';
import { zonesToCountIn } from './days.ts';
import { tooOften } from './frequency.ts';
import { isTimeBarred } from './loans.ts';
import { speaksOtherwise } from './others.ts';
import { isIn, statesOf, zonesFor } from './places-of.ts';
import {
  type Asked,
  contactOf,
  factsOf,
  isCollecting,
  isInContext,
  loansFor,
  type NarrowChannel,
  namesChannel,
  narrow,
} from './reach.ts';
import { isShown, lacksConsent } from './required.ts';
import { isClosedDay, isOutsideWindow, isoWeekday } from './windows.ts';
import { isWrongAtWork } from './work.ts';

interface NaiveVerdict {
  readonly result: boolean;
  readonly blocking: readonly string[];
  readonly warning: readonly string[];
  readonly informing: readonly string[];
  readonly nextAllowedAt: number | null;
}

type Outcome = 'blocks' | 'warns' | 'informs';

const doNotInteract = 'DO-NOT-INTERACT';

export function judgeNaively(question: Question, given: Facts, rules: readonly Rule[]): NaiveVerdict {
  const facts = factsOf(question, given);
  const checks = checksOf(question, facts, rules);
  const having = (wanted: Outcome): string[] =>
    checks.filter((check) => check.outcomeAt(question.at) === wanted).map((check) => check.id);
  const blocking = having('blocks');
  return {
    result: blocking.length === 0,
    blocking,
    warning: having('warns'),
    informing: having('informs'),
    nextAllowedAt: blocking.length === 0 ? question.at : nextAllowed(question, facts, checks),
  };
}

/** A do-not-interact, or a rule for one channel: what it says at a moment. */
interface Check {
  readonly id: string;
  outcomeAt(moment: number): Outcome | undefined;
}

function checksOf(question: Question, facts: Facts, rules: readonly Rule[]): Check[] {
  if (question.direction === 'inbound') return [];
  const heldOff: Check = {
    id: doNotInteract,
    outcomeAt: (moment) => (isHeldOff(question, facts, clockOf(question, facts, moment)) ? 'blocks' : undefined),
  };
  return [heldOff, ...rules.flatMap((rule) => checkOf(rule, question, facts))];
}

// ---- when it is allowed ----

const halfHour = 1_800_000;

/** Tries one moment after another. What blocked last is asked first, because it mostly blocks still. */
function nextAllowed(question: Question, facts: Facts, checks: Check[]): number | null {
  const inTurn = [...checks];
  for (const moment of momentsToTry(question, facts)) {
    const blocked = inTurn.findIndex((check) => check.outcomeAt(moment) === 'blocks');
    if (blocked === -1) return moment;
    inTurn.unshift(...inTurn.splice(blocked, 1));
  }
  return null;
}

/** Clocks and windows turn on half hours; all else turns at a moment of a fact, or a day or five minutes after one. */
function momentsToTry(question: Question, facts: Facts): number[] {
  const last = question.at + 365 * msOfDay;
  const moments = new Set<number>();
  for (let moment = Math.ceil(question.at / halfHour) * halfHour; moment <= last; moment += halfHour)
    moments.add(moment);
  for (const moment of momentsOf(facts)) {
    for (const later of [moment, moment + 1, moment + msOfDay, moment + 300_000, moment + 300_001]) moments.add(later);
  }
  return [...moments].filter((moment) => moment > question.at && moment <= last).sort((a, b) => a - b);
}

function momentsOf(facts: Facts): number[] {
  const moments: (number | null)[] = [
    ...facts.interactions.map((one) => one.at),
    ...facts.cases.flatMap((one) => [one.receivedAt, one.statusUpdatedAt]),
    ...facts.consents.flatMap((one) => [one.givenAt, one.revokedAt]),
    ...facts.requests.flatMap((one) => [one.at, one.withdrawnAt]),
    ...facts.representatives.flatMap((one) => [one.knownSince, one.unansweredSince]),
    ...facts.contacts.map((one) => one.reassignedCheckedAt),
  ];
  return moments.filter((moment) => moment !== null);
}

// ---- one rule at one moment ----

/** While it is not known by which channel, the rules of all are asked. */
const channelsOf = (question: Question): readonly NarrowChannel[] =>
  question.channel === null ? ['voice', 'text', 'email', 'letter'] : [narrow(question.channel)];

function checkOf(rule: Rule, question: Question, facts: Facts): Check[] {
  const loans = loansFor(rule, question, facts);
  const states = statesOf(facts);
  if (rule.muted || loans === undefined) return [];
  if (rule.jurisdiction !== 'federal' && !states.has(rule.jurisdiction)) return [];
  if (rule.locality !== null && !isIn(rule.locality, facts)) return [];
  const channels = channelsOf(question).filter(
    (channel) => namesChannel(rule, channel) && isInContext(rule, question, channel),
  );
  const ways = channels.flatMap((channel) => {
    const zones = zonesFor(question, channel, facts);
    return contactsOf(question, channel, facts).map((contact) => ({ channel, zones, contact }));
  });
  const outcomeAt = (moment: number): Outcome | undefined => {
    const clockMoment = clockOf(question, facts, moment);
    for (const { channel, zones, contact } of ways) {
      const asked = {
        moment,
        clockMoment,
        question,
        channel,
        facts,
        zones,
        states,
        loans,
        contact,
        past: facts.interactions,
      };
      const outcome = isInForce(rule, moment, zonesToCountIn(asked)) ? spoken(rule, asked) : undefined;
      if (outcome !== undefined) return outcome;
    }
    return undefined;
  };
  return ways.length === 0 ? [] : [{ id: rule.id, outcomeAt }];
}

/** Not said which: any of the borrower's own that fit the channel; undefined where none is known. */
function contactsOf(question: Question, channel: NarrowChannel, facts: Facts): (ContactFact | undefined)[] {
  const named = contactOf(facts, question.contactId);
  if (named !== undefined) return [named];
  const types = {
    voice: 'phone',
    text: 'phone',
    email: 'email',
    letter: 'address',
    chat: undefined,
    fetched: undefined,
  };
  const own = facts.contacts.filter(
    (contact) => contact.valid && contact.affiliation === 'self' && contact.contactType === types[channel],
  );
  return own.length === 0 ? [undefined] : own;
}

function isInForce(rule: Rule, moment: number, zones: readonly string[]): boolean {
  if (rule.effectiveFrom === null && rule.effectiveTo === null) return true;
  return zones.some((zone) => {
    const { day } = localOf(moment, zone);
    return (
      (rule.effectiveFrom === null || dayOf(rule.effectiveFrom) <= day) &&
      (rule.effectiveTo === null || day <= dayOf(rule.effectiveTo))
    );
  });
}

/** The moment that rules and orders of the time of day are asked for. */
const clockOf = (question: Question, facts: Facts, moment: number): number =>
  question.checkAtCompanyNoon ? noonOf(moment, facts.company.zone) : moment;

/** Noon of the day, by the company's clock. */
function noonOf(moment: number, zone: string): number {
  const { day } = localOf(moment, zone);
  const noon = day * msOfDay + msOfDay / 2;
  for (let shift = -14; shift <= 14; shift += 0.5) {
    const guess = noon + shift * 2 * halfHour;
    const local = localOf(guess, zone);
    if (local.day === day && local.time === msOfDay / 2) return guess;
  }
  return moment;
}

function spoken(rule: Rule, asked: Asked): Outcome | undefined {
  const usual = rule.severity === 'block' ? 'blocks' : rule.severity === 'warn' ? 'warns' : 'informs';
  const if_ = (speaks: boolean, outcome: Outcome = usual): Outcome | undefined => (speaks ? outcome : undefined);
  switch (rule.kind) {
    case 'frequency':
      return if_(tooOften(rule, asked));
    case 'timeWindow':
      return if_(isOutsideWindow(rule, asked));
    case 'holidayOrSunday':
      return if_(isClosedDay(rule, asked));
    case 'workplace':
      return if_(isWrongAtWork(rule, asked));
    case 'ceaseOnRequest':
      return if_(isAskedToCease(rule, asked));
    case 'attorney':
      return if_(isRepresented(rule.params, asked));
    case 'consentRequired':
      return isShown(rule) ? if_(lacksConsent(rule, asked)) : 'informs';
    case 'timeBarred':
      return if_(isTimeBarred(rule, asked), timeBarredOutcome(rule.params.extinguished, usual, asked.question.theme));
    case 'other': {
      const speaks = speaksOtherwise(rule, asked);
      return speaks === undefined ? 'informs' : if_(speaks);
    }
    default:
      return 'informs';
  }
}

/** It warns; only where the right is extinguished it blocks what collects. */
function timeBarredOutcome(isExtinguished: boolean | undefined, usual: Outcome, theme: Theme): Outcome {
  if (usual === 'informs') return 'informs';
  return isExtinguished === true && isCollecting(theme) ? usual : 'warns';
}

// ---- do-not-interact ----

function isHeldOff(question: Question, facts: Facts, moment: number): boolean {
  if (question.theme === 'opsAccountCredentials') return false;
  return facts.doNotInteracts.some((one) => covers(one, question, facts, moment));
}

function covers(one: DoNotInteractFact, question: Question, facts: Facts, moment: number): boolean {
  const isAny = (words: readonly string[]): boolean => words.length === 0 || words.includes('all');
  if (!isAny(one.channels) && question.channel !== null && !one.channels.includes(question.channel)) return false;
  if (!isAny(one.themes) && !one.themes.includes(question.theme)) return false;
  const label = contactOf(facts, question.contactId)?.label;
  if (one.contactLabels.length > 0 && label !== undefined && !one.contactLabels.includes(label)) return false;
  return clocksOf(one, question, facts).some((zone) => {
    const local = localOf(moment, zone);
    if (local.day < dayOf(one.startDate)) return false;
    if (one.endDate !== null && local.day > dayOf(one.endDate)) return false;
    const weekday = isoWeekday(local.weekday);
    if (one.daysOfWeek.length > 0 && !one.daysOfWeek.some((day) => (day === 0 ? 7 : day) === weekday)) return false;
    if (one.timesOfDay.length === 0) return true;
    const hour = local.time / (2 * halfHour);
    return one.timesOfDay.some(({ fromHour, toHour }) => fromHour <= hour && hour < toHour);
  });
}

/** Its own zone, else any of the borrower's, else the company's. */
function clocksOf(one: DoNotInteractFact, question: Question, facts: Facts): readonly string[] {
  if (one.timezone !== null) return [one.timezone];
  const zones = new Set(channelsOf(question).flatMap((channel) => zonesFor(question, channel, facts)));
  return zones.size === 0 ? [facts.company.zone] : [...zones];
}

// What becomes of an accepted order: a list of what happens, each at an instant of the business clock, in New York time.
import type { Behaviour } from './behaviour.ts';
import {
  bankingDayFrom,
  inNewYork,
  isBankingDay,
  newYorkAt,
  plusBankingDays,
  plusDays,
  plusSeconds,
} from './calendar.ts';
import { correctedBy } from './correction.ts';
import type { SimulatedOrder } from './order.ts';

export interface Outcome {
  readonly what: string;
  readonly at: string;
  readonly cents: number;
  /** What comes to the funding account by it; negative: what leaves it. */
  readonly moves: number;
  readonly code?: string;
  readonly on?: string;
  readonly respondBy?: string;
  readonly caseNumber?: string;
  readonly corrected?: string;
  /** Seconds from `at` to the notice; null: there is none. */
  readonly noticeAfter: number | null;
  readonly times: number;
  /** Its notice is signed by nobody we know, and it is no truth: it stands in no list. */
  readonly isForged?: true;
}

interface Accepted {
  readonly order: SimulatedOrder;
  readonly behaviour: Behaviour;
  readonly now: string;
  readonly settlesOn: string;
  /** How many of the same item went before it: 1 for the first retry. */
  readonly round: number;
  /** Tells of each acceptance too, so that there is more that can be lost, doubled and overtaken. */
  readonly tellsAll: boolean;
}

/** What a day brings is there when its banking day begins, what a same-day entry brings in the last window. */
const [opening, lastWindow, closing] = ['06:10', '18:00', '17:00'];
const [cutOff, sameDayCutOff] = ['16:00', '14:45'];
const sameDayCentsMax = 100_000_000;
const [minute, day] = [60, 86_400];

/** The first banking day on which it can settle, and not before the day that was asked for. */
export function settlementDay(order: SimulatedOrder, now: string): string {
  const { day: today, time } = inNewYork(now);
  if (order.rail === 'instant') return today;
  if (order.rail === 'card') return bankingDayFrom(plusDays(today, 1));
  const isOpen = isBankingDay(today);
  const isToday = isOpen && order.sameDay && time < sameDayCutOff && order.cents <= sameDayCentsMax;
  const leaves = isOpen && time < cutOff ? today : bankingDayFrom(plusDays(today, 1));
  const earliest = isToday ? today : bankingDayFrom(plusDays(leaves, 1));
  const asked = bankingDayFrom(order.settleOn ?? earliest);
  return asked > earliest ? asked : earliest;
}

export function settlementInstant(settlesOn: string, now: string): string {
  return newYorkAt(settlesOn, inNewYork(now).day === settlesOn ? lastWindow : opening);
}

export function outcomesOf(accepted: Accepted): Outcome[] {
  const { order, behaviour, now, settlesOn } = accepted;
  if (order.rail === 'instant') return [{ ...settled(accepted), at: now, noticeAfter: null }];
  const early = acceptanceOf(accepted);
  const late = order.rail === 'card' ? ofCard(accepted) : ofAccount(accepted);
  const all = [...early, ...late];
  if (behaviour.does === 'twice') return all.map((one) => ({ ...one, times: 2 }));
  if (behaviour.does === 'lateWebhook') return all.map((one) => ({ ...one, noticeAfter: 3 * day }));
  if (behaviour.does === 'silent') return all.map((one) => ({ ...one, noticeAfter: null }));
  if (behaviour.does === 'forged')
    return [...all, { ...returned(accepted, 'R01', plusBankingDays(settlesOn, 1)), ...forged }];
  return all;
}

const forged = { moves: 0, isForged: true } as const;

/** The answer has said it already: a notice of it comes only where that is the point. */
function acceptanceOf(accepted: Accepted): Outcome[] {
  const { behaviour, now, order, settlesOn, tellsAll } = accepted;
  const told = plain('accepted', now, order.cents);
  if (tellsAll || behaviour.does === 'timeout' || behaviour.does === 'twice') return [told];
  if (behaviour.does !== 'outOfOrder') return [];
  const seconds = (Date.parse(settlementInstant(settlesOn, now)) - Date.parse(now)) / 1_000;
  return [{ ...told, noticeAfter: Math.ceil(seconds) + minute }];
}

const plain = (what: string, at: string, cents: number): Outcome => ({
  what,
  at,
  cents,
  moves: 0,
  noticeAfter: 0,
  times: 1,
});

const comesIn = ({ deed }: SimulatedOrder): boolean => deed === 'debit';

function settled({ order, settlesOn, now }: Accepted, cents: number = order.cents): Outcome {
  const moves = comesIn(order) ? cents : -cents;
  return { ...plain('settled', settlementInstant(settlesOn, now), cents), moves, on: settlesOn };
}

function returned({ order }: Accepted, code: string, on: string): Outcome {
  const moves = comesIn(order) ? -order.cents : order.cents;
  return { ...plain('returned', newYorkAt(on, opening), order.cents), moves, code, on };
}

function ofAccount(accepted: Accepted): Outcome[] {
  const { order, behaviour, settlesOn, round } = accepted;
  const second = plusBankingDays(settlesOn, 2);
  const good = [settled(accepted), plain('confirmed', newYorkAt(second, closing), order.cents)];
  const noFunds = [settled(accepted), returned(accepted, 'R01', second)];
  switch (behaviour.does) {
    case 'return':
      return withReturn(good, accepted, behaviour);
    case 'change': {
      const corrected = correctedBy(behaviour.code, order.instrument);
      return [
        ...good,
        { ...plain('corrected', newYorkAt(second, opening), order.cents), code: behaviour.code, corrected },
      ];
    }
    case 'fundsThenOk':
      return round === 0 ? noFunds : good;
    case 'fundsTwice':
      return round <= 1 ? noFunds : good;
    case 'returnTwice':
      // The second entry is a mistake of the other bank: no money moves by it.
      return [...noFunds, { ...returned(accepted, 'R01', plusBankingDays(settlesOn, 3)), moves: 0 }];
    case 'wrongAmount':
      return [settled(accepted, Math.max(1, order.cents - 1)), good[1] as Outcome];
    case 'dishonored': {
      const back = { ...settled(accepted), at: newYorkAt(plusBankingDays(settlesOn, 6), opening) };
      return [...noFunds, { ...back, what: 'disputeWon', code: 'R61', on: plusBankingDays(settlesOn, 6) }];
    }
    default:
      return good;
  }
}

/** Up to ten days are banking days; more are days of the calendar, and then the next banking day. */
function withReturn(good: readonly Outcome[], accepted: Accepted, rule: { code: string; days: number }): Outcome[] {
  const { settlesOn } = accepted;
  const on = rule.days <= 10 ? plusBankingDays(settlesOn, rule.days) : bankingDayFrom(plusDays(settlesOn, rule.days));
  const back = returned(accepted, rule.code, on);
  const before = good.filter((one) => one.what === 'settled' || one.at < back.at);
  // A return on the day of settlement comes after the settlement, though both are there in the morning.
  return [...before, back.at < (good[0] as Outcome).at ? { ...back, at: (good[0] as Outcome).at } : back];
}

const [disputeAfterDays, answerWithinDays, decidedAfterDays] = [20, 30, 45];

function ofCard(accepted: Accepted): Outcome[] {
  const { order, behaviour, now, settlesOn } = accepted;
  const good = settled(accepted);
  if (behaviour.does === 'captureRefused') return [{ ...plain('refused', good.at, order.cents), code: '96' }];
  if ((behaviour.does !== 'disputeLost' && behaviour.does !== 'disputeWon') || order.deed !== 'debit') return [good];
  const opened = plusDays(inNewYork(now).day, disputeAfterDays);
  const decided = newYorkAt(plusDays(opened, decidedAfterDays), opening);
  const caseNumber = `SIM${settlesOn.replaceAll('-', '')}${order.cents}`;
  const code = behaviour.does === 'disputeLost' ? '10.4' : '13.2';
  const dispute = { code, caseNumber };
  const isLost = behaviour.does === 'disputeLost';
  return [
    good,
    {
      ...plain('disputed', newYorkAt(opened, opening), order.cents),
      ...dispute,
      moves: -order.cents,
      respondBy: plusDays(opened, answerWithinDays),
    },
    { ...plain(behaviour.does, decided, order.cents), ...dispute, moves: isLost ? 0 : order.cents },
  ];
}

const renewedYears = 4;

/** The update of a card that had expired comes on the morning after it was declined: it is good for some years more. */
export function updateOf(now: string, cents: number): Outcome {
  const on = plusDays(inNewYork(now).day, 1);
  const corrected = `${Number(on.slice(0, 4)) + renewedYears}-${on.slice(5, 7)}`;
  return { ...plain('corrected', newYorkAt(on, opening), cents), code: 'updated', corrected };
}

export const voidedAt = (now: string, cents: number): Outcome => plain('voided', now, cents);

export const foundLateUntil = (acceptedAt: string): string => plusSeconds(acceptedAt, 10 * minute);
export const downUntil = (heardAt: string): string => plusSeconds(heardAt, 120 * minute);

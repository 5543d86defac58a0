// The kinds `timeWindow` and `holidayOrSunday`, and the times that the borrower has stated: all by the clock on the wall.
import type { RuleOf, StatedTime, TimeWindowParams, Weekday, Window } from '../contract.ts';
import { type Local, localOf, msOfDay } from './clock.ts';
import { zonesToCountIn } from './days.ts';
import { isFederalHoliday } from './holidays.ts';
import { localsOf } from './places-of.ts';
import { type Asked, isAutomated } from './reach.ts';

const weekdays: readonly Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export function isOutsideWindow(rule: RuleOf<'timeWindow'>, asked: Asked): boolean {
  const { params } = rule;
  if (params.clock !== 'consumerLocal') return isClosed(params, localOf(asked.clockMoment, params.clock), asked);
  if (asked.zones.length === 0) return true;
  return localsOf(asked.clockMoment, asked.zones).some((local) => {
    if (params.override !== 'consumerStatedTimes') return isClosed(params, local, asked);
    if (isStated('inconvenient', local, asked)) return true;
    return isClosed(params, local, asked) && !isStated('convenient', local, asked);
  });
}

function isClosed(params: TimeWindowParams, local: Local, asked: Asked): boolean {
  if (params.holidays !== undefined && isHoliday(local.day, asked)) {
    if (params.holidays === 'closed' || !isWithin(params.holidays, local)) return true;
  }
  const named = local.weekday === 0 ? params.sunday : local.weekday === 6 ? params.saturday : undefined;
  if (named === 'closed') return true;
  if (named !== undefined) return !isWithin(named, local);
  if (!params.days.includes(weekdays[local.weekday]!)) return true;
  const recorded = asked.channel === 'voice' && isAutomated(asked.question, asked.channel);
  const start = recorded && params.recordedMessageStart !== undefined ? params.recordedMessageStart : params.start;
  return !isWithin({ start, end: params.end }, local);
}

export function isClosedDay(rule: RuleOf<'holidayOrSunday'>, asked: Asked): boolean {
  const { params } = rule;
  if (params.stateOfEmergency === 'closed' && isInEmergency(asked)) return true;
  if (asked.zones.length === 0) return true;
  const closesHolidays = [params.holidays, params.stateHolidays, params.legalHolidays].includes('closed');
  return localsOf(asked.clockMoment, asked.zones).some(
    (local) =>
      (params.sunday === 'closed' && local.weekday === 0) ||
      (closesHolidays && isHoliday(local.day, asked)) ||
      (params.window !== undefined && !isWithin(params.window, local)),
  );
}

const isInEmergency = (asked: Asked): boolean =>
  asked.facts.cases.some(
    (one) => one.caseType === 'federalEmergency' && one.whose === 'borrower' && isLive(one, asked),
  );

export function isLive(
  one: {
    readonly status: string;
    readonly outcome: string | null;
    readonly receivedAt: number;
    readonly statusUpdatedAt: number;
  },
  asked: Asked,
): boolean {
  if (one.receivedAt > asked.moment) return false;
  if (one.statusUpdatedAt > asked.moment) return true;
  if (one.status === 'canceled') return false;
  return one.status !== 'completed' || (one.outcome !== 'rejected' && one.outcome !== 'ended');
}

function isHoliday(day: number, asked: Asked): boolean {
  const date = new Date(day * msOfDay).toISOString().slice(0, 10);
  const { holidays } = asked.facts.company;
  return isFederalHoliday(day) || holidays.includes(date) || holidays.includes(date.slice(5));
}

/** From the start on, and no more at the end. */
export const isWithin = (window: Window, local: Local): boolean =>
  msOf(window.start) <= local.time && local.time < msOf(window.end);

const msOf = (time: string): number => (60 * Number(time.slice(0, 2)) + Number(time.slice(3, 5))) * 60_000;

function isStated(kind: StatedTime['kind'], local: Local, asked: Asked): boolean {
  return asked.facts.person.statedTimes.some(
    (stated) =>
      stated.kind === kind &&
      (stated.daysOfWeek.length === 0 || stated.daysOfWeek.includes(isoWeekday(local.weekday))) &&
      stated.fromMinute * 60_000 <= local.time &&
      local.time < stated.toMinute * 60_000,
  );
}

/** 1 Monday to 7 Sunday. */
export const isoWeekday = (weekday: number): number => (weekday === 0 ? 7 : weekday);

export const isStatedInconvenient = (asked: Asked): boolean =>
  localsOf(asked.clockMoment, zonesToCountIn(asked)).some((local) => isStated('inconvenient', local, asked));

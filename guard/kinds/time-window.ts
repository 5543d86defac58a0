// The hours in which a contact may be made: from the first instant of the window on, and not at its end.
import { weekdayOf } from '@tenor/engine/time/calendar.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Ask } from '../asked/ask.ts';
import { always, byClock, type Kind, type Saying } from '../asked/saying.ts';
import type { FactUsed, Moment, RuleOf, StatedTime, TimeWindowParams, Weekday, Window } from '../contract.ts';
import { isHoliday } from '../places/holidays.ts';
import { localDay, minuteMs, minuteOf, timeOfDay } from '../places/local.ts';

const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Milliseconds of a day. */
interface Hours {
  readonly from: number;
  readonly to: number;
}

export const timeWindow: Kind<'timeWindow'> = (rule, ask) => {
  const { params } = rule;
  const zones = params.clock === 'consumerLocal' ? ask.zones : [params.clock];
  if (zones.length === 0) return noClock();
  const hoursOn = hoursByDay(rule, ask);
  const stated = params.override === 'consumerStatedTimes' ? ask.facts.person.statedTimes : [];
  const isOpen = (at: Moment, zone: string): boolean => {
    const [day, time] = [localDay(at, zone), timeOfDay(at, zone)];
    if (stated.length > 0) {
      if (isStated(stated, 'inconvenient', day, time)) return false;
      if (isStated(stated, 'convenient', day, time)) return true;
    }
    const hours = hoursOn(day);
    return hours !== undefined && hours.from <= time && time < hours.to;
  };
  const minutes = [...minutesOf(params), ...stated.flatMap(({ fromMinute, toMinute }) => [fromMinute, toMinute])];
  const facts = stated.map(({ id }): FactUsed => ({ kind: 'statedTime', id }));
  return { opens: byClock(ask, { zones, isOpen, minutes }), say: () => ({ reason: reasonOf(rule, zones), facts }) };
};

/** Whatever the hour, it may be night where the borrower is. */
export const noClock = (): Saying =>
  always('Nobody knows in which time zone the borrower is, so no hour is known to be allowed.');

export function isStated(times: readonly StatedTime[], kind: StatedTime['kind'], day: Day, time: number): boolean {
  return times.some(
    (one) =>
      one.kind === kind &&
      (one.daysOfWeek.length === 0 || one.daysOfWeek.includes(weekdayOf(day))) &&
      one.fromMinute * minuteMs <= time &&
      time < one.toMinute * minuteMs,
  );
}

const hoursOf = ({ start, end }: Window): Hours => ({
  from: (minuteOf(start) ?? 0) * minuteMs,
  to: (minuteOf(end) ?? 0) * minuteMs,
});

/** Saturday, Sunday and holidays may have hours of their own, or none. */
function hoursByDay({ params }: RuleOf<'timeWindow'>, { isMachine, facts }: Ask): (day: Day) => Hours | undefined {
  const { recordedMessageStart, saturday, sunday, holidays, days } = params;
  const whole = hoursOf(params);
  const later = isMachine && recordedMessageStart !== undefined ? (minuteOf(recordedMessageStart) ?? 0) * minuteMs : 0;
  const usual = { from: Math.max(whole.from, later), to: whole.to };
  const own = (named: Window | 'closed'): Hours | undefined => (named === 'closed' ? undefined : hoursOf(named));
  return (day) => {
    if (holidays !== undefined && isHoliday(day, facts.company.holidays)) return own(holidays);
    const weekday = weekdays[weekdayOf(day) - 1] as Weekday;
    if (weekday === 'sat' && saturday !== undefined) return own(saturday);
    if (weekday === 'sun' && sunday !== undefined) return own(sunday);
    return days.includes(weekday) ? usual : undefined;
  };
}

const midnight = 0;

/** The minutes at which one of its windows begins. */
function minutesOf({ start, saturday, sunday, holidays, recordedMessageStart }: TimeWindowParams): number[] {
  const windows = [saturday, sunday, holidays].filter((one) => typeof one === 'object');
  const times = [start, recordedMessageStart, ...windows.map((one) => one.start)];
  return [midnight, ...times.flatMap((time) => (time === undefined ? [] : [minuteOf(time) ?? midnight]))];
}

const reasonOf = ({ params: { start, end, days } }: RuleOf<'timeWindow'>, zones: readonly string[]): string =>
  `Contact is allowed from ${start} to ${end}${days.length < weekdays.length ? ` on ${days.join(', ')}` : ''} in ${zones.join(' and ')}.`;

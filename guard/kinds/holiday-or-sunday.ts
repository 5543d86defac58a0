// Days on which nothing is offered: Sundays, holidays, and as long as an emergency is declared.
import type { Ask } from '../asked/ask.ts';
import { casesOf, usedCase } from '../asked/cases.ts';
import { allOf, always, byClock, type Kind, type Saying } from '../asked/saying.ts';
import type { Moment, Window } from '../contract.ts';
import { isHoliday, isSunday } from '../places/holidays.ts';
import { localDay, minuteMs, minuteOf, timeOfDay } from '../places/local.ts';
import { noClock } from './time-window.ts';

export const holidayOrSunday: Kind<'holidayOrSunday'> = ({ params }, ask) => {
  const emergency = params.stateOfEmergency === 'closed' ? inEmergency(ask) : null;
  if (ask.zones.length === 0) return allOf([emergency, noClock()]);
  const closesHolidays = [params.holidays, params.stateHolidays, params.legalHolidays].includes('closed');
  const { holidays: added } = ask.facts.company;
  const isOpen = (at: Moment, zone: string): boolean => {
    const day = localDay(at, zone);
    if (params.sunday === 'closed' && isSunday(day)) return false;
    if (closesHolidays && isHoliday(day, added)) return false;
    return params.window === undefined || isWithin(timeOfDay(at, zone), params.window);
  };
  const minutes = [0, ...(params.window === undefined ? [] : [minuteOf(params.window.start) ?? 0])];
  const days: Saying = {
    opens: byClock(ask, { zones: ask.zones, isOpen, minutes }),
    say: () => ({ reason: reasonOf(params.sunday === 'closed', closesHolidays, params.window), facts: [] }),
  };
  return allOf([emergency, days]);
};

const isWithin = (time: number, { start, end }: Window): boolean =>
  (minuteOf(start) ?? 0) * minuteMs <= time && time < (minuteOf(end) ?? 0) * minuteMs;

function inEmergency(ask: Ask): Saying | null {
  const used = casesOf(ask, 'federalEmergency').map(usedCase);
  return used.length === 0 ? null : always('Nothing is offered while an emergency is declared.', used);
}

function reasonOf(sundays: boolean, holidays: boolean, window: Window | undefined): string {
  const closed = [...(sundays ? ['Sundays'] : []), ...(holidays ? ['holidays'] : [])].join(' and ');
  return `Nothing is offered on ${closed}${window === undefined ? '' : `, nor before ${window.start} or from ${window.end} on`}.`;
}

// The do-not-interacts of the lender's cases: they are asked before all rules, and nothing mutes them.
import { weekdayOf } from '@tenor/engine/time/calendar.ts';
import type { Ask } from '../asked/ask.ts';
import { allOf, byClock, type Saying } from '../asked/saying.ts';
import type { DoNotInteractFact, Moment } from '../contract.ts';
import { dayOfText, localDay, minuteMs, timeOfDay } from '../places/local.ts';

const hourMs = 60 * minuteMs;
/** Without this theme a borrower who must not be written to could not sign in. */
const neverCovered = 'opsAccountCredentials';

export function doNotInteract(ask: Ask): Saying | null {
  const { doNotInteracts } = ask.facts;
  if (doNotInteracts.length === 0) return null;
  return allOf(doNotInteracts.filter((one) => covers(one, ask)).map((one) => saying(one, ask)));
}

function covers({ channels, themes, contactLabels }: DoNotInteractFact, { channel, question, contact }: Ask): boolean {
  const { theme } = question;
  const isChannel = channel === null || names(channels, channel);
  const isLabel = contactLabels.length === 0 || contact === null || contactLabels.includes(contact.label);
  return isChannel && isLabel && theme !== neverCovered && names(themes, theme);
}

const names = (some: readonly string[], one: string): boolean =>
  some.length === 0 || some.includes('all') || some.includes(one);

function saying(one: DoNotInteractFact, ask: Ask): Saying {
  const zones = one.timezone === null ? ask.clocks : [one.timezone];
  const [first, last] = [
    dayOfText(one.startDate),
    one.endDate === null ? Number.POSITIVE_INFINITY : dayOfText(one.endDate),
  ];
  const weekdays = one.daysOfWeek.map((day) => (day === 0 ? 7 : day));
  const isOpen = (at: Moment, zone: string): boolean => {
    const day = localDay(at, zone);
    if (day < first || day > last) return true;
    if (weekdays.length > 0 && !weekdays.includes(weekdayOf(day))) return true;
    const time = timeOfDay(at, zone);
    const hours = one.timesOfDay;
    return (
      hours.length > 0 && !hours.some(({ fromHour, toHour }) => fromHour * hourMs <= time && time < toHour * hourMs)
    );
  };
  const minutes = [0, ...one.timesOfDay.map(({ toHour }) => toHour * 60)];
  return {
    opens: isEndless(one)
      ? (from) => (zones.every((zone) => isOpen(from, zone)) ? from : Number.POSITIVE_INFINITY)
      : byClock(ask, { zones, isOpen, minutes }),
    say: () => ({
      reason: reasonOf(one),
      facts: [
        { kind: 'doNotInteract', id: one.id },
        { kind: 'case', id: one.caseId },
      ],
    }),
  };
}

const isEndless = ({ endDate, daysOfWeek, timesOfDay }: DoNotInteractFact): boolean =>
  endDate === null && daysOfWeek.length === 0 && timesOfDay.length === 0;

const reasonOf = ({ caseId, endDate }: DoNotInteractFact): string =>
  `The case ${caseId} forbids it ${endDate === null ? 'until that is taken away' : `until the end of ${endDate}`}.`;

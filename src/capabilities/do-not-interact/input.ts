// Checks what is sent of a do-not-interact, and gives its columns as they are afterwards.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal, isZone } from '@tenor/engine/values/zone.ts';
import { mustHaveNone, type Problem, problemIf } from '#platform/errors.ts';
import type { DoNotInteractInput } from './schemas.ts';
import type { DoNotInteractRow } from './tables.ts';

export type Said = Pick<
  DoNotInteractRow,
  | 'channels'
  | 'themes'
  | 'start_date'
  | 'end_date'
  | 'days_of_week'
  | 'times_of_day'
  | 'timezone'
  | 'contact_labels'
  | 'ends_at'
>;

interface Clock {
  readonly now: Instant;
  /** The zone of the company, for one without a zone of its own. */
  readonly zone: string;
}

/** The columns if nothing is sent: it blocks everything from today on. */
const nothingSaid = ({ now, zone }: Clock): Said => ({
  channels: ['all'],
  themes: ['all'],
  start_date: dateInZone(now, zone),
  end_date: null,
  days_of_week: [],
  times_of_day: [],
  timezone: null,
  contact_labels: [],
  ends_at: null,
});

/** What is not sent stays; null and an empty list mean all. Errors: InvalidRequest. */
export function saidAfter(before: Said | undefined, sent: DoNotInteractInput, clock: Clock): Said {
  const fresh = nothingSaid(clock);
  const { start_date, end_date, ...stays } = before ?? fresh;
  const unique = <T>(list: readonly T[] | null | undefined, stay: readonly T[], none: readonly T[]): T[] =>
    list === undefined ? [...stay] : [...new Set(list === null || list.length === 0 ? none : list)];
  const said = {
    channels: unique(sent.channels, stays.channels, fresh.channels),
    themes: unique(sent.themes, stays.themes, fresh.themes),
    start_date: sent.startDate === undefined ? start_date : (sent.startDate ?? fresh.start_date),
    end_date: sent.endDate === undefined ? end_date : sent.endDate,
    days_of_week: unique(sent.daysOfWeek, stays.days_of_week, []),
    times_of_day: sent.timesOfDay === undefined ? stays.times_of_day : (sent.timesOfDay ?? []),
    timezone: sent.timezone === undefined ? stays.timezone : sent.timezone,
    contact_labels: unique(sent.contactLabels, stays.contact_labels, []),
  };
  mustHaveNone(problemsOf(said, clock));
  const zone = said.timezone ?? clock.zone;
  return { ...said, ends_at: said.end_date && endOf(said.end_date, zone) };
}

/** The first moment after the day. */
export const endOf = (date: CivilDate, zone: string): Instant =>
  instantOfLocal({ date: addDays(date, 1), time: '00:00:00', zone });

const laterHour = 'a later hour; a night is two entries, such as 22 to 24 and 0 to 6';

function problemsOf(said: Omit<Said, 'ends_at'>, { now, zone }: Clock): Problem[] {
  const { start_date: start, end_date: end, timezone } = said;
  const isKnown = timezone === null || isZone(timezone);
  const today = dateInZone(now, isKnown && timezone !== null ? timezone : zone);
  return [
    ...problemIf(!isKnown, 'timezone', 'is no time zone', 'a name such as America/Chicago'),
    ...problemIf(end !== null && end < today, 'endDate', 'is past', 'today, a later day, or null'),
    ...problemIf(end !== null && end < start, 'endDate', 'is before startDate', 'that day or a later one'),
    ...said.times_of_day.flatMap(({ fromHour, toHour }, i) =>
      problemIf(fromHour >= toHour, `timesOfDay[${i}].toHour`, 'is not after fromHour', laterHour),
    ),
  ];
}

// Decides which do-not-interacts block a contact, and why. It is pure: it is asked before every message and every call.

import { weekdayOf } from '@tenor/engine/time/calendar.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, timeInZone } from '@tenor/engine/values/zone.ts';
import type { Channel } from '#capabilities/people/index.ts';
import { type BlockedChannel, type BlockedTheme, coversChannel, coversTheme, type Hours } from './words.ts';

/** A do-not-interact that has not ended. An empty list means all. */
export interface Standing {
  readonly id: string;
  readonly caseId: string;
  readonly channels: readonly BlockedChannel[];
  readonly themes: readonly BlockedTheme[];
  readonly startDate: CivilDate;
  /** It holds to the end of this day. Null: it has no last day. */
  readonly endDate: CivilDate | null;
  /** 1 is Monday and 7 Sunday; 0 is Sunday as well. */
  readonly daysOfWeek: readonly number[];
  /** From the first hour on, and not in the last one. */
  readonly timesOfDay: readonly Hours[];
  /** Null: the zones of the borrower. */
  readonly timezone: string | null;
  readonly contactLabels: readonly string[];
}

/** The contact that somebody wants to make. */
export interface Intended {
  readonly direction: 'inbound' | 'outbound';
  /** Null, here and below: it is not known yet, so it may be any. */
  readonly channel: Channel | null;
  readonly theme: string | null;
  readonly contactLabel: string | null;
  readonly at: Instant;
  /** Where the borrower may be. */
  readonly zones: readonly [string, ...string[]];
}

interface Block {
  readonly doNotInteractId: string;
  readonly caseId: string;
  /** The zone in which it holds at this moment. */
  readonly zone: string;
  /** Until when it stands at most. Null: until it is taken away. */
  readonly endDate: CivilDate | null;
  readonly reason: string;
}

/** An inbound contact is never blocked. */
export function blocksFor(standing: readonly Standing[], intended: Intended): Block[] {
  if (intended.direction === 'inbound') return [];
  const { channel, theme, contactLabel, at, zones } = intended;
  return standing.flatMap((one) => {
    if (!coversChannel(one.channels, channel) || !coversTheme(one.themes, theme)) return [];
    if (!coversLabel(one.contactLabels, contactLabel)) return [];
    const asked = one.timezone === null ? zones : [one.timezone];
    const zone = asked.find((each) => holdsAt(one, at, each));
    if (zone === undefined) return [];
    const { id: doNotInteractId, caseId, endDate } = one;
    return [{ doNotInteractId, caseId, zone, endDate, reason: reasonOf(one, intended, zone) }];
  });
}

const coversLabel = (labels: readonly string[], label: string | null): boolean =>
  labels.length === 0 || label === null || labels.includes(label);

/** By local time in the zone. The hour that the clocks show twice counts both times. */
function holdsAt({ startDate, endDate, daysOfWeek, timesOfDay }: Standing, at: Instant, zone: string): boolean {
  const date = dateInZone(at, zone);
  if (date < startDate || (endDate !== null && date > endDate)) return false;
  if (daysOfWeek.length > 0 && !daysOfWeek.map(asWeekday).includes(weekdayOf(dayOf(date)))) return false;
  const hour = Number(timeInZone(at, zone).slice(0, 2));
  return timesOfDay.length === 0 || timesOfDay.some(({ fromHour, toHour }) => fromHour <= hour && hour < toHour);
}

const asWeekday = (day: number): number => (day === 0 ? 7 : day);

function reasonOf(
  { caseId, endDate, daysOfWeek, timesOfDay, contactLabels }: Standing,
  { channel, theme }: Intended,
  zone: string,
): string {
  const until = endDate === null ? 'until it is taken away' : `until the end of ${endDate}`;
  const narrowed = [
    ...(contactLabels.length === 0 ? [] : [`for contacts labelled ${contactLabels.join(', ')}`]),
    ...(daysOfWeek.length === 0 ? [] : [`on days ${daysOfWeek.join(', ')} of the week`]),
    ...(timesOfDay.length === 0
      ? []
      : [`at ${timesOfDay.map(({ fromHour, toHour }) => `${fromHour}-${toHour}`).join(', ')} o'clock`]),
  ];
  return [
    `Case ${caseId} forbids ${theme ?? 'any theme'} by ${channel ?? 'any channel'}`,
    ...narrowed,
    `in ${zone} ${until}.`,
  ].join(' ');
}

// The hour at which the company writes by itself: 9:00 in Los Angeles, or that of its settings in its own zone.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';

export interface NoticeHour {
  readonly time: string;
  readonly zone: string;
}

const usual: NoticeHour = { time: '09:00:00', zone: 'America/Los_Angeles' };

export async function noticeHourOf(reader: Reader): Promise<NoticeHour> {
  const [settings, zone] = await Promise.all([settingsOf(reader), timezoneOf(reader)]);
  const { noticesAt = null } = settings.communication ?? {};
  return noticesAt === null || zone === undefined ? usual : { time: `${noticesAt}:00`, zone };
}

export const hourOn = (date: CivilDate, hour: NoticeHour): Instant => instantOfLocal({ date, ...hour });

/** The first such hour after this instant, and its day. */
export function nextHour(now: Instant, hour: NoticeHour): { readonly date: CivilDate; readonly at: Instant } {
  const today = dateInZone(now, hour.zone);
  const at = hourOn(today, hour);
  if (at > now) return { date: today, at };
  const tomorrow = addDays(today, 1);
  return { date: tomorrow, at: hourOn(tomorrow, hour) };
}

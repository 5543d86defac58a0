// The next day on which a repayment notification has something to say, found by index: days on which it has nothing cost
// nothing, neither in a catch-up nor when the clock of a test realm is moved over years.
import type { ClosedDays } from '@tenor/engine/time/calendar.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Span } from '#platform/work/due-rows.ts';
import { hourOn, nextHour, noticeHourOf } from '../notice-hour.ts';
import { type RepaymentRow, repaymentNotifications } from '../tables.ts';
import { firstDateFrom, noticeDay } from './days.ts';
import { firstDatesOf } from './find.ts';

interface Days {
  readonly from: Day;
  readonly until: Day;
  readonly closed: ClosedDays;
}

/** Null: it has nothing to say on these days. */
export async function speakingDay(
  reader: Reader,
  row: RepaymentRow,
  { from, until, closed }: Days,
): Promise<Day | null> {
  const offset = { day: row.day, dayType: row.day_type };
  const first = dateOf(firstDateFrom(from, offset, closed));
  const dates = await Promise.all(firstDatesOf[row.trigger].map((firstDate) => firstDate(reader, first)));
  const days = dates.flatMap((date) => (date === null ? [] : [noticeDay(dayOf(date), offset, closed)]));
  const next = Math.min(...days);
  return next > until ? null : (next as Day);
}

/** The first such morning of all notifications that are active. */
export async function firstRepayment(reader: Reader, { after, until }: Span): Promise<Instant | null> {
  const rows = await reader.rows(
    reader.db.selectFrom('repayment_notifications').select(repaymentNotifications.all).where('run_at', '<=', until),
  );
  if (rows.length === 0) return null;
  const [hour, { closedDays }] = await Promise.all([noticeHourOf(reader), settingsOf(reader)]);
  const last = dayOf(dateInZone(until, hour.zone));
  const earliest = after === null ? null : dayOf(nextHour(after, hour).date);
  const days = await Promise.all(
    rows.map((row) => {
      const ran = dayOf(row.run_on as NonNullable<RepaymentRow['run_on']>);
      const from = Math.max(ran, earliest ?? ran) as Day;
      return speakingDay(reader, row, { from, until: last, closed: closedDays ?? [] });
    }),
  );
  const found = days.filter((day) => day !== null);
  if (found.length === 0) return null;
  const at = hourOn(dateOf(Math.min(...found) as Day), hour);
  return at > until ? null : at;
}

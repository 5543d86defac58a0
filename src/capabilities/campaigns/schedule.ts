// When a campaign runs by itself: five fields of cron, of which the service chooses the minute and the hour, so that all
// campaigns of all companies do not run at once.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { CronExpressionParser } from 'cron-parser';
import { refuseField } from '#platform/errors.ts';

const expected = 'five fields such as "P P * * 1-5": P for minute and hour, then day of month, month, day of week';
const form = /^[0-9A-Za-z*,/#?-]+$/;

/** The chosen time lies between 6 and 7 in the morning: lists are there when people come to work. */
const hour = 6;

/** The same for a campaign each day, and another one for most others. */
const minuteOf = (id: string): number => [...id].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 60, 7);

/** Errors: InvalidRequest. */
export function nextRun(
  schedule: string,
  { id, after, zone }: { readonly id: string; readonly after: Instant; readonly zone: string },
): Instant {
  const fields = schedule.trim().split(/ +/);
  const [minute, hours, ...days] = fields;
  if (fields.length !== 5) throw refuseField('schedule', `has ${fields.length} fields`, expected);
  if (minute !== 'P' || hours !== 'P')
    throw refuseField('schedule', 'does not leave minute and hour to the service', expected);
  if (days.some((one) => one.includes('P'))) throw refuseField('schedule', 'has a P for a day', expected);
  // The library would choose a value for H by itself.
  if (!days.every((one) => form.test(one)) || days.some((one) => /H/.test(one.replace(/MAR|THU|TH/gi, ''))))
    throw refuseField('schedule', 'is no such text', expected);
  return nextOf(`${minuteOf(id)} ${hour} ${days.join(' ')}`, after, zone);
}

/** Errors: InvalidRequest. */
function nextOf(cron: string, after: Instant, zone: string): Instant {
  try {
    const found = CronExpressionParser.parse(cron, { tz: zone, currentDate: new Date(after) }).next();
    return `${(found.toISOString() as string).slice(0, 19)}.000000+00:00` as Instant;
  } catch (error) {
    const why = /Invalid explicit day|out of the time span|loop limit/i.test(String(error))
      ? 'never comes'
      : 'is no such text';
    throw refuseField('schedule', why, expected);
  }
}

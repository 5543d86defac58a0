// Whether the closed days of the banks are known for a year to come, for `tenor doctor`. Later ones follow from rules that
// a law may change: money would be sent for a day on which banks are closed.
import { holidaysPublishedUntil } from '@tenor/engine/time/calendar.ts';
import { dateInUtc } from '@tenor/engine/values/instant.ts';
import { machineNow } from '#platform/clock.ts';
import { type Check, fine, type InspectedDatabase, warning } from '#platform/doctor/check.ts';

export const bankingCalendarCheck: Check<Pick<InspectedDatabase, 'clock'>> = {
  name: 'banking calendar',
  async look({ clock }) {
    const today = dateInUtc(machineNow(clock));
    const yearsLeft = holidaysPublishedUntil - Number(today.slice(0, 4));
    if (yearsLeft > 0) return [fine(`The closed days of banks are known until the end of ${holidaysPublishedUntil}.`)];
    return [
      warning(
        `The closed days of banks are known until the end of ${holidaysPublishedUntil} only.`,
        'Bring the service up to date: its next versions know the years after.',
      ),
    ];
  },
};

// Checks for `tenor doctor` that this Node knows the time zones of all companies.
import { isZone } from '@tenor/engine/values/zone.ts';
import { type Check, fine, type InspectedDatabase, rowsOf, wrong } from '#platform/doctor/check.ts';

export const zonesCheck: Check<InspectedDatabase> = {
  name: 'time zones',
  async look(inspected) {
    const rows = await rowsOf<{ timezone: string }>(
      inspected,
      'select distinct timezone from live.companies union select distinct timezone from test.companies',
    );
    const unknown = rows.map(({ timezone }) => timezone).filter((zone) => !isZone(zone));
    const data = process.versions.tz ?? 'unknown';
    if (unknown.length === 0) return [fine(`The time zones of all companies are known (time zone data ${data}).`)];
    return [
      wrong(
        `This Node.js does not know the time zone ${unknown.join(', ')} (its data is ${data}).`,
        'Use the Node.js that came with "npm ci", or a newer one with full ICU data.',
      ),
    ];
  },
};

// What /metrics answers, for tests of values that are read from the database.
import { eventually } from './eventually.ts';
import type { House } from './house.ts';

/** A value that the database does not give within a second is left out, which may be so on a machine with much to do. */
export const scraped = (house: House): Promise<string> =>
  eventually('every metric is known', async () => {
    const { body } = await house.call(undefined, 'GET', 'http://tenor.test/metrics');
    return /^(?:tenor|database|events|webhooks)_.* NaN$/m.test(String(body)) ? null : String(body);
  });

// Records the SQL that each endpoint sends when it is called with its example, so that a review shows what a change
// costs.
import { endpoints } from '#app/capabilities.ts';
import { type MachineClock, machineClock } from '#platform/clock.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { aHouse } from '../tests/support/house.ts';
import { recordedDuring } from '../tests/support/recorded-statements.ts';
import { aWorld, bodyOf, changesNoWorld, headersOf, pathOf, type World } from '../tests/support/world.ts';

/** A day in the middle of a week and of a month; in New York it is in the middle of a day for business. */
const beginMicros = Date.parse('2027-05-12T15:00:00Z') * 1_000;

/** What a payment does depends on the day and the hour: the document must not depend on when it is made. */
function clockOfThatDay(): MachineClock {
  const begun = machineClock.micros();
  return { micros: () => machineClock.micros() - begun + beginMicros };
}

export const recordedEndpoints = endpoints.filter(({ openTo }) => openTo === 'permitted');

export const titleOf = ({ method, path }: Endpoint): string => `-- ${method} ${path}`;

/** Lists the statements of all endpoints, or of those that `isAsked` chooses. */
export async function sqlDocument(isAsked: (endpoint: Endpoint) => boolean = () => true): Promise<string> {
  // Without workers, because their statements on the queue would come between the others.
  const house = await aHouse({ works: false, clock: clockOfThatDay() });
  try {
    const parts: string[] = [];
    const shared = await aWorld(house, { works: false });
    for (const endpoint of recordedEndpoints.filter(isAsked)) {
      const world = changesNoWorld(endpoint) ? shared : await aWorld(house, { works: false });
      // A stream gives places to all that waits, here of all companies: how many turns that takes depends on the rest. A
      // feed shows what has a place.
      if (endpoint.shape === 'stream' || endpoint.name === 'changes.list') await house.service.orderEvents('test');
      const statements = await recorded(world, endpoint);
      parts.push(`${titleOf(endpoint)}\n${statements.join('\n')}`);
    }
    return `-- Made by \`npm run docs\`. Do not edit. In test mode, so that each write also holds the test clock's row.\n\n${parts.join('\n\n')}\n`;
  } finally {
    await house.close();
  }
}

/** The result is remembered for a second, so it depends on the speed of the machine whether this statement is sent. */
const looksKeyUp = /from "api_keys" inner join "companies"/;

async function recorded(world: World, endpoint: Endpoint): Promise<string[]> {
  const path = pathOf(endpoint, world.ids);
  const options = { body: bodyOf(endpoint), headers: headersOf(endpoint) };
  const statements = await recordedDuring(() => world.company.test.call(endpoint.method, path, options));
  return statements.filter(({ text }) => !looksKeyUp.test(text)).map(({ text }) => `${text};`);
}

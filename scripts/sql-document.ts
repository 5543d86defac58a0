// Records the SQL that each endpoint sends when it is called with its example, so that a review shows what a change
// costs.
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { endpoints } from '#app/capabilities.ts';
import { Packet } from '#platform/db/packet.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { aHouse } from '../tests/support/house.ts';
import { aWorld, bodyOf, headersOf, pathOf } from '../tests/support/world.ts';

export async function sqlDocument(): Promise<string> {
  // Without workers, because their statements on the queue would come between the others.
  const house = await aHouse({ works: false });
  try {
    const parts: string[] = [];
    for (const endpoint of endpoints) {
      const statements = await recorded(house, endpoint);
      parts.push(`-- ${endpoint.method} ${endpoint.path}\n${statements.join('\n')}`);
    }
    return `-- Made by \`npm run docs\`. Do not edit. In test mode, so that each write also holds the test clock's row.\n\n${parts.join('\n\n')}\n`;
  } finally {
    await house.close();
  }
}

/** The result is remembered for a second, so it depends on the speed of the machine whether this statement is sent. */
const looksKeyUp = /from "api_keys" inner join "companies"/;

interface Sent {
  readonly text: string;
}

function textsOf(query: string | Sent | Packet): readonly string[] {
  if (typeof query === 'string') return [query];
  return query instanceof Packet ? query.sendings.map(({ text }) => text) : [query.text];
}

async function recorded(house: Awaited<ReturnType<typeof aHouse>>, endpoint: Endpoint): Promise<string[]> {
  const world = await aWorld(house, { works: false });
  const path = pathOf(endpoint, world.ids);
  const statements: string[] = [];
  // Marks the statements of this call; timers send others at the same time.
  const ofThisCall = new AsyncLocalStorage<true>();
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (ofThisCall.getStore()) {
      const sent = textsOf(args[0] as string | Sent | Packet);
      statements.push(...sent.filter((text) => !looksKeyUp.test(text)).map((text) => `${text};`));
    }
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  try {
    const options = { body: bodyOf(endpoint), headers: headersOf(endpoint) };
    await ofThisCall.run(true, () => world.company.test.call(endpoint.method, path, options));
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}

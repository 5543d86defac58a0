// The events that were emitted, for tests.
import type { Answer, Client, House } from './house.ts';
import { walkForwards } from './walk.ts';

export type Shown = Answer['body'];

/** All events that match the query, oldest first, with those that have no place yet. */
export async function told(house: House, api: Client, query = ''): Promise<Shown[]> {
  await house.service.orderEvents(api.realm.mode);
  const events: Shown[] = [];
  await walkForwards(api, `/events?limit=100&${query}`, ({ body }) => events.push(...body.data));
  return events.toReversed();
}

export const typesOf = (events: readonly Shown[]): string[] => events.map(({ eventType }) => eventType);

// What a page of events costs among ten million, compared with the same page among ten thousand.
import type { Cleanup } from '../cleanup.ts';
import { seedPeople } from '../seed.ts';
import { makePlace, startService } from '../service.ts';
import { clientOf, compareSides, type Side } from '../sides.ts';
import { subscribe } from '../webhooks/start-receiver.ts';
import { fillEvents } from './fill.ts';
import { questionsOf } from './questions.ts';

export const listName = 'list-events';

const aim = 2;
const peopleAsked = 100;

export async function measureLists(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const [few, fewer, more] = isQuick ? [50, 1_000, 200_000] : [500, 10_000, 10_000_000];
  const sides = [await makeSide(cleanup, fewer as number, few as number)] as Side[];
  sides.push(await makeSide(cleanup, more as number, few as number));
  await compareSides(sides as [Side, Side], { name: listName, aim, isQuick });
  await cleanup.run();
}

async function makeSide(cleanup: Cleanup, count: number, few: number): Promise<Side> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const people = (await seedPeople(service, peopleAsked)).slice(0, count / 50);
  const { id: webhookId } = await subscribe(service, {
    url: 'https://hooks.example.com/',
    eventTypes: ['person.*', 'contact.deleted'],
    enabled: false,
  });
  await fillEvents(place, count, people);
  const asked = await questionsOf(place, { people, webhookId, few });
  const questions = asked.map(({ name, queries }) => ({ name, paths: queries.map((query) => `/events?${query}`) }));
  return { count, service, client: clientOf(service, cleanup), questions };
}

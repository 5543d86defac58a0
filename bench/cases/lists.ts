// What a page of cases and of tasks costs among a million cases, compared with the same page among a thousand: in time,
// and in pages of the database that are read for it.
import type { Cleanup } from '../cleanup.ts';
import { coldMemoryMb, makePlace, startService } from '../service.ts';
import { clientOf, compareSides, type Side } from '../sides.ts';
import { fillCases } from './fill.ts';
import { questionsOf } from './questions.ts';

export const listCasesName = 'list-cases';

export async function measureListCases(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const few = await makeSide(cleanup, 1_000);
  const many = await makeSide(cleanup, isQuick ? 50_000 : 1_000_000);
  await compareSides([few, many], {
    name: listCasesName,
    aim: 1.5,
    isQuick,
    of: 'median',
    pagesOf: ['cases', 'case_tasks', 'people'],
  });
  await cleanup.run();
}

async function makeSide(cleanup: Cleanup, count: number): Promise<Side> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup, { memoryMb: coldMemoryMb });
  await fillCases(place, count);
  return { count, place, service, client: clientOf(service, cleanup), questions: await questionsOf(place) };
}

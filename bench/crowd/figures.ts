// What a page of people and a search for people cost among a million, compared with the same among a thousand.
import type { Cleanup } from '../cleanup.ts';
import { makePlace, startService } from '../service.ts';
import { clientOf, compareSides, type Question, type Side } from '../sides.ts';
import { fillPeople, type Known } from './fill.ts';
import { listQuestions, searchQuestions } from './questions.ts';

export const listPeopleName = 'list-people';
export const searchPeopleName = 'search-people';

interface Crowd extends Omit<Side, 'questions'> {
  readonly known: readonly Known[];
}

/** Filled once for both figures, because it takes minutes. The clean-up removes it. */
let crowds: Promise<readonly [Crowd, Crowd]> | undefined;

async function crowdsOf(cleanup: Cleanup, isQuick: boolean): Promise<readonly [Crowd, Crowd]> {
  const few = await makeCrowd(cleanup, 1_000);
  return [few, await makeCrowd(cleanup, isQuick ? 20_000 : 1_000_000)];
}

async function makeCrowd(cleanup: Cleanup, count: number): Promise<Crowd> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const known = await fillPeople(place, count);
  return { count, service, client: clientOf(service, cleanup), known };
}

async function measure(
  cleanup: Cleanup,
  isQuick: boolean,
  figure: { readonly name: string; readonly aim: number | null },
  questionsOf: (known: readonly Known[]) => readonly Question[],
): Promise<void> {
  crowds ??= crowdsOf(cleanup, isQuick);
  const [few, many] = await crowds;
  const side = (crowd: Crowd): Side => ({ ...crowd, questions: questionsOf(crowd.known) });
  await compareSides([side(few), side(many)], { ...figure, isQuick });
}

export const measureListPeople = (cleanup: Cleanup, isQuick: boolean): Promise<void> =>
  measure(cleanup, isQuick, { name: listPeopleName, aim: 1.5 }, listQuestions);

export async function measureSearchPeople(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  await measure(cleanup, isQuick, { name: searchPeopleName, aim: null }, searchQuestions);
  crowds = undefined;
  await cleanup.run();
}

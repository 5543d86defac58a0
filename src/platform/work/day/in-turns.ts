// What a daily step does with things that are due, in their order: a small number in one commit, one by one where they
// cannot be done together, and not longer than its turn.

import type { Instant } from '@tenor/engine/values/instant.ts';
import { stopwatch } from '#platform/clock.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { inGroups } from '../in-groups.ts';
import { togetherOrOneByOne } from '../one-by-one.ts';
import type { PassingDay } from './daily-step.ts';

/** After this time the other realms have their turn. */
const turnMs = 1_000;

interface Due<Thing> {
  /** Some that are due, after this one in their order. Each is asked again whether it is due, when it is done. */
  next(reader: Reader, now: Instant, after: Thing | undefined): Promise<readonly Thing[]>;
  /** So many in one commit at most. */
  readonly together: number;
  /** Does those that are due still, and says which. */
  bring(tx: Tx, now: Instant, things: readonly Thing[]): Promise<readonly Thing[]>;
  /** No thing has the fault: somebody else was quicker, or has locked it. */
  isOfTheTime(error: unknown): boolean;
  failed(thing: Thing, error: unknown): void;
}

export async function inTurns<Thing extends { readonly id: string }>(
  day: PassingDay,
  due: Due<Thing>,
): Promise<{ isMore: boolean }> {
  const since = stopwatch();
  // On a busy machine the search alone may take the whole turn, and so may passing over what failed and may not be tried
  // yet: a turn in which nothing was worked on would never end the day.
  let batches = 0;
  const isOver = (): boolean => (batches > 0 && since() > turnMs) || day.stopping.aborted;
  const grouping = { ...day.grouping, personsMax: Math.min(due.together, day.grouping.personsMax) };
  for (let place: Thing | undefined; ; ) {
    const found = await day.transact((tx, now) => due.next(tx, now, place));
    place = found.at(-1);
    if (place === undefined) return { isMore: false };
    await inGroups(found, grouping, async (things) => {
      if (isOver()) return;
      const sinceBatch = stopwatch();
      if (!(await bringBatch(day, due, things))) return;
      batches += 1;
      await day.rest(sinceBatch());
    });
    if (isOver()) return { isMore: !day.stopping.aborted };
  }
}

/** Returns whether there was something to do. */
async function bringBatch<Thing extends { readonly id: string }>(
  day: PassingDay,
  { bring, isOfTheTime, ...due }: Due<Thing>,
  things: readonly Thing[],
): Promise<boolean> {
  let left = things.filter(({ id }) => day.troubles.mayTry(id));
  if (left.length === 0) return false;
  const done = ({ id }: Thing): void => {
    day.troubles.succeeded(id);
    day.told('done');
  };
  const isTogether = await togetherOrOneByOne({
    together: () =>
      day.transact(async (tx, now) => {
        left = [...(await bring(tx, now, left))];
      }),
    things: () => left,
    async one(thing) {
      await day.transact((tx, now) => bring(tx, now, [thing]));
      done(thing);
    },
    failed(thing, error) {
      day.troubles.failed(thing.id);
      day.told('failed');
      due.failed(thing, error);
    },
    isOfTheTime,
  });
  if (isTogether) for (const one of left) done(one);
  return left.length > 0;
}

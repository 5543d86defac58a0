// Long computations in slices: between two of them whatever else is ready runs, and in each turn of the loop one slice at
// most. The next slice goes to the company that has used the loop least of late, and within it to such a key.
import type { Steps } from '@tenor/engine/values/steps.ts';
import { steadyMs } from '#platform/clock.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { enter, ownWork, sliceMs, type Work } from './work.ts';

interface Computing {
  readonly work: Work;
  /** Whether it is one of those of its key that compute at once. */
  isCounted: boolean;
}

interface Waiting {
  readonly computing: Computing;
  go(): void;
}

const waiting: Waiting[] = [];
let isArmed = false;

/** The metrics show both. */
export const slicesSoFar = { count: 0, longestMs: 0 };

export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  const work = ownWork();
  const computing: Computing = { work, isCounted: false };
  try {
    for (let most = work.firstMs; ; most = sliceMs) {
      const began = steadyMs();
      do {
        const { done, value } = steps.next();
        if (done === true) return value;
      } while (steadyMs() - began < most);
      slicesSoFar.longestMs = Math.max(slicesSoFar.longestMs, steadyMs() - began);
      await nextSlice(computing);
      if (work.isAbandoned) throw new Refusal(errors.IncompleteRequest, 'The client went away before its answer.');
    }
  } finally {
    if (computing.isCounted) work.key.computing -= 1;
    arm();
  }
}

/** Something of each, in slices. One alone is one piece: it never waits for a slice. */
export const eachInSlices = <T, Of>(all: readonly Of[], each: (one: Of, index: number) => T): Promise<T[]> =>
  inSlices(stepsOfEach(all, each));

/**
 * It is no function within another: V8 makes a class for the generators of each such function, which is old from the start,
 * and what it can reach stays until the next collection of all garbage. That would be all that a page holds.
 */
function* stepsOfEach<T, Of>(all: readonly Of[], each: (one: Of, index: number) => T): Steps<T[]> {
  const found: T[] = [];
  for (const [index, one] of all.entries()) {
    if (index > 0) yield;
    found.push(each(one, index));
  }
  return found;
}

function nextSlice(computing: Computing): Promise<void> {
  return new Promise((go) => {
    waiting.push({ computing, go });
    arm();
  });
}

function arm(): void {
  if (isArmed || waiting.length === 0) return;
  isArmed = true;
  setImmediate(giveSlice);
}

function giveSlice(): void {
  isArmed = false;
  const next = leastUsed(waiting.filter(({ computing }) => mayCompute(computing)));
  if (next === undefined) return;
  waiting.splice(waiting.indexOf(next), 1);
  const { computing } = next;
  if (!computing.isCounted) {
    computing.isCounted = true;
    computing.work.key.computing += 1;
  }
  slicesSoFar.count += 1;
  enter(computing.work);
  next.go();
  arm();
}

const mayCompute = ({ work, isCounted }: Computing): boolean => isCounted || work.key.computing < work.atOnceMax;

function leastUsed(all: readonly Waiting[]): Waiting | undefined {
  const now = steadyMs();
  const usedBy = ({ computing: { work } }: Waiting) => [work.company.recentMs(now), work.key.recentMs(now)] as const;
  let least: { one: Waiting; used: readonly [number, number] } | undefined;
  for (const one of all) {
    const used = usedBy(one);
    if (least === undefined || isLess(used, least.used)) least = { one, used };
  }
  return least?.one;
}

const isLess = ([company, key]: readonly [number, number], [otherCompany, otherKey]: readonly [number, number]) =>
  company === otherCompany ? key < otherKey : company < otherCompany;

// Whose work runs on the event loop. Each stretch of it is added to what its key and its company have used, whatever the
// endpoint: so a feature that is new is charged like all others.
import { AsyncLocalStorage } from 'node:async_hooks';
import { processorMs, steadyMs } from '#platform/clock.ts';
import { Use, useOf } from './uses.ts';

export interface Work {
  readonly key: Use;
  readonly company: Use;
  /** Computations of its key that may be in slices at once. */
  readonly atOnceMax: number;
  /** The first slice of a computation. */
  readonly firstMs: number;
  /** What it has taken of the loop. */
  usedMs: number;
  /** Nobody waits for the answer any more: its computations end at their next slice. */
  isAbandoned: boolean;
}

/** The others of the key wait while so many compute. */
const heavyAtOnceMax = 2;
/** Requests of others wait for no longer than this for the loop. */
export const sliceMs = 0.5;

export const workOf = (key: string, company: string): Work => ({
  key: useOf('key', key),
  company: useOf('company', company),
  atOnceMax: heavyAtOnceMax,
  firstMs: sliceMs,
  usedMs: 0,
  isAbandoned: false,
});

/** What no request has asked for. Its statements are gathered from loans of one turn, so it gives way only when it is long. */
const background: Work = {
  key: new Use('key', steadyMs(), true),
  company: new Use('company', steadyMs(), true),
  atOnceMax: Number.POSITIVE_INFINITY,
  firstMs: 10,
  usedMs: 0,
  isAbandoned: false,
};

const works = new AsyncLocalStorage<Work>();

/** All that comes of it is the work's. */
export const asWork = <T>(work: Work, run: () => T): T => works.run(work, run);

export const ownWork = (): Work => works.getStore() ?? background;

let running: Work | undefined;
let since = 0;
let ofRequestsMs = 0;
let isToLeave = false;

/** From now on the loop runs this, until it runs something else or waits. */
export function enter(work: Work | undefined): void {
  const now = steadyMs();
  if (running !== undefined) {
    const ms = usedOf(now - since, now);
    running.usedMs += ms;
    running.key.add(ms, now);
    running.company.add(ms, now);
    if (running !== background) ofRequestsMs += ms;
  }
  running = work;
  since = now;
  if (work === undefined || isToLeave) return;
  isToLeave = true;
  setImmediate(leave);
}

/** What all requests so far were charged with. */
export const requestsUsedMs = (): number => ofRequestsMs;

/** The clock of the processor costs as much as all else here, so it is read once in a while only. */
const looksEveryMs = 2;
let looked = { at: 0, processorMs: 0 };

/** What the machine did for others during a stretch is nobody's debt. */
function usedOf(stretchMs: number, now: number): number {
  if (stretchMs < looksEveryMs) return stretchMs;
  const before = looked.processorMs;
  looked = { at: now, processorMs: processorMs() };
  return Math.min(stretchMs, looked.processorMs - before);
}

function leave(): void {
  isToLeave = false;
  enter(undefined);
  if (since - looked.at >= looksEveryMs) looked = { at: since, processorMs: processorMs() };
}

/** After an answer of the database: what comes next is the work of who had asked. */
export const resume = (): void => enter(ownWork());

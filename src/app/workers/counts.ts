// Counting for all workers. The parent has the only count. It gives a worker a few at a time, fewer the less is left, so
// that a request costs no question, the sum is never above the limit, and little lies unused with a worker that is not
// asked any more.
import type { MachineClock } from '#platform/clock.ts';
import {
  allOthers,
  type CommonCounts,
  countedMax,
  fixedWindow,
  Holds,
  nameOfHold,
  once,
  type Taken,
  type WindowKind,
} from '#platform/http/common-counts.ts';
import { type Channel, ChannelClosed } from './channel.ts';
import type { OfParent } from './promises.ts';

const grantMax = 64;
/** A worker gets at a time one part in so many of its share of what is left. */
const grantParts = 8;

/** The parent's count of windows. */
export function granting(clock: MachineClock, workers: number): OfParent['grant'] {
  const windows = new Map<string, (who: string) => Taken>();
  const open = (kind: WindowKind) => {
    const take = fixedWindow(kind, clock);
    return (who: string): Taken => {
      const { left } = take(who, 0);
      const wanted = Math.max(1, Math.min(grantMax, Math.floor(left / (grantParts * workers))));
      return take(who, wanted);
    };
  };
  return ({ kind, who }) => {
    const window = windows.get(kind.name) ?? open(kind);
    windows.set(kind.name, window);
    return window(who);
  };
}

/** What the workers hold. What a worker held ends with it. */
export class HoldsOfWorkers {
  readonly #all = new Holds();
  readonly #ofWorker = new Map<number, string[]>();

  begin(worker: number, name: string, most: number): boolean {
    const isGiven = this.#all.begin(name, most);
    if (isGiven) this.#ofWorker.set(worker, [...(this.#ofWorker.get(worker) ?? []), name]);
    return isGiven;
  }

  end(worker: number, name: string): void {
    const names = this.#ofWorker.get(worker) ?? [];
    const index = names.indexOf(name);
    if (index < 0) return;
    names.splice(index, 1);
    this.#all.end(name);
  }

  endAll(worker: number): void {
    for (const name of this.#ofWorker.get(worker) ?? []) this.#all.end(name);
    this.#ofWorker.delete(worker);
  }
}

/** The count of a worker, which asks its parent. */
export function askedCounts(parent: Channel<OfParent>, clock: MachineClock): CommonCounts {
  return {
    window: (kind) => grantedWindow(kind, clock, (who) => parent.ask('grant', { kind, who }).catch(lastRequests)),
    async hold(what, who, most) {
      const name = nameOfHold(what, who);
      if (!(await parent.ask('hold', { name, most }).catch(() => true))) return undefined;
      return once(() => void parent.ask('endHold', { name }).catch(() => {}));
    },
  };
}

/** When the parent has ended, this worker is about to end too, and finishes what it has begun. */
function lastRequests(error: unknown): Taken {
  if (!(error instanceof ChannelClosed)) throw error;
  return { granted: 1, left: 0, resetMicros: 1_000_000, window: 0 };
}

interface Share {
  /** What was granted and is not used yet. */
  own: number;
  /** What the parent had left when it was last asked. */
  readonly left: number;
}

function grantedWindow(
  { windowMicros }: WindowKind,
  clock: MachineClock,
  ask: (who: string) => Promise<Taken>,
): (who: string) => Taken | Promise<Taken> {
  let window = 0;
  let ends = 0;
  let shares = new Map<string, Share>();
  const asking = new Map<string, Promise<void>>();
  const known = (who: string): Taken | undefined => {
    const now = clock.micros();
    const share = now < ends ? shares.get(who) : undefined;
    if (share === undefined || (share.own === 0 && share.left > 0)) return undefined;
    const granted = Math.min(1, share.own);
    share.own -= granted;
    return { granted, left: share.own + share.left, resetMicros: ends - now, window };
  };
  const more = async (who: string): Promise<void> => {
    const given = await ask(who);
    if (given.window !== window) shares = new Map();
    window = given.window;
    ends = clock.micros() + Math.min(given.resetMicros, windowMicros);
    shares.set(who, { own: (shares.get(who)?.own ?? 0) + given.granted, left: given.left });
  };
  const later = async (who: string): Promise<Taken> => {
    for (;;) {
      const taken = known(who);
      if (taken !== undefined) return taken;
      const asked = asking.get(who) ?? more(who).finally(() => asking.delete(who));
      asking.set(who, asked);
      await asked;
    }
  };
  return (who) => {
    const name = shares.size < countedMax || shares.has(who) ? who : allOthers;
    return known(name) ?? later(name);
  };
}

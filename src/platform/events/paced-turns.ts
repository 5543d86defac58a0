// Turns that lie apart in time. Those that wait get one each before anybody gets a second one.
import { setTimeout as sleep } from 'node:timers/promises';

interface PacedTurns {
  /** Calls `begin` at once, or when the turn has come. Whoever has left by then takes up no turn. */
  take(who: string, until: AbortSignal, begin: () => void): void;
}

interface Waiting {
  readonly until: AbortSignal;
  begin(): void;
}

export function pacedTurns(apartMs: number): PacedTurns {
  const waiting = new Map<string, Waiting[]>();
  let isPassing = false;

  async function passOn(): Promise<void> {
    if (isPassing) return;
    isPassing = true;
    for (let next = firstOf(waiting); next !== undefined; next = firstOf(waiting)) {
      if (next.until.aborted) continue;
      next.begin();
      await sleep(apartMs);
    }
    isPassing = false;
  }

  return {
    take(who, until, begin) {
      waiting.set(who, [...(waiting.get(who) ?? []), { until, begin }]);
      void passOn();
    },
  };
}

/** Takes out the first of who has waited longest for a turn; the others of the same one come after everybody else. */
function firstOf<T>(waiting: Map<string, readonly T[]>): T | undefined {
  const [longest] = waiting;
  if (longest === undefined) return undefined;
  const [who, [first, ...others]] = longest;
  waiting.delete(who);
  if (others.length > 0) waiting.set(who, others);
  return first;
}

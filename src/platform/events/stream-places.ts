// Watches the places of new events once for all streams of this process: one small query after a hint and one every
// half second, however many streams wait for the result. So a lost hint costs time, never an event.
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { Signals } from '#platform/signals/signals.ts';

export interface Places {
  /** Watches until the signal aborts. */
  watch(mode: Mode, until: AbortSignal): PlacesWatched;
}

export interface PlacesWatched {
  /**
   * Returns the last place known: at once if it is greater than `place`, otherwise after the next look, within half a
   * second.
   */
  beyond(place: number): Promise<number>;
}

const lookEveryMs = 500;
/** Under load, events that come within this time are shown together. */
const gatherMs = 10;
/**
 * After each look every stream queries the database. They do so one after the other, and with many of them there is more
 * time between two looks, so that they delay nobody else.
 */
const apartMs = 2;

export function watchPlaces(database: RealmDatabase, signals: Signals): Places {
  const watches = { live: modeWatch(database, signals, 'live'), test: modeWatch(database, signals, 'test') };
  return { watch: (mode, until) => watches[mode](until) };
}

function modeWatch(database: RealmDatabase, signals: Signals, mode: Mode): (until: AbortSignal) => PlacesWatched {
  const waiting = new Set<() => void>();
  let known = -1;
  let watchers = 0;
  let isLooking = false;
  let isAsked = false;
  let rest = (): void => {};

  async function look(): Promise<void> {
    isAsked = true;
    if (isLooking) return;
    isLooking = true;
    while (isAsked && watchers > 0) {
      isAsked = false;
      // While the database cannot be reached the streams wait, and continue when it is back.
      known = Math.max(known, await lastPlace(database, mode).catch(() => known));
      const spent = stopwatch();
      for (const goOn of [...waiting]) {
        goOn();
        await sleep(apartMs);
      }
      await sleep(Math.max(gatherMs, watchers * apartMs - spent()));
    }
    isLooking = false;
  }

  function begin(): void {
    const deafen = signals.on('ordered', (hinted) => void (hinted === mode && look()));
    const timer = setInterval(look, lookEveryMs);
    rest = () => {
      deafen();
      clearInterval(timer);
    };
  }

  const nextLook = (until: AbortSignal): Promise<number> =>
    new Promise((resolve) => {
      const goOn = (): void => {
        waiting.delete(goOn);
        until.removeEventListener('abort', goOn);
        resolve(known);
      };
      waiting.add(goOn);
      until.addEventListener('abort', goOn);
    });

  return (until) => {
    if (!until.aborted) {
      watchers += 1;
      if (watchers === 1) begin();
      until.addEventListener('abort', () => --watchers === 0 && rest(), { once: true });
      void look();
    }
    return { beyond: async (place) => (known > place || until.aborted ? known : nextLook(until)) };
  };
}

async function lastPlace(database: RealmDatabase, mode: Mode): Promise<number> {
  const { db, rows } = database.unscoped(mode);
  const last = db.selectFrom('placed_events').select('sequence').orderBy('sequence', 'desc').limit(1);
  return (await rows(last))[0]?.sequence ?? 0;
}

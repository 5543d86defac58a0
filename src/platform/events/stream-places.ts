// Watches the places of new events once for all streams of this process: one small query after a hint and one every
// half second, however many streams wait for the result. So a lost hint costs time, never an event. Only the streams of
// companies that have new events read, those of each company in turn.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { Signals } from '#platform/signals/signals.ts';
import { pacedTurns } from './paced-turns.ts';

export interface Places {
  /** Watches until the signal aborts. */
  watch(realm: Realm, until: AbortSignal): PlacesWatched;
}

export interface PlacesWatched {
  /**
   * Returns when the company may have events after `place`. Without any it returns within half a second, so that the
   * stream knows up to where there is nothing to read.
   */
  beyond(place: number): Promise<Look>;
}

interface Look {
  /** The last place known. */
  readonly last: number;
  /** The company may have events up to it; otherwise there is nothing to read. */
  readonly hasNews: boolean;
}

const lookEveryMs = 500;
/** Under load, events that come within this time are shown together. */
const gatherMs = 10;
/** Each stream that is told of news queries the database. They do so one after the other, and delay nobody else. */
const apartMs = 2;

export function watchPlaces(database: RealmDatabase, signals: Signals): Places {
  const watches = { live: modeWatch(database, signals, 'live'), test: modeWatch(database, signals, 'test') };
  return { watch: ({ mode, companyId }, until) => watches[mode](companyId, until) };
}

interface Waiting {
  readonly companyId: string;
  readonly place: number;
  readonly until: AbortSignal;
  goOn(hasNews: boolean): void;
}

function modeWatch(database: RealmDatabase, signals: Signals, mode: Mode) {
  const waiting = new Set<Waiting>();
  const turns = pacedTurns(apartMs);
  const places = knownPlaces(database, mode);
  let watchers = 0;
  let isLooking = false;
  let isAsked = false;
  /** Streams without news are told only now and then: a busy company would keep all others at work. */
  let tellsAll = false;
  let rest = (): void => {};

  async function look(): Promise<void> {
    isAsked = true;
    if (isLooking) return;
    isLooking = true;
    while (isAsked && watchers > 0) {
      isAsked = false;
      await places.look();
      for (const one of waiting) if (tellsAll || places.hasNews(one)) tell(one);
      tellsAll = false;
      await sleep(gatherMs);
    }
    isLooking = false;
  }

  function tell(one: Waiting): void {
    waiting.delete(one);
    if (places.hasNews(one)) turns.take(one.companyId, one.until, () => one.goOn(true));
    else one.goOn(false);
  }

  function begin(): void {
    const deafen = signals.on('ordered', (hinted) => void (hinted === mode && look()));
    const timer = setInterval(() => {
      tellsAll = true;
      void look();
    }, lookEveryMs);
    rest = () => {
      deafen();
      clearInterval(timer);
      places.forget();
    };
  }

  const nextLook = (companyId: string, place: number, until: AbortSignal): Promise<Look> =>
    new Promise((resolve) => {
      const goOn = (hasNews: boolean): void => {
        waiting.delete(one);
        until.removeEventListener('abort', leave);
        resolve({ last: places.last(), hasNews });
      };
      const leave = (): void => goOn(false);
      const one = { companyId, place, until, goOn };
      until.addEventListener('abort', leave);
      if (places.hasNews(one)) tell(one);
      else waiting.add(one);
    });

  return (companyId: string, until: AbortSignal): PlacesWatched => {
    if (!until.aborted) {
      watchers += 1;
      if (watchers === 1) begin();
      until.addEventListener('abort', () => --watchers === 0 && rest(), { once: true });
      void look();
    }
    return {
      beyond: async (place) =>
        until.aborted ? { last: places.last(), hasNews: false } : nextLook(companyId, place, until),
    };
  };
}

/** The last place of the mode, and those of companies that have had events since the first look. */
function knownPlaces(database: RealmDatabase, mode: Mode) {
  const lastOf = new Map<string, number>();
  /** No look has succeeded yet while it is undefined: nobody has news, and the last place is that before the first. */
  let atFirst: number | undefined;
  let last = 0;
  return {
    last: () => last,
    hasNews: ({ companyId, place }: Pick<Waiting, 'companyId' | 'place'>): boolean =>
      (lastOf.get(companyId) ?? atFirst ?? 0) > place,
    forget(): void {
      lastOf.clear();
      atFirst = undefined;
      last = 0;
    },
    async look(): Promise<void> {
      // While the database cannot be reached the streams wait, and continue when it is back.
      const found = await placesAfter(database, mode, atFirst && last).catch(() => []);
      for (const { company_id, place } of found) {
        if (atFirst !== undefined) lastOf.set(company_id, place);
        last = Math.max(last, place);
      }
      if (found.length > 0) atFirst ??= last;
    },
  };
}

interface LastPlace {
  readonly company_id: string;
  readonly place: number;
}

/** The last row of each company that has one beyond `place`; without a place only the last of all. */
function placesAfter(database: RealmDatabase, mode: Mode, place: number | undefined): Promise<LastPlace[]> {
  const { db, rows } = database.unscoped(mode);
  const placed = db.selectFrom('placed_commits');
  if (place === undefined) {
    return rows(placed.select(['company_id', 'place']).orderBy('place', 'desc').limit(1));
  }
  return rows(
    placed
      .select(({ fn }) => ['company_id', fn.max('place').as('place')])
      .where('place', '>', place)
      .groupBy('company_id'),
  );
}

// Answers that were given before, kept in bytes. None is given again before the database has said which version is
// stored now; so another process that writes needs to tell nobody.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { MachineClock } from '#platform/clock.ts';

/** The business time within which a version looks the same; `until` is not in it. */
export interface Span {
  readonly from: Instant;
  readonly until: Instant;
}

/** The span of what no time changes. */
export const always: Span = {
  from: '0001-01-01T00:00:00.000000+00:00' as Instant,
  until: '9999-12-31T00:00:00.000000+00:00' as Instant,
};

/** What is stored. After a database was restored, the same name may come again, but hardly with the same time. */
export interface StoredVersion {
  /** A number, or a hash: letters and digits. */
  readonly name: string;
  readonly since: Instant;
}

export interface RememberedAnswer {
  readonly version: StoredVersion;
  readonly span: Span;
  readonly etag: string;
  readonly body: Buffer;
}

export interface RememberedAnswers {
  /** `realm` is a company in one mode: nothing is found from another one. */
  get(realm: string, key: string): RememberedAnswer | undefined;
  put(realm: string, key: string, answer: RememberedAnswer): void;
  /**
   * Puts an answer that is made from now on. It is not kept when everything is wiped meanwhile: it may show somebody who
   * was erased.
   */
  making(): RememberedAnswers['put'];
  /** Wipes everything: somebody was erased, or the database may have been restored. */
  forgetAll(): void;
  /** Wipes what is older than `ageMaxMs`, used or not: nothing personal stays longer in memory. */
  forgetOld(): void;
  readonly bytes: number;
  readonly count: number;
}

export const ageMaxMs = 10 * 60_000;
/** What an answer takes besides its body: the key, the objects around it. */
const overheadBytes = 600;
/** When the bound is passed, so much of it is emptied at once. */
const emptied = 1 / 32;

interface Kept extends RememberedAnswer {
  readonly size: number;
  readonly since: number;
}

/** The answers of a company in one mode, in the order of their last use. */
interface Shelf {
  readonly answers: Map<string, Kept>;
  bytes: number;
}

export function rememberAnswers(bytesMax: number, clock: MachineClock): RememberedAnswers {
  const shelves = shelvesWithin(bytesMax);
  let wipes = 0;
  const put: RememberedAnswers['put'] = (realm, key, answer) =>
    shelves.put(realm, key, {
      ...answer,
      size: answer.body.length + key.length + overheadBytes,
      since: clock.micros(),
    });
  return {
    get: shelves.get,
    put,
    making() {
      const before = wipes;
      return (realm, key, answer) => {
        if (wipes === before) put(realm, key, answer);
      };
    },
    forgetAll() {
      wipes += 1;
      shelves.clear();
    },
    forgetOld() {
      const oldest = clock.micros() - ageMaxMs * 1_000;
      shelves.dropWhere(({ since }) => since < oldest);
    },
    get bytes() {
      return shelves.bytes();
    },
    get count() {
      return shelves.count();
    },
  };
}

function shelvesWithin(bytesMax: number) {
  const shelves = new Map<string, Shelf>();
  let bytes = 0;
  let count = 0;
  const drop = (shelf: Shelf, key: string, { size }: Kept): void => {
    shelf.answers.delete(key);
    shelf.bytes -= size;
    bytes -= size;
    count -= 1;
  };
  /** The company with the most gives way, so that none pushes out the others. */
  const makeRoom = (): void => {
    const enough = bytesMax * (1 - emptied);
    while (bytes > enough) {
      const fullest = [...shelves.values()].reduce((a, b) => (b.bytes > a.bytes ? b : a));
      const share = fullest.bytes - bytesMax * emptied;
      for (const [key, kept] of fullest.answers) {
        drop(fullest, key, kept);
        if (bytes <= enough || fullest.bytes <= share) break;
      }
    }
  };
  return {
    /** What is used goes to the end. */
    get(realm: string, key: string): Kept | undefined {
      const answers = shelves.get(realm)?.answers;
      const kept = answers?.get(key);
      if (answers === undefined || kept === undefined) return undefined;
      answers.delete(key);
      answers.set(key, kept);
      return kept;
    },
    put(realm: string, key: string, kept: Kept): void {
      const shelf = shelves.get(realm) ?? { answers: new Map(), bytes: 0 };
      shelves.set(realm, shelf);
      const before = shelf.answers.get(key);
      if (before !== undefined) drop(shelf, key, before);
      if (kept.size > bytesMax * emptied) return;
      shelf.answers.set(key, kept);
      shelf.bytes += kept.size;
      bytes += kept.size;
      count += 1;
      if (bytes > bytesMax) makeRoom();
    },
    clear(): void {
      shelves.clear();
      bytes = 0;
      count = 0;
    },
    dropWhere(isToGo: (kept: Kept) => boolean): void {
      for (const [realm, shelf] of shelves) {
        for (const [key, kept] of shelf.answers) if (isToGo(kept)) drop(shelf, key, kept);
        if (shelf.answers.size === 0) shelves.delete(realm);
      }
    },
    bytes: () => bytes,
    count: () => count,
  };
}

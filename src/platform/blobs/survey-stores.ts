// Looks through the stores outside of the database, a part of them each minute and all of them once a day, and counts
// what it finds. It removes nothing: a copy of a database that names the store of another installation must not harm it.
import { type Compilable, CompiledQuery } from 'kysely';
import type { Chore } from '#platform/chore.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { Ask } from '#platform/db/ask.ts';
import { type Mode, modes } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { Log } from '#platform/log.ts';
import type { BlobPlace, OutsideStore } from './blob-store.ts';
import { firstPlace, surveyPart } from './survey.ts';

interface SurveyTools {
  readonly database: RealmDatabase;
  readonly clock: MachineClock;
  readonly log: Log;
}

interface Found {
  lost: number;
  strays: number;
}

interface Round extends Found {
  /** Counted among the stores. */
  store: number;
  after: BlobPlace;
  /** In microseconds; nothing is looked at before. */
  restsUntil: number;
}

/** What the last whole round has found, and when this process was at it last: another may have taken over. */
export const foundInStores: Record<Mode, Found & { at: number }> = {
  live: { lost: 0, strays: 0, at: 0 },
  test: { lost: 0, strays: 0, at: 0 },
};

const partsAtOnce = 5;
const dayMicros = 86_400 * 1_000_000;

const newRound = (restsUntil: number): Round => ({ store: 0, after: firstPlace, lost: 0, strays: 0, restsUntil });

export function surveyStores({ database, clock, log }: SurveyTools, stores: readonly OutsideStore[]): Chore {
  const rounds = new Map<Mode, Round>(modes.map((mode) => [mode, newRound(0)]));
  const askIn =
    (mode: Mode): Ask =>
    <Row>(text: string, values: unknown[] = []) =>
      database.unscoped(mode).rows({ compile: () => CompiledQuery.raw(text, values) } as Compilable<Row>);
  async function lookAtPart(mode: Mode, round: Round, store: OutsideStore): Promise<void> {
    const { lost, strays, next } = await surveyPart({ ask: askIn(mode), mode, store }, round.after);
    for (const { id } of lost) log.error({ mode, content: id }, 'a content has lost its bytes in its store');
    round.lost += lost.length;
    round.strays += strays.length;
    round.after = next ?? firstPlace;
    if (next === null) round.store += 1;
  }
  return {
    name: 'blobs.survey',
    everyMs: 60_000,
    async run(mode) {
      if (stores.length === 0) return;
      const now = clock.micros();
      const round = rounds.get(mode) as Round;
      foundInStores[mode].at = now;
      if (now < round.restsUntil) return;
      for (let part = 0; part < partsAtOnce; part++) {
        const store = stores[round.store];
        if (store === undefined) {
          foundInStores[mode] = { lost: round.lost, strays: round.strays, at: now };
          rounds.set(mode, newRound(now + dayMicros));
          return;
        }
        await lookAtPart(mode, round, store);
      }
    },
  };
}

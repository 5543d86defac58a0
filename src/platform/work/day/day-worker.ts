// The part of a worker that does the daily work of every realm by the clock of that realm: the machine clock for live,
// the business clock for a test realm. Every worker process does it. Work that became due while no worker ran is found
// at the next start.

import { setTimeout as sleep } from 'node:timers/promises';
import { commandNow, realmsNow } from '#platform/business-clock.ts';
import { type MachineClock, stopwatch } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { isRace } from '#platform/db/races.ts';
import { type Mode, modes, type Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { Pace } from '#platform/pace.ts';
import { isLockTimeout, isUnreachable } from '#platform/sqlstate.ts';
import { type DailyStep, type PassingDay, type ReadByDay, readsNothing } from './daily-step.ts';
import { makeTroubles } from './troubles.ts';

interface DayWorkerOptions {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly clock: MachineClock;
  readonly steps: readonly DailyStep[];
  readonly whole?: ReadByDay;
  readonly log: Log;
  readonly pace: Pace;
  readonly proof?: { readonly firstMs: number; readonly everyMs: number };
  position(): number;
}

export interface DayWorker {
  /** How many due things were done or failed in this process so far. */
  readonly outcomes: Readonly<Record<'done' | 'failed', number>>;
  /** How many things the last check found left behind. */
  readonly behind: Readonly<Record<Mode, number>>;
  stop(): Promise<void>;
}

const lookEveryMs = 1_000;
/** After a start there may be much to catch up with, so the first check waits; then it is repeated every hour. */
const hourly = { firstMs: 600_000, everyMs: 3_600_000 };

export function startDayWorker(options: DayWorkerOptions): DayWorker {
  const outcomes = { done: 0, failed: 0 };
  const behind = { live: 0, test: 0 };
  const stopping = new AbortController();
  const { log, pace, proof = hourly } = options;
  const tools: Tools = {
    whole: readsNothing,
    ...options,
    troubles: makeTroubles(options.clock),
    stopping: stopping.signal,
    told: (outcome) => void outcomes[outcome]++,
    async rest(workedMs) {
      pace.worked(workedMs);
      await sleep(pace.restMs());
    },
  };
  const passing = modes.map(async (mode) => {
    let [sinceProof, proofAfterMs] = [stopwatch(), proof.firstMs];
    while (!stopping.signal.aborted) {
      const isMore = await passMode(tools, mode).catch((error) => {
        log.warn({ err: error, mode }, 'the work of the day was broken off and is taken up again');
        return false;
      });
      if (sinceProof() >= proofAfterMs) {
        behind[mode] = await prove(tools, mode).catch((error) => {
          log.warn({ err: error, mode }, 'could not look for what the day left behind');
          return behind[mode];
        });
        sinceProof = stopwatch();
        proofAfterMs = proof.everyMs;
      }
      if (!isMore) await sleep(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  });
  return {
    outcomes,
    behind,
    async stop() {
      stopping.abort();
      await Promise.all(passing);
    },
  };
}

type Tools = DayWorkerOptions & Pick<PassingDay, 'whole' | 'troubles' | 'stopping' | 'told' | 'rest'>;

/** Each realm gets a turn; a realm with much to do gets several. */
async function passMode(tools: Tools, mode: Mode): Promise<boolean> {
  const { database, clock, steps, log } = tools;
  const realms = await realmsNow(database, mode, clock);
  const due = new Set<string>();
  for (const step of steps) {
    for (const companyId of await step.due.companiesWithDue(database, mode, realms)) due.add(companyId);
  }
  let isMore = false;
  for (const companyId of due) {
    if (tools.stopping.aborted) break;
    const day = passingDay(tools, { mode, companyId });
    try {
      for (const step of steps) isMore = (await step.run(day)).isMore || isMore;
    } catch (error) {
      if (isUnreachable(error)) throw error;
      if (!isForLater(error))
        log.error({ err: error, mode, company: companyId }, 'the day of a company came to a halt');
    }
  }
  return isMore;
}

/** Reports work that was left behind, even work that its own due date does not show. */
async function prove({ database, clock, steps, log }: Tools, mode: Mode): Promise<number> {
  const realms = await realmsNow(database, mode, clock);
  let total = 0;
  for (const { name, leftBehind } of steps) {
    const { count, ids } = await leftBehind(database, mode, realms);
    total += count;
    if (count > 0) log.error({ mode, step: name, count, ids }, 'the day has passed and left something behind');
    else log.info({ mode, step: name }, 'the day has passed and left nothing behind');
  }
  return total;
}

/** The clock is being moved, or another process was quicker: the next look finds what is left. */
const isForLater = (error: unknown): boolean => error instanceof Refusal || isLockTimeout(error) || isRace(error);

function passingDay(tools: Tools, realm: Realm): PassingDay {
  const { database, clock } = tools;
  return {
    ...tools,
    realm,
    grouping: database.grouping,
    waits: false,
    transact: (work) => database.transact(realm, async (tx) => work(tx, await commandNow(tx, clock, 'dated'))),
  };
}

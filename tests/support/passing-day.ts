// The work of a day that a test passes by its own hand, one step at a time, in a house whose workers do not run.
import { whole } from '#app/capabilities.ts';
import { commandNow } from '#platform/business-clock.ts';
import { oneAfterTheOther } from '#platform/db/cluster/grouping.ts';
import { makeLog } from '#platform/log.ts';
import type { PassingDay } from '#platform/work/day/daily-step.ts';
import { makeTroubles } from '#platform/work/day/troubles.ts';
import type { Client, House } from './house.ts';

/** What fails is tried again by this day alone, so a test keeps it for as long as it asks how long that waits. */
export function aPassingDay({ service }: House, { realm }: Client, known: typeof whole = whole): PassingDay {
  const { database, vault, clock, position } = service;
  return {
    whole: known,
    realm,
    transact: (work) => database.transact(realm, async (tx) => work(tx, await commandNow(tx, clock, 'dated'))),
    database,
    vault,
    grouping: oneAfterTheOther,
    clock,
    position,
    log: makeLog('silent'),
    troubles: makeTroubles(clock),
    waits: false,
    stopping: new AbortController().signal,
    told: () => {},
    rest: async () => {},
  };
}

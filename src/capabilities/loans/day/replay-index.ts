// After a change of an index rate of the past: every loan that follows the index of the type is replayed with the index
// as it is now. A loan knows with which index its books were computed, so that whoever comes first, this work or a payment
// in between, brings it to the new one, and nobody does it twice.

import { setTimeout as sleep } from 'node:timers/promises';
import { type CivilDate, dayNumberOf } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import { indexRatesOf } from '#capabilities/products/index.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { type OperationKind, type Running, readOperation } from '#platform/operations/operations.ts';
import { persistently } from '#platform/operations/persistently.ts';
import { workNow } from '#platform/test-clock/business-clock.ts';
import type { IndexKnown } from '../tables.ts';
import { bringLoans, together } from './bring-loans.ts';
import { isOneOf, type LoanIds } from './hold-loans.ts';
import { isOfTheTime } from './is-of-the-time.ts';

export const replayIndex: OperationKind = {
  kind: 'loans.replayIndex',
  async run(running) {
    const replay = await beginReplay(running);
    await replayAll(replay);
    await running.finish(async (tx) => {
      const { done, changed, failed } = replay;
      running.mark(tx, { done, total: done + failed.size });
      return { loans: done, changed, ...(failed.size === 0 ? {} : { failed: failed.size }) };
    });
  },
};

interface Replay {
  readonly running: Running;
  readonly loanTypeId: string;
  readonly from: CivilDate;
  readonly total: number;
  /** Loans with books of the new index, and those of them whose postings are others by it. */
  done: number;
  changed: number;
  /** Each is in the log. */
  readonly failed: Set<string>;
}

/** Whoever goes on after a crash goes on counting. */
async function beginReplay(running: Running): Promise<Replay> {
  const { reader, operationId, input } = running;
  const { done, total } = (await readOperation(reader, operationId))?.progress ?? { done: 0, total: null };
  const asked = { loanTypeId: String(input.loanTypeId), from: input.from as CivilDate };
  const left = await countLeft(reader, asked);
  return {
    ...asked,
    running,
    total: total ?? left,
    done,
    changed: Number(input.changed ?? 0),
    failed: new Set(),
  };
}

/** What a payment or the day holds just now is left to it, and looked at again. */
const lookAgainMs = 20;

async function replayAll(replay: Replay): Promise<void> {
  for (;;) {
    for (let place: LoanIds | undefined; ; ) {
      place = await replayBatch(replay, place);
      if (place === undefined) break;
    }
    if ((await countLeft(replay.running.reader, replay)) <= replay.failed.size) return;
    await sleep(lookAgainMs);
  }
}

/** Loans that could not be replayed together are replayed one by one, so that one that fails does not stop the others. */
async function replayBatch(replay: Replay, after: LoanIds | undefined): Promise<LoanIds | undefined> {
  let claimed: LoanIds[] = [];
  const find = async (tx: Tx) => {
    claimed = await claim(tx, replay, after);
    return claimed;
  };
  try {
    await replayTogether(replay, find);
  } catch (error) {
    if (isOfTheTime(error)) throw error;
    for (const one of claimed) await replayOne(replay, one);
  }
  return claimed.at(-1);
}

async function replayOne(replay: Replay, loan: LoanIds): Promise<void> {
  try {
    await replayTogether(replay, (tx) => claim(tx, replay, undefined, loan));
  } catch (error) {
    if (isOfTheTime(error)) throw error;
    replay.failed.add(loan.id);
    const { realm, operationId: operation, log } = replay.running;
    const ids = { company: realm.companyId, person: loan.person_id, loan: loan.id, operation };
    log.error({ err: error, ...ids }, 'a loan could not be replayed with the new index');
  }
}

async function replayTogether(replay: Replay, find: (tx: Tx) => Promise<LoanIds[]>): Promise<void> {
  const { running, loanTypeId, from, total } = replay;
  const counts = await persistently(() =>
    running.step(async (tx) => {
      const now = await workNow(tx, running.clock);
      const loans = await find(tx);
      const brought = await bringLoans(tx, now, loans, running.position);
      const different = brought.filter(({ difference }) => difference.postings.length > 0).length;
      const [done, changed] = [replay.done + loans.length, replay.changed + different];
      running.mark(tx, { done, total: Math.max(total, done), input: { loanTypeId, from, changed } });
      return { done, changed };
    }),
  );
  Object.assign(replay, counts);
}

type Asked = Pick<Replay, 'loanTypeId' | 'from'>;

/** Of the type, following the index, with books of another index than the one of now; but for those paid off before. */
function left(reader: Reader, { loanTypeId, from }: Asked, index: IndexKnown) {
  return reader.db
    .selectFrom('loans')
    .where('loan_type_id', '=', loanTypeId)
    .where('index_known', 'is not', null)
    .where(sql<boolean>`index_known is distinct from ${JSON.stringify(index)}::jsonb`)
    .where(sql<boolean>`coalesce((state->'position'->>'paidOffOn')::int >= ${dayNumberOf(from)}, true)`);
}

async function countLeft(reader: Reader, asked: Asked): Promise<number> {
  const index = await indexRatesOf(reader, asked.loanTypeId);
  const row = await reader.row(left(reader, asked, index).select((eb) => eb.fn.countAll<number>().as('n')));
  return row?.n ?? 0;
}

async function claim(tx: Tx, replay: Replay, after: LoanIds | undefined, only?: LoanIds): Promise<LoanIds[]> {
  const index = await indexRatesOf(tx, replay.loanTypeId);
  let next = left(tx, replay, index)
    .select(['person_id', 'id'])
    .orderBy('id')
    .orderBy('person_id')
    .limit(together)
    .forNoKeyUpdate()
    .skipLocked();
  if (only !== undefined) next = next.where(isOneOf([only]));
  if (after !== undefined) next = next.where(sql<boolean>`(id, person_id) > (${after.id}, ${after.person_id})`);
  return tx.rows(next);
}

// After a change of an index rate of the past: every loan that follows the index of the loan type is replayed with the
// present index. A loan stores the index that its books were computed with. So whichever comes first, this work or a
// payment in between, brings the loan to the new index, and nothing is done twice.

import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import { indexRatesOf, indexReplay } from '#capabilities/products/index.ts';
import { workNow } from '#platform/business-clock.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { togetherOrOneByOne } from '#platform/work/one-by-one.ts';
import type { OperationKind, Running } from '#platform/work/operations/operation-kind.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import type { LoanIds } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import { itsStanding } from '../loan/standing.ts';
import type { IndexKnown } from '../loan/tables.ts';
import { bringLoans, together } from './bring-loans.ts';
import { lockLoans } from './hold-loans.ts';

export const replayIndex: OperationKind = {
  ...indexReplay,
  async run(running) {
    const { loanTypeId, from } = indexReplay.readInput(running.input);
    const failed = new Set<string>();
    const replay: Replay = { running, loanTypeId, from, failed };
    await setTotal(replay);
    await replayAll(replay);
    await running.finish(async (tx) => {
      // `done` counts replayed loans, `changed` those of them with new postings; both include work before a crash.
      const { done, counts } = await running.counted(tx);
      running.mark(tx, { done, total: done + failed.size });
      return { loans: done, changed: counts.changed ?? 0, ...(failed.size === 0 ? {} : { failed: failed.size }) };
    });
  },
};

interface Replay {
  readonly running: Running;
  readonly loanTypeId: string;
  readonly from: CivilDate;
  /** The loans that could not be replayed; each is in the log. */
  readonly failed: Set<string>;
}

async function setTotal(replay: Replay): Promise<void> {
  const { running } = replay;
  const { done } = await running.counted(running.reader);
  await running.progress(done, done + (await countLeft(replay)));
}

/** While the database writes for one lane, this process computes for the other. */
const lanes = 2;
const page = 1_000;
/** Loans that a payment or the day has locked are left out and looked at again after this time. */
const lookAgainMs = 50;

async function replayAll(replay: Replay): Promise<void> {
  for (;;) {
    for (let place: LoanIds | undefined; ; ) {
      const loans = await nextLeft(replay, place);
      await replayInLanes(replay, loans);
      place = loans.at(-1);
      if (place === undefined) break;
    }
    if ((await countLeft(replay)) <= replay.failed.size) return;
    await sleep(lookAgainMs);
  }
}

async function replayInLanes(replay: Replay, loans: readonly LoanIds[]): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < loans.length) {
      const batch = loans.slice(next, next + together);
      next += together;
      await replayBatch(replay, batch);
      // Requests that have arrived meanwhile get their turn.
      await sleep(0);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const replayBatch = (replay: Replay, loans: readonly LoanIds[]): Promise<boolean> =>
  togetherOrOneByOne({
    together: () => persistently(() => replayTogether(replay, loans)),
    things: () => loans,
    one: (loan) => persistently(() => replayTogether(replay, [loan])),
    failed(loan, error) {
      replay.failed.add(loan.id);
      const { realm, operationId: operation, log } = replay.running;
      const ids = { company: realm.companyId, person: loan.person_id, loan: loan.id, operation };
      log.error({ err: error, ...ids }, 'a loan could not be replayed with the new index');
    },
    isOfTheTime,
  });

async function replayTogether(replay: Replay, loans: readonly LoanIds[]): Promise<void> {
  const { running } = replay;
  await running.piece(async (tx) => {
    const now = await workNow(tx, running.clock);
    const brought = await bringLoans(tx, now, await lockLoans(tx, loans), running, isOfOtherIndex);
    const changed = brought.filter(({ difference }) => difference.postings.length > 0).length;
    return { done: brought.length, counts: { changed } };
  });
}

/** A payment may have come first, and have brought the loan to the present index. */
const isOfOtherIndex = ({ row, index }: HeldLoan): boolean => !isDeepStrictEqual(row.index_known, index);

/** Loans of the type whose books have another index than the present one, but not those paid off before the change. */
async function left(reader: Reader, { loanTypeId, from }: Replay) {
  const index: IndexKnown = await indexRatesOf(reader, loanTypeId);
  return reader.db
    .selectFrom('loans')
    .innerJoin('loan_standing', itsStanding)
    .where('loan_type_id', '=', loanTypeId)
    .where('index_known', 'is not', null)
    .where(sql<boolean>`index_known is distinct from ${JSON.stringify(index)}::jsonb`)
    .where(sql<boolean>`(status <> 'paidOff' or paid_off_on >= ${from})`);
}

async function countLeft(replay: Replay): Promise<number> {
  const { reader } = replay.running;
  const counting = (await left(reader, replay)).select((eb) => eb.fn.countAll<number>().as('n'));
  return (await reader.row(counting))?.n ?? 0;
}

async function nextLeft(replay: Replay, after: LoanIds | undefined): Promise<LoanIds[]> {
  const { reader } = replay.running;
  let next = (await left(reader, replay))
    .select(['loans.person_id', 'loans.id'])
    .orderBy('loans.id')
    .orderBy('loans.person_id')
    .limit(page);
  if (after !== undefined) {
    const { id, person_id } = after;
    next = next.where((eb) => eb(eb.refTuple('loans.id', 'loans.person_id'), '>', eb.tuple(id, person_id)));
  }
  return reader.rows(next);
}

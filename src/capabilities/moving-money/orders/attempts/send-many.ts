// Many orders at once, for a provider that takes many: that they are sent is one commit, what it answers to them is
// another. Each has its own claim, and where they cannot be done together each is done by itself.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { togetherOrOneByOne } from '#platform/work/one-by-one.ts';
import type { Carrier } from '../companies-providers/carrier.ts';
import type { Order } from '../order/order.ts';
import type { Found } from '../providers/provider.ts';
import { type AttemptRef, lockAttempts } from './attempt.ts';
import { claimAllToSend, type Claimed as Mine, whatToDo } from './claim.ts';
import { lastWrites } from './last-writes.ts';
import type { OrderWork } from './order-work.ts';
import { conclude, goOn, workOn } from './send-order.ts';
import type { AttemptRow } from './tables.ts';

/** So many share a commit: few enough that a borrower hardly waits for the others. */
export const togetherMax = 25;

type Failed<Ref> = (ref: Ref, error: unknown) => void;

/** Returns those that are to be worked on one by one: to be asked for, or of a provider that takes one at a time. */
export async function sendMany<Ref extends AttemptRef>(
  work: OrderWork,
  refs: readonly Ref[],
  failed: Failed<Ref>,
): Promise<readonly Ref[]> {
  let claimed: readonly Claimed<Ref>[] = [];
  let alone: readonly Ref[] = [];
  const isTogether = await togetherOrOneByOne({
    together: () =>
      work.transact(async (tx, now) => {
        ({ claimed, alone } = await claimMany(work, tx, now, refs));
      }),
    things: () => refs,
    one: (ref) => workOn(work, ref),
    failed,
  });
  if (!isTogether) return [];
  const byCarrier = Map.groupBy(claimed, ({ mine }) => mine.carrier.id);
  for (const own of byCarrier.values()) await concludeMany(work, await answered(work, own), failed);
  return alone;
}

interface Claimed<Ref> {
  readonly ref: Ref;
  readonly mine: Mine;
}

async function claimMany<Ref extends AttemptRef>(work: OrderWork, tx: Tx, now: Instant, refs: readonly Ref[]) {
  const byId = new Map(refs.map((ref) => [ref.id, ref]));
  const carriers = new Map<string, Promise<Carrier | undefined>>();
  const alone: Ref[] = [];
  const wanted: { row: AttemptRow; carrier: Carrier }[] = [];
  for (const row of await lockAttempts(tx, refs)) {
    const does = whatToDo(row, now);
    if (does === undefined) continue;
    const asking = carriers.get(row.carrier_id) ?? work.carrierById(tx, work, row.carrier_id);
    carriers.set(row.carrier_id, asking);
    const carrier = await asking;
    // What is left of an erased borrower is taken back by itself.
    const isWanted = does === 'send' && row.body_sealed !== null;
    if (isWanted && carrier?.provider.sendMany !== undefined) wanted.push({ row, carrier });
    else alone.push(byId.get(row.id) as Ref);
  }
  const mine = wanted.length === 0 ? [] : await claimAllToSend(work, tx, now, wanted);
  return { claimed: mine.map((one) => ({ ref: byId.get(one.row.id) as Ref, mine: one })), alone };
}

interface Answered<Ref> extends Claimed<Ref> {
  readonly found: Found;
}

/** The orders are all of one provider. What threw, or was left out, is not known: it may have happened. */
async function answered<Ref>({ log }: OrderWork, claimed: readonly Claimed<Ref>[]): Promise<Answered<Ref>[]> {
  const { carrier, now } = (claimed[0] as Claimed<Ref>).mine;
  const orders = claimed.map(({ mine }) => mine.order as Order);
  const unknown = { is: 'unknown', why: 'the provider failed' } as const;
  try {
    const answers = (await carrier.provider.sendMany?.(orders, now)) ?? [];
    return claimed.map((one, i) => ({ ...one, found: answers[i] ?? unknown }));
  } catch (error) {
    log.warn({ orders: orders.length, carrier: carrier.id, why: (error as Error).name }, 'a provider failed');
    return claimed.map((one) => ({ ...one, found: unknown }));
  }
}

async function concludeMany<Ref>(work: OrderWork, answers: readonly Answered<Ref>[], failed: Failed<Ref>) {
  await togetherOrOneByOne({
    together: () => work.transact((tx, now) => concludeTogether(work, tx, now, answers)),
    things: () => answers,
    one: ({ mine, found }) => goOn(work, mine, found),
    failed: ({ ref }, error) => failed(ref, error),
  });
}

/** Orders of one borrower are concluded one after the other: each sees the loan as the one before has left it. */
async function concludeTogether<Ref>(work: OrderWork, tx: Tx, now: Instant, answers: readonly Answered<Ref>[]) {
  const last = lastWrites(tx, work);
  // In the order in which they were claimed, which is that of the persons: so two commits do not wait for each other.
  const byPerson = Map.groupBy(answers, ({ mine }) => mine.row.person_id);
  const concluding = [...byPerson.values()].map(async (own) => {
    for (const { mine, found } of own) await conclude(work, tx, now, mine, found, last);
  });
  await Promise.all(concluding);
  last.write();
}

// Orders come in: heard or not, refused or accepted, and answered or not.
import { type Behaviour, behaviourOf } from './behaviour.ts';
import { lossOf } from './chaos.ts';
import {
  type Charge,
  chargesById,
  chargesByKey,
  type Declines,
  declinesOf,
  type Notice,
  replyOf,
  store,
} from './charges.ts';
import type { Executor } from './executor.ts';
import { type Line, noticesOf } from './line.ts';
import { parseOrder, type SimulatedOrder } from './order.ts';
import { downUntil, outcomesOf, settlementDay, settlementInstant, updateOf } from './outcome.ts';
import type { Reply } from './reply.ts';
import { takeBack } from './take-back.ts';

interface Sent {
  readonly at: number;
  readonly order: SimulatedOrder;
  readonly bodyHash: string;
  readonly id: string;
  readonly behaviour: Behaviour;
  readonly instrumentHash: string;
}

/** What was decided about an order that is new. */
interface Decision {
  readonly charge: Charge;
  readonly notices: readonly Notice[];
  readonly reply: Reply;
}

/** Answers in the order of the bodies. A body that is no order is answered and not kept. */
export async function submit(executor: Executor, line: Line, bodies: readonly string[], now: string): Promise<Reply[]> {
  const replies: Reply[] = Array(bodies.length);
  let open: Sent[] = [];
  for (const [at, body] of bodies.entries()) {
    const order = parseOrder(body);
    if ('field' in order) replies[at] = { status: 422, code: order.code, field: order.field };
    else open.push(sentAs(line, at, order, body));
  }
  // The same key twice among them, or sent by another at the same time: the second look finds the first one's row.
  while (open.length > 0) {
    const left = await round(executor, line, open, now, replies);
    open = left;
  }
  return replies;
}

function sentAs({ secret }: Line, at: number, order: SimulatedOrder, body: string): Sent {
  const { instrument } = order;
  const name =
    'token' in instrument ? `${instrument.token} ${instrument.holder}` : `${instrument.routing} ${instrument.account}`;
  return {
    at,
    order,
    bodyHash: secret.hash('body', body),
    id: `sim_${secret.hash('id', order.key).slice(0, 20)}`,
    behaviour: behaviourOf(order),
    instrumentHash: secret.hash('instrument', name).slice(0, 24),
  };
}

async function round(
  executor: Executor,
  line: Line,
  open: readonly Sent[],
  now: string,
  replies: Reply[],
): Promise<Sent[]> {
  const known = await chargesByKey(executor, line.company, [...new Set(open.map(({ order }) => order.key))]);
  const decided = new Map<string, Decision & { readonly at: number }>();
  const left: Sent[] = [];
  const fresh: Sent[] = [];
  for (const sent of open) {
    const there = known.get(sent.order.key);
    if (there !== undefined && there.outcome !== 'unheard') replies[sent.at] = again(there, sent);
    else if (there !== undefined && there.body_hash !== sent.bodyHash) replies[sent.at] = reused;
    else if (['void', 'refund', 'reversal'].includes(sent.order.deed)) {
      replies[sent.at] = await takeBack(executor, line, chargeOf(sent, now), sent.order, now);
    } else fresh.push(sent);
  }
  const seen = await lookUp(executor, line, fresh);
  for (const sent of fresh) {
    if (decided.has(sent.order.key)) left.push(sent);
    else decided.set(sent.order.key, { ...decide(line, sent, known.get(sent.order.key), seen, now), at: sent.at });
  }
  const all = [...decided.values()];
  if (all.length === 0) return left;
  const stored = await store(
    executor,
    line.company,
    all.map(({ charge }) => charge),
    all.flatMap(({ notices }) => notices),
  );
  for (const { charge, reply, at } of all) {
    const isStored = stored.has(charge.key) || charge.outcome === 'unheard';
    if (isStored) replies[at] = reply;
    else left.push(fresh.find((sent) => sent.at === at) as Sent);
  }
  return left;
}

const reused: Reply = { status: 409, code: 'keyReused' };

const again = (there: Charge, sent: Sent): Reply => (there.body_hash === sent.bodyHash ? replyOf(there) : reused);

interface Seen {
  readonly declines: ReadonlyMap<string, Declines>;
  readonly earlier: ReadonlyMap<string, Charge>;
}

/** What the behaviour of few depends on, asked for only where it does. */
async function lookUp(executor: Executor, { company }: Line, fresh: readonly Sent[]): Promise<Seen> {
  const remembering = fresh.filter(({ behaviour }) =>
    ['technicalTwice', 'expiredThenOk', 'unreachedOnce'].includes(behaviour.does),
  );
  const retries = fresh.flatMap(({ order }) => (order.of === null ? [] : [order.of]));
  const hashes = remembering.map(({ instrumentHash }) => instrumentHash);
  return {
    declines: await declinesOf(executor, company, [...new Set(hashes)]),
    earlier: await chargesById(executor, company, [...new Set(retries)]),
  };
}

const chargeOf = ({ order, id, bodyHash, behaviour, instrumentHash }: Sent, now: string): Charge => ({
  key: order.key,
  id,
  body_hash: bodyHash,
  outcome: 'accepted',
  deed: order.deed,
  rail: order.rail,
  amount_cents: order.cents,
  instrument_hash: instrumentHash,
  last_four: 'account' in order.instrument ? order.instrument.account.slice(-4) : '',
  behaviour: behaviour.does,
  of_id: order.of,
  round: 0,
  code: null,
  settles_on: null,
  settles_at: null,
  heard_at: now,
});

function decide(line: Line, sent: Sent, before: Charge | undefined, seen: Seen, now: string): Decision {
  const { order, behaviour } = sent;
  const charge = chargeOf(sent, now);
  const unheard = (reply: Reply): Decision => ({ charge: { ...charge, outcome: 'unheard' }, notices: [], reply });
  if (behaviour.does === 'down' && now < downUntil(before?.heard_at ?? now)) return unheard({ status: 503 });
  const loss = lossOf(line.chaos, order.key);
  if (before === undefined && (behaviour.does === 'unknownThenAbsent' || loss === 'request')) return unheard(lost);
  const code = refusalOf(sent, seen.declines.get(sent.instrumentHash), now);
  if (code !== undefined) return refused(line, charge, order, behaviour, code, now);
  if (order.deed === 'verify') return { charge, notices: [], reply: answered(behaviour, loss) ?? replyOf(charge) };
  const settlesOn = settlementDay(order, now);
  const round = roundOf(order, seen);
  const accepted: Charge = {
    ...charge,
    round,
    settles_on: settlesOn,
    settles_at: order.rail === 'instant' ? now : settlementInstant(settlesOn, now),
  };
  const outcomes = outcomesOf({ order, behaviour, now, settlesOn, round, tellsAll: line.chaos !== undefined });
  const notices = noticesOf(line, accepted, outcomes);
  return { charge: accepted, notices, reply: answered(behaviour, loss) ?? replyOf(accepted) };
}

const lost: Reply = { status: 0, why: 'no answer' };

function answered(behaviour: Behaviour, loss: 'request' | 'answer' | undefined): Reply | undefined {
  if (behaviour.does === 'timeout') return { status: 0, why: 'too late' };
  const isSilent = behaviour.does === 'unknownThenFound' || behaviour.does === 'foundLate' || loss === 'answer';
  return isSilent ? lost : undefined;
}

/** The code of a certain no. */
function refusalOf({ order, behaviour }: Sent, declines: Declines | undefined, now: string): string | undefined {
  if (behaviour.does === 'noSuchCard') return '14';
  // By a verification a card is looked at, and not what its charges do.
  if (order.deed === 'verify') return behaviour.does === 'unreachedOnce' && declines === undefined ? '91' : undefined;
  if (behaviour.does === 'decline') return behaviour.code;
  if (behaviour.does === 'refused') return 'R04';
  if (behaviour.does === 'technicalTwice') return (declines?.count ?? 0) < 2 ? '91' : undefined;
  if (behaviour.does !== 'expiredThenOk') return undefined;
  const isUpdated = declines !== undefined && updateOf(declines.first_at, order.cents).at <= now;
  return isUpdated ? undefined : '54';
}

function refused(
  line: Line,
  charge: Charge,
  order: SimulatedOrder,
  behaviour: Behaviour,
  code: string,
  now: string,
): Decision {
  const outcomes = behaviour.does === 'expiredThenOk' ? [updateOf(now, order.cents)] : [];
  const row: Charge = { ...charge, outcome: 'refused', code };
  return { charge: row, notices: noticesOf(line, row, outcomes), reply: replyOf(row) };
}

/** Who repeats an item names it, or says so in words of the network. */
function roundOf({ of, description }: SimulatedOrder, { earlier }: Seen): number {
  const before = of === null ? undefined : earlier.get(of);
  if (before !== undefined) return before.round + 1;
  return description === 'RETRY PYMT' ? 1 : 0;
}

// A provider that does what a test tells it, and remembers like one that is elsewhere: what it accepted under which key.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import type { Order } from '#capabilities/moving-money/orders/order/order.ts';
import type { Answer, Can, Found, Provider } from '#capabilities/moving-money/orders/providers/provider.ts';

/** What it does with an order. `acts` and then something: the money moves, whatever is answered. */
type Deal = 'accept' | 'final' | 'refuse' | 'throws' | 'unknown' | 'actsAndThrows' | 'actsAndUnknown' | 'hangs';

interface Charge {
  readonly key: string;
  readonly id: string;
  readonly body: string;
}

export interface FakeProvider {
  readonly provider: Provider;
  /** Every order whose money moved. Two with one key are a double charge. */
  readonly charges: readonly Charge[];
  /** Every call of `send`, by key and body. */
  readonly sent: readonly { readonly key: string; readonly body: string }[];
  readonly asked: readonly string[];
  /** What it does with the next orders; after that it accepts. */
  deal(...deals: readonly Deal[]): void;
  /** Until then `find` does not know what was done. */
  hideUntil(at: Instant): void;
  /** Until then every call of it fails, before anything is done. */
  downUntil(at: Instant): void;
  /** Lets those go that hang. */
  release(): void;
  /** Called with each order before anything is done with it. */
  onSend: (order: Order) => void | Promise<void>;
}

const usual: Can = {
  rails: ['ach', 'card', 'instant'],
  deeds: ['debit', 'credit', 'refund', 'void', 'reversal'],
  keyLifetimeSeconds: 24 * 3_600,
  findByKey: true,
  findLagSeconds: 60,
  absenceIsFinal: false,
  poll: false,
  voidUntil: 'settled',
  isSameDay: false,
  amountMax: null,
  cutOff: '16:00',
  zone: 'America/New_York',
  isHere: false,
};

export function fakeProvider(can: Partial<Can> = {}): FakeProvider {
  const charges: Charge[] = [];
  const sent: { key: string; body: string }[] = [];
  const asked: string[] = [];
  const deals: Deal[] = [];
  const hanging: (() => void)[] = [];
  let hiddenUntil: Instant | undefined;
  let down: Instant | undefined;
  const mustBeUp = (now: Instant): void => {
    if (down !== undefined && now < down) throw new Error('nobody answers');
  };
  const is = { ...usual, ...can };
  const accepted = (charge: Charge): Answer => ({ is: 'accepted', id: charge.id, settlesOn: null });
  const act = (order: Order): Charge => {
    const known = charges.find(({ key }) => key === order.key);
    if (known !== undefined && is.keyLifetimeSeconds !== null) return known;
    const charge = { key: order.key, id: `P${charges.length + 1}-${order.key}`, body: JSON.stringify(order) };
    charges.push(charge);
    return charge;
  };
  const dealWith = async (order: Order, now: Instant): Promise<Answer> => {
    const deal = deals.shift() ?? 'accept';
    if (deal === 'refuse') return { is: 'refused', reason: 'accountInvalid', code: 'R04' };
    if (deal === 'throws') throw new Error('the connection was reset');
    if (deal === 'unknown') return { is: 'unknown', why: '503' };
    if (deal === 'hangs') await new Promise<void>((go) => hanging.push(go));
    const charge = act(order);
    if (deal === 'actsAndThrows') throw new Error('the answer was lost');
    if (deal === 'actsAndUnknown') return { is: 'unknown', why: 'unreadable' };
    if (deal === 'final') return { is: 'final', id: charge.id, settledOn: now.slice(0, 10) };
    return accepted(charge);
  };
  const fake: FakeProvider = {
    charges,
    sent,
    asked,
    deal: (...more) => void deals.push(...more),
    hideUntil(at) {
      hiddenUntil = at;
    },
    downUntil(at) {
      down = at;
    },
    release() {
      for (const go of hanging.splice(0)) go();
    },
    onSend: () => {},
    provider: {
      can: is,
      async send(order, now) {
        await fake.onSend(order);
        sent.push({ key: order.key, body: JSON.stringify(order) });
        mustBeUp(now);
        return dealWith(order, now);
      },
      async find(key, now): Promise<Found> {
        asked.push(key);
        mustBeUp(now);
        const charge = charges.find((one) => one.key === key);
        if (charge !== undefined && (hiddenUntil === undefined || now >= hiddenUntil)) return accepted(charge);
        return { is: 'absent', completeUpTo: addSeconds(now, -1) };
      },
      read: () => undefined,
      poll: async () => ({ told: [], next: null }),
    },
  };
  return fake;
}

// What every adapter of a provider must do, whoever the provider is: tests that its own test file calls.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Handle, Order } from '../../src/capabilities/moving-money/orders/order/order.ts';
import type { Provider, ProviderReport } from '../../src/capabilities/moving-money/orders/providers/provider.ts';

/** The other side, as the test of an adapter can bring it about. */
export interface OtherSide {
  readonly provider: Provider;
  /** The business instant of the orders. */
  readonly now: Instant;
  /** When all that becomes of an order of `now` has happened. */
  readonly later: Instant;
  readonly entryDate: string;
  /** Whose money moves without trouble. */
  readonly good: Handle;
  /** Where the other side acts and does not answer. */
  readonly silent: Handle;
  /** Where nothing is done at first, and nothing answered; the same order again is accepted. */
  readonly deaf: Handle;
  /** Where it says no for certain. */
  readonly refused: Handle;
  /** What it cannot do. */
  readonly impossible: Partial<Order>;
  /** How often the other side has accepted something under a key. */
  accepted(key: string): Promise<number>;
}

export const anOrder = (handle: Handle, overrides: Partial<Order> = {}): Order => ({
  key: `TX-${randomBytes(6).toString('hex')}.1`,
  deed: 'debit',
  rail: handle.kind === 'card' ? 'card' : 'ach',
  amount: cents(10_000),
  handle,
  entryDate: null,
  isSameDay: false,
  entry: { sec: 'WEB', isRecurring: false, description: 'LOAN PMT', id: 'TX-1', name: 'Ada Lovelace' },
  authorizationId: 'PU-1',
  of: null,
  ...overrides,
});

export function providerContract(name: string, otherSide: () => OtherSide): void {
  const order = (handle: Handle, overrides: Partial<Order> = {}): Order =>
    anOrder(handle, { entryDate: otherSide().entryDate, ...overrides });

  describe(`the contract of a provider: ${name}`, () => {
    test('the same order twice, at once and one after the other, is one charge with one id', async () => {
      const { provider, now, good, accepted } = otherSide();
      const one = order(good);
      const answers = await Promise.all([1, 2, 3].map(() => provider.send(one, now)));
      answers.push(await provider.send(one, now));
      assert.equal(answers[0]?.is, 'accepted');
      for (const answer of answers) assert.deepEqual(answer, answers[0]);
      assert.equal(await accepted(one.key), 1);
    });

    test('another body under a key is refused, and the first stands', async () => {
      const { provider, now, good, accepted } = otherSide();
      const one = order(good);
      const first = await provider.send(one, now);
      const other = await provider.send({ ...one, amount: cents(20_000) }, now);
      assert.equal(other.is, 'refused');
      assert.deepEqual(await provider.find(one.key, now), first);
      assert.equal(await accepted(one.key), 1);
    });

    test('what it did without answering is unknown at first, is found, and is not done again', async () => {
      const { provider, now, silent, accepted } = otherSide();
      const one = order(silent);
      assert.equal((await provider.send(one, now)).is, 'unknown');
      assert.equal(await accepted(one.key), 1);
      const found = await provider.find(one.key, now);
      assert.equal(found.is, 'accepted');
      assert.deepEqual(await provider.send(one, now), found);
      assert.equal(await accepted(one.key), 1);
    });

    test('what never came there is absent, and the same order again is accepted once', async () => {
      const { provider, now, deaf, accepted } = otherSide();
      const one = order(deaf);
      assert.equal((await provider.send(one, now)).is, 'unknown');
      assert.equal(await accepted(one.key), 0);
      const found = await provider.find(one.key, now);
      assert.equal(found.is, 'absent');
      assert.ok(found.is === 'absent' && found.completeUpTo <= now, 'it promises nothing of the future');
      assert.equal((await provider.send(one, now)).is, 'accepted');
      assert.equal(await accepted(one.key), 1);
    });

    test('a key that nobody has sent is absent', async () => {
      const { provider, now } = otherSide();
      assert.equal((await provider.find('TX-nobody.1', now)).is, 'absent');
    });

    test('what is refused is certain: it has a reason, stays refused, and nothing is ever told of it', async () => {
      const { provider, now, later, refused, accepted } = otherSide();
      const one = order(refused);
      const first = await provider.send(one, now);
      assert.ok(first.is === 'refused' && first.reason !== '' && first.code !== '');
      assert.deepEqual(await provider.send(one, now), first);
      assert.ok(['refused', 'absent'].includes((await provider.find(one.key, now)).is));
      assert.equal(await accepted(one.key), 0);
      assert.deepEqual(
        (await everythingTold(provider, later)).filter(({ key }) => key === one.key),
        [],
      );
    });

    test('an order that it cannot do is refused, not thrown', async () => {
      const { provider, now, good, impossible, accepted } = otherSide();
      const one = order(good, impossible);
      assert.equal((await provider.send(one, now)).is, 'refused');
      assert.equal(await accepted(one.key), 0);
    });

    test('its list has no gaps: asked in pieces it gives what it gives at once, each thing once', async () => {
      const { provider, now, later, good } = otherSide();
      if (!provider.can.poll) return;
      const orders = [order(good), order(good), order(good)];
      let place: string | null = null;
      const pieces: ProviderReport[] = [];
      for (const [i, one] of orders.entries()) {
        await provider.send(one, now);
        const piece = await provider.poll(place, i === 0 ? now : later);
        pieces.push(...piece.told);
        place = piece.next ?? place;
      }
      for (;;) {
        const piece = await provider.poll(place, later);
        if (piece.told.length === 0) break;
        pieces.push(...piece.told);
        place = piece.next ?? place;
      }
      const ids = (told: readonly ProviderReport[]) => told.map(({ eventId }) => eventId);
      assert.deepEqual(ids(pieces), ids(await everythingTold(provider, later)));
      assert.equal(new Set(ids(pieces)).size, pieces.length);
      for (const { key } of orders) {
        const settled = pieces.filter((told) => told.key === key && told.what === 'settled');
        assert.equal(settled.length, 1, 'each of the three was settled');
        assert.equal(settled[0]?.amount, 10_000);
      }
    });

    test('a delivery that it did not sign is not read', () => {
      const { provider, now } = otherSide();
      for (const headers of [{}, { signature: 'x' }, { 'content-type': 'application/json' }]) {
        assert.equal(provider.read({ headers, body: '{"entries":[]}' }, now), undefined);
      }
    });
  });
}

export async function everythingTold(provider: Provider, now: Instant): Promise<ProviderReport[]> {
  const all: ProviderReport[] = [];
  for (let place: string | null = null; ; ) {
    const { told, next }: Awaited<ReturnType<Provider['poll']>> = await provider.poll(place, now);
    if (told.length === 0) return all;
    all.push(...told);
    place = next;
  }
}

// What the issuer of a card tells of it: renewed, closed, ask the holder.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aCollectedLoan, type CollectedLoan } from '../../../../../tests/support/collected.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { aCard, anInstrument } from '../../../../../tests/support/instruments.ts';

const expired = { reason: 'update', code: '54', rail: 'card' } as const;

describe('a card of which its issuer tells', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  interface Declined {
    readonly loan: CollectedLoan;
    readonly id: string;
    readonly card: () => Promise<Record<string, unknown>>;
    readonly scheduled: () => Promise<Record<string, unknown>[]>;
  }

  /** A payment of 500.00 by a card, which was declined as expired. */
  async function declined(more: object = { retryIfReturned: true }): Promise<Declined> {
    const loan = await aCollectedLoan(house(), api);
    await loan.at('2026-02-02T17:00:00Z');
    const list = `/people/${loan.personId}/payment-instruments`;
    const { id: cardId } = await anInstrument(api, list, aCard({ expirationMonth: 4, expirationYear: 2026 }));
    await api.put(`${list}/${cardId}`, { status: 'active' });
    const { id } = await loan.collect(500, { paymentInstrumentId: cardId, ...more });
    assert.equal((await loan.hears(id, 'refused', expired)).status, 'failed');
    return {
      loan,
      id,
      card: async () => (await api.get(`${list}/${cardId}`)).body.data,
      scheduled: async () => (await api.get(`${loan.path}/transactions?status=scheduled`)).body.data,
    };
  }

  const toldOf = ({ loan, id }: Declined, code: string, corrected: string | null = null) =>
    loan.hears(id, 'corrected', { code, corrected, rail: 'card' });

  test('says that it needs an update until it is renewed, and the payment is tried again once', async () => {
    const one = await declined();
    const { status, failureReason, inactiveReason } = await one.card();
    assert.deepEqual([status, failureReason, inactiveReason], ['active', 'update', null]);
    assert.deepEqual(await one.scheduled(), []);
    await toldOf(one, 'updated', '2030-04');
    const renewed = await one.card();
    assert.deepEqual(
      [renewed.failureReason, renewed.failureDescriptionShort, renewed.expirationMonth, renewed.expirationYear],
      [null, null, 4, 2030],
    );
    await toldOf(one, 'updated', '2030-04');
    const [retry, ...more] = await one.scheduled();
    assert.deepEqual([retry?.retryOriginalTransactionId, retry?.actualAmount, more.length], [one.id, 500, 0]);
    await api.post(`${one.loan.path}/transactions/${retry?.id}/cancel`, {});
    await toldOf(one, 'updated', '2030-04');
    assert.deepEqual(await one.scheduled(), [], 'a retry that was canceled is not made again');
  });

  test('keeps its end where the issuer tells none, or one that is past', async () => {
    for (const end of [null, '2020-01', 'in May']) {
      const one = await declined();
      await toldOf(one, 'updated', end);
      const { expirationMonth, expirationYear, failureReason } = await one.card();
      assert.deepEqual([expirationMonth, expirationYear, failureReason], [4, 2026, null]);
    }
  });

  test('is not charged again where nobody asked for a retry', async () => {
    const one = await declined({});
    await toldOf(one, 'updated', '2030-04');
    assert.deepEqual([(await one.card()).failureReason, await one.scheduled()], [null, []]);
  });

  for (const [code, reason] of [
    ['closed', 'cardClosed'],
    ['contact', 'contactHolder'],
  ] as const) {
    test(`is of no use any more where it says ${code}`, async () => {
      const one = await declined();
      await toldOf(one, code);
      const { status, inactiveReason, failureReason } = await one.card();
      assert.deepEqual([status, inactiveReason, failureReason], ['inactive', reason, reason]);
      assert.deepEqual(await one.scheduled(), []);
      await toldOf(one, 'updated', '2030-04');
      assert.equal((await one.card()).status, 'inactive', 'what was given up stays so');
    });
  }
});

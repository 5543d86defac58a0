// What providers say beside their answers, and the other fields of a transaction that follow from what happened to it:
// by the simulator's cards, over HTTP.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aCollectedLoan, type CollectedLoan, nameProvider } from '../../../../../tests/support/collected.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { aCard } from '../../../../../tests/support/instruments.ts';
import { aRoundLoan, type RoundLoan } from '../../../../../tests/support/round-loan.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';

type Shown = Record<string, unknown> & { readonly id: string };

describe('a payment by a card', () => {
  const { aCompany } = useHouse();
  let api: Client;
  let loan: RoundLoan;
  before(async () => {
    api = (await aCompany()).test;
    loan = await aRoundLoan(api);
    await loan.at('2026-02-02T17:00:00Z');
  });

  async function paid(code: string): Promise<Shown> {
    const card = aCard({ cardNumber: null, token: `sim_card_${code}`, accountNumberLastFour: '0002' });
    const [{ id }] = await api.made(`/people/${loan.personId}/payment-instruments?sync=true`, card);
    const payment = { type: 'oneTime', amount: 50, paymentInstrumentId: id };
    return api.made(`${loan.path}/transactions?sync=true`, payment);
  }
  const read = async ({ id }: Shown): Promise<Shown> => (await api.get(`${loan.path}/transactions/${id}`)).body.data;
  const said = (one: Shown) => {
    const { avsResult, processorMerchantId, processingFeeAmount, processingFeeType, processorReconciliationId } = one;
    return [avsResult, processorMerchantId, processingFeeAmount, processingFeeType, processorReconciliationId];
  };

  test('shows whose address it was, the merchant, and the payout once it is known; the amount is the amount', async () => {
    const one = await paid('ok');
    assert.deepEqual([one.status, ...said(one)], ['pending', 'Y', 'SIM-MERCHANT', null, null, null]);
    await moveClock(api, '2026-02-03T17:00:00Z');
    await eventually('it has settled', async () => (await read(one)).status === 'succeeded');
    assert.deepEqual(said(await read(one)), ['Y', 'SIM-MERCHANT', null, null, 'SIM-PAYOUT-2026-02-03']);
  });

  test('of another address, with a fee of the processor beside it: the loan gets the amount and not the fee', async () => {
    assert.deepEqual(said(await paid('71')).slice(0, 2), ['N', 'SIM-MERCHANT']);
    const before = await loan.owed();
    const one = await paid('72');
    assert.deepEqual(said(one).slice(2, 4), [2.95, 'convenience']);
    assert.equal(one.actualAmount, 50);
    assert.equal(Math.round((before - (await loan.owed())) * 100), 5_000);
  });

  test('that is declined shows what the processor wrote', async () => {
    const { status, failureReason, processorFailureReason, processorFailureDetails } = await paid('05');
    assert.deepEqual(
      [status, failureReason, processorFailureReason, processorFailureDetails],
      ['failed', 'soft', '05', 'SIMULATED DECLINE 05'],
    );
  });
});

describe('a transaction that takes another one back', () => {
  const { aCompany } = useHouse();

  test('is virtual where no money moves: it calls off what had not settled, or takes a credit back', async () => {
    const { test: api } = await aCompany();
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-02T17:00:00Z');
    const transactions = `${loan.path}/transactions`;
    const [card] = await api.made(`/people/${loan.personId}/payment-instruments?sync=true`, aCard());
    const pay = (amount: number): Promise<Shown> =>
      api.made(`${transactions}?sync=true`, { type: 'oneTime', amount, paymentInstrumentId: card.id });
    const reverse = ({ id }: Shown): Promise<Shown> => api.made(`${transactions}/${id}/reverse?sync=true`, {});
    const safe = await pay(70);
    await moveClock(api, '2026-02-03T17:00:00Z');
    const status = async ({ id }: Shown) => (await api.get(`${transactions}/${id}`)).body.data.status;
    await eventually('it is safe', async () => (await status(safe)) === 'succeeded');
    const calledOff = await reverse(await pay(60));
    const sentBack = await reverse(safe);
    const credit = await loan.credit(5);
    const back = await reverse(credit as Shown);
    assert.deepEqual([calledOff.isVirtual, sentBack.isVirtual, back.isVirtual], [true, false, true]);
    const list = async (query: string): Promise<string[]> =>
      (await api.get(`${transactions}?${query}&limit=100`)).body.data.map(({ id }: Shown) => id).toSorted();
    assert.deepEqual(await list('isVirtual=true'), [calledOff.id, back.id].toSorted());
    const all = await list('isExternal=false');
    assert.deepEqual(
      await list('isVirtual=false'),
      all.filter((id) => id !== calledOff.id && id !== back.id),
    );
  });
});

describe('a transaction', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let loan: CollectedLoan;
  before(async () => {
    api = (await aCompany()).test;
    await nameProvider(api);
    loan = await aCollectedLoan(house(), api);
    await loan.at('2026-02-02T17:00:00Z');
  });

  test('that is canceled says why in words; a reason of a client stands alone', async () => {
    const scheduled = () => loan.collect(40, { scheduledDate: '2026-02-20' });
    const words = async (body: object) => {
      const { id } = await scheduled();
      const { data } = (await api.post(`${loan.path}/transactions/${id}/cancel`, body)).body;
      return [data.cancelReason, data.cancelShortDescription, data.cancelLongDescription];
    };
    assert.deepEqual(await words({}), [
      'canceledByUser',
      'Canceled on request',
      'Somebody canceled it before it was ordered.',
    ]);
    assert.deepEqual(await words({ cancelReason: 'moved house' }), [
      'moved house',
      'Canceled',
      'It was canceled for another reason.',
    ]);
  });

  test('that was reversed names the external id of what reversed it, in every answer', async () => {
    const credit = await loan.credit(6);
    const back = (await loan.act(credit, 'reverse')).body.data;
    assert.equal((await loan.transaction(credit.id)).reversedByTransactionExternalId, null);
    assert.equal((await loan.change(back, { externalId: 'back-6' })).status, 200);
    assert.equal((await loan.transaction(credit.id)).reversedByTransactionExternalId, 'back-6');
    const changed = await loan.change(credit, { metaData: { of: 'six' } });
    assert.equal(changed.body.data.reversedByTransactionExternalId, 'back-6');
  });

  test('shows what a bank wrote without the numbers that might be in it', async () => {
    const one = await loan.collect(80);
    await loan.hears(one.id, 'accepted');
    const particulars = { failureDetails: 'as told' };
    const returned = await loan.hears(one.id, 'returned', { code: 'R01', reason: 'insufficientFunds', particulars });
    assert.deepEqual([returned.processorFailureDetails, returned.achReturnCode], ['as told', 'R01']);
  });
});

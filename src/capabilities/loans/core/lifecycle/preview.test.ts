// A client may ask for a preview in the body or in the query, whatever the other one says; either way nothing is done.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife } from '../../../../../tests/support/loan-life.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

describe('a preview', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  test('is asked for in the query as in the body', async () => {
    const life = await aLife(company);
    const { api, path } = life;
    const inBody = await api.post(`${path}/accelerate`, { previewMode: true });
    assert.deepEqual(inBody.body.data.difference.status, { before: 'active', after: 'accelerated' });
    for (const body of [undefined, {}, { previewMode: false }, { previewMode: null }]) {
      const inQuery = await api.post(`${path}/accelerate?previewMode=true`, body);
      assert.deepEqual([inQuery.status, inQuery.body.data], [201, inBody.body.data], JSON.stringify(body));
      assert.equal((await life.standing()).status, 'active');
    }
    const done = await api.post(`${path}/accelerate?previewMode=false`, {});
    assert.deepEqual([done.status, done.body.data.difference], [201, null]);
    assert.equal((await life.standing()).status, 'accelerated');
  });

  test('names nothing that is not there: what the call would make has no id', async () => {
    const type = { fees: { nsfAmount: 20, service: { amount: 2 } } };
    const life = await aLife(await aCompany(), { type });
    const { api, path } = life;
    await setClock(api, '2026-03-20T15:00:00Z');
    const payment = await life.pay(30, { effectiveDate: '2026-02-15' });
    const credit = await life.act('transactions', { type: 'serviceCredit', amount: 5 });
    const over = { type: 'oneTime', isExternal: true, amount: 6000, allowOverpayment: true };
    const [fee] = await life.read('/fees');
    const idsIn = (shown: unknown): string[] => JSON.stringify(shown).match(/[A-Z][A-Z0-9](-[A-Z0-9]{4}){2}/g) ?? [];
    const known = async () => {
      const lists = ['', '/periods', '/obligations', '/fees', '/rates', '/transactions'];
      return new Set(idsIn(await Promise.all(lists.map((list) => life.read(list)))));
    };
    const previewed = async (method: string, what: string, given: object) => {
      const body = { ...given, previewMode: true };
      const answer = await api.call(method, `${path}/${what}`, { body });
      assert.ok(answer.status < 300, `${what}: ${JSON.stringify(answer.body)}`);
      const there = await known();
      const strange = idsIn(answer.body).filter((id) => !there.has(id));
      assert.deepEqual(strange, [], `${method} ${what}`);
      return answer.body.data;
    };

    const made = await previewed('POST', 'transactions', { type: 'oneTime', isExternal: true, amount: 10 });
    assert.deepEqual([made.id, made.difference.postings[0].cause], [null, 'payment']);
    const failed = await previewed('PUT', `transactions/${payment.id}`, { status: 'failed' });
    assert.equal(failed.id, payment.id);
    assert.deepEqual(failed.difference.fees, [{ id: null, type: 'nsfFee', amount: { before: 0, after: 20 } }]);
    await previewed('POST', `transactions/${payment.id}/backdate`, { effectiveDate: '2026-02-20' });
    const reversal = await previewed('POST', `transactions/${credit.id}/reverse`, {});
    assert.deepEqual([reversal.id, reversal.reversedTransactionId], [null, credit.id]);
    const { rates } = await previewed('POST', 'rates', {
      interestRate: { annualRate: 0.1 },
      promoRate: { rate: 0.01 },
    });
    assert.deepEqual([rates[0].id, rates[1].id], [null, null]);
    assert.equal((await previewed('POST', `fees/${fee.id}/cancel`, {})).id, fee.id);
    const { difference } = await previewed('POST', 'accelerate', {});
    assert.ok(difference.obligations.some(({ id }: { id: string | null }) => id === null));
    await previewed('POST', 'charge-off', { chargedOffReason: 'age' });
    await previewed('POST', 'freeze', {});
    await life.act('transactions', over);
    assert.equal((await previewed('POST', 'reimburse', { isExternal: true, reimbursementAmount: 1 })).id, null);
  });
});

// A borrower has an account or a card once, and an external id names one instrument, over HTTP. Resource shapes 3.4.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, useHouse } from '../../../tests/support/house.ts';
import {
  aCard,
  aNetwork,
  anAccount,
  anExternal,
  anInstrument,
  ofSomebody,
} from '../../../tests/support/instruments.ts';

const duplicate = ({ status, body }: Answer) => [status, body.errorType, body.data.paymentInstrumentId];

describe('payment instruments', () => {
  const { aCompany } = useHouse({ works: false });

  test('stand once with a borrower by their whole number, until they are given up', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const first = await anInstrument(api, path, anAccount());
    for (const query of ['', '?allowDuplicates=true']) {
      const again = await api.post(
        path + query,
        anAccount({ accountNumber: '0001-2345-6789', accountType: 'savings' }),
      );
      assert.deepEqual(duplicate(again), [409, 'DuplicatePaymentInstrument', first.id]);
      assert.deepEqual([again.body.data.path, typeof again.body.data.expected], ['accountNumber', 'string']);
    }
    await anInstrument(api, path, anAccount({ accountNumber: '111123456789' }));
    await anInstrument(api, path, anAccount({ isExternal: true }));
    await anInstrument(api, await ofSomebody(api), anAccount());
    const card = await anInstrument(api, path, aCard());
    assert.deepEqual(duplicate(await api.post(path, aCard())), [409, 'DuplicatePaymentInstrument', card.id]);
    await api.put(`${path}/${first.id}`, { status: 'inactive' });
    const second = await anInstrument(api, path, anAccount());
    await api.delete(`${path}/${second.id}`);
    await anInstrument(api, path, anAccount());
  });

  test('stand once with a borrower, also when two come at once', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const answers = await Promise.all([1, 2, 3].map(() => api.post(path, anAccount())));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  });

  test('that are external stand once by their type and last four digits, unless duplicates are allowed', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const first = await anInstrument(api, path, anExternal());
    const whole = anExternal({ accountNumberLastFour: undefined, accountNumber: '000987654321' });
    for (const body of [anExternal(), whole]) {
      assert.deepEqual(duplicate(await api.post(path, body)), [409, 'DuplicatePaymentInstrument', first.id]);
    }
    assert.equal((await api.post(`${path}?allowDuplicates=true`, anExternal())).status, 201);
    await anInstrument(api, path, anExternal({ accountNumberLastFour: '4322' }));
    await anInstrument(api, path, anExternal({ instrumentType: 'card' }));
    await anInstrument(api, path, anAccount({ accountNumber: '000987654321' }));
    for (const kind of [aNetwork({ isExternal: true }), { instrumentType: 'check', isExternal: true }]) {
      await anInstrument(api, path, kind);
      await anInstrument(api, path, kind);
    }
    const other = await ofSomebody(api);
    const { id } = await anInstrument(api, other, anExternal());
    await api.delete(`${other}/${id}`);
    await anInstrument(api, other, anExternal());
  });

  test('have external ids of their own, which are unique and can be given again', async () => {
    const { test: api } = await aCompany();
    const [path, other] = [await ofSomebody(api), await ofSomebody(api)];
    const longest = 'x'.repeat(50);
    const first = await anInstrument(api, path, aNetwork({ externalId: longest }));
    const taken = await api.post(other, aNetwork({ externalId: longest }));
    assert.deepEqual([taken.status, taken.body.errorType], [409, 'DuplicateExternalId']);
    assert.match(taken.body.message, /^Duplicate external ID/);
    assert.equal((await api.get(`${other}/ext-${longest}`)).status, 404, 'of another borrower');
    const second = await anInstrument(api, path, aNetwork());
    assert.equal((await api.put(`${path}/${second.id}`, { externalId: longest })).status, 409);
    assert.equal((await api.put(`${path}/ext-${longest}`, { externalId: null })).body.data.externalId, null);
    assert.equal((await api.get(`${path}/ext-${longest}`)).status, 404);
    await api.put(`${path}/${second.id}`, { externalId: longest });
    assert.equal((await api.get(`${path}/ext-${longest}`)).body.data.id, second.id);
    assert.equal((await api.delete(`${path}/ext-${longest}`)).status, 200);
    assert.equal((await api.put(`${path}/${first.id}`, { externalId: longest })).body.data.externalId, longest);
  });
});

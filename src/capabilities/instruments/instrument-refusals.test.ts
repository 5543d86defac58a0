// Payment instruments that cannot be made: what is missing, wrong or of another kind, over HTTP. Resource shapes 3.4.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, useHouse } from '../../../tests/support/house.ts';
import { aCard, aNetwork, anAccount, anExternal, ofSomebody } from '../../../tests/support/instruments.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';

describe('payment instruments', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('are refused where a part is missing, wrong or of another kind, with every mistake named', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const wrong: [body: object, at: string][] = [
      [{}, 'instrumentType'],
      [{ instrumentType: 'cash' }, 'instrumentType'],
      ...['accountNumber', 'routingNumber', 'accountType', 'accountHolderType', 'accountHolderName'].flatMap(
        (field): [object, string][] => [
          [anAccount({ [field]: undefined }), field],
          [anAccount({ [field]: null }), field],
          [anAccount({ [field]: '' }), field],
        ],
      ),
      [anAccount({ accountNumber: '1234' }), 'accountNumber'],
      [anAccount({ accountNumber: 123456789 }), 'accountNumber'],
      [anAccount({ accountNumberLastFour: '6780' }), 'accountNumberLastFour'],
      [anAccount({ routingNumber: '021000022' }), 'routingNumber'],
      [anAccount({ accountHolderName: "Ada O'Lovelace" }), 'accountHolderName'],
      [anAccount({ accountType: 'loan' }), 'accountType'],
      [anAccount({ cardNumber: '4111111111111111' }), 'cardNumber'],
      [anAccount({ externalId: 'x'.repeat(51) }), 'externalId'],
      [anAccount({ externalId: 'ext-1' }), 'externalId'],
      ...['expirationMonth', 'expirationYear', 'cardType', 'accountHolderName'].map((field): [object, string] => [
        aCard({ [field]: null }),
        field,
      ]),
      [aCard({ cardNumber: null }), 'token'],
      [aCard({ cardNumber: '4111111111111112' }), 'cardNumber'],
      [aCard({ cardNumber: null, token: 'tok 1', accountNumberLastFour: '0002' }), 'token'],
      [aCard({ cardNumber: null, token: 'tok_4111111111111111', accountNumberLastFour: '1111' }), 'token'],
      [aCard({ cardNumber: null, token: 'tok_1' }), 'accountNumberLastFour'],
      [aCard({ isExternal: true, token: 'tok_1' }), 'token'],
      [aCard({ accountNumberLastFour: '0003' }), 'accountNumberLastFour'],
      [aCard({ nickname: 'my 4111-1111-1111-1111' }), 'nickname'],
      [anAccount({ token: 'tok_1' }), 'token'],
      [aCard({ cvv: '12' }), 'cvv'],
      [aCard({ expirationMonth: 13 }), 'expirationMonth'],
      [aCard({ expirationYear: 2001 }), 'expirationYear'],
      [aCard({ address: { state: 'Bavaria' } }), 'address.state'],
      [aCard({ routingNumber: '021000021' }), 'routingNumber'],
      [aNetwork({ paymentNetworkName: null }), 'paymentNetworkName'],
      [aNetwork({ paymentNetworkName: ' ' }), 'paymentNetworkName'],
      [aNetwork({ isExternal: true, paymentNetworkName: undefined }), 'paymentNetworkName'],
      [aNetwork({ accountNumber: '12345678' }), 'accountNumber'],
      [{ instrumentType: 'check' }, 'isExternal'],
      [anExternal({ accountNumberLastFour: undefined }), 'accountNumber'],
      [anExternal({ accountNumberLastFour: '12a4' }), 'accountNumberLastFour'],
      [anExternal({ routingNumber: '123456789' }), 'routingNumber'],
      [anExternal({ instrumentType: 'card', accountNumberLastFour: null }), 'cardNumber'],
    ];
    for (const [body, at] of wrong) {
      const answer = await api.post(path, body);
      refusedAt(answer, at);
      assert.doesNotMatch(JSON.stringify(answer.body), /41111111|00012345|02100002[02]|O'Lovelace/);
    }
    const { body } = await api.post(
      path,
      anAccount({ accountNumber: '1', routingNumber: '2', accountHolderName: '.' }),
    );
    assert.deepEqual(
      body.data.errors.map((error: { path: string }) => error.path),
      ['accountNumber', 'routingNumber', 'accountHolderName'],
    );
    assert.deepEqual(ids(await api.get(path)), []);
  });

  test('are the number of a card that is charged: only its token comes in, and in test mode those of the simulator', async () => {
    const { test: api, live } = await aCompany();
    const path = await ofSomebody(api);
    const notAccepted = ({ status, body }: Answer) => [status, body.errorType, body.data.path];
    const refused = [400, 'CardNumberNotAccepted', 'cardNumber'];
    const real = aCard({ cardNumber: '4111 1111 1111 1111' });
    assert.deepEqual(notAccepted(await api.post(path, real)), refused);
    assert.deepEqual(notAccepted(await api.post(path, aCard({ token: 'tok_1' }))), refused, 'both');
    const inLive = await ofSomebody(live);
    for (const body of [real, aCard()]) assert.deepEqual(notAccepted(await live.post(inLive, body)), refused);
    const byToken = { cardNumber: undefined, token: 'tok_1', accountNumberLastFour: '1111' };
    for (const [client, at] of [
      [api, path],
      [live, inLive],
    ] as const) {
      const [made] = await client.made(at, aCard(byToken));
      assert.deepEqual([made.status, made.accountNumberLastFour, 'token' in made], ['pending', '1111', false]);
      const again = await client.post(at, aCard(byToken));
      assert.deepEqual([again.status, again.body.data.path], [409, 'token']);
      const [external] = await client.made(at, { ...real, isExternal: true });
      assert.deepEqual([external.status, external.accountNumberLastFour], ['active', '1111'], 'only recorded');
    }
  });

  test('of a card that ends are judged by the clock of the business', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const card = aCard({ expirationMonth: 5, expirationYear: 2031 });
    // The last evening of May in New York, which is June in UTC.
    await api.made('/test-clock', { now: '2031-06-01T03:59:00Z' });
    assert.equal((await api.post(path, { ...card, cardNumber: '4000005100000000' })).status, 201);
    await api.made('/test-clock', { now: '2031-06-01T04:00:00Z' });
    refusedAt(await api.post(path, card), 'expirationMonth');
    assert.equal(
      (await api.post(path, { ...card, isExternal: true })).status,
      201,
      'what is only recorded may be past',
    );
  });

  test('take a routing number with a wrong checksum by force, for who may do so', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const odd = anAccount({ routingNumber: '021000022' });
    refusedAt(await api.post(`${path}?force=false`, odd), 'routingNumber');
    const clerk = async (permissions: string[]) =>
      house().client((await api.made('/keys', { name: 'clerk', permissions })).key, api.realm);
    const mayNot = await clerk(['payment.instrument:create']);
    const { status, body } = await mayNot.post(`${path}?force=true`, odd);
    assert.deepEqual([status, body.data.permission], [403, 'payment.instrument:force']);
    assert.equal((await mayNot.post(path, anAccount({ accountNumber: '55566677' }))).status, 201);
    const may = await clerk(['payment.instrument:create', 'payment.instrument:force']);
    refusedAt(await may.post(`${path}?force=true`, { ...odd, routingNumber: '02100002' }), 'routingNumber');
    const forced = await may.post(`${path}?force=true`, odd);
    assert.deepEqual([forced.status, forced.body.data?.[0].routingNumber], [201, '021000022']);
  });
});

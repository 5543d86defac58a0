// Payment instruments of every kind, created, found and listed over HTTP. Resource shapes 3.4.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';
import { findInstrument, instrumentNotFound, instrumentsOf } from './index.ts';

const anAccount = (overrides: Record<string, unknown> = {}) => ({
  instrumentType: 'bankAccount',
  accountNumber: '000123456789',
  routingNumber: '021000021',
  accountType: 'checking',
  accountHolderType: 'personal',
  accountHolderName: 'Ada Lovelace',
  ...overrides,
});

const aCard = (overrides: Record<string, unknown> = {}) => ({
  instrumentType: 'card',
  cardNumber: '4111 1111 1111 1111',
  cardType: 'debit',
  expirationMonth: 8,
  expirationYear: 2098,
  cvv: '123',
  accountHolderName: 'Ada Lovelace',
  ...overrides,
});

const anExternal = (overrides: Record<string, unknown> = {}) => ({
  instrumentType: 'bankAccount',
  isExternal: true,
  accountNumberLastFour: '4321',
  ...overrides,
});

const aNetwork = (overrides: Record<string, unknown> = {}) => ({
  instrumentType: 'paymentNetwork',
  paymentNetworkName: 'PayNearMe',
  ...overrides,
});

const nothing = {
  externalId: null,
  pendingAt: null,
  activeAt: null,
  inactiveAt: null,
  inactiveReason: null,
  failureReason: null,
  failureDescriptionShort: null,
  failureDescriptionLong: null,
  verified: false,
  nickname: null,
  institutionName: null,
  accountNumber: null,
  accountNumberLastFour: null,
  routingNumber: null,
  accountType: null,
  accountHolderType: null,
  accountHolderName: null,
  cardType: null,
  cardNumber: null,
  expirationMonth: null,
  expirationYear: null,
  address: null,
  paymentNetworkName: null,
  accountLink: null,
  updatedAt: null,
  deletedAt: null,
};

const token = /^[a-z0-9]{20}$/;

/** Creates a borrower and returns the path of their instruments. */
const ofSomebody = async (api: Client): Promise<string> =>
  `/people/${(await api.made('/people', aPerson())).id}/payment-instruments`;
const made = async (api: Client, path: string, body: object) => (await api.made(path, body))[0];
const duplicate = ({ status, body }: Answer) => [status, body.errorType, body.data.paymentInstrumentId];

describe('payment instruments', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('are created as a list of one, and shown alone', async () => {
    const { id: companyId, test: api } = await aCompany();
    const { id: personId } = await api.made('/people', aPerson({ externalId: 'ada' }));
    const path = `/people/${personId}/payment-instruments`;
    const account = anAccount({ externalId: 'acct-81', nickname: ' Household ', institutionName: 'Wabash Savings' });
    const answer = await api.post(`/people/ext-ada/payment-instruments?sync=true`, account);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.equal(answer.headers['ignored-fields'], undefined);
    assert.equal(answer.body.data.length, 1);
    const [{ id, accountNumber, createdAt, ...rest }] = answer.body.data;
    assert.match(id, /^PT-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.match(accountNumber, token);
    const { accountNumber: _, ...without } = nothing;
    assert.deepEqual(rest, {
      ...without,
      object: 'bankAccount',
      instrumentType: 'bankAccount',
      externalId: 'acct-81',
      companyId,
      personId,
      status: 'pending',
      pendingAt: createdAt,
      isExternal: false,
      nickname: 'Household',
      institutionName: 'Wabash Savings',
      accountNumberLastFour: '6789',
      routingNumber: '021000021',
      accountType: 'checking',
      accountHolderType: 'personal',
      accountHolderName: 'Ada Lovelace',
    });
    assert.deepEqual((await api.get(`${path}/${id}`)).body.data, answer.body.data[0], 'the token stays the same');
    assert.deepEqual((await api.get(`${path}/ext-acct-81`)).body.data, answer.body.data[0]);
    assert.deepEqual((await api.get(path)).body.data, answer.body.data);
  });

  test('of a card show no number and no security code', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const address = { addressLine1: '12 Main St', city: 'Indianapolis', state: 'Indiana', postalCode: '46204' };
    const card = await made(api, path, aCard({ address, cardType: 'credit' }));
    const { id, personId, companyId, createdAt, cardNumber, ...rest } = card;
    assert.match(cardNumber, token);
    const { cardNumber: _, ...without } = nothing;
    assert.deepEqual(rest, {
      ...without,
      object: 'card',
      instrumentType: 'card',
      status: 'pending',
      pendingAt: createdAt,
      isExternal: false,
      accountNumberLastFour: '1111',
      accountHolderName: 'Ada Lovelace',
      cardType: 'credit',
      expirationMonth: 8,
      expirationYear: 2098,
      address: { ...address, addressLine2: null, countyOrRegion: null, state: 'IN', country: 'US', POBox: null },
    });
    assert.deepEqual((await api.get(`${path}/${id}`)).body.data, card);
  });

  test('that are external are active at once, with what is known of them', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const kinds: [body: Record<string, unknown>, shown: Record<string, unknown>][] = [
      [anExternal(), { accountNumberLastFour: '4321', accountNumber: null, routingNumber: null }],
      [
        anExternal({ accountNumberLastFour: null, accountNumber: '000987654321', routingNumber: '021000021' }),
        { accountNumberLastFour: '4321', routingNumber: '021000021' },
      ],
      [{ instrumentType: 'card', isExternal: true, accountNumberLastFour: '1111' }, { cardNumber: null }],
      [
        { instrumentType: 'card', isExternal: true, cardNumber: '5555555555554444', expirationYear: 2001 },
        { accountNumberLastFour: '4444', expirationYear: 2001, expirationMonth: null },
      ],
      [aNetwork({ isExternal: true, paymentNetworkName: ' Zelle ' }), { paymentNetworkName: 'Zelle' }],
      [
        { instrumentType: 'check', isExternal: true },
        { accountNumberLastFour: null, paymentNetworkName: null },
      ],
      [
        { instrumentType: 'check', isExternal: true, accountNumber: '55512345', accountHolderName: 'Ada Lovelace' },
        { accountNumberLastFour: '2345', accountHolderName: 'Ada Lovelace' },
      ],
    ];
    for (const [body, shown] of kinds) {
      const instrument = await made(api, `${path}?allowDuplicates=true`, body);
      const { object, status, isExternal, verified, pendingAt, activeAt, createdAt } = instrument;
      assert.deepEqual(
        { object, status, isExternal, verified, pendingAt, activeAt },
        {
          object: body.instrumentType,
          status: 'active',
          isExternal: true,
          verified: false,
          pendingAt: null,
          activeAt: createdAt,
        },
      );
      for (const [name, value] of Object.entries(shown)) assert.equal(instrument[name], value, name);
      const number = body.instrumentType === 'card' ? 'cardNumber' : 'accountNumber';
      if (body[number]) assert.match(instrument[number], token);
    }
    assert.equal((await api.get(path)).body.total, kinds.length);
  });

  test('of a payment network begin pending unless they are external', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const { status, object, paymentNetworkName } = await made(api, path, aNetwork());
    assert.deepEqual([status, object, paymentNetworkName], ['pending', 'paymentNetwork', 'PayNearMe']);
  });

  test('are taken from a form as well', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const form = new URLSearchParams({ ...anAccount(), isExternal: 'true', nickname: '' } as Record<string, string>);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, body } = await api.call('POST', path, { body: form.toString(), headers });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual([body.data[0].isExternal, body.data[0].nickname], [true, null]);
  });

  test('that would need a processor are refused, whatever else is sent', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    for (const more of [{}, { accessToken: 'access-sandbox-1', accountIds: ['a'] }, { isExternal: true }]) {
      const { status, body } = await api.post(path, { instrumentType: 'plaid', ...more });
      assert.deepEqual([status, body.errorType], [409, 'PaymentProcessorNotConfigured']);
      assert.deepEqual([body.data.path, typeof body.data.expected], ['instrumentType', 'string']);
      assert.match(body.detail, /external payment/);
    }
    assert.deepEqual(ids(await api.get(path)), []);
  });

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
      ...['cardNumber', 'expirationMonth', 'expirationYear', 'cardType', 'accountHolderName'].map(
        (field): [object, string] => [aCard({ [field]: null }), field],
      ),
      [aCard({ cardNumber: '4111111111111112' }), 'cardNumber'],
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

  test('of a card that ends are judged by the clock of the business', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const card = aCard({ expirationMonth: 5, expirationYear: 2031 });
    // The last evening of May in New York, which is June in UTC.
    await api.made('/test-clock', { now: '2031-06-01T03:59:00Z' });
    assert.equal((await api.post(path, { ...card, cardNumber: '5555555555554444' })).status, 201);
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

  test('stand once with a borrower by their whole number, until they are given up', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const first = await made(api, path, anAccount());
    for (const query of ['', '?allowDuplicates=true']) {
      const again = await api.post(
        path + query,
        anAccount({ accountNumber: '0001-2345-6789', accountType: 'savings' }),
      );
      assert.deepEqual(duplicate(again), [409, 'DuplicatePaymentInstrument', first.id]);
      assert.deepEqual([again.body.data.path, typeof again.body.data.expected], ['accountNumber', 'string']);
    }
    await made(api, path, anAccount({ accountNumber: '111123456789' }));
    await made(api, path, anAccount({ isExternal: true }));
    await made(api, await ofSomebody(api), anAccount());
    const card = await made(api, path, aCard());
    assert.deepEqual(duplicate(await api.post(path, aCard())), [409, 'DuplicatePaymentInstrument', card.id]);
    await api.put(`${path}/${first.id}`, { status: 'inactive' });
    const second = await made(api, path, anAccount());
    await api.delete(`${path}/${second.id}`);
    await made(api, path, anAccount());
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
    const first = await made(api, path, anExternal());
    const whole = anExternal({ accountNumberLastFour: undefined, accountNumber: '000987654321' });
    for (const body of [anExternal(), whole]) {
      assert.deepEqual(duplicate(await api.post(path, body)), [409, 'DuplicatePaymentInstrument', first.id]);
    }
    assert.equal((await api.post(`${path}?allowDuplicates=true`, anExternal())).status, 201);
    await made(api, path, anExternal({ accountNumberLastFour: '4322' }));
    await made(api, path, anExternal({ instrumentType: 'card' }));
    await made(api, path, anAccount({ accountNumber: '000987654321' }));
    for (const kind of [aNetwork({ isExternal: true }), { instrumentType: 'check', isExternal: true }]) {
      await made(api, path, kind);
      await made(api, path, kind);
    }
    const other = await ofSomebody(api);
    const { id } = await made(api, other, anExternal());
    await api.delete(`${other}/${id}`);
    await made(api, other, anExternal());
  });

  test('have external ids of their own, which are unique and can be given again', async () => {
    const { test: api } = await aCompany();
    const [path, other] = [await ofSomebody(api), await ofSomebody(api)];
    const longest = 'x'.repeat(50);
    const first = await made(api, path, aNetwork({ externalId: longest }));
    const taken = await api.post(other, aNetwork({ externalId: longest }));
    assert.deepEqual([taken.status, taken.body.errorType], [409, 'DuplicateExternalId']);
    assert.match(taken.body.message, /^Duplicate external ID/);
    assert.equal((await api.get(`${other}/ext-${longest}`)).status, 404, 'of another borrower');
    const second = await made(api, path, aNetwork());
    assert.equal((await api.put(`${path}/${second.id}`, { externalId: longest })).status, 409);
    assert.equal((await api.put(`${path}/ext-${longest}`, { externalId: null })).body.data.externalId, null);
    assert.equal((await api.get(`${path}/ext-${longest}`)).status, 404);
    await api.put(`${path}/${second.id}`, { externalId: longest });
    assert.equal((await api.get(`${path}/ext-${longest}`)).body.data.id, second.id);
    assert.equal((await api.delete(`${path}/ext-${longest}`)).status, 200);
    assert.equal((await api.put(`${path}/${first.id}`, { externalId: longest })).body.data.externalId, longest);
  });

  test('are listed newest first, filtered, sorted and by pages', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const network = (await made(api, path, aNetwork())).id;
    const external = (await made(api, path, anExternal())).id;
    const card = (await made(api, path, aCard())).id;
    await api.put(`${path}/${card}`, { status: 'active' });
    await made(api, await ofSomebody(api), aNetwork());
    const listed = async (query: string) => ids(await api.get(`${path}?${query}`));
    assert.deepEqual(await listed(''), [card, external, network]);
    assert.deepEqual(await listed('isExternal=true'), [external]);
    assert.deepEqual(await listed('isExternal=false'), [card, network]);
    assert.deepEqual(await listed('status=active'), [card, external]);
    assert.deepEqual(await listed('status=active&isExternal=false'), [card]);
    assert.deepEqual(await listed('sortBy=instrumentType'), [external, card, network]);
    assert.deepEqual(await listed(`limit=1&startingAfter=${external}`), [network]);
    await api.delete(`${path}/${external}`);
    assert.deepEqual(await listed(`startingAfter=${external}`), [network], 'a cursor of a deleted one goes on');
    refusedAt(await api.get(`${path}?status=lost`), 'status');
  });

  test('are found for payments by id or external id, and shown by them for good', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const personId = path.split('/')[2] as string;
    const { id } = await made(api, path, anAccount({ externalId: 'acct-81' }));
    const { id: network } = await made(api, path, aNetwork({ isExternal: true }));
    const reader = house().service.database.reader(api.realm);
    const account = {
      id,
      external_id: 'acct-81',
      instrument_type: 'bankAccount',
      card_type: null,
      is_external: false,
      status: 'pending',
      last_four: '6789',
      routing_number: '021000021',
      network_name: null,
    };
    assert.deepEqual({ ...(await findInstrument(reader, personId, id)) }, account);
    assert.deepEqual({ ...(await findInstrument(reader, personId, 'ext-acct-81')) }, account);
    assert.equal((await findInstrument(reader, personId, network))?.network_name, 'PayNearMe');
    await api.delete(`${path}/${network}`);
    assert.equal(await findInstrument(reader, personId, network), undefined);
    for (const [person, reference] of [
      [personId, 'PT-AAAA-AAAA'],
      [personId, 'ext-nobody'],
      ['BO-AAAA-AAAA', id],
      ['BO-AAAA-AAAA', 'ext-acct-81'],
    ] as const) {
      assert.equal(await findInstrument(reader, person, reference), undefined);
    }
    const shown = await instrumentsOf(reader, personId, [id, network, 'PT-AAAA-AAAA']);
    assert.deepEqual(shown.map((one) => one.id).sort(), [id, network].sort());
    assert.deepEqual(await instrumentsOf(reader, personId, []), []);
    const { kind, data } = instrumentNotFound(network);
    assert.deepEqual([kind.errorType, data.path], ['NotFound', 'paymentInstrumentId']);
  });
});

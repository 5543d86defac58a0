// Payment instruments of every kind, created, found and listed over HTTP. Resource shapes 3.4.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aPerson, useHouse } from '../../../tests/support/house.ts';
import {
  aCard,
  aNetwork,
  anAccount,
  anExternal,
  anInstrument,
  ofSomebody,
  token,
} from '../../../tests/support/instruments.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';
import { findInstrument, instrumentNotFound } from './index.ts';

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
  avsResult: null,
  address: null,
  paymentNetworkName: null,
  accountLink: null,
  isBlockedForDebits: false,
  isBlockedForCredits: false,
  updatedAt: null,
  deletedAt: null,
};

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
    const card = await anInstrument(api, path, aCard({ address, cardType: 'credit' }));
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
      accountNumberLastFour: '0002',
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
      const instrument = await anInstrument(api, `${path}?allowDuplicates=true`, body);
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
    const { status, object, paymentNetworkName } = await anInstrument(api, path, aNetwork());
    assert.deepEqual([status, object, paymentNetworkName], ['pending', 'paymentNetwork', 'PayNearMe']);
  });

  test('have the status that was sent, where nothing has to be verified, and its stamp', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const made = async (body: object) => {
      const { id, status, createdAt, pendingAt, activeAt } = await anInstrument(api, path, body);
      return { id, status, isPending: pendingAt === createdAt, isActive: activeAt === createdAt };
    };
    const waits = { status: 'pending', isPending: true, isActive: false };
    const counts = { status: 'active', isPending: false, isActive: true };
    const kinds: [body: object, standard: typeof waits][] = [
      [anExternal(), counts],
      [{ instrumentType: 'card', isExternal: true, accountNumberLastFour: '1111' }, counts],
      [{ instrumentType: 'check', isExternal: true }, counts],
      [aNetwork({ isExternal: true }), counts],
      [aNetwork(), waits],
    ];
    for (const [body, standard] of kinds) {
      const { id, ...shown } = await made(body);
      assert.deepEqual(shown, standard);
      await api.delete(`${path}/${id}`);
      for (const asked of [waits, counts]) {
        const { id: one, ...sent } = await made({ ...body, status: asked.status });
        assert.deepEqual(sent, asked, JSON.stringify(body));
        const { status, activeAt } = (await api.put(`${path}/${one}`, { status: 'active' })).body.data;
        assert.deepEqual([status, activeAt === null], ['active', false]);
        await api.delete(`${path}/${one}`);
      }
    }
    refusedAt(await api.post(path, anExternal({ status: 'inactive' })), 'status');
  });

  test('that would have to be verified stay pending, whatever was sent', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    for (const body of [anAccount({ status: 'active' }), aCard({ status: 'active' })]) {
      const { status, activeAt } = await anInstrument(api, path, body);
      assert.deepEqual([status, activeAt], ['pending', null]);
    }
  });

  test('that are external may have an account number of four digits', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    for (const instrumentType of ['bankAccount', 'check']) {
      const body = { instrumentType, isExternal: true, accountNumber: '12-34' };
      const { accountNumber, accountNumberLastFour } = await anInstrument(api, path, body);
      assert.match(accountNumber, token);
      assert.equal(accountNumberLastFour, '1234');
      for (const wrong of ['123', '1'.repeat(18)]) {
        refusedAt(await api.post(path, { ...body, accountNumber: wrong }), 'accountNumber');
      }
    }
    refusedAt(await api.post(path, anAccount({ accountNumber: '1234' })), 'accountNumber');
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

  test('are listed newest first, filtered, sorted and by pages', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const network = (await anInstrument(api, path, aNetwork())).id;
    const external = (await anInstrument(api, path, anExternal())).id;
    const card = (await anInstrument(api, path, aCard())).id;
    await api.put(`${path}/${card}`, { status: 'active' });
    await anInstrument(api, await ofSomebody(api), aNetwork());
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
    const { id } = await anInstrument(api, path, anAccount({ externalId: 'acct-81' }));
    const { id: network } = await anInstrument(api, path, aNetwork({ isExternal: true }));
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
      verified: false,
      account_holder_type: 'personal',
      expiration_month: null,
      expiration_year: null,
      debits_blocked_at: null,
      credits_blocked_at: null,
    };
    for (const reference of [id, 'ext-acct-81']) {
      const { created_at, ...found } = { ...(await findInstrument(reader, personId, reference)) };
      assert.deepEqual(found, account);
      assert.ok(created_at, 'money goes to no new account');
    }
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
    const { kind, data } = instrumentNotFound(network);
    assert.deepEqual([kind.errorType, data.path], ['NotFound', 'paymentInstrumentId']);
  });
});

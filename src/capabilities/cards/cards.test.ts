import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine, type LineMade } from '../../../tests/support/a-line.ts';
import { aPerson, type Client, type Company, useHouse } from '../../../tests/support/house.ts';
import { saidBesideIds } from '../../../tests/support/said-beside-ids.ts';
import { loanBody } from '../../../tests/support/world.ts';

const visa = '4111111111111111';

describe('cards', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Company;
  let api: Client;
  let line: LineMade;
  before(async () => {
    company = await aCompany();
    api = company.test;
    line = await aLine(api);
  });

  const refusal = async (body: object, path = line.cards, method: 'POST' | 'PUT' = 'POST') => {
    const answer = await api.call(method, path, { body });
    return [answer.status, answer.body.errorType, answer.body.data.path];
  };
  const details = (cardDetails: object) => ({ cardDetails: { cardNumberLastFour: '4242', ...cardDetails } });
  const anIssuer = async (more = {}) =>
    (await api.made('/companies/current/card-issuers', { name: 'Wabash', ...more })).id;

  test('with details: what is kept is shown, and read again as it was answered', async () => {
    const made = await api.made(line.cards, {
      externalId: 'details-1',
      type: 'virtual',
      cardDetails: {
        status: 'active',
        usageType: 'singleUse',
        fulfillmentStatus: null,
        expirationMonth: 2,
        expirationYear: 2098,
        network: ' visa ',
        firstName: 'Ada',
        lastName: 'Lovelace',
        nickname: '',
        address: { addressLine1: '12 Main St', city: 'Indianapolis', state: 'in', postalCode: '46204' },
        pan: '4111-1111 1111-1111',
        cvvNumber: '867',
      },
    });
    const { address, ...shown } = made.cardDetails;
    assert.deepEqual(shown, {
      status: 'active',
      fulfillmentStatus: null,
      cardNumberLastFour: '1111',
      usageType: 'singleUse',
      expirationMonth: 2,
      expirationYear: 2098,
      network: 'visa',
      firstName: 'Ada',
      lastName: 'Lovelace',
      nickname: null,
    });
    assert.deepEqual([address.state, address.country], ['IN', 'US']);
    assert.deepEqual([made.object, made.loanId, made.issuerId, made.token], ['card', line.loanId, null, null]);
    for (const reference of [made.id, 'ext-details-1']) {
      assert.deepEqual((await api.get(`${line.cards}/${reference}`)).body.data, made);
    }
  });

  test('of an issuer: only the account is known, until somebody says more', async () => {
    const issuerId = await anIssuer({ externalId: 'processor' });
    const made = await api.made(line.cards, { issuerId: 'ext-processor', token: ' 411111 ', type: 'physical' });
    assert.deepEqual([made.issuerId, made.token, made.type], [issuerId, '411111', 'physical']);
    assert.deepEqual([made.cardDetails.status, made.cardDetails.cardNumberLastFour], ['unactivated', null]);
    const path = `${line.cards}/${made.id}`;
    const { data: active } = (await api.put(path, { cardDetails: { status: 'active', cvvNumber: null } })).body;
    assert.deepEqual([active.issuerId, active.token, active.cardDetails.status], [issuerId, '411111', 'active']);
    const { data: known } = (await api.put(path, { cardDetails: { pan: visa } })).body;
    assert.deepEqual([known.token, known.cardDetails.cardNumberLastFour], ['411111', '1111']);
    const { data: moved } = (await api.put(path, { issuerId, token: 'another' })).body;
    assert.deepEqual([moved.token, moved.cardDetails], ['another', known.cardDetails]);
  });

  test('are of an issuer or have details: never both, never neither', async () => {
    const issuerId = await anIssuer();
    const { id } = await api.made(line.cards, details({}));
    for (const [method, path] of [
      ['POST', line.cards],
      ['PUT', `${line.cards}/${id}`],
    ] as const) {
      for (const [body, field] of [
        [{ issuerId, token: 'acc', ...details({}) }, 'issuerId'],
        [{ issuerId, ...details({}) }, 'issuerId'],
        [{ token: 'acc', ...details({}) }, 'token'],
        [{}, 'issuerId'],
        [{ externalId: 'alone', cardDetails: null }, 'issuerId'],
        [{ token: 'acc' }, 'issuerId'],
        [{ issuerId }, 'token'],
        [{ issuerId, token: ' ' }, 'token'],
      ] as const) {
        assert.deepEqual(await refusal(body, path, method), [400, 'InvalidRequest', field], JSON.stringify(body));
      }
    }
  });

  test('name an active issuer of the company; an inactive one keeps those it has', async () => {
    const [issuerId, other] = [await anIssuer(), await anIssuer({ status: 'inactive' })];
    const { id } = await api.made(line.cards, { issuerId, token: 'acc' });
    await api.put(`/companies/current/card-issuers/${issuerId}`, { status: 'inactive' });
    const path = `${line.cards}/${id}`;
    assert.equal((await api.put(path, { issuerId, token: 'its next account' })).status, 200);
    assert.deepEqual(await refusal({ issuerId: other, token: 'acc' }, path, 'PUT'), [
      400,
      'InvalidRequest',
      'issuerId',
    ]);
    assert.deepEqual(await refusal({ issuerId, token: 'acc' }), [400, 'InvalidRequest', 'issuerId']);
    const stranger = (await aCompany()).test;
    const { id: foreign } = await stranger.made('/companies/current/card-issuers', { name: 'Foreign' });
    for (const named of [foreign, 'CI-QQQQ-QQQQ', 'ext-nobodys']) {
      assert.deepEqual(await refusal({ issuerId: named, token: 'acc' }), [404, 'NotFound', 'issuerId']);
    }
  });

  test('refuse nonsense by field, without repeating it', async () => {
    for (const [sent, field] of [
      [{ cardNumberLastFour: undefined }, 'cardNumberLastFour'],
      [{ cardNumberLastFour: '42' }, 'cardNumberLastFour'],
      [{ cardNumberLastFour: 'four' }, 'cardNumberLastFour'],
      [{ pan: visa, cardNumberLastFour: '2345' }, 'cardNumberLastFour'],
      [{ pan: '4111111111111112' }, 'pan'],
      [{ pan: 4_111_111_111_111_111 }, 'pan'],
      [{ cvvNumber: '12' }, 'cvvNumber'],
      [{ expirationMonth: 13, expirationYear: 2098 }, 'expirationMonth'],
      [{ expirationMonth: 1, expirationYear: 98 }, 'expirationYear'],
      [{ expirationMonth: 1 }, 'expirationYear'],
      [{ expirationYear: 2098 }, 'expirationMonth'],
      [{ expirationMonth: 1, expirationYear: 2020 }, 'expirationYear'],
      [{ nickname: `my ${visa}` }, 'nickname'],
      [{ firstName: '4111 1111 1111 1111' }, 'firstName'],
      [{ lastName: visa }, 'lastName'],
      [{ network: visa }, 'network'],
      [{ status: 'stolen' }, 'status'],
      [{ status: 'terminated' }, 'status'],
      [{ fulfillmentStatus: 'reordered' }, 'fulfillmentStatus'],
      [{ address: { state: 'Atlantis' } }, 'address.state'],
    ] as const) {
      const { status, body } = await api.post(line.cards, details(sent));
      assert.deepEqual([status, body.errorType], [400, 'InvalidRequest'], JSON.stringify(sent));
      assert.equal(body.data.path.startsWith('cardDetails.'), true);
      assert.ok(JSON.stringify(body.data).includes(`cardDetails.${field}`), JSON.stringify(body.data));
      assert.doesNotMatch(saidBesideIds(body), /1111|2345/);
    }
    assert.deepEqual(await refusal({ externalId: visa, ...details({}) }), [400, 'InvalidRequest', 'externalId']);
  });

  test('are good through their month, in the zone of the company', async () => {
    const { test: other } = await aCompany();
    const { cards } = await aLine(other);
    // It is still February where the company is.
    await other.made('/test-clock', { now: '2026-03-01T04:00:00Z' });
    const ending = (expirationMonth: number) => details({ expirationMonth, expirationYear: 2026 });
    assert.equal((await other.post(cards, ending(1))).status, 400);
    const { id } = await other.made(cards, ending(2));
    await other.made('/test-clock', { now: '2026-05-01T12:00:00Z' });
    const path = `${cards}/${id}`;
    assert.equal((await other.put(path, ending(2))).status, 200, 'what is so already is not checked again');
    assert.equal((await other.put(path, ending(4))).status, 400);
    assert.equal((await other.put(path, ending(5))).status, 200);
  });

  test('change by what is sent: the rest stays, parts of the address too', async () => {
    const address = { addressLine1: '12 Main St', city: 'Indianapolis', state: 'IN', postalCode: '46204' };
    const end = { expirationMonth: 2, expirationYear: 2098 };
    const made = await api.made(line.cards, { type: 'physical', ...details({ nickname: 'Blue', ...end, address }) });
    const path = `${line.cards}/${made.id}`;
    const { data } = (await api.put(path, { cardDetails: { nickname: null, address: { addressLine2: 'Apt 4' } } }))
      .body;
    assert.deepEqual(data.cardDetails, {
      ...made.cardDetails,
      nickname: null,
      address: { ...made.cardDetails.address, addressLine2: 'Apt 4' },
    });
    assert.equal(data.type, 'physical');
    const { data: bare } = (await api.put(path, { cardDetails: { address: null } })).body;
    assert.equal(bare.cardDetails.address, null);
    for (const field of ['cardNumberLastFour', 'expirationMonth']) {
      const gone = await refusal({ cardDetails: { [field]: null } }, path, 'PUT');
      assert.deepEqual(gone, [400, 'InvalidRequest', `cardDetails.${field}`]);
    }
    assert.equal((await api.put(path, { cardDetails: bare.cardDetails })).status, 200, 'as it was read');
  });

  test('are found on their line only', async () => {
    const { id } = await api.made(line.cards, { externalId: 'found-1', ...details({}) });
    const other = await aLine(api);
    for (const reference of [id, 'ext-found-1', 'ext-nobodys']) {
      for (const path of [
        `${other.cards}/${reference}`,
        `/people/${other.personId}/loans/${line.loanId}/cards/${reference}`,
      ])
        assert.equal((await api.get(path)).status, 404);
      assert.equal((await api.put(`${other.cards}/${reference}`, details({ status: 'active' }))).status, 404);
    }
    assert.equal((await api.get(other.cards)).body.total, 0);
    const again = await api.post(other.cards, { externalId: 'found-1', ...details({}) });
    assert.deepEqual([again.status, again.body.errorType], [409, 'DuplicateExternalId']);
    const list = (await api.get(`${line.cards}?status=unactivated&sortBy=-createdAt&limit=1`)).body;
    assert.deepEqual([list.data[0].id, list.count], [id, 1]);
  });

  test('are of lines of credit only: an installment loan refuses them by name', async () => {
    const { id: personId } = await api.made('/people', aPerson());
    const { id: loanId } = await api.made(`/people/${personId}/loans`, loanBody);
    const path = `/people/${personId}/loans/${loanId}/cards`;
    for (const answer of [
      await api.post(path, details({})),
      await api.get(path),
      await api.get(`${path}/CD-QQQQ-QQQQ`),
      await api.put(`${path}/CD-QQQQ-QQQQ`, details({})),
    ]) {
      assert.deepEqual([answer.status, answer.body.errorType], [409, 'OnlyForLines']);
    }
  });

  test('of two changes at once, one comes after the other', async () => {
    const { id } = await api.made(line.cards, details({ status: 'active' }));
    const path = `${line.cards}/${id}`;
    const statuses = ['suspended', 'terminated', 'suspended', 'terminated'];
    await Promise.all(statuses.map((status) => api.put(path, { cardDetails: { status } })));
    assert.equal((await api.get(path)).body.data.cardDetails.status, 'terminated');
    assert.equal((await api.put(path, { cardDetails: { status: 'active' } })).status, 400);
  });
});

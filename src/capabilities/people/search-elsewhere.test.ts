// Borrowers are searched for by what later capabilities know of them: their loans, and what they pay with.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Answer, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { aCard, aNetwork, anAccount, anExternal } from '../../../tests/support/instruments.ts';
import { ids } from '../../../tests/support/refusals.ts';
import { planOf, statementsOf } from '../../../tests/support/statements.ts';
import { loanBody } from '../../../tests/support/world.ts';

const searchFor = (api: Client, criteria: Record<string, string>): Promise<Answer> =>
  api.get(`/people/search?${new URLSearchParams(criteria)}`);

describe('searching people by their loans and payment instruments', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let live: Client;
  let loan: string;
  const people: Record<string, string> = {};

  before(async () => {
    ({ test: api, live } = await aCompany());
    for (const name of ['ada', 'grace', 'mary']) {
      people[name] = (await api.made('/people', aPerson({ externalId: name }))).id;
    }
    const additionalPeople = [{ personId: 'ext-grace', loanRelationType: 'coBorrower' }];
    const made = await api.made('/people/ext-ada/loans', { ...loanBody, externalId: 'L-1', additionalPeople });
    loan = made.id;
    await api.made('/people/ext-mary/loans', { ...loanBody, externalId: 'L-2' });
    await api.made('/people/ext-ada/payment-instruments', anAccount());
    await api.made('/people/ext-ada/payment-instruments', aNetwork({ paymentNetworkName: 'Pay_Near%Me' }));
    await api.made('/people/ext-grace/payment-instruments', aCard());
    await api.made('/people/ext-grace/payment-instruments', anExternal({ accountNumberLastFour: '6789' }));
    const [gone] = await api.made('/people/ext-mary/payment-instruments', aNetwork({ paymentNetworkName: 'Zelle' }));
    await api.delete(`/people/ext-mary/payment-instruments/${gone.id}`);
    await api.made('/people/ext-mary/payment-instruments', { instrumentType: 'check', isExternal: true });
  });

  const found: [criteria: Record<string, string>, names: string[]][] = [
    [{ loanId: 'ext-L-1' }, ['grace', 'ada']],
    [{ loanId: 'ext-L-2' }, ['mary']],
    [{ loanId: 'ext-L-3' }, []],
    [{ loanId: 'LN-AAAA-AAAA' }, []],
    [{ loanId: 'ext-L-1', id: 'ext-ada' }, ['ada']],
    [{ loanId: 'ext-L-1', firstName: 'nobody' }, []],
    [{ paymentMethod: '6789' }, ['grace', 'ada']],
    [{ paymentMethod: '0002' }, ['grace']],
    [{ paymentMethod: '0000' }, []],
    [{ paymentMethod: 'bankAccount' }, ['grace', 'ada']],
    [{ paymentMethod: ' Bank account ' }, ['grace', 'ada']],
    [{ paymentMethod: 'card' }, ['grace']],
    [{ paymentMethod: 'paymentnetwork' }, ['ada']],
    [{ paymentMethod: 'check' }, ['mary']],
    [{ paymentMethod: 'PAY_NEAR%ME' }, ['ada']],
    [{ paymentMethod: 'pay_' }, ['ada']],
    [{ paymentMethod: 'payn' }, []],
    [{ paymentMethod: 'zelle' }, []],
    [{ paymentMethod: '6789', loanId: 'ext-L-2' }, []],
    [{ paymentMethod: 'card', loanId: 'ext-L-1', lastName: 'love' }, ['grace']],
  ];
  for (const [criteria, names] of found) {
    test(`${new URLSearchParams(criteria)} finds ${names.join(' and ') || 'nobody'}`, async () => {
      const answer = await searchFor(api, criteria);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual(
        ids(answer),
        names.map((name) => people[name]),
      );
      assert.deepEqual(answer.body.search.total, { relation: 'eq', value: names.length });
      assert.deepEqual(answer.body.search.inputErrors, []);
      assert.equal(answer.headers['ignored-fields'], undefined);
    });
  }

  test('a loan is found by its own id, in its own mode only', async () => {
    assert.deepEqual(ids(await searchFor(api, { loanId: loan })), [people.grace, people.ada]);
    assert.deepEqual(ids(await searchFor(live, { loanId: loan })), []);
    assert.deepEqual(ids(await searchFor((await aCompany()).test, { loanId: loan, paymentMethod: 'card' })), []);
  });

  test('what is no payment method finds nobody and says why, without the text', async () => {
    const { body } = await searchFor(api, { paymentMethod: '000123456789', firstName: 'ada' });
    assert.deepEqual([body.total, body.search.inputErrors.length], [0, 1]);
    assert.match(body.search.inputErrors[0], /^paymentMethod is no payment method; the last four digits .*right\.$/);
    assert.ok(!JSON.stringify(body).includes('000123456789'));
  });

  test('whoever may not see loans or instruments does not find by them', async () => {
    for (const [criteria, permission] of [
      [{ loanId: loan }, 'loan:list'],
      [{ paymentMethod: 'card' }, 'payment.instrument:list'],
    ] as const) {
      const { key } = await api.made('/keys', { name: 'narrow', permissions: ['person:list'] });
      const refused = await searchFor(house().client(key, api.realm), criteria);
      assert.deepEqual([refused.status, refused.body.data.permission], [403, permission]);
      const able = await api.made('/keys', { name: 'able', permissions: ['person:list', permission] });
      assert.equal((await searchFor(house().client(able.key, api.realm), criteria)).status, 200);
    }
  });

  test('a frequent kind is walked along the list, and counted to a thousand', async () => {
    const { test: many } = await aCompany();
    const { id } = await many.made('/people', aPerson());
    await many.made(`/people/${id}/payment-instruments`, anAccount());
    const copied = Array.from({ length: 1_100 }, (_, n) => `BO-P${String(n).padStart(8, '0')}`);
    const keys = copied.map((copy) => house().service.vault.newSealer(copy).wrappedKey);
    const pool = house().service.database.pools.test;
    await pool.query(
      `insert into people (person_id, company_id, position, borrower_type, status, collections_intensity, data_key,
        comm_preferences, monitor_start_date, search_tokens, created_at)
      select copy.id, company_id, position + n, borrower_type, status, collections_intensity, copy.key,
        comm_preferences, monitor_start_date, search_tokens, created_at
      from people, unnest($2::text[], $3::bytea[]) with ordinality as copy (id, key, n) where person_id = $1`,
      [id, copied, keys],
    );
    await pool.query(
      `insert into payment_instruments (person_id, id, company_id, position, instrument_type, is_external, status,
        verified, last_four, created_at)
      select copy.id, one.id, company_id, position, instrument_type, is_external, status, verified, last_four, created_at
      from payment_instruments as one, unnest($2::text[]) as copy (id) where person_id = $1`,
      [id, copied],
    );
    const answer = await searchFor(many, { paymentMethod: 'bankAccount' });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(answer.body.search.total, { relation: 'gte', value: 1_000 });
    assert.equal(ids(answer)[0], copied.at(-1));
    assert.equal((await searchFor(many, { paymentMethod: 'bankAccount', total: 'exact' })).body.total, 1_101);
    assert.equal((await searchFor(many, { paymentMethod: '6789', id })).body.total, 1);
    const statements = await statementsOf(pool, () => searchFor(many, { paymentMethod: 'pay' }));
    const first = statements.find(({ text }) => text.includes('network_name'));
    assert.ok(first !== undefined);
    assert.match(await planOf(pool, first), /payment_instruments_network/);
  });
});

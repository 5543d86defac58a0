// The address of a loan's borrower: the state that its rate caps are taken from, and an address that comes in line.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { anAddress, aPerson, aPhone, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { agreement } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { loanResources } from './event-resources.ts';

const inLine = { addressLine1: '12 Main St', city: 'Indianapolis', state: 'Indiana', postalCode: '46204' };
const whole = { ...inLine, addressLine2: null, countyOrRegion: null, state: 'IN', country: 'US', POBox: null };

describe('the address of a loan', () => {
  const { house, aCompany } = useHouse({ works: false });

  /** A borrower, and a loan type with a cap of 14 % in Indiana alone. */
  async function capped(state: string | null = 'IN') {
    const { test: api } = await aCompany();
    await setClock(api, '2026-01-20T15:00:00Z');
    const type = await api.made('/loan-types', { name: 'Capped' });
    await api.made(`/loan-types/${type.id}/rate-caps`, { state, maxRate: 0.14, effectiveDate: '2026-01-01' });
    const { id: personId } = await api.made('/people', aPerson());
    const loans = `/people/${personId}/loans`;
    const board = (agreed: object = {}, more: object = {}, query = '') =>
      api.post(`${loans}${query}`, {
        loanTypeId: type.id,
        status: 'originated',
        atOrigination: { ...agreement, ...agreed },
        ...more,
      });
    const contact = (body: object) => api.made(`/people/${personId}/contacts`, body);
    return { api, personId, loans, board, contact };
  }

  const rateRefused = (answer: Awaited<ReturnType<Client['post']>>) =>
    refusedAt(answer, 'atOrigination.interestRates[0].rate');

  describe('decides the rate cap', () => {
    test('as the primary home address on file, where the loan names none', async () => {
      const { board, contact } = await capped();
      const before = await board();
      assert.equal(before.status, 201);
      assert.equal(before.body.data.ratesValidation.rateCapNotChecked, true);
      await contact(anAddress({ label: 'work' }));
      await contact(anAddress({ status: 'secondary' }));
      await contact(anAddress({ affiliation: 'employer' }));
      assert.equal((await board()).body.data.ratesValidation.rateCapNotChecked, true);
      await contact(anAddress());
      rateRefused(await board());
      await contact(anAddress({ address: { city: 'Columbus', state: 'OH' } }));
      rateRefused(await board());
      assert.equal(
        (await board({ interestRates: [{ rate: 0.14 }] })).body.data.ratesValidation.rateCapNotChecked,
        false,
      );
    });

    test('where the loan names another, as that one', async () => {
      const { board, contact } = await capped();
      await contact(anAddress());
      const away = await contact(
        anAddress({ status: 'additional', address: { addressLine1: '1 High St', city: 'Columbus', state: 'OH' } }),
      );
      const named = await board({ personAddressId: away.id });
      assert.deepEqual([named.status, named.body.data.ratesValidation?.rateCapNotChecked], [201, false]);
      const { id } = await contact(aPhone());
      const phone = await board({ personAddressId: id });
      assert.deepEqual([phone.status, phone.body.data.path], [404, 'atOrigination.personAddressId']);
    });

    test('and a further rate is held against it too', async () => {
      const { api, board, contact, loans } = await capped();
      const { id } = (await board()).body.data;
      await api.made(`${loans}/${id}/activate`, {});
      const rate = (annualRate: number) => api.post(`${loans}/${id}/rates`, { interestRate: { annualRate } });
      assert.deepEqual((await rate(0.16)).body.data.ratesValidation, { rateCapNotChecked: true });
      await contact(anAddress());
      refusedAt(await rate(0.15), 'interestRate.annualRate');
      assert.deepEqual((await rate(0.14)).body.data.ratesValidation, { rateCapNotChecked: false });
    });

    test('and nobody need know it where no state has a cap of its own', async () => {
      const { board } = await capped(null);
      rateRefused(await board());
      const kept = await board({ interestRates: [{ rate: 0.14 }] });
      assert.equal(kept.body.data.ratesValidation.rateCapNotChecked, false);
    });
  });

  describe('in line', () => {
    test('comes back from every answer that shows the loan, and decides the rate cap', async () => {
      const { api, personId, loans, board } = await capped();
      rateRefused(await board({ personAddress: inLine }));
      const { data } = (await board({ personAddress: inLine, interestRates: [{ rate: 0.1 }] })).body;
      assert.deepEqual([data.atOrigination.personAddress, data.atOrigination.validAddress], [whole, true]);
      const other = (await board()).body.data;
      assert.deepEqual([other.atOrigination.personAddress, other.atOrigination.validAddress], [null, null]);
      assert.deepEqual((await api.get(`${loans}/${data.id}`)).body.data, data);
      assert.deepEqual((await api.get(loans)).body.data, [other, data]);
      assert.deepEqual((await api.get('/loans')).body.data, [other, data]);
      const { database, vault } = house().service;
      const [resource] = loanResources as [(typeof loanResources)[number]];
      const key = `${personId} ${data.id}`;
      const shown = (await resource.load(database.reader(api.realm), vault, [key])).get(key) as typeof data;
      assert.deepEqual(shown.atOrigination.personAddress, whole, 'in payloads of events too');
    });

    test('is checked, unless validate is false', async () => {
      const { board } = await capped();
      const odd = { personAddress: { ...inLine, state: 'Nowhere' } };
      refusedAt(await board(odd), 'atOrigination.personAddress.state');
      const { atOrigination } = (await board(odd, {}, '?validate=false')).body.data;
      assert.deepEqual([atOrigination.personAddress.state, atOrigination.validAddress], ['Nowhere', false]);
    });

    test('changes by its parts while the loan is pending, and gives way to one on file', async () => {
      const { api, loans, board, contact } = await capped();
      const { id } = (await board({ personAddress: { ...inLine, state: 'OH' } }, { status: 'pending' })).body.data;
      const put = async (atOrigination: object, query = '') => api.put(`${loans}/${id}${query}`, { atOrigination });
      const changed = await put({ personAddress: { city: 'Dayton' } });
      assert.deepEqual(changed.body.data.atOrigination.personAddress, { ...whole, state: 'OH', city: 'Dayton' });
      rateRefused(await put({ personAddress: { state: 'IN' } }));
      const home = await contact(anAddress({ address: { city: 'Akron', state: 'OH' } }));
      refusedAt(await put({ personAddressId: home.id, personAddress: inLine }), 'atOrigination.personAddress');
      const onFile = (await put({ personAddressId: home.id })).body.data.atOrigination;
      assert.deepEqual([onFile.personAddress, onFile.personAddressId, onFile.validAddress], [null, home.id, true]);
      const again = (await put({ personAddress: { city: 'Toledo' } }, '?validate=false')).body.data.atOrigination;
      assert.deepEqual([again.personAddress.city, again.personAddressId], ['Toledo', null]);
      assert.equal((await put({ personAddress: null })).body.data.atOrigination.personAddress, null);
    });

    test('is sealed, and gone with its borrower', async () => {
      const { api, personId, loans, board } = await capped();
      const { id } = (await board({ personAddress: { ...inLine, state: 'OH' } })).body.data;
      const reader = house().service.database.reader(api.realm);
      const rows = () => reader.rows(reader.db.selectFrom('loans').selectAll().where('id', '=', id));
      assert.doesNotMatch(JSON.stringify(await rows()), /Main St/);
      assert.ok((await rows())[0]?.address_sealed);
      await erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: true });
      assert.equal((await rows())[0]?.address_sealed, null);
      assert.equal((await api.get(`${loans}/${id}`)).body.data.atOrigination.personAddress, null);
    });
  });
});

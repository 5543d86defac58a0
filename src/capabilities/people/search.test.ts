// GET /people/search over HTTP: resource-shapes.md 3.1.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Answer, aBusiness, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';

const searchFor = (api: Client, criteria: Record<string, string>): Promise<Answer> =>
  api.get(`/people/search?${new URLSearchParams(criteria)}`);

describe('searching people', () => {
  const { aCompany } = useHouse();

  describe('by one criterion', () => {
    let api: Client;
    let live: Client;
    const people: Record<string, string> = {};

    before(async () => {
      ({ test: api, live } = await aCompany());
      const add = async (name: string, body: object, ...contacts: object[]) => {
        const { id } = await api.made('/people', body);
        people[name] = id;
        for (const contact of contacts) await api.made(`/people/${id}/contacts`, contact);
      };
      await add(
        'martina',
        aPerson({
          externalId: 'crm-1',
          name: {
            firstName: 'Martina',
            middleName: 'José',
            lastName: "O'Brien-Núñez",
            maidenLastName: 'Featherstonehaugh',
            preferredFirstName: 'Tina',
          },
          dateOfBirth: '1990-12-10',
          identity: { identityType: 'SSN', value: '123-45-6789' },
        }),
        { contactType: 'email', label: 'work', value: 'Tina.Obrien@Example.com' },
        { contactType: 'phone', label: 'home', value: '(317) 555-1212' },
        {
          contactType: 'address',
          label: 'home',
          address: {
            addressLine1: '12 Pennsylvania Avenue',
            city: 'Indianapolis',
            state: 'IN',
            postalCode: '46204-1234',
          },
        },
      );
      await add(
        'marta',
        aPerson({
          name: { firstName: 'Marta', lastName: 'Ng' },
          dateOfBirth: '1990-12-11',
          identity: { identityType: 'passport', value: 'ab 123456789' },
        }),
        { contactType: 'address', label: 'home', address: { POBox: 'Box 7', city: 'Gary', state: 'Ohio' } },
      );
      await add(
        'engines',
        aBusiness({
          businessDetails: {
            businessName: 'Analytical Engines',
            businessLegalName: 'Babbage & Søn LLC',
            incorporatedState: 'Delaware',
          },
          identity: { identityType: 'FEIN', value: '98-7654321' },
        }),
      );
      await live.made('/people', aPerson({ name: { firstName: 'Martina', lastName: 'Live' } }));
      const { test: other } = await aCompany();
      await other.made('/people', aPerson({ name: { firstName: 'Martina', lastName: 'Other' } }));
    });

    const found: [criterion: string, text: string, names: string[]][] = [
      ['firstName', 'Mart', ['marta', 'martina']],
      ['firstName', 'MARTINA', ['martina']],
      ['firstName', 'Mar', ['marta', 'martina']],
      ['firstName', 'Ma', ['marta', 'martina']],
      ['firstName', 'MÁ', ['marta', 'martina']],
      ['firstName', 'T', []],
      ['firstName', 'Mi', []],
      ['firstName', 'artina', []],
      ['firstName', 'Tina', ['martina']],
      ['firstName', 'Ng', []],
      ['middleName', 'jose', ['martina']],
      ['lastName', 'Ng', ['marta']],
      ['lastName', 'N', []],
      ['lastName', 'O', ['martina']],
      ['lastName', 'O nu', ['martina']],
      ['lastName', 'x nu', ['martina']],
      ['lastName', 'obri', ['martina']],
      ['lastName', 'o’brien', ['martina']],
      ['lastName', 'O`BRIEN nunez', ['martina']],
      ['lastName', 'Brien', ['martina']],
      ['lastName', 'obrien smith', []],
      ['maidenName', 'Feather', ['martina']],
      ['maidenName', 'Featherstonehaugh', ['martina']],
      ['maidenName', 'Featherstonehaus', []],
      ['maidenName', 'Featherstonehaughs', []],
      ['fullName', 'nunez martina', ['martina']],
      ['fullName', 'martina ng', []],
      ['dateOfBirth', '1990-12-10', ['martina']],
      ['dateOfBirth', '1990-12-09', []],
      ['email', 'tina.OBRIEN@example.COM', ['martina']],
      ['emailExact', 'tina.obrien@example.com', ['martina']],
      ['email', 'tina.obrien@example.co', []],
      ['phone', '+1 317 555 1212', ['martina']],
      ['phone', '317-555-1213', []],
      ['address', 'penn', ['martina']],
      ['address', '1 pe', ['martina']],
      ['address', '2 penn', []],
      ['address', 'box 7', ['marta']],
      ['address', 'box', ['marta']],
      ['address', 'Indianapolis', []],
      ['city', 'indiana', ['martina']],
      ['state', 'Indiana', ['martina']],
      ['state', 'oh', ['marta']],
      ['state', 'I', []],
      ['postalCode', '46204', ['martina']],
      ['postalCode', '462041234', ['martina']],
      ['postalCode', '4620', []],
      ['taxId', '123456789', ['martina']],
      ['taxId', '12-345-6789', ['martina']],
      ['taxId', 'AB123456789', ['marta']],
      ['taxId', 'x123456789', []],
      ['taxId', '987654321', ['engines']],
      ['taxId', '12345678', []],
      ['businessName', 'analyt', ['engines']],
      ['businessName', 'BABBAGE son', ['engines']],
      ['incorporatedState', 'DE', ['engines']],
      ['incorporatedState', 'delaware', ['engines']],
      ['borrowerType', 'business', ['engines']],
      ['id', 'ext-crm-1', ['martina']],
      ['id', 'ext-nobody', []],
      ['id', 'BO-AAAA-AAAA', []],
      ['_hasTheWords', 'mart', ['marta', 'martina']],
      ['_hasTheWords', 'ma ng', ['marta']],
      ['_hasTheWords', 'marta x', ['marta']],
      ['_hasTheWords', 'an en l.', ['engines']],
      ['_notTheWords', 'ma', ['engines']],
      ['_hasTheWords', 'mart nunez', ['martina']],
      ['_hasTheWords', "O'Brien-Núñez", ['martina']],
      ['_hasTheWords', 'engines', ['engines']],
      ['_hasTheWords', 'Gary', ['marta']],
      ['_hasTheWords', '46204', ['martina']],
      ['_hasTheWords', 'tina.obrien@example.com', ['martina']],
      ['_hasTheWords', '(317) 555-1212', ['martina']],
      ['_hasTheWords', 'martina 3175551212', ['martina']],
      ['_hasTheWords', '123-45-6789', ['martina']],
      ['_hasTheWords', 'AB123456789', ['marta']],
      ['_hasTheWords', '462041111', []],
      ['_hasTheWords', 'nobody', []],
      ['_notTheWords', 'martina', ['engines', 'marta']],
      ['_notTheWords', 'tina.obrien@example.com', ['engines', 'marta']],
      ['firstName', '---', []],
    ];
    for (const [criterion, text, names] of found) {
      test(`${criterion}=${text} finds ${names.join(' and ') || 'nobody'}`, async () => {
        const answer = await searchFor(api, { [criterion]: text });
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        assert.deepEqual(
          ids(answer),
          names.map((name) => people[name]),
        );
        assert.equal(answer.body.total, names.length);
        assert.equal(answer.body.search.total.value, names.length);
      });
    }

    test('all criteria must hold', async () => {
      const query = { firstName: 'mart', _notTheWords: 'nunez', state: 'OH', borrowerType: 'person' };
      assert.deepEqual(ids(await searchFor(api, query)), [people.marta]);
      assert.deepEqual(ids(await searchFor(api, { ...query, dateOfBirth: '1990-12-10' })), []);
      assert.deepEqual(ids(await searchFor(api, { id: people.martina as string, firstName: 'Marta' })), []);
    });

    test('a search of very many words is refused by the name of its field', async () => {
      const many = (count: number): string => Array.from({ length: count }, (_, i) => `a${i % 10}${i}`).join(' ');
      const few = await searchFor(api, { _hasTheWords: many(20) });
      assert.equal(few.status, 200);
      for (const query of [
        { _hasTheWords: many(21) },
        { _notTheWords: many(21) },
        { _hasTheWords: many(11), fullName: many(10) },
      ]) {
        const { status, body } = await searchFor(api, query);
        assert.deepEqual([status, body.errorType], [400, 'InvalidRequest']);
        assert.match(body.data.path, /^_(has|not)TheWords$/);
      }
      const named = await searchFor(api, { _hasTheWords: many(3), fullName: many(21) });
      assert.deepEqual([named.status, named.body.data.path], [400, 'fullName']);
    });

    test('without a criterion nobody is found', async () => {
      for (const query of ['', '?limit=10', '?sortBy=createdAt', '?firstName=', '?_hasTheWords=%20']) {
        const answer = await api.get(`/people/search${query}`);
        assert.equal(answer.status, 200);
        assert.deepEqual(answer.body, {
          status: 200,
          total: 0,
          count: 0,
          nextUrl: null,
          previousUrl: null,
          data: [],
          search: { hits: [], inputErrors: [], maxScore: null, total: { relation: 'eq', value: 0 } },
        });
      }
    });

    test('the list comes with hits, scores and what was found', async () => {
      const answer = await searchFor(api, { firstName: 'Mart' });
      assert.deepEqual(Object.keys(answer.body), [
        'status',
        'total',
        'count',
        'nextUrl',
        'previousUrl',
        'data',
        'search',
      ]);
      assert.deepEqual(answer.body.search, {
        hits: [
          { id: people.marta, score: 0.5, highlight: { 'name.firstName': 'Marta' } },
          { id: people.martina, score: 0.5, highlight: { 'name.firstName': 'Martina' } },
        ],
        inputErrors: [],
        maxScore: 0.5,
        total: { relation: 'eq', value: 2 },
      });
      assert.deepEqual(answer.body.data[1], (await api.get(`/people/${people.martina}`)).body.data);
      const exact = (await searchFor(api, { firstName: 'marta', lastName: 'ng' })).body.search;
      assert.equal(exact.maxScore, 1);
      assert.deepEqual(exact.hits[0].highlight, { 'name.firstName': 'Marta', 'name.lastName': 'Ng' });
      const byValue = (await searchFor(api, { taxId: '123456789' })).body.search;
      assert.deepEqual(byValue.hits, [{ id: people.martina, score: 1, highlight: {} }]);
    });

    test('a criterion with a wrong value finds nobody and says why', async () => {
      for (const [criterion, value] of [
        ['email', 'no address'],
        ['phone', 'secret'],
      ] as const) {
        const answer = await searchFor(api, { [criterion]: value, firstName: 'mart' });
        assert.equal(answer.status, 200);
        assert.equal(answer.body.total, 0);
        assert.equal(answer.body.search.inputErrors.length, 1);
        assert.match(answer.body.search.inputErrors[0], new RegExp(`^${criterion} .*would be right\\.$`));
        assert.ok(!JSON.stringify(answer.body).includes(value));
      }
      refusedAt(await searchFor(api, { dateOfBirth: '12/10/1990' }), 'dateOfBirth');
      refusedAt(await searchFor(api, { borrowerType: 'robot' }), 'borrowerType');
      refusedAt(await searchFor(api, { firstName: 'x'.repeat(201) }), 'firstName');
    });

    test('what was not used is named with the reason, and the rest is searched for', async () => {
      const names = ['employeeEmail', 'employeeEmailExact', 'employeePhone', 'employeeName'];
      const query = Object.fromEntries(names.map((name) => [name, 'x']));
      const answer = await searchFor(api, { ...query, firstName: 'Marta', _forceIndex: 'people' });
      assert.deepEqual(ids(answer), [people.marta]);
      assert.deepEqual(
        answer.body.search.inputErrors,
        names.map((name) => `${name} was not used: there are no employees of businesses yet.`),
      );
      assert.equal(answer.headers['ignored-fields'], '_forceIndex');
      for (const name of names) assert.deepEqual(ids(await searchFor(api, { [name]: 'Marta' })), []);
    });

    const unused: [criteria: Record<string, string>, names: string[], said: string[]][] = [
      [{ firstName: 'marta', lastName: 'x' }, ['marta'], ['lastName: a single letter']],
      [{ lastName: 'x', _hasTheWords: 'q marta' }, ['marta'], ['lastName: a single', '_hasTheWords: a single']],
      [{ firstName: 'marta', lastName: 'o x' }, ['marta'], ['lastName: a single letter']],
      [{ firstName: 'marta', lastName: '--' }, ['marta'], ['lastName was not used: it has no letters or digits']],
      [{ firstName: 'marta', _notTheWords: '..' }, ['marta'], ['_notTheWords was not used']],
      [{ firstName: 'marta', _notTheWords: 'm' }, ['marta'], []],
      [{ lastName: 'x' }, [], []],
      [{ firstName: 'ma', lastName: 'n' }, ['marta', 'martina'], ['lastName: a single letter']],
    ];
    for (const [criteria, names, said] of unused) {
      test(`${new URLSearchParams(criteria)} says what of it was not used`, async () => {
        const answer = await searchFor(api, criteria);
        assert.deepEqual(
          ids(answer),
          names.map((name) => people[name]),
        );
        const { inputErrors } = answer.body.search;
        assert.equal(inputErrors.length, said.length, inputErrors.join());
        for (const [i, beginning] of said.entries()) assert.ok(inputErrors[i].startsWith(beginning), inputErrors[i]);
      });
    }

    test('a beginning of two letters counts a half and is shown', async () => {
      const { hits } = (await searchFor(api, { firstName: 'ma', lastName: 'ng' })).body.search;
      assert.deepEqual(hits, [
        { id: people.marta, score: 0.75, highlight: { 'name.firstName': 'Marta', 'name.lastName': 'Ng' } },
      ]);
    });

    test('every mode and company finds its own', async () => {
      const inLive = await searchFor(live, { firstName: 'Martina' });
      assert.equal(inLive.body.total, 1);
      assert.equal(inLive.body.data[0].name.lastName, 'Live');
      assert.equal((await searchFor(live, { phone: '3175551212' })).body.total, 0);
    });
  });

  test('a change is found at once, and what it replaced no longer', async () => {
    const { test: api } = await aCompany();
    const finds = async (query: Record<string, string>) => (await searchFor(api, query)).body.total;
    const { id, identities } = await api.made(
      '/people',
      aPerson({ dateOfBirth: '1990-12-10', identity: { identityType: 'SSN', value: '123456789' } }),
    );
    await api.put(`/people/${id}`, { name: { lastName: 'Byron' }, dateOfBirth: null });
    assert.equal(await finds({ lastName: 'Lovelace' }), 0);
    assert.equal(await finds({ lastName: 'Byron', firstName: 'Ada' }), 1);
    assert.equal(await finds({ dateOfBirth: '1990-12-10' }), 0);
    await api.put(`/people/${id}/identities/${identities[0].id}`, { value: '987654321' });
    assert.equal(await finds({ taxId: '123456789' }), 0);
    assert.equal(await finds({ taxId: '987-65-4321' }), 1);
    const email = await api.made(`/people/${id}/contacts`, { contactType: 'email', label: 'work', value: 'a@b.co' });
    await api.put(`/people/${id}/contacts/${email.id}`, { value: 'c@d.co' });
    assert.equal(await finds({ email: 'a@b.co' }), 0);
    assert.equal(await finds({ email: 'C@D.co' }), 1);
    await api.delete(`/people/${id}/contacts/${email.id}`);
    assert.equal(await finds({ email: 'c@d.co' }), 0);
    const address = { addressLine1: '1 Oak St', city: 'Gary', state: 'IN', postalCode: '46401' };
    const home = await api.made(`/people/${id}/contacts`, { contactType: 'address', label: 'home', address });
    await api.put(`/people/${id}/contacts/${home.id}`, { address: { city: 'Hammond' } });
    assert.equal(await finds({ city: 'Gary' }), 0);
    assert.equal(await finds({ city: 'hamm', state: 'IN', postalCode: '46401', address: 'oak' }), 1);
  });

  test('results are walked page by page, each borrower once', async () => {
    const { test: api } = await aCompany();
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.unshift((await api.made('/people', aPerson())).id);
    await api.made('/people', aPerson({ name: { firstName: 'Charles', lastName: 'Babbage' } }));
    const seen: string[] = [];
    for (let url: string | null = '/people/search?_hasTheWords=ada%20love&limit=2'; url !== null; ) {
      const page: Answer = await api.get(url);
      assert.equal(page.body.total, 5);
      assert.deepEqual(
        page.body.search.hits.map(({ id }: { id: string }) => id),
        ids(page),
      );
      seen.push(...ids(page));
      url = page.body.nextUrl;
    }
    assert.deepEqual(seen, made);
  });
});

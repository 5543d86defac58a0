// Identities over HTTP: resource-shapes.md 3.2, specification 2.5.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';

const mask = /^[a-z0-9]{20}$/;
const ssn = { identityType: 'SSN', value: '123-45-6789' };
const passport = { identityType: 'passport', value: 'X-123 4567' };

describe('identities', () => {
  const { house, aCompany } = useHouse();

  async function aBorrower(overrides: Record<string, unknown> = {}) {
    const { test: api } = await aCompany();
    const { id } = await api.made('/people', aPerson(overrides));
    return { api, path: `/people/${id}`, identities: `/people/${id}/identities` };
  }

  /** A borrower with a primary and a secondary identity. */
  async function withTwo() {
    const made = await aBorrower({ identity: ssn, externalId: 'crm-1' });
    const primary = (await made.api.get(`${made.path}/identity`)).body.data;
    const secondary = await made.api.made(made.identities, passport);
    return { ...made, primary, secondary };
  }

  const readValue = async (api: Client, path: string) => (await api.get(path)).body.data.value;

  test('an identity with only type and value gets every field and default', async () => {
    const { api, identities } = await aBorrower();
    await api.made('/test-clock', { now: '2026-03-02T15:04:05.120344Z' });
    const answer = await api.post(identities, ssn);
    assert.equal(answer.status, 201);
    const { id, value, ...rest } = answer.body.data;
    assert.match(id, /^BI-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.match(value, mask);
    assert.deepEqual(rest, {
      object: 'identity',
      identityType: 'SSN',
      customIdentityTypeName: null,
      valid: true,
      issueDate: null,
      expirationDate: null,
      issuingCountry: '',
      isPrimary: true,
      isArchived: false,
      createdAt: '2026-03-02T15:04:05.120344+00:00',
      updatedAt: null,
      deletedAt: null,
    });
    assert.deepEqual((await api.get(`${identities}/${id}`)).body.data, { id, value: '123-45-6789', ...rest });
  });

  test('an identity with everything is given back as written', async () => {
    const { api, identities } = await aBorrower({ identity: ssn });
    const sent = {
      identityType: 'custom',
      customIdentityTypeName: 'Matrícula consular',
      value: 'ab-12/34',
      valid: false,
      issueDate: '2020-02-29',
      expirationDate: '9999-12-31',
      issuingCountry: 'MX',
      isPrimary: false,
      isArchived: true,
    };
    const { id } = await api.made(identities, sent);
    const shown = (await api.get(`${identities}/${id}`)).body.data;
    for (const [field, value] of Object.entries(sent)) assert.equal(shown[field], value, field);
  });

  test('every type takes what is in use, placeholders too', async () => {
    const { api, identities } = await aBorrower();
    const values: Record<string, string[]> = {
      SSN: ['999999999', '123-45-6789'],
      ITIN: ['900-70-0000'],
      taxID: ['12-3456789'],
      FEIN: ['000000000'],
      passport: ['X1234567', '护照12'],
      driversLicense: ['D123-4567-8901-02'],
    };
    for (const [identityType, all] of Object.entries(values)) {
      for (const value of all) {
        const { id } = await api.made(identities, { identityType, value });
        assert.equal(await readValue(api, `${identities}/${id}`), value);
      }
    }
  });

  test('what an identity cannot be is refused by field', async () => {
    const { api, identities } = await aBorrower();
    const cases: [path: string, body: object][] = [
      ['identityType', { value: '123456789' }],
      ['identityType', { ...ssn, identityType: 'ssn' }],
      ['value', { identityType: 'SSN' }],
      ['value', { ...ssn, value: null }],
      ['value', { ...ssn, value: 123456789 }],
      ['value', { ...ssn, value: '12345678' }],
      ['value', { ...ssn, value: '*****6789' }],
      ['value', { ...passport, value: '' }],
      ['value', { ...passport, value: 'x'.repeat(65) }],
      ['value', { ...passport, value: 'X\u200b1' }],
      ['value', { ...passport, value: '🙂' }],
      ['customIdentityTypeName', { identityType: 'custom', value: 'A1' }],
      ['customIdentityTypeName', { identityType: 'custom', value: 'A1', customIdentityTypeName: '  ' }],
      ['customIdentityTypeName', { ...ssn, customIdentityTypeName: 'Consular' }],
      ['valid', { ...ssn, valid: 'true' }],
      ['issueDate', { ...ssn, issueDate: '2020-02-30' }],
      ['expirationDate', { ...ssn, expirationDate: 20200101 }],
      ['issuingCountry', { ...ssn, issuingCountry: ['US'] }],
      ['isPrimary', { ...ssn, isPrimary: 'yes' }],
      ['isArchived', { ...ssn, isArchived: null }],
    ];
    for (const [path, body] of cases) refusedAt(await api.post(identities, body), path);
    const { body } = await api.post(identities, { ...ssn, value: '12-secret-34' });
    assert.ok(!JSON.stringify(body).includes('secret'), 'a refusal never repeats the value');
    assert.equal((await api.get(identities)).body.total, 0);
  });

  test('the first identity becomes the primary one, those after it do not', async () => {
    const { api, path, identities } = await aBorrower();
    const none = await api.get(`${path}/identity`);
    assert.equal(none.status, 404);
    const first = await api.made(identities, passport);
    assert.equal(first.isPrimary, true);
    assert.equal((await api.made(identities, ssn)).isPrimary, false);
    const primary = await api.get(`${path}/identity`);
    assert.deepEqual(primary.body.data, { ...first, value: 'X-123 4567' });
  });

  test('of identities added at once exactly one is primary', async () => {
    const { api, identities } = await aBorrower();
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.post(identities, passport)));
    assert.ok(answers.every(({ status }) => status === 201));
    assert.equal(answers.filter(({ body }) => body.data.isPrimary).length, 1);
  });

  test('an archived identity does not become the primary one', async () => {
    const { api, identities } = await aBorrower();
    assert.equal((await api.made(identities, { ...passport, isArchived: true })).isPrimary, false);
    assert.equal((await api.made(identities, ssn)).isPrimary, true);
  });

  test('the primary identity stays primary', async () => {
    const { api, path, identities, primary, secondary } = await withTwo();
    const kind = 'PrimaryIdentity';
    refusedAt(await api.delete(`${identities}/${primary.id}`), 'identityId', kind);
    refusedAt(await api.put(`${identities}/${primary.id}`, { isArchived: true }), 'isArchived', kind);
    refusedAt(await api.post(identities, { ...ssn, isPrimary: true }), 'isPrimary', kind);
    const { api: another, identities: empty } = await aBorrower();
    refusedAt(await another.post(empty, { ...ssn, isPrimary: true, isArchived: true }), 'isArchived', kind);
    refusedAt(await api.put(`${identities}/${primary.id}`, { isPrimary: false }), 'isPrimary', kind);
    refusedAt(await api.put(`${identities}/${secondary.id}`, { isPrimary: true }), 'isPrimary', kind);
    for (const { id, isPrimary } of [primary, secondary]) {
      const same = await api.put(`${identities}/${id}`, { isPrimary, valid: true });
      assert.deepEqual([same.status, same.body.data.isPrimary], [200, isPrimary], 'what is read can be sent back');
    }
    for (const wrong of [{ isPrimary: false }, { isArchived: true }]) {
      const [field] = Object.keys(wrong);
      refusedAt(await api.post('/people', aPerson({ identity: { ...ssn, ...wrong } })), `identity.${field}`, kind);
    }
    assert.equal((await api.post('/people', aPerson({ identity: { ...ssn, isPrimary: true } }))).status, 201);
    assert.equal((await api.get(`${path}/identity`)).body.data.id, primary.id);
  });

  test('archived ones are hidden from lists and borrowers, and found by id or on demand', async () => {
    const { api, path, identities, primary, secondary } = await withTwo();
    assert.deepEqual(ids(await api.get(identities)), [secondary.id, primary.id]);
    const deleted = await api.delete(`${identities}/${secondary.id}`);
    assert.equal(deleted.status, 200);
    assert.equal(deleted.body.status, 200);
    assert.deepEqual(ids(await api.get(identities)), [primary.id]);
    assert.deepEqual(ids(await api.get(`${identities}?includeArchived=false`)), [primary.id]);
    assert.deepEqual(ids(await api.get(`${identities}?includeArchived=true`)), [secondary.id, primary.id]);
    assert.equal((await api.get(path)).body.data.identities.length, 1);
    const shown = (await api.get(`${identities}/${secondary.id}`)).body.data;
    assert.equal(shown.isArchived, true);
    assert.notEqual(shown.deletedAt, null);
    const back = await api.put(`${identities}/${secondary.id}`, { isArchived: false });
    assert.equal(back.body.data.deletedAt, null);
    assert.deepEqual(ids(await api.get(identities)), [secondary.id, primary.id]);
  });

  test('deleting names a case or nothing', async () => {
    const { api, identities, secondary } = await withTwo();
    const answer = await api.delete(`${identities}/${secondary.id}?caseId=CS-AAAA-AAAA`);
    assert.equal(answer.status, 404);
    assert.equal(answer.body.data.path, 'caseId');
    assert.equal((await api.get(identities)).body.total, 2);
    for (const answer of [
      await api.post(identities, { ...passport, caseId: 'CS-AAAA-AAAA' }),
      await api.put(`${identities}/${secondary.id}`, { valid: false, caseId: 'ext-case' }),
    ]) {
      assert.equal(answer.status, 404);
      assert.equal(answer.body.data.path, 'caseId');
    }
  });

  test('answers to writes and borrowers show the same token, reads the value as written', async () => {
    const { api, path, identities, primary, secondary } = await withTwo();
    const [inside] = (await api.get(path)).body.data.identities;
    assert.match(inside.value, mask);
    assert.equal(primary.value, '123-45-6789');
    assert.match(secondary.value, mask);
    const put = await api.put(`${identities}/${secondary.id}`, { value: 'Y 99' });
    assert.match(put.body.data.value, mask);
    assert.equal(await readValue(api, `${identities}/${secondary.id}`), 'Y 99');
    const list = await api.get(identities);
    assert.deepEqual(
      list.body.data.map(({ value }: { value: string }) => value),
      ['Y 99', '123-45-6789'],
    );
    assert.deepEqual(Object.keys(list.body), ['status', 'total', 'count', 'nextUrl', 'previousUrl', 'data']);
  });

  test('what is not sent stays; null clears dates and country', async () => {
    const { api, identities } = await aBorrower();
    const sent = { ...passport, issueDate: '2020-01-01', expirationDate: '2030-01-01', issuingCountry: 'US' };
    const { id } = await api.made(identities, sent);
    const before = (await api.get(`${identities}/${id}`)).body.data;
    const unchanged = (await api.put(`${identities}/${id}`, {})).body.data;
    assert.notEqual(unchanged.updatedAt, null);
    const after = (await api.get(`${identities}/${id}`)).body.data;
    assert.deepEqual({ ...after, updatedAt: null }, before);
    await api.put(`${identities}/${id}`, { issueDate: null, issuingCountry: null, valid: false });
    const cleared = (await api.get(`${identities}/${id}`)).body.data;
    assert.equal(cleared.issueDate, null);
    assert.equal(cleared.issuingCountry, '');
    assert.equal(cleared.valid, false);
    assert.equal(cleared.expirationDate, '2030-01-01');
    assert.equal(cleared.value, 'X-123 4567');
  });

  test('the primary one can be given another value and another type', async () => {
    const { api, path, identities, primary } = await withTwo();
    await api.put(`${identities}/${primary.id}`, { value: '999999999' });
    assert.equal(await readValue(api, `${path}/identity`), '999999999');
    const custom = { identityType: 'custom', customIdentityTypeName: 'Consular', value: 'C-1' };
    assert.equal((await api.put(`${identities}/${primary.id}`, custom)).status, 200);
    // The stored value has to fit the new type, and only the custom type keeps a name.
    refusedAt(await api.put(`${identities}/${primary.id}`, { identityType: 'ITIN' }), 'value');
    const itin = await api.put(`${identities}/${primary.id}`, { identityType: 'ITIN', value: '900700000' });
    assert.equal(itin.body.data.customIdentityTypeName, null);
    refusedAt(await api.put(`${identities}/${primary.id}`, { customIdentityTypeName: 'x' }), 'customIdentityTypeName');
    refusedAt(await api.put(`${identities}/${primary.id}`, { identityType: 'custom' }), 'customIdentityTypeName');
  });

  test('an identity that is read can be sent back as it is', async () => {
    const { api, identities, primary } = await withTwo();
    const { status, headers } = await api.put(`${identities}/${primary.id}`, primary);
    assert.equal(status, 200);
    assert.ok(!headers['ignored-fields']?.includes('value'));
    assert.equal(await readValue(api, `${identities}/${primary.id}`), primary.value);
  });

  test('the token that a write shows for a value is sent back, and the value stays', async () => {
    const { api, path, identities } = await aBorrower({ identity: ssn });
    const custom = { identityType: 'custom', customIdentityTypeName: 'Consular', value: 'C-1' };
    const licence = { identityType: 'driversLicense', value: 'D123-4567' };
    for (const one of [ssn, passport, licence, custom]) {
      const answer = await api.made(identities, one);
      const at = `${identities}/${answer.id}`;
      const changed = await api.put(at, { ...answer, issuingCountry: 'US' });
      assert.deepEqual([changed.status, changed.body.data.issuingCountry], [200, 'US'], one.identityType);
      assert.equal(await readValue(api, at), one.value);
      const [searched] = (await api.get(`/people/search?taxId=${encodeURIComponent(one.value)}`)).body.data;
      assert.equal(`/people/${searched.id}`, path, 'it is still found by its value');
      assert.equal((await api.put(at, { value: ` ${answer.value} ` })).status, 200);
      assert.equal(await readValue(api, at), one.value);
    }
    // The borrower shows the same tokens.
    const inside = (await api.get(path)).body.data.identities;
    for (const one of inside) assert.equal((await api.put(`${identities}/${one.id}`, one)).status, 200);
    assert.equal(await readValue(api, `${path}/identity`), ssn.value);
    const values = (await api.get(identities)).body.data.map(({ value }: { value: string }) => value);
    assert.deepEqual(
      values,
      [custom, licence, passport, ssn, ssn].map(({ value }) => value),
    );
  });

  test('an identity belongs to its borrower', async () => {
    const { api, identities, secondary } = await withTwo();
    const other = await api.made('/people', aPerson({ identity: ssn }));
    for (const path of [`/people/${other.id}/identities/${secondary.id}`, `${identities}/BI-AAAA-AAAA`]) {
      for (const answer of [await api.get(path), await api.put(path, { valid: false }), await api.delete(path)]) {
        assert.equal(answer.status, 404);
        assert.equal(answer.body.data.path, 'identityId');
      }
    }
    const byExternalId = await api.get('/people/ext-crm-1/identities');
    assert.equal(byExternalId.body.total, 2);
    assert.equal(await readValue(api, `/people/ext-crm-1/identities/${secondary.id}`), 'X-123 4567');
  });

  test('real values of identities need the permission to read them', async () => {
    const { test: api } = await aCompany();
    const identity = { identityType: 'SSN', value: '123-45-6789' };
    const { id } = await api.made('/people', aPerson({ identity }));
    const permissions = ['person:read', 'person.identity:list'];
    const { key } = await api.made('/keys', { name: 'Reads no identities', permissions });
    const limited = house().client(key, api.realm);
    const refused = await limited.get(`/people/${id}?includeIdentity=true`);
    assert.equal(refused.status, 403);
    assert.equal(refused.body.data.permission, 'person.identity:read');
    assert.match((await limited.get(`/people/${id}`)).body.data.identities[0].value, /^[a-z0-9]{20}$/);
    assert.match(
      (await limited.get(`/people/${id}?includeIdentity=false`)).body.data.identities[0].value,
      /^[a-z0-9]{20}$/,
    );
    assert.match((await limited.get(`/people/${id}/identities`)).body.data[0].value, /^[a-z0-9]{20}$/);
    assert.equal((await limited.get(`/people/${id}/identity`)).status, 403);
    assert.equal((await limited.post('/people', aPerson())).status, 403);
  });
});

// A type of cases that changes while cases of it run: each case keeps the version that it was made by.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from './support/house.ts';
import { refusedAt } from './support/refusals.ts';

describe('a type of cases that changes while cases run', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let cases: string;
  before(async () => {
    api = (await aCompany()).test;
    cases = `/people/${(await api.made('/people', aPerson())).id}/cases`;
  });

  test('leaves to each case the fields it was made with', async () => {
    const region = {
      fieldName: 'region',
      dataType: 'string',
      required: true,
      validation: { enum: ['north', 'south'] },
    };
    const visits = { fieldName: 'visits', dataType: 'integer', default: 1, validation: { maxValue: 9 } };
    const first = await api.made('/case-types', {
      caseType: 'bankruptcy',
      name: 'Bankruptcy of ours',
      status: 'active',
      customFieldSchemas: [region],
    });
    const byBase = { caseType: 'bankruptcy', fields: { courtCaseChapter: 'chapter13' } };
    refusedAt(await api.post(cases, byBase), 'customFields.region');
    const old = await api.made(cases, { ...byBase, customFields: { region: 'north' } });
    assert.deepEqual(
      [old.caseTypeId, old.name, old.customFields],
      [first.id, 'Bankruptcy of ours', { region: 'north' }],
    );

    const second = (await api.put(`/case-types/${first.id}`, { customFieldSchemas: [visits] })).body.data;
    const late = await api.post(cases, { caseTypeId: first.id, customFields: { region: 'north' } });
    refusedAt(late, 'caseTypeId');
    assert.equal(late.body.data.expected, second.id);
    const fresh = await api.made(cases, { caseTypeId: second.id });
    assert.deepEqual([fresh.caseType, fresh.customFields], ['bankruptcy', { visits: 1 }]);
    assert.equal((await api.made(cases, byBase)).caseTypeId, second.id);

    const ofOld = `${cases}/${old.id}`;
    const changed = await api.put(ofOld, { customFields: { region: 'south' } });
    assert.deepEqual(changed.body.data?.customFields, { region: 'south' });
    refusedAt(await api.put(ofOld, { customFields: { visits: 2 } }), 'customFields.visits');
    refusedAt(await api.put(ofOld, { customFields: { region: 'west' } }), 'customFields.region');
    refusedAt(await api.put(ofOld, { customFields: { region: null } }), 'customFields.region');
    const ofFresh = `${cases}/${fresh.id}`;
    refusedAt(await api.put(ofFresh, { customFields: { visits: 10 } }), 'customFields.visits');
    refusedAt(await api.put(ofFresh, { customFields: { visits: 'two' } }), 'customFields.visits');
    const cleared = await api.put(ofFresh, { customFields: { visits: null } });
    assert.equal(cleared.body.data?.customFields.visits, null, 'the default comes once');

    await api.put(`/case-types/${second.id}`, { status: 'deprecated' });
    assert.equal((await api.made(cases, byBase)).caseTypeId, null, 'the base type is left');
    assert.equal((await api.put(ofFresh, { customFields: { visits: 3 } })).status, 200);
  });

  test('has fields of the base type in every version', async () => {
    refusedAt(
      await api.post(cases, { caseType: 'bankruptcy', fields: { courtCaseChapter: 'chapter9' } }),
      'fields.courtCaseChapter',
    );
    refusedAt(
      await api.post(cases, { caseType: 'deceased', fields: { courtCaseNumber: '1' } }),
      'fields.courtCaseNumber',
    );
    refusedAt(
      await api.post(cases, { caseType: 'deceased', fields: { dateOfDeath: 'yesterday' } }),
      'fields.dateOfDeath',
    );
    const made = await api.made(cases, { caseType: 'deceased', fields: { dateOfDeath: '2026-01-31' } });
    assert.equal(made.fields.dateOfDeath, '2026-01-31');
  });
});

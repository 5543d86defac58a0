// What the types of a company make of its cases: each case keeps the version of its type, and what stands against talking
// to its borrower comes and goes as the do-not-interact types say.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { anAddress, aPerson, type Client, useHouse } from './support/house.ts';
import { refusedAt } from './support/refusals.ts';
import { setClock } from './support/test-clock.ts';

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

describe('a bankruptcy from its filing to its end', () => {
  const { aCompany } = useHouse({ works: false });

  test('stands against talking to the borrower as the types of the company say', async () => {
    const api = (await aCompany()).test;
    await setClock(api, '2026-06-29T15:00:00Z');
    const types = '/do-not-interact-types';
    const hold = await api.made(types, {
      name: 'While it is looked at',
      status: 'active',
      onStatus: 'initiated',
      duration: 30,
      releaseOn: [
        { status: 'completed', outcome: null },
        { status: 'canceled', outcome: null },
      ],
    });
    const confirmed = await api.made(types, {
      name: 'Confirmed',
      status: 'active',
      theme: 'opsCollDebt',
      onStatus: 'completed',
      onOutcome: 'approved',
      conditionText: 'case.courtCaseChapter in ["chapter7", "chapter13"] && person.homeState == "IN"',
    });
    const doNotInteractTypeIds = [hold.id, confirmed.id];
    await api.made('/case-types', { caseType: 'bankruptcy', status: 'active', doNotInteractTypeIds });

    const person = `/people/${(await api.made('/people', aPerson())).id}`;
    await api.made(`${person}/contacts`, anAddress());
    const blocks = async (theme = 'opsCollDebt') => {
      const { body } = await api.get(`${person}/do-not-interact-check?channel=voice&theme=${theme}`);
      return body.data.blocks.map((one: { doNotInteractId: string }) => one.doNotInteractId) as string[];
    };
    const fields = { courtCaseNumber: '26-10482', courtCaseChapter: 'chapter13', courtCaseFiledDate: '2026-06-26' };
    const filed = `${person}/cases/${(await api.made(`${person}/cases`, { caseType: 'bankruptcy', fields })).id}`;
    const move = async (body: object) => assert.equal((await api.put(filed, body)).status, 200);
    const made = async (id: string) => (await api.get(`${filed}/do-not-interacts/${id}`)).body.data;

    const [held] = await blocks();
    const first = await made(held as string);
    assert.deepEqual(
      [first.source, first.doNotInteractTypeId, first.startDate, first.endDate],
      ['type', hold.id, '2026-06-29', '2026-07-29'],
    );
    await move({ status: 'processing' });
    assert.deepEqual(await blocks(), [held], 'it is not made again');

    await move({ status: 'completed', outcome: 'approved' });
    const [stands, ...others] = await blocks();
    const second = await made(stands as string);
    assert.deepEqual([others, second.doNotInteractTypeId, second.endDate], [[], confirmed.id, null]);
    assert.deepEqual(await blocks('opsServicing'), [], 'the hold is over, and this one is about collection alone');

    // The one that stands was made by the first version, which releases it when the case ends.
    await api.put(`${types}/${confirmed.id}`, { releaseOn: [] });
    await move({ status: 'reopened' });
    assert.deepEqual(await blocks(), [stands]);
    const dismissed = { courtCaseDebtorDisposition: 'dismissed', courtCaseDebtorDispositionDate: '2026-06-29' };
    await move({ fields: dismissed, status: 'completed', outcome: 'ended' });
    assert.deepEqual(await blocks(), []);
  });
});

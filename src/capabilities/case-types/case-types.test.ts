// Case types and do-not-interact types over HTTP, and what they make of a case that moves.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { Refusal } from '#platform/errors.ts';
import { anAddress, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';
import { loanBody } from '../../../tests/support/world.ts';
import {
  type BaseCaseType,
  type CaseAfterMove,
  caseTypeFor,
  doNotInteractsOfMove,
  endOfDoNotInteract,
  typeOfCase,
} from './index.ts';

const aField = { fieldName: 'branch', dataType: 'string' };

describe('case types', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const reader = () => house().service.database.reader(api.realm);
  const refusedAt = async (path: string, body: object, field: string, expected?: RegExp) => {
    const answer = await api.post(path, body);
    const got = [answer.status, answer.body.data?.path];
    assert.deepEqual(got, [answer.status === 404 ? 404 : 400, field], JSON.stringify(answer.body));
    if (expected) assert.match(answer.body.data.expected, expected);
  };
  const refusalAt = async (asking: Promise<unknown>) =>
    asking.then(
      () => 'not refused',
      (error) =>
        error instanceof Refusal ? `${String(error.data.path)}: ${String(error.data.expected)}` : String(error),
    );
  const aCaseType = (more: object = {}) => api.made('/case-types', { caseType: 'generic', status: 'active', ...more });
  const aBlock = (more: object = {}) =>
    api.made('/do-not-interact-types', { onStatus: 'initiated', status: 'active', ...more });

  test('show every field, and what was not sent by its default', async () => {
    const loanType = await api.made('/loan-types', { name: 'Cars' });
    const block = await aBlock();
    const sent = {
      caseType: 'bankruptcy',
      name: 'Chapter 13',
      description: 'Under a plan',
      loanTypeId: loanType.id,
      customFieldSchemas: [{ ...aField, validation: { length: 20 }, displayPrefix: '#' }],
      smartReviews: { enable: true, config: { depth: 2 } },
      doNotInteractTypeIds: [block.id, block.id],
    };
    const made = await api.made('/case-types', sent);
    assert.deepEqual(made, (await api.get(`/case-types/${made.id}`)).body.data);
    const { id, typeId, createdAt, customFieldSchemas, ...rest } = made;
    assert.deepEqual([id.slice(0, 3), Number.isInteger(typeId), typeof createdAt], ['CE-', true, 'string']);
    assert.deepEqual(customFieldSchemas, [
      {
        ...aField,
        name: 'branch',
        description: '',
        required: false,
        displayOrder: 1,
        default: null,
        validation: { enum: null, length: 20, minValue: null, maxValue: null },
        displayPrefix: '#',
        displayPostfix: null,
      },
    ]);
    assert.deepEqual(rest, {
      object: 'caseType',
      companyId: api.realm.companyId,
      caseType: 'bankruptcy',
      name: 'Chapter 13',
      description: 'Under a plan',
      loanTypeId: loanType.id,
      workflowTypeId: null,
      smartReviews: { enable: true, config: { depth: 2 } },
      doNotInteractTypeIds: [block.id],
      status: 'draft',
      deprecationMessage: null,
      version: 1,
      derivedFromTypeId: '0',
      createdBy: null,
      publishedAt: null,
      publishedBy: null,
      deprecatedAt: null,
      deprecatedBy: null,
      updatedAt: null,
      deletedAt: null,
    });
    const list = (await api.get('/case-types?caseType=bankruptcy&sortBy=name')).body.data;
    assert.deepEqual([list.length, list[0]], [1, made]);
  });

  test('are of base types, whose fields are listed', async () => {
    const { data, total } = (await api.get('/base-case-types?limit=100')).body;
    assert.deepEqual([data.length, total, data[0].id, data[1].name], [14, 14, 'generic', 'Bankruptcy']);
    const chapter = data[1].fieldSchemas.find(
      ({ fieldName }: { fieldName: string }) => fieldName === 'courtCaseChapter',
    );
    assert.ok(chapter.validation.enum.includes('chapter13'));
  });

  test('name the user who made, published and deprecated them by number', async () => {
    await aUser(house(), api, { email: 'ada@acme.example' });
    const user = await signedIn(house(), api, 'ada@acme.example');
    const made = (await user.post('/case-types', { caseType: 'generic', status: 'active' })).body.data;
    const ended = (await user.put(`/case-types/${made.id}`, { status: 'deprecated' })).body.data;
    assert.ok(Number.isInteger(made.createdBy));
    assert.deepEqual([made.publishedBy, ended.deprecatedBy], [made.createdBy, made.createdBy]);
  });

  test('are refused by field', async () => {
    const path = '/case-types';
    await refusedAt(path, {}, 'caseType', /bankruptcy/);
    await refusedAt(path, { caseType: 'divorce' }, 'caseType');
    await refusedAt(path, { caseType: 'generic', name: 'x'.repeat(51) }, 'name');
    await refusedAt(path, { caseType: 'generic', loanTypeId: 'LT-AAAA-AAAA' }, 'loanTypeId');
    await refusedAt(path, { caseType: 'generic', workflowTypeId: 'WT-AAAA-AAAA' }, 'workflowTypeId');
    await refusedAt(path, { caseType: 'generic', doNotInteractTypeIds: ['DT-AAAA-AAAA'] }, 'doNotInteractTypeIds[0]');
    const twice = { caseType: 'generic', customFieldSchemas: [aField, aField] };
    await refusedAt(path, twice, 'customFieldSchemas[1].fieldName');
    const own = { caseType: 'bankruptcy', customFieldSchemas: [{ ...aField, fieldName: 'courtId' }] };
    await refusedAt(path, own, 'customFieldSchemas[0].fieldName');
    const odd = { caseType: 'generic', customFieldSchemas: [{ ...aField, fieldName: '__proto__' }] };
    await refusedAt(path, odd, 'customFieldSchemas[0].fieldName');
    const { id } = await aCaseType();
    const { status, body } = await api.put(`${path}/${id}`, { caseType: 'collection' });
    assert.deepEqual([status, body.data.path, body.data.expected], [400, 'caseType', 'generic']);
  });

  test('name no do-not-interact type that is deprecated, or whose condition their cases cannot answer', async () => {
    const ended = await aBlock();
    await api.put(`/do-not-interact-types/${ended.id}`, { status: 'deprecated' });
    const named = (id: string) => ({ caseType: 'deceased', doNotInteractTypeIds: [id] });
    await refusedAt('/case-types', named(ended.id), 'doNotInteractTypeIds[0]', /active or a draft/);
    const ofBankruptcy = await aBlock({ conditionText: 'case.courtCaseChapter == "chapter7"' });
    await refusedAt('/case-types', named(ofBankruptcy.id), 'doNotInteractTypeIds[0]', /case\./);
    await api.made('/case-types', { ...named(ofBankruptcy.id), caseType: 'bankruptcy' });
  });

  describe('by which a case is made', () => {
    const typeFor = (asked: Parameters<typeof caseTypeFor>[1]) => caseTypeFor(reader(), asked);

    test('are active, and a case that is there keeps its version', async () => {
      const first = await aCaseType({ customFieldSchemas: [aField] });
      const second = (await api.put(`/case-types/${first.id}`, { customFieldSchemas: [] })).body.data;
      assert.equal((await typeFor({ caseTypeId: second.id })).id, second.id);
      assert.equal(await refusalAt(typeFor({ caseTypeId: first.id })), `caseTypeId: ${second.id}`);
      assert.match(await refusalAt(typeFor({ caseTypeId: 'CE-AAAA-AAAA' })), /^caseTypeId/);
      const wrong = typeFor({ caseTypeId: second.id, caseType: 'deceased' });
      assert.equal(await refusalAt(wrong), 'caseType: generic');
      assert.match(await refusalAt(typeFor({})), /^caseType: caseTypeId, or one of generic/);
      const kept = await typeOfCase(reader(), { case_type_id: first.id, case_type: 'generic' });
      assert.deepEqual(
        kept.customFieldSchemas.map(({ fieldName }) => fieldName),
        ['branch'],
      );
    });

    test('are found by their base: that of the loan type, else the first, else what is built in', async () => {
      const base = 'militaryDuty' satisfies BaseCaseType;
      const builtIn = await typeFor({ caseType: base });
      assert.deepEqual([builtIn.id, builtIn.caseType, builtIn.customFieldSchemas], [null, base, []]);
      const loanType = await api.made('/loan-types', { name: 'Boats' });
      const first = await aCaseType({ caseType: base });
      await aCaseType({ caseType: base });
      const ofBoats = await aCaseType({ caseType: base, loanTypeId: loanType.id });
      const newer = (await api.put(`/case-types/${first.id}`, { description: 'Newer' })).body.data;
      assert.equal((await typeFor({ caseType: base })).id, newer.id);
      assert.equal((await typeFor({ caseType: base, loanTypeId: loanType.id })).id, ofBoats.id);
      await api.put(`/case-types/${ofBoats.id}`, { status: 'deprecated' });
      assert.equal((await typeFor({ caseType: base, loanTypeId: loanType.id })).id, newer.id);
    });
  });

  describe('do-not-interact types', () => {
    const path = '/do-not-interact-types';

    test('show every field, and their condition as it was said', async () => {
      const items = [{ fieldName: 'courtCaseChapter', operator: 'eq', value: 'chapter13', dataType: 'string' }];
      const made = await api.made(path, { onStatus: 'completed', onOutcome: 'approved', onCondition: items });
      assert.deepEqual(made, (await api.get(`${path}/${made.id}`)).body.data);
      assert.deepEqual(
        [made.object, made.channel, made.theme, made.duration, made.unit, made.status],
        ['doNotInteractType', 'all', 'all', null, 'calendarDays', 'draft'],
      );
      assert.deepEqual([made.onCondition, made.conditionText], [items, null]);
      assert.deepEqual(made.releaseOn, [
        { status: 'completed', outcome: 'rejected' },
        { status: 'completed', outcome: 'ended' },
        { status: 'canceled', outcome: null },
      ]);
      const text = 'case.courtCaseChapter in ["chapter12", "chapter13"]';
      const changed = (await api.put(`${path}/${made.id}`, { conditionText: text })).body.data;
      assert.deepEqual([changed.id, changed.onCondition, changed.conditionText], [made.id, null, text]);
      const cleared = (await api.put(`${path}/${made.id}`, { onCondition: null })).body.data;
      assert.deepEqual([cleared.onCondition, cleared.conditionText], [null, null]);
    });

    test('are refused by field', async () => {
      const on = { onStatus: 'completed' };
      await refusedAt(path, {}, 'onStatus', /initiated/);
      await refusedAt(path, { onStatus: 'open' }, 'onStatus');
      await refusedAt(path, { ...on, channel: 'fax' }, 'channel', /voice/);
      await refusedAt(path, { ...on, theme: 'opsAccountCredentials' }, 'theme');
      await refusedAt(path, { ...on, duration: -1 }, 'duration');
      await refusedAt(path, { ...on, unit: 'weeks' }, 'unit');
      await refusedAt(path, { ...on, conditionText: 'case.chapter == 13' }, 'conditionText', /case\./);
      await refusedAt(path, { ...on, conditionText: '[1].all(x, [1].all(y, x == y))' }, 'conditionText');
      const items = (one: object) => ({
        ...on,
        onCondition: [{ operator: 'eq', value: 'x', fieldName: 'name', ...one }],
      });
      await refusedAt(path, items({ fieldName: 'chapter' }), 'onCondition[0].fieldName');
      await refusedAt(path, items({ operator: 'like' }), 'onCondition[0].operator', /eq/);
      await refusedAt(path, items({ value: 1 }), 'onCondition[0].value');
      await refusedAt(path, { ...items({}), conditionText: 'case.name == "x"' }, 'conditionText');
      await refusedAt(path, { ...on, onCondition: [] }, 'onCondition');
    });

    test('name custom fields that the company has', async () => {
      const text = 'case.customFields.region == "north"';
      await refusedAt(path, { onStatus: 'initiated', conditionText: text }, 'conditionText');
      await aCaseType({ customFieldSchemas: [{ ...aField, fieldName: 'region' }] });
      await api.made(path, { onStatus: 'initiated', conditionText: text });
    });

    test('are written only by who may read what their condition names', async () => {
      const permissions = ['do.not.interact.type:create'];
      const { key } = await api.made('/keys', { name: 'Narrow', permissions });
      const narrow = house().client(key, api.realm);
      const { status, body } = await narrow.post(path, { onStatus: 'initiated', conditionText: 'case.name == "x"' });
      assert.deepEqual([status, body.data.path], [400, 'conditionText']);
      assert.match(body.message, /case:read/);
    });
  });

  describe('what they make of a case that moves', () => {
    const ofType = async (doNotInteractTypeIds: readonly string[], caseType = 'bankruptcy') => {
      const made = await aCaseType({ caseType, doNotInteractTypeIds, customFieldSchemas: [aField] });
      return typeOfCase(reader(), { case_type_id: made.id, case_type: caseType as BaseCaseType });
    };
    const moved = (type: CaseAfterMove['type'], more: Partial<CaseAfterMove>): CaseAfterMove => ({
      status: 'initiated',
      outcome: null,
      name: null,
      fields: {},
      customFields: {},
      type,
      ...more,
    });
    const made = async (one: CaseAfterMove, standing: Parameters<typeof doNotInteractsOfMove>[2] = []) => {
      const found = await doNotInteractsOfMove(reader(), one, standing);
      return [found.made.map(({ id }) => id), found.released];
    };

    test('an instance on the status, the outcome and the condition that they name', async () => {
      const hold = await aBlock();
      const conditionText = 'case.courtCaseChapter == "chapter13" && case.customFields.branch != "south"';
      const onCompleted = { onStatus: 'completed', onOutcome: 'approved' };
      const confirmed = await aBlock({ ...onCompleted });
      const type = await ofType([hold.id, confirmed.id]);
      const narrow = await aBlock({ ...onCompleted, conditionText });
      const narrowed = await ofType([narrow.id]);
      assert.deepEqual(await made(moved(type, {})), [[hold.id], []]);
      assert.deepEqual(await made(moved(type, { status: 'processing' })), [[], []]);
      assert.deepEqual(await made(moved(type, { status: 'completed', outcome: 'approved' })), [[confirmed.id], []]);
      const completed = { status: 'completed', outcome: 'approved' } as const;
      const fields = { courtCaseChapter: 'chapter13' };
      const north = { ...completed, fields, customFields: { branch: 'north' } };
      assert.deepEqual(await made(moved(narrowed, north)), [[narrow.id], []]);
      assert.deepEqual(await made(moved(narrowed, { ...north, customFields: { branch: 'south' } })), [[], []]);
      assert.deepEqual(await made(moved(narrowed, { ...north, customFields: {} })), [[], []], 'it is not known');
    });

    test('by what is known of the borrower, read where a condition asks for it', async () => {
      const conditionText = 'person.homeState == "CA" && person.borrowerType == "person"';
      const ofCalifornia = await aBlock({ conditionText });
      const type = await ofType([ofCalifornia.id]);
      const { vault } = house().service;
      const madeFor = async (state: string | null) => {
        const { id: personId } = await api.made('/people', aPerson());
        const address = { addressLine1: '1 Main Street', city: 'Somewhere', state, postalCode: '90001' };
        if (state !== null) await api.made(`/people/${personId}/contacts`, anAddress({ address }));
        const found = await doNotInteractsOfMove(reader(), moved(type, {}), [], { vault, personId, loanIds: [] });
        return found.made.map(({ id }) => id);
      };
      assert.deepEqual(await madeFor('CA'), [ofCalifornia.id]);
      assert.deepEqual(await madeFor('NY'), []);
      assert.deepEqual(await madeFor(null), [], 'it is not known');
      await refusedAt(
        '/do-not-interact-types',
        { onStatus: 'initiated', conditionText: 'person.homeState == "XX"' },
        'conditionText',
      );
    });

    test('by what is known of the loan, if the case is about one alone', async () => {
      const ofAgency = await aBlock({ conditionText: 'loan.servicedBy == "debtCollectionAgency" && !loan.isClosed' });
      const type = await ofType([ofAgency.id]);
      const { vault } = house().service;
      const { id: personId } = await api.made('/people', aPerson());
      const aLoan = async (servicedBy: string) =>
        (await api.made(`/people/${personId}/loans`, { ...loanBody, servicedBy })).id as string;
      const [sold, own] = [await aLoan('debtCollectionAgency'), await aLoan('creditor')];
      const madeFor = async (...loanIds: readonly string[]) => {
        const found = await doNotInteractsOfMove(reader(), moved(type, {}), [], { vault, personId, loanIds });
        return found.made.map(({ id }) => id);
      };
      assert.deepEqual(await madeFor(sold), [ofAgency.id]);
      assert.deepEqual(await madeFor(own), []);
      assert.deepEqual(await madeFor(sold, own), [], 'of several nothing is known');
      assert.deepEqual(await madeFor(), []);
    });

    test('by the version that is active, once, and released by the one that made it', async () => {
      const first = await aBlock({ releaseOn: [{ status: 'processing', outcome: null }] });
      const type = await ofType([first.id]);
      const second = (await api.put(`/do-not-interact-types/${first.id}`, { releaseOn: [] })).body.data;
      assert.deepEqual(await made(moved(type, {})), [[second.id], []]);
      const standing = (typeId: string) => [{ typeId, typeNumber: first.typeId }];
      assert.deepEqual(await made(moved(type, {}), standing(first.id)), [[], []]);
      const processing = moved(type, { status: 'processing' });
      assert.deepEqual(await made(processing, standing(first.id)), [[], [first.typeId]]);
      assert.deepEqual(await made(processing, standing(second.id)), [[], []]);
      await api.put(`/do-not-interact-types/${second.id}`, { status: 'deprecated' });
      assert.deepEqual(await made(moved(type, {})), [[], []], 'nothing is active');
    });

    test('until so many days after it, in calendar or business days', () => {
      const end = (start: string, duration: number | null, unit: 'calendarDays' | 'businessDays') =>
        endOfDoNotInteract(start as CivilDate, { duration, unit });
      assert.equal(end('2026-01-30', 30, 'calendarDays'), '2026-03-01');
      assert.equal(end('2026-01-30', 0, 'calendarDays'), '2026-01-30');
      assert.equal(end('2026-07-02', 2, 'businessDays'), '2026-07-06', 'the fourth of July is a Saturday');
      assert.equal(end('2026-07-02', null, 'businessDays'), null);
    });
  });
});

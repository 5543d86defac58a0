// Loan types and their versions, over HTTP.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { ids } from '../../../tests/support/refusals.ts';
import { told, typesOf } from '../../../tests/support/told.ts';
import { walkBackwards, walkForwards } from '../../../tests/support/walk.ts';
import { findLoanType, loanTypeVersion } from './index.ts';
import { defaultRetryRules } from './settings/retry-rules.ts';

describe('a loan type', () => {
  const { house, aCompany } = useHouse({ works: false });

  const versionsOf = async (api: Client, id: string) => (await api.get(`/loan-types/${id}/versions`)).body;

  test('needs a name and nothing else; the rest has its default', async () => {
    const { id: companyId, test: api } = await aCompany();
    const answer = await api.post('/loan-types', { name: 'Personal loan' });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { id, createdAt, ...rest } = answer.body.data;
    assert.match(id, /^LT-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.match(createdAt, /\+00:00$/);
    assert.deepEqual(rest, {
      object: 'loanType',
      companyId,
      externalId: null,
      version: 1,
      status: 'active',
      type: 'installment',
      name: 'Personal loan',
      description: null,
      assetType: 'personalClosedEndUnsecured',
      assetDisplayName: 'Personal loan',
      timezone: null,
      currency: 'USD',
      cutOffTime: null,
      extraFields: null,
      interest: {
        dayCount: 'actual/365',
        accrualMethod: 'simple',
        rounding: 'cut',
        minRate: null,
        maxRate: null,
        maxAprNominal: null,
        maxAprEffective: null,
        indexFloor: null,
        indexCap: null,
        indexStepCap: null,
        overdueRate: null,
        overdueBearing: 'principal',
        precomputedRebate: null,
        precomputedRebateRounding: 'halfUp',
        precomputedWholeAfterDays: null,
        resetMonths: null,
        resetLookbackDays: 0,
        resetRoundTo: null,
        resetFirstCap: null,
        resetPeriodicCap: null,
        resetLifetimeCap: null,
        resetLifetimeDrop: null,
        afterRateChange: 'solveAgain',
      },
      payments: {
        roundingUnit: 0.01,
        roundingMode: 'up',
        amortization: 'level',
        interestOnlyPayments: 0,
        multipleAdvances: false,
        prepayment: 'nextDue',
        proceedsPaidTo: 'nobody',
        deadlines: 'asIs',
        dueDateMode: 'fixedDueDate',
        statementDaysBeforeDue: 0,
        retryRules: defaultRetryRules,
        stopsAfterTwoFailures: false,
      },
      fees: { origination: null, late: null, nsfAmount: null, service: null, membership: null },
      waterfall: { by: 'obligation', order: ['fees', 'interest', 'principal'], earlyPayment: 'interestFirst' },
      delinquency: {
        toleranceAmount: 0,
        accelerationDueWithin: null,
        chargeOffDueWithin: null,
        accrualAfterChargeOff: false,
        paymentAllowedWhenChargedOff: true,
      },
      reAge: {
        monthsOnBooksMin: 9,
        monthsBetweenMin: 12,
        timesMax: 2,
        withinMonths: 60,
        paymentsMin: 3,
        addedPaymentsMax: null,
      },
      updatedAt: null,
      deletedAt: null,
    });
  });

  test('keeps fields of the lender, sign for sign, and gives them back', async () => {
    const { test: api } = await aCompany();
    const sent = '{"zone":"north","a":{"b":[1.00000000000000000001,null]}}';
    const body = `{"name":"A","extraFields":${sent}}`;
    const headers = { 'content-type': 'application/json' };
    const { id } = (await api.call('POST', '/loan-types', { body, headers })).body.data;
    const shown = async () => (await api.get(`/loan-types/${id}`)).body.data;
    const raw = await house().app.inject({ url: `/api/loan-types/${id}`, headers: { 'x-api-key': api.key } });
    assert.ok(raw.body.includes(`"extraFields":${sent}`), raw.body);
    await api.put(`/loan-types/${id}`, { description: 'More.' });
    assert.deepEqual((await shown()).extraFields.zone, 'north');
    await api.call('PUT', `/loan-types/${id}`, { body: `{"extraFields":${sent}}`, headers });
    assert.equal((await shown()).version, 2, 'the same fields are no change');
    await api.put(`/loan-types/${id}`, { extraFields: null });
    assert.equal((await shown()).extraFields, null);
  });

  test('is given back by a read, a list and a version as the write answered, sign for sign', async () => {
    const { test: api } = await aCompany();
    const answer = await api.post('/loan-types', {
      name: 'All set',
      externalId: 'all-set',
      description: 'Every setting.',
      assetDisplayName: 'Everything',
      timezone: 'America/Chicago',
      cutOffTime: '17:30:00',
      interest: { dayCount: '30/360', minRate: '0.0500', maxRate: 0.2999, indexFloor: '-0.01', indexCap: 0.3 },
      payments: { roundingUnit: 5, prepayment: 'shorten' },
      fees: {
        origination: { charged: 'spread' },
        late: { graceDays: 10, percent: '0.05', yearlyCapAmount: 100 },
        nsfAmount: '25.00',
        service: { amount: 4.5, capAmount: 54 },
        membership: { amount: 2 },
      },
      waterfall: { by: 'component', order: ['interest', 'principal', 'fees'] },
      delinquency: { toleranceAmount: 1, accelerationDueWithin: 90, chargeOffDueWithin: 120 },
      reAge: { timesMax: 1, paymentsMin: 6 },
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const made = answer.body.data;
    const written = JSON.stringify(made);
    const read = await api.get('/loan-types/ext-all-set');
    assert.equal(JSON.stringify(read.body.data), written);
    assert.equal(JSON.stringify((await api.get('/loan-types')).body.data[0]), written);
    const [version] = (await versionsOf(api, made.id)).data;
    assert.deepEqual({ ...made, ...version.settings }, made);
    assert.equal(Object.keys(version.settings).length, 15);
    assert.deepEqual(made.fees.late, {
      graceDays: 10,
      flatAmount: 0,
      percent: 0.05,
      rule: 'percent',
      base: 'instalment',
      minAmount: null,
      maxAmount: null,
      yearlyCapAmount: 100,
      lifetimeCapAmount: null,
      pyramiding: 'blocked',
    });
    assert.deepEqual(made.fees.membership, { amount: 2, capAmount: null });
  });

  test('changes by its parts, and each change is a version of its own that never changes again', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/loan-types', { name: 'First', fees: { late: { graceDays: 10, flatAmount: 15 } } });
    const second = await api.put(`/loan-types/${id}`, { fees: { late: { maxAmount: 20 }, nsfAmount: 25 } });
    assert.equal(second.status, 200, JSON.stringify(second.body));
    const { fees, version } = second.body.data;
    assert.deepEqual([version, fees.nsfAmount], [2, 25]);
    assert.deepEqual([fees.late.graceDays, fees.late.flatAmount, fees.late.maxAmount], [10, 15, 20]);
    const third = (await api.put(`/loan-types/${id}`, { name: 'Third', fees: { late: null } })).body.data;
    assert.deepEqual([third.version, third.fees.late, third.fees.nsfAmount], [3, null, 25]);
    const { data, total } = await versionsOf(api, id);
    assert.equal(total, 3);
    assert.deepEqual(
      data.map((one: { id: string; version: number; settings: typeof third }) => [
        one.id,
        one.version,
        one.settings.name,
        one.settings.fees.late?.maxAmount,
      ]),
      [
        [`${id}.3`, 3, 'Third', undefined],
        [`${id}.2`, 2, 'First', 20],
        [`${id}.1`, 1, 'First', null],
      ],
    );
    assert.equal(third.assetDisplayName, 'First', 'it was the name once, and stays what it is');
    const displayed = async (settings: object) =>
      (await api.put(`/loan-types/${id}`, settings)).body.data.assetDisplayName;
    assert.equal(await displayed({ assetDisplayName: null }), 'Third');
    assert.equal(await displayed({ name: 'Sixth', assetDisplayName: null }), 'Sixth');
  });

  test('stays as it is, and tells nothing, where nothing changes', async () => {
    const { test: api } = await aCompany();
    const made = await api.made('/loan-types', { name: 'Same', interest: { maxRate: 0.3 }, fees: { nsfAmount: 25 } });
    const before = await told(house(), api);
    for (const same of [{}, { name: 'Same' }, { interest: { maxRate: '0.30' } }, { fees: { nsfAmount: '25.0' } }]) {
      const answer = await api.put(`/loan-types/${made.id}`, same);
      assert.deepEqual([answer.status, answer.body.data], [200, made], JSON.stringify(same));
    }
    assert.deepEqual(await told(house(), api), before);
  });

  test('changes status and external id without a new version', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/loan-types', { name: 'A', externalId: 'a' });
    const { data } = (await api.put(`/loan-types/${id}`, { status: 'inactive', externalId: 'b' })).body;
    assert.deepEqual([data.version, data.status, data.externalId], [1, 'inactive', 'b']);
    assert.notEqual(data.updatedAt, null);
    assert.equal((await api.get('/loan-types/ext-a')).status, 404);
    assert.equal((await api.get('/loan-types/ext-b')).body.data.id, id);
    const taken = await api.post('/loan-types', { name: 'B', externalId: 'b' });
    assert.deepEqual([taken.status, taken.body.errorType], [409, 'DuplicateExternalId']);
    assert.deepEqual(ids(await api.get('/loan-types?status=inactive')), [id]);
    assert.ok(!ids(await api.get('/loan-types?status=active')).includes(id));
    const events = (await told(house(), api)).filter(({ loanTypeId }) => loanTypeId === id);
    assert.deepEqual(typesOf(events), ['loantype.created', 'loantype.updated', 'loantype.statuschanged']);
    assert.deepEqual(
      events.map(({ version, status, loanTypeExternalId }) => [version, status, loanTypeExternalId]),
      [
        [1, 'active', 'a'],
        [1, 'inactive', 'b'],
        [1, 'inactive', 'b'],
      ],
    );
  });

  test('changed by many at once has one version for each change, and none is lost', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/loan-types', { name: 'Wanted' });
    const changes = [
      ...[1, 2, 3].map((days) => ({ fees: { late: { graceDays: days, flatAmount: 15 } } })),
      { interest: { maxRate: 0.3 } },
      { delinquency: { chargeOffDueWithin: 120 } },
      { payments: { interestOnlyPayments: 2 } },
    ];
    const answers = await Promise.all(changes.map((change) => api.put(`/loan-types/${id}`, change)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const last = (await api.get(`/loan-types/${id}`)).body.data;
    assert.equal(last.version, 7);
    assert.equal((await versionsOf(api, id)).total, 7);
    assert.deepEqual(
      [last.interest.maxRate, last.delinquency.chargeOffDueWithin, last.payments.interestOnlyPayments],
      [0.3, 120, 2],
    );
  });

  test('is listed with its versions from end to end and back', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/loan-types', { name: 'v1' });
    for (const name of ['v2', 'v3', 'v4', 'v5']) await api.put(`/loan-types/${id}`, { name });
    const path = `/loan-types/${id}/versions?limit=2`;
    const versions = [5, 4, 3, 2, 1].map((version) => `${id}.${version}`);
    assert.deepEqual((await walkForwards(api, path)).flat(), versions);
    assert.deepEqual((await walkBackwards(api, path, `${id}.1`)).flat(), versions.slice(0, -1));
    const other = await api.made('/loan-types', { name: 'Other' });
    assert.deepEqual(ids(await api.get(`/loan-types/${other.id}/versions`)), [`${other.id}.1`]);
    const all = await walkForwards(api, '/loan-types?limit=1');
    assert.deepEqual(all.flat().slice(0, 2), [other.id, id]);
  });

  test('is found by loans with its settings, and in the version that they keep', async () => {
    const { test: api } = await aCompany();
    const made = await api.made('/loan-types', {
      name: 'For loans',
      fees: { nsfAmount: 25 },
      interest: { maxRate: 0.3 },
    });
    await api.put(`/loan-types/${made.id}`, { fees: { nsfAmount: 30 } });
    const reader = house().service.database.reader(api.realm);
    const found = await findLoanType(reader, made.id);
    assert.deepEqual([found.version, found.fees.nsfAmount, found.interest.maxRate], [2, 3000, '0.3']);
    const first = await loanTypeVersion(reader, made.id, 1);
    assert.equal(first.settings.fees.nsfAmount, 2500);
    const missing = { name: 'NotFound', data: { path: 'loanTypeId' } };
    await assert.rejects(findLoanType(reader, 'ext-nothing'), missing);
    await assert.rejects(findLoanType(reader, 'LT-AAAA-AAAA'), missing);
    await assert.rejects(loanTypeVersion(reader, made.id, 3), missing);
  });
});

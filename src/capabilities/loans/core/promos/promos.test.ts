// Promo programs: agreed with a loan, with its draft or later; what a product does not have is refused by its field.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { aDraw, shown } from '../../../../../tests/support/begun-line.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { typesOf } from '../../../../../tests/support/told.ts';
import { loanBody } from '../../../../../tests/support/world.ts';

const types = '/companies/current/promo-program-types';
const less = { name: 'Less', externalId: 'less', programType: 'reducedRate', promoRate: 0.05, promoDurationDays: 184 };
const cash = { name: 'Cash', externalId: 'cash', programType: 'sameAsCash', promoDurationDays: 184 };
const lost = { ...less, name: 'Lost', externalId: 'lost', sacDisqualifyOverdueDays: 60 };

const refused = ({ status, body }: Answer, errorType: string) =>
  assert.deepEqual([status, body.errorType], [409, errorType], JSON.stringify(body));

describe('promo programs', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let loans: string;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2027-01-01T17:00:00Z');
    for (const type of [less, cash, lost]) await api.made(types, type);
    loans = `/people/${(await api.made('/people', aPerson())).id}/loans`;
  });

  const aLoan = async (atOrigination: object = {}, status = 'originated') => {
    const agreed = { ...loanBody.atOrigination, ...atOrigination };
    const { id } = await api.made(loans, { ...loanBody, status, atOrigination: agreed });
    return `${loans}/${id}`;
  };
  const eventsOf = async (path: string) => {
    const person = path.slice(0, path.indexOf('/loans'));
    const loanId = path.split('/').at(-1);
    const { data } = (await api.get(`${person}/events?limit=100`)).body;
    return typesOf(data.filter((event: { loanId: string }) => event.loanId === loanId)).filter((type) =>
      type.includes('promo'),
    );
  };

  test('that are agreed with an installment loan are in its disclosures and its schedule', async () => {
    const plain = await aLoan();
    const agreed = await aLoan({ promoPrograms: [{ promoTypeId: 'ext-less', externalId: 'agreed-1' }] });
    const [one, other] = [await shown(api, plain), await shown(api, agreed)];
    assert.ok(other.atOrigination.aprNominal < one.atOrigination.aprNominal);
    assert.equal(one.atOrigination.promoPrograms, null);
    const [program] = other.atOrigination.promoPrograms;
    assert.deepEqual(Object.keys(program), [
      'id',
      'externalId',
      'promoTypeId',
      'status',
      'promoStartDate',
      'promoEndDate',
      'promoDurationDays',
      'promoGracePeriodDays',
      'sacDisqualifyOverdueDays',
      'metaData',
    ]);
    assert.deepEqual([program.status, program.promoStartDate, program.promoDurationDays], ['pending', null, 184]);
    const { schedule } = await api.made(`${agreed}/activate`, {});
    const [item] = (await shown(api, `${agreed}/expected-payments`)).expectedPayments;
    assert.equal(item.amount, schedule[0].amount);
    assert.ok(item.interestAmount < item.interestBeforeDiscountAmount);
    const [active] = (await shown(api, agreed)).atOrigination.promoPrograms;
    const dates = [active.status, active.promoStartDate, active.promoEndDate];
    assert.deepEqual(dates, ['active', '2027-01-01', '2027-07-03']);
    assert.deepEqual(await eventsOf(agreed), ['loan.promoprogram.created', 'loan.promoprogram.activated'].reverse());
    const path = `${agreed}/promo-programs/ext-agreed-1`;
    refused(await api.put(path, { promoDurationDays: 300 }), 'PromoProgramIsOfTerms');
    refused(await api.put(path, { status: 'canceled' }), 'PromoProgramIsOfTerms');
    const described = await api.put(path, { externalId: null, metaData: { a: 1 } });
    assert.deepEqual([described.status, described.body.data.metaData], [200, { a: 1 }]);
    assert.equal((await api.get(path)).status, 404);
  });

  test('a further one of an installment loan is replayed', async () => {
    const path = await aLoan();
    refused(await api.post(`${path}/promo-programs`, { promoTypeId: 'ext-less' }), 'LoanStatusForbids');
    await api.made(`${path}/activate`, {});
    const before = (await shown(api, `${path}/expected-payments`)).expectedPayments[0].interestAmount;
    const { id } = await api.made(`${path}/promo-programs`, { promoTypeId: 'ext-less' });
    const after = (await shown(api, `${path}/expected-payments`)).expectedPayments[0].interestAmount;
    assert.ok(after < before);
    assert.equal((await shown(api, path)).atOrigination.promoPrograms, null);
    assert.deepEqual(ids(await api.get(`${path}/promo-programs`)), [id]);
    assert.equal((await api.put(`${path}/promo-programs/${id}`, { status: 'canceled' })).status, 200);
    const again = (await shown(api, `${path}/expected-payments`)).expectedPayments[0].interestAmount;
    assert.equal(again, before);
  });

  test('keep what their type said', async () => {
    const type = await api.made(types, { ...less, externalId: 'moving' });
    const { path } = await aLine(api);
    const made = await api.made(`${path}/promo-programs`, { promoTypeId: type.id });
    await api.put(`${types}/${type.id}`, { promoRate: 0.01, promoDurationDays: 300 });
    await api.delete(`${types}/${type.id}`);
    const read = await shown(api, `${path}/promo-programs/${made.id}`);
    assert.deepEqual([read.promoRate, read.promoDurationDays, read.promoTypeId], [0.05, 184, type.id]);
    const again = await api.post(`${path}/promo-programs`, { promoTypeId: type.id });
    assert.deepEqual([again.status, again.body.data.path], [404, 'promoTypeId']);
    const inactive = await api.made(types, { ...less, externalId: 'off', status: 'inactive' });
    refusedAt(await api.post(`${path}/promo-programs`, { promoTypeId: inactive.id }), 'promoTypeId');
  });

  test('of a draft are replaced by those that are sent, and stay where they are sent back', async () => {
    const promoPrograms = [
      { promoTypeId: 'ext-less', externalId: 'draft-1' },
      { promoTypeId: 'ext-less', externalId: 'draft-2', promoDurationDays: 200 },
    ];
    const path = await aLoan({ promoPrograms }, 'pending');
    const { atOrigination } = await shown(api, path);
    const same = await api.put(path, { atOrigination });
    assert.deepEqual(same.body.data.atOrigination.promoPrograms, atOrigination.promoPrograms);
    const [, second] = atOrigination.promoPrograms;
    const changed = await api.put(path, {
      atOrigination: {
        promoPrograms: [
          { ...second, promoDurationDays: 210 },
          { promoTypeId: 'ext-less', externalId: 'draft-1' },
        ],
      },
    });
    const [kept, made] = changed.body.data.atOrigination.promoPrograms;
    assert.deepEqual([kept.id, kept.externalId, kept.promoDurationDays], [second.id, 'draft-2', 210]);
    assert.notEqual(made.id, atOrigination.promoPrograms[0].id);
    const none = await api.put(path, { atOrigination: { promoPrograms: null } });
    assert.equal(none.body.data.atOrigination.promoPrograms, null);
    assert.equal((await api.get(`${path}/promo-programs/ext-draft-2`)).status, 404);
    await aLoan({ promoPrograms: [{ promoTypeId: 'ext-less', externalId: 'draft-2' }] });
    const foreign = { promoPrograms: [{ id: second.id, promoTypeId: 'ext-less' }] };
    refusedAt(await api.put(path, { atOrigination: foreign }), 'atOrigination.promoPrograms[0].id');
  });

  test('of a draw begin with it, and go with it', async () => {
    const { path: line } = await aLine(api);
    const draw = await aDraw(api, line, { externalId: 'promoted' }, { activate: false });
    const make = (body: object) => api.made(`${line}/promo-programs`, { drawId: 'ext-promoted', ...body });
    const deferred = await make({ promoTypeId: 'ext-cash' });
    const later = await make({ promoTypeId: 'ext-less', promoStartDate: '2027-02-01' });
    const second = await api.post(`${line}/promo-programs`, { promoTypeId: 'ext-cash', drawId: 'ext-promoted' });
    refusedAt(second, 'promoTypeId');
    await api.made(`${draw}/activate`, {});
    const listed = await shown(api, `${line}/promo-programs`);
    const brief = listed.map((one: Record<string, unknown>) => [
      one.id,
      one.status,
      one.promoStartDate,
      one.promoEndDate,
    ]);
    assert.deepEqual(brief, [
      [later.id, 'active', '2027-02-01', '2027-08-03'],
      [deferred.id, 'active', '2027-01-01', '2027-07-03'],
    ]);
    assert.equal(listed[0].drawId, draw.split('/').at(-1));
    refused(await api.put(`${line}/promo-programs/${deferred.id}`, { status: 'canceled' }), 'PromoProgramIsOfTerms');
    await api.made(`${draw}/cancel`, {});
    const gone = await shown(api, `${line}/promo-programs`);
    assert.deepEqual(new Set(gone.map(({ status }: { status: string }) => status)), new Set(['canceled']));
    const late = await api.post(`${line}/promo-programs`, { promoTypeId: 'ext-less', drawId: 'ext-promoted' });
    refusedAt(late, 'drawId');
  });

  test('that the product does not have are refused by their field', async () => {
    const loan = await aLoan();
    await api.made(`${loan}/activate`, {});
    const { path: line } = await aLine(api);
    const draw = await aDraw(api, line);
    const drawId = draw.split('/').at(-1);
    const cases: [string, object, string][] = [
      [loan, { promoTypeId: 'ext-cash' }, 'promoTypeId'],
      [loan, { promoTypeId: 'ext-lost' }, 'sacDisqualifyOverdueDays'],
      [loan, { promoTypeId: 'ext-less', drawId }, 'drawId'],
      [loan, { promoTypeId: 'ext-less', promoGracePeriodDays: 5 }, 'promoGracePeriodDays'],
      [loan, { promoTypeId: 'ext-less', promoStartDate: '2026-12-31' }, 'promoStartDate'],
      [loan, { promoTypeId: 'ext-less', promoStartDate: '9999-12-31' }, 'promoStartDate'],
      [loan, { promoTypeId: 'ext-less', promoEndDate: '2026-12-31' }, 'promoEndDate'],
      [loan, { promoTypeId: 'ext-less', promoEndDate: '2099-12-31' }, 'promoEndDate'],
      [loan, { promoTypeId: 'ext-less', promoEndDate: '2027-06-30', promoDurationDays: 20 }, 'promoEndDate'],
      [line, { promoTypeId: 'ext-cash' }, 'drawId'],
      [line, { promoTypeId: 'ext-cash', drawId }, 'promoTypeId'],
      [line, { promoTypeId: 'ext-less', promoDurationDays: 180 }, 'promoDurationDays'],
      [line, { promoTypeId: 'ext-less', sacDisqualifyOverdueDays: 59 }, 'sacDisqualifyOverdueDays'],
      [line, { promoTypeId: 'ext-lost', promoStartDate: '2026-12-31', drawId }, 'promoStartDate'],
    ];
    for (const [path, body, field] of cases) refusedAt(await api.post(`${path}/promo-programs`, body), field);
    for (const [atOrigination, field] of [
      [{ promoPrograms: [{ promoTypeId: 'ext-cash' }] }, 'promoTypeId'],
      [{ promoPrograms: [{ promoTypeId: 'ext-less', promoStartDate: '2027-02-01' }] }, 'promoStartDate'],
    ] as const) {
      const agreed = { ...loanBody.atOrigination, ...atOrigination };
      refusedAt(
        await api.post(loans, { ...loanBody, atOrigination: agreed }),
        `atOrigination.promoPrograms[0].${field}`,
      );
    }
    const agreed = { creditLimitAmount: 500, promoPrograms: [{ promoTypeId: 'ext-cash' }] };
    const ofLine = { loanTypeId: 'ext-credit-card', atOrigination: agreed };
    refusedAt(await api.post(loans, ofLine), 'atOrigination.promoPrograms[0].promoTypeId');
    const nobody = await api.post(`${line}/promo-programs`, { promoTypeId: 'ext-less', drawId: 'LN-AAAA-AAAA' });
    assert.deepEqual([nobody.status, nobody.body.data.path], [404, 'drawId']);
    const { id } = await api.made(`${line}/promo-programs`, { promoTypeId: 'ext-less', drawId, externalId: 'twice' });
    const twice = await api.post(`${line}/promo-programs`, { promoTypeId: 'ext-less', externalId: 'twice' });
    assert.equal(twice.body.errorType, 'DuplicateExternalId');
    refusedAt(await api.put(`${line}/promo-programs/${id}`, { status: 'pending' }), 'status');
    refusedAt(await api.put(`${line}/promo-programs/${id}`, { promoEndDate: '2027-02-01' }), 'promoDurationDays');
    assert.equal((await api.get(`${loan}/promo-programs/${id}`)).status, 404);
  });

  test('are refused on a loan that is over', async () => {
    const path = await aLoan();
    await api.made(`${path}/cancel`, {});
    refused(await api.post(`${path}/promo-programs`, { promoTypeId: 'ext-less' }), 'LoanStatusForbids');
  });

  test('come with a line that is taken over, and with its draws', async () => {
    const { path: line } = await aLine(api, { promoPrograms: [{ promoTypeId: 'ext-lost' }] }, { activate: false });
    const draw = await aDraw(api, line, {}, { activate: false });
    const drawId = draw.split('/').at(-1);
    await api.made(`${line}/promo-programs`, { promoTypeId: 'ext-cash', drawId });
    const draws = [{ drawId, principalAmount: 100, deferredInterestAmount: 4.2 }];
    const body = { startDate: '2026-11-01', migrationDate: '2026-12-20', balances: { draws, statements: [] } };
    await api.made(`${line}/migration/activate`, body);
    const [deferred, rate] = await shown(api, `${line}/promo-programs`);
    assert.deepEqual(
      [deferred.promoStartDate, deferred.promoEndDate, deferred.isInForce],
      ['2026-11-01', '2027-05-03', true],
    );
    assert.deepEqual([rate.promoStartDate, rate.promoEndDate, rate.isInForce], ['2026-11-01', '2027-05-03', true]);
  });
});

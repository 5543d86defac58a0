// A line that is imported with promo programs, through its first statement: 18.25 % less 9.125 % are 0.025 % a day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aDraw, shown } from './support/begun-line.ts';
import { booksAgree } from './support/books-agree.ts';
import { aPerson, useHouse } from './support/house.ts';
import { setClock } from './support/test-clock.ts';

const { house, aCompany } = useHouse({ works: false });
const less = { programType: 'reducedRate', promoRate: 0.09125, promoDurationDays: 184 };

test('a line of an import has the promo programs that it agreed: its draws bear the lower rate, and a wrong one is named', async () => {
  const { test: api } = await aCompany();
  await setClock(api, '2027-01-01T17:00:00Z');
  await api.made('/companies/current/promo-program-types', { name: 'Less', externalId: 'less', ...less });
  const { id: personId } = await api.made('/people', aPerson());
  const lineWith = (externalId: string, promoTypeId: string) => ({
    loan: {
      externalId,
      personId,
      loanTypeId: 'ext-credit-card',
      status: 'originated',
      atOrigination: {
        creditLimitAmount: 5000,
        interestRates: [{ rate: 0.1825 }],
        specificDays: [1, 25],
        promoPrograms: [{ promoTypeId, externalId: `${externalId}-promo` }],
      },
    },
    activate: {},
  });
  const body = [lineWith('good', 'ext-less'), lineWith('bad', 'ext-more')]
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('');
  const headers = { 'content-type': 'application/x-ndjson' };
  const sent = await api.call('POST', '/loans/import', { body, headers });
  assert.equal(sent.status, 202, JSON.stringify(sent.body));
  const { id: operationId } = sent.body.data;
  await house().service.operations.job.run({ ...api.realm, payload: { operationId } });
  assert.deepEqual((await shown(api, `/operations/${operationId}`)).result, {
    lines: 2,
    created: 1,
    existing: 0,
    failed: 1,
  });
  const [failed] = await shown(api, `/loans/import/${operationId}/results?outcome=failed`);
  assert.deepEqual([failed.line, failed.error.data.path], [2, 'loan.atOrigination.promoPrograms[0].promoTypeId']);

  const line = `/people/${personId}/loans/ext-good`;
  const [program] = (await shown(api, line)).atOrigination.promoPrograms;
  assert.deepEqual(
    [program.externalId, program.status, program.promoStartDate, program.promoEndDate],
    ['good-promo', 'active', '2027-01-01', '2027-07-03'],
  );
  const draw = await aDraw(api, line, { atOrigination: { gracePeriod: { isGracePeriodApplicable: false } } });
  await api.made(`${draw}/purchases`, { amount: 1000 });
  await setClock(api, '2027-02-01T17:00:00Z');
  const [first] = await shown(api, `${line}/periods`);
  const { interestAmount, newBalanceAmount, rates } = await shown(api, `${line}/periods/${first.id}/bill`);
  // 31 days of 0.25.
  assert.deepEqual([interestAmount, newBalanceAmount, rates[0].annualRate], [7.75, 1007.75, 0.09125]);
  await setClock(api, '2027-07-06T17:00:00Z');
  const { segments } = await shown(api, `${line}/interest?fromEffectiveDate=2027-07-01`);
  assert.deepEqual(
    segments.map(({ fromDate, rate }: { fromDate: string; rate: number }) => [fromDate, rate]),
    [
      ['2027-07-01', 0.09125],
      ['2027-07-04', 0.1825],
    ],
  );
  await booksAgree(house(), api, 0);
});

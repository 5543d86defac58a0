// Every pair of tools, in both orders, on a loan of each product: allowed or refused as docs/tools.md says.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { loanTools, type Tool, tools } from '#capabilities/loans/core/loan/tools.ts';
import type { Product } from '../scripts/products-document.ts';
import { endpointOf, isBesideCharge, statusBefore, toolsOf, verdictOn } from '../scripts/tools-document.ts';
import { aDraw, aLine } from './support/begun-line.ts';
import { aPerson, type Client, useHouse } from './support/house.ts';
import { digestOf } from './support/isolation/digest.ts';
import { agreement } from './support/loan-life.ts';
import { setClock } from './support/test-clock.ts';

/** What brings an active loan into the status in which the first of a pair is used. */
const ways: Readonly<Record<string, readonly [string, object]>> = {
  frozen: ['freeze', {}],
  accelerated: ['accelerate', {}],
  chargedOff: ['charge-off', { chargedOffReason: 'age' }],
};

/** The loan type of these loans takes money after a charge-off, and lets nothing accrue. */
const bySettings = ({ verb }: Tool): string =>
  verb === 'settle' || verb === 'promise' ? 'allowed' : 'LoanStatusForbids';

describe('each pair of tools', () => {
  const { aCompany, house } = useHouse({ works: false });
  let api: Client;
  let loanTypeId: string;
  let militaryServiceId: string;
  const agencies: string[] = [];
  before(async () => {
    api = (await aCompany()).test;
    const reAge = { monthsOnBooksMin: 0, paymentsMin: 0 };
    loanTypeId = (await api.made('/loan-types', { name: 'Of tools', payments: { multipleAdvances: true }, reAge })).id;
    for (const legalName of ['One', 'Two']) {
      agencies.push((await api.made('/companies/current/collection-agencies', { legalName })).id);
    }
    const promo = { externalId: 'less', programType: 'reducedRate', promoRate: 0.05, promoDurationDays: 184 };
    await api.made('/companies/current/promo-program-types', { name: 'Less', ...promo });
  });

  /** A request that is right on a fresh loan; as the second of a pair one that the same tool has not made already. */
  const bodies: Readonly<Record<string, (place: 0 | 1, product: Product) => object>> = {
    'hardships.defer': (place) => ({ dueDates: [place === 0 ? '2026-04-15' : '2026-03-15'] }),
    'hardships.changeDueDates': (place, product) => ({
      specificDays: product === 'installment' ? [place === 0 ? 20 : 22] : [place === 0 ? 2 : 3, 26],
    }),
    'customPaymentPlans.create': () => ({ amount: 25, numberOfPeriods: 2 }),
    'hardships.reAge': (_, product) => (product === 'installment' ? { into: 'end' } : {}),
    'loans.chargeOff': () => ({ chargedOffReason: 'age' }),
    'advances.create': () => ({ amount: 20 }),
    'loanRefunds.createNewer': () => ({ refundAmount: 20, atFaultParty: 'other' }),
    'loanFees.create': () => ({ apiName: 'lateFee', amount: 5 }),
    'loanRates.create': (place) => ({ interestRate: { annualRate: place === 0 ? 0.1 : 0.11 } }),
    'promoPrograms.create': () => ({ promoTypeId: 'ext-less' }),
    'loanAgency.assign': (place) => ({ collectionAgencyId: agencies[place] }),
    'settlements.create': () => ({ amount: 10 }),
    'promiseToPayPlans.create': () => ({ amount: 10 }),
    'scraCaps.create': () => ({ militaryServiceId, noticeReceivedDate: '2026-01-01' }),
    'lateFeeSuspensions.create': () => ({}),
    'loans.changeLimit': (place) => ({ creditLimitAmount: place === 0 ? 4000 : 3000 }),
  };

  /** Its first payment is overdue. */
  async function installmentOf(type: string): Promise<string> {
    await setClock(api, '2026-01-20T15:00:00Z');
    const body = { loanTypeId: type, status: 'originated', atOrigination: agreement };
    const person = `/people/${(await api.made('/people', aPerson())).id}`;
    const loan = `${person}/loans/${(await api.made(`${person}/loans`, body)).id}`;
    await api.made(`${loan}/activate`, {});
    await setClock(api, '2026-02-20T15:00:00Z');
    return loan;
  }

  const made: Readonly<Record<Product, () => Promise<string>>> = {
    installment: () => installmentOf(loanTypeId),
    /** Nine months old, seven statements overdue, and three paid again: it may be re-aged. */
    async lineOfCredit() {
      await setClock(api, '2027-01-01T17:00:00Z');
      const minPaymentCalculation = { percentageOfPrincipal: 0, minAmount: 100 };
      const cycle = { specificDays: [1, 25], interestRates: [{ rate: 0 }] };
      const line = await aLine(api, { atOrigination: { creditLimitAmount: 5000, ...cycle, minPaymentCalculation } });
      const draw = await aDraw(api, line);
      await api.made(`${draw}/purchases`, { amount: 2000 });
      await setClock(api, '2027-10-20T17:00:00Z');
      await api.made(`${line}/transactions`, { type: 'oneTime', isExternal: true, amount: 300 });
      return line;
    },
  };

  async function laterServiceOf(loan: string): Promise<string> {
    const services = loan.replace(/loans.*/, 'military-services');
    return (await api.made(services, { startDate: '2100-01-01' })).id;
  }

  async function ask(loan: string, tool: Tool, body: object): Promise<string> {
    const { method, path } = endpointOf(tool);
    const to = loan + path.slice('/people/{personId}/loans/{loanId}'.length);
    const answer = await api.call(method, to, { body });
    return answer.status < 300 ? 'allowed' : answer.body.errorType;
  }

  test('needs the permission of its endpoint', () => {
    const asked = tools.map((tool) => [tool.endpoint, endpointOf(tool).permission]);
    assert.deepEqual([...loanTools], asked);
  });

  test('can be previewed', () => {
    assert.deepEqual(
      tools.filter((tool) => !endpointOf(tool).previews),
      [],
    );
  });

  test('is refused where the charge was fixed at the start, as the table says', async () => {
    const reAge = { monthsOnBooksMin: 0, paymentsMin: 0 };
    const type = { name: 'Precomputed', interest: { precomputedRebate: 'ruleOf78' }, reAge };
    const loan = await installmentOf((await api.made('/loan-types', type)).id);
    militaryServiceId = await laterServiceOf(loan);
    const found: Record<string, string> = {};
    const usable = toolsOf('installment').filter((tool) => statusBefore(tool) === 'active');
    for (const tool of usable) {
      found[tool.endpoint] = await ask(loan, tool, { ...bodies[tool.endpoint]?.(0, 'installment'), previewMode: true });
    }
    const said = usable.map((tool) => [tool.endpoint, isBesideCharge(tool) ? 'ChargeFixed' : 'allowed']);
    assert.deepEqual(found, Object.fromEntries(said));
  });

  for (const product of ['installment', 'lineOfCredit'] as const) {
    test(`is allowed or refused as the table says: ${product}`, async () => {
      const wrong: string[] = [];
      for (const first of toolsOf(product)) {
        const loan = await made[product]();
        militaryServiceId = await laterServiceOf(loan);
        const way = ways[statusBefore(first)];
        if (way !== undefined) await api.made(`${loan}/${way[0]}`, way[1]);
        const done = await ask(loan, first, bodies[first.endpoint]?.(0, product) ?? {});
        assert.equal(done, 'allowed', `${product}: ${first.endpoint}`);
        const stored = await digestOf(house(), api.realm);
        for (const second of tools) {
          const said = verdictOn(first, second, product);
          const expected = said === 'depends' ? bySettings(second) : said;
          const body = { ...bodies[second.endpoint]?.(1, product), previewMode: true };
          const found = await ask(loan, second, body);
          if (found !== expected) wrong.push(`${first.endpoint}, then ${second.endpoint}: ${found}, not ${expected}`);
        }
        assert.deepEqual(
          await digestOf(house(), api.realm),
          stored,
          `a preview after ${first.endpoint} kept something`,
        );
      }
      assert.deepEqual(wrong, []);
    });
  }
});

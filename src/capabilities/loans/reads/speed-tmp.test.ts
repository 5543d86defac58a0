import { before, describe, test } from 'node:test';
import { type Company, useHouse } from '../../../../tests/support/house.ts';
import { aLife, setClock } from '../../../../tests/support/loan-life.ts';
describe('speed', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => { company = await aCompany(); });
  test('s', { timeout: 500000 }, async () => {
    const old = await aLife(company, { start: '2021-06-20T15:00:00Z', agreed: { duration: 120 } });
    let day = Date.parse('2021-07-15T15:00:00Z');
    while (day < Date.parse('2026-12-01')) {
      await setClock(old.api, new Date(day).toISOString());
      await old.pay(80);
      const d = new Date(day); d.setUTCMonth(d.getUTCMonth() + 1); day = d.getTime();
    }
    const young = await aLife(company, { start: '2026-11-20T15:00:00Z', agreed: { duration: 120 } });
    const youngPaid = await aLife(company, { start: '2026-10-20T15:00:00Z', agreed: { duration: 120 } });
    await setClock(old.api, '2026-12-05T15:00:00Z');
    await youngPaid.pay(80, {effectiveDate: '2026-11-15'});
    for (const l of [old, young, youngPaid]) await l.act('refresh');
    const time = async (path: string) => { const t = process.hrtime.bigint(); for (let i = 0; i < 300; i++) await old.api.get(path); return Number(process.hrtime.bigint() - t) / 300e3; };
    for (let k = 0; k < 5; k++) {
      const r = [] as string[];
      for (const l of [old, young, youngPaid]) r.push(`${(await time(l.path + '/balances')).toFixed(0)}/${(await time(l.path)).toFixed(0)}`);
      console.log(r.join('  '), 'us balances/loan: old young youngPaid');
    }
    console.log((await time(old.path + '/interest')).toFixed(0), (await time(old.path + '/explain?figure=nonDuePrincipalAmount')).toFixed(0), (await time(old.path + '/ledger')).toFixed(0), (await time(old.path + '/balances?toEffectiveDate=2022-01-01')).toFixed(0));
  });
});

// The figures of months, worked by hand: loans of 3,650.00 at 10 %, which is a dollar of interest a day, and 500.00 due on
// the first of each month.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aCollectedLoan, nameProvider, oldAccount } from '../../../tests/support/collected.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { aPassingDay } from '../../../tests/support/passing-day.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { aRoundLoan, type RoundLoan } from '../../../tests/support/round-loan.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';
import { closingMonth } from './close-month.ts';

type Shown = Awaited<ReturnType<Client['made']>>;

describe('figures of months', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let paying: RoundLoan;
  let late: RoundLoan;
  let february: unknown;

  const figure = async (path: string, of: Client = api): Promise<Shown> => {
    const { status, body } = await of.get(`/figures/${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const rowOf = async (path: string, from: string): Promise<Shown> =>
    (await figure(path)).rows.find((row: Shown) => row.from === from || row.bucket === from || row.month === from);
  const promise = (loan: RoundLoan, dueDate: string): Promise<Shown> =>
    api.made(`${loan.path}/promise-to-pay-plans`, { schedule: [{ dueDate, amount: 400 }] });

  before(async () => {
    api = (await aCompany()).test;
    paying = await aRoundLoan(api);
    late = await aRoundLoan(api);
    await api.put('/companies/current/general-ledger/accounts', {});
    await moveClock(api, '2026-02-01T17:00:00Z');
    await promise(late, '2026-02-27');
    await promise(paying, '2026-02-28');
    const first = await paying.pay(500);
    await moveClock(api, '2026-03-01T17:00:00Z');
    february = await figure('delinquency?asOf=2026-02-28');
    await moveClock(api, '2026-03-02T17:00:00Z');
    await api.made(`${late.path}/charge-off`, { chargedOffReason: 'fraud' });
    await aRoundLoan(api, { start: '2026-03-02' });
    // The payment of February comes back in March.
    await paying.change(first, { status: 'failed', failureReason: 'R01' });
    await moveClock(api, '2026-04-01T17:00:00Z');
  });

  test('say how late loans were at the end of a month, as it was known then', async () => {
    const { asOf, rows } = february as Shown;
    assert.equal(asOf, '2026-02-28');
    assert.deepEqual(
      rows.slice(0, 3).map((row: Shown) => Object.values(row)),
      [
        // 3,650.00 less 469.00; 3,181.00 of 6,831.00 are 46.5671 %.
        ['current', 1, 3181, 0, 4657],
        ['1-29', 1, 3650, 500, 5343],
        ['30-59', 0, 0, 0, 0],
      ],
    );
    assert.deepEqual(await figure('delinquency?asOf=2026-02-28'), february, 'a correction changes no closed month');
    const january = await rowOf('delinquency?asOf=2026-01-31', 'current');
    assert.deepEqual([january.loansCount, january.principalAmount], [2, 7300]);
    // The first installment is late for 58 days at the end of March. That of March is late too, with a late fee of 15.00.
    const march = (await figure('delinquency?asOf=2026-03-31')).rows;
    assert.deepEqual(
      march.map(({ loansCount }: Shown) => loansCount),
      [1, 0, 1, 0, 0, 0],
    );
    assert.deepEqual([march[2].principalAmount, march[2].pastDueAmount], [3650, 1015]);
  });

  test('say what became of the loans of each bucket, and add up to all of them', async () => {
    const of = async (asOf: string, from: string) => {
      const row = await rowOf(`roll-rates?asOf=${asOf}`, from);
      const counts = Object.entries(row).filter(([name, value]) => name.startsWith('to') && value !== 0);
      return [row.loansCount, row.principalAmount, row.worseAmount, row.worseShare, Object.fromEntries(counts)];
    };
    const february = [
      2,
      7300,
      3650,
      5000,
      { toCurrentCount: 1, toCurrentAmount: 3650, to1To29Count: 1, to1To29Amount: 3650 },
    ];
    assert.deepEqual(await of('2026-02-28', 'current'), february);
    const rolled = { to30To59Count: 1, to30To59Amount: 3181 };
    assert.deepEqual(await of('2026-03-31', 'current'), [1, 3181, 3181, 10_000, rolled]);
    const lost = { toChargedOffCount: 1, toChargedOffAmount: 3650 };
    assert.deepEqual(await of('2026-03-31', '1-29'), [1, 3650, 3650, 10_000, lost]);
    assert.deepEqual(await of('2026-03-31', 'new'), [1, 0, 0, null, { toCurrentCount: 1 }]);
    const file: string = (await api.get('/figures/roll-rates/content?asOf=2026-03-31')).body;
    assert.match(
      file,
      /^from,loansCount,principalAmount,betterAmount,.*\r\ncurrent,1,3181\.00,0\.00,0\.00,3181\.00,10000,/,
    );
    const picture: string = (await api.get('/figures/roll-rates/picture')).body;
    assert.match(picture, />worseShare<[\s\S]*>100\.00 %<\/text>/);
    assert.doesNotMatch(picture, />toCurrentCount</);
  });

  test('of promises have the month in which they are decided, as they stood then', async () => {
    const rows = (await figure('promises?months=2&asOf=2026-03-31')).rows.map((row: Shown) => Object.values(row));
    assert.deepEqual(rows, [
      // The one that was late. What was paid on the other one came back before its month was closed.
      ['2026-02', 0, 1, 0, 400, 0, 0, 0],
      ['2026-03', 0, 1, 0, 400, 0, 0, 0],
    ]);
  });

  test('of returned debits are shares of what was sent', async () => {
    await house().service.database.pools.test.query(
      `insert into ach_rate_days (company_id, originator, day, is_verifying, sent, returned, unauthorized, administrative)
       values ($1, '1', '2026-02-03', false, 300, 20, 1, 2), ($1, '2', '2026-02-04', false, 100, 4, 0, 0),
              ($1, '1', '2026-02-03', true, 50, 9, 9, 9), ($1, '1', '2026-03-03', false, 7, 0, 0, 0)`,
      [api.realm.companyId],
    );
    const rows = (await figure('returns?months=2&asOf=2026-03-31')).rows.map((row: Shown) => Object.values(row));
    assert.deepEqual(rows, [
      ['2026-02', 400, 24, 600, 1, 25, 2, 50],
      ['2026-03', 7, 0, 0, 0, 0, 0, 0],
    ]);
  });

  test('are those of a company whose ledger is kept, and of its own', async () => {
    const other = (await aCompany()).test;
    for (const path of ['roll-rates', 'promises', 'autopay', 'returns', 'delinquency?asOf=2026-01-31']) {
      const { status, body } = await other.get(`/figures/${path}`);
      assert.deepEqual([status, body.errorType], [409, 'GeneralLedgerNotKept'], path);
    }
    await aRoundLoan(other);
    await moveClock(other, '2026-04-05T17:00:00Z');
    // Months since the books began are counted, although nobody kept them then.
    await other.put('/companies/current/general-ledger/accounts', {});
    await moveClock(other, '2026-05-01T17:00:00Z');
    const counts = async (asOf: string): Promise<number[]> =>
      (await figure(`delinquency?asOf=${asOf}`, other)).rows.map(({ loansCount }: Shown) => loansCount);
    assert.deepEqual(await counts('2026-01-31'), [1, 0, 0, 0, 0, 0]);
    assert.deepEqual(await counts('2026-04-30'), [0, 0, 0, 1, 0, 0]);
    const { rows } = await figure('autopay?months=4&asOf=2026-04-30', other);
    assert.deepEqual(
      rows.map(({ loansCount, autopayCount, autopayShare }: Shown) => [loansCount, autopayCount, autopayShare]),
      [
        [1, null, null],
        [1, null, null],
        [1, null, null],
        [1, 0, 0],
      ],
    );
  });

  test('have a loan whose proceeds came back, and that began once more', async () => {
    const { test: own } = await aCompany();
    await own.put('/companies/current', {
      paymentApprovals: { firstAdvancesAbove: 100_000, oneOrdererAbove: 1_000_000 },
    });
    await setClock(own, '2026-01-28T17:00:00Z');
    await own.put('/companies/current/general-ledger/accounts', {});
    const { id: personId } = await own.made('/people', aPerson());
    const { id: loanTypeId } = await own.made('/loan-types', {
      name: 'Paid out',
      payments: { proceedsPaidTo: 'borrower' },
    });
    const atOrigination = {
      amountFinanced: 3650,
      interestRates: [{ rate: 0.1 }],
      paymentFrequency: 'monthly',
      specificDays: [1],
      periodicPaymentAmount: 500,
    };
    const { id } = await own.made(`/people/${personId}/loans`, { loanTypeId, status: 'originated', atOrigination });
    const path = `/people/${personId}/loans/${id}`;
    const activate = async (accountNumber: string): Promise<void> => {
      const paymentInstrumentId = await oldAccount(house(), own, personId, { accountNumber });
      const { status, body } = await own.post(`${path}/activate`, { paymentInstrumentId });
      assert.equal(status, 201, JSON.stringify(body));
      await eventually('the proceeds are on their way', async () => {
        const { data } = (await own.get(`${path}/disbursements`)).body;
        return data.some(({ status }: Shown) => status === 'pending');
      });
    };
    // They are there on 29 January, and come back by R02 two banking days later, on 2 February.
    await activate('910200200001');
    await moveClock(own, '2026-02-01T17:00:00Z');
    await moveClock(own, '2026-02-03T15:00:00Z');
    assert.equal((await own.get(path)).body.data.status, 'originated');
    await moveClock(own, '2026-03-02T17:00:00Z');
    await activate('900000000002');
    await moveClock(own, '2026-04-01T17:00:00Z');
    const moves = async (asOf: string) => {
      const { rows } = await figure(`roll-rates?asOf=${asOf}`, own);
      return rows.flatMap(({ from, loansCount, principalAmount, ...row }: Shown) => {
        const to = Object.keys(row).filter((name) => name.endsWith('Count') && row[name] > 0);
        return loansCount === 0 ? [] : [[from, loansCount, principalAmount, ...to]];
      });
    };
    assert.deepEqual(await moves('2026-01-31'), [['new', 1, 0, 'toCurrentCount']]);
    assert.deepEqual(await moves('2026-02-28'), [['current', 1, 3650, 'toOtherwiseCount']]);
    assert.deepEqual(await moves('2026-03-31'), [['back', 1, 0, 'toCurrentCount']]);
    const { rows } = await figure('delinquency?asOf=2026-02-28', own);
    assert.ok(rows.every(({ loansCount }: Shown) => loansCount === 0));
  });

  test('refuse a day that ends no month, and one that is not closed', async () => {
    for (const path of ['delinquency', 'roll-rates', 'promises', 'autopay']) {
      refusedAt(await api.get(`/figures/${path}?asOf=2026-03-30`), 'asOf');
      refusedAt(await api.get(`/figures/${path}?asOf=2030-03-31`), 'asOf');
    }
  });
});

describe('a month that is being closed', () => {
  const { house, aCompany } = useHouse({ works: false });

  async function aMonth(): Promise<Client> {
    const { test: api } = await aCompany();
    const { path, instrumentId } = await aCollectedLoan(house(), api);
    await nameProvider(api);
    await setClock(api, '2026-01-20T17:00:00Z');
    await api.made(`${path}/autopay`, { amountType: 'dueAmount', paymentInstrumentId: instrumentId });
    await aRoundLoan(api, { start: '2026-01-20' });
    await api.put('/companies/current/general-ledger/accounts', {});
    await setClock(api, '2026-02-01T05:15:00Z');
    return api;
  }
  const read = async (api: Client, path: string): Promise<Shown[]> =>
    (await api.get(`/figures/${path}`)).body.data.rows;

  test('counts the loans with autopay, whose plan is active', async () => {
    const api = await aMonth();
    assert.deepEqual(await closingMonth.run(aPassingDay(house(), api)), { isMore: true });
    assert.deepEqual(await closingMonth.run(aPassingDay(house(), api)), { isMore: false });
    assert.deepEqual(await read(api, 'autopay?months=1'), [
      { month: '2026-01', loansCount: 2, autopayCount: 1, autopayShare: 5000 },
    ]);
  });

  test('is not closed before a quarter of an hour has passed, and counts each loan once by whomever', async () => {
    const api = await aMonth();
    await setClock(api, '2026-02-01T05:14:59Z');
    assert.deepEqual(await closingMonth.run(aPassingDay(house(), api)), { isMore: false });
    await setClock(api, '2026-02-01T05:15:00Z');
    // One dies with its first commit; then two are at it at once.
    const day = aPassingDay(house(), api);
    const dies = async (): Promise<void> => {
      throw new Error('killed');
    };
    await assert.rejects(closingMonth.run({ ...day, rest: dies }), /killed/);
    assert.deepEqual((await api.get('/figures/roll-rates?asOf=2026-01-31')).status, 400);
    await Promise.all([closingMonth.run(day), closingMonth.run(aPassingDay(house(), api))]);
    const [current] = await read(api, 'delinquency?asOf=2026-01-31');
    assert.deepEqual([current.loansCount, current.principalAmount], [2, 7300]);
  });

  test('leaves the other work of its company alone where a loan cannot be read, and waits before it is tried again', async () => {
    const api = await aMonth();
    const other = await aMonth();
    const { pools } = house().service.database;
    const setKind = async (kind: string, before: string): Promise<void> => {
      const { rowCount } = await pools.test.query(
        'update loan_facts set kind = $2 where company_id = $1 and kind = $3',
        [api.realm.companyId, kind, before],
      );
      assert.ok(rowCount);
    };
    // Written since the month ended, so that all loans are replayed; and no replay knows such a fact.
    await pools.test.query('update loan_standing set updated_at = $2 where company_id = $1', [
      api.realm.companyId,
      '2026-02-01T05:10:00Z',
    ]);
    await setKind('unknown', 'activation');
    const outcomes: string[] = [];
    const day = { ...aPassingDay(house(), api), told: (outcome: string) => void outcomes.push(outcome) };
    assert.deepEqual(await closingMonth.run(day), { isMore: false });
    assert.deepEqual(await closingMonth.run(day), { isMore: false });
    assert.deepEqual([outcomes, day.troubles.count()], [['failed'], 1]);
    const { troubles } = day;
    assert.deepEqual(await closingMonth.run({ ...aPassingDay(house(), other), troubles }), { isMore: true });
    await setKind('activation', 'unknown');
    const mayTry = (): boolean => true;
    assert.deepEqual(await closingMonth.run({ ...day, troubles: { ...troubles, mayTry } }), { isMore: true });
    assert.equal(troubles.count(), 0);
    const [current] = await read(api, 'delinquency?asOf=2026-01-31');
    assert.deepEqual([current.loansCount, current.principalAmount], [2, 7300]);
  });
});

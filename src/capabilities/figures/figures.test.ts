// Figures, worked by hand: loans of 3,650.00 at 10 %, which is a dollar of interest a day.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { aRoundLoan } from '../../../tests/support/round-loan.ts';
import { moveClock } from '../../../tests/support/test-clock.ts';

type Shown = Awaited<ReturnType<Client['made']>>;

describe('figures', () => {
  const { aCompany } = useHouse();
  let api: Client;

  const figure = async (path: string): Promise<Shown> => {
    const { status, body } = await api.get(`/figures/${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };

  before(async () => {
    api = (await aCompany()).test;
    // The first pays on the day, the second does not, and is charged off on the second of March.
    const paying = await aRoundLoan(api);
    const late = await aRoundLoan(api);
    await api.put('/companies/current/general-ledger/accounts', {});
    await moveClock(api, '2026-02-01T17:00:00Z');
    await paying.pay(500);
    await moveClock(api, '2026-03-02T17:00:00Z');
    await paying.pay(500);
    await api.made(`${late.path}/charge-off`, { chargedOffReason: 'fraud' });
    await moveClock(api, '2026-03-10T17:00:00Z');
    await late.pay(100);
    await aRoundLoan(api, { start: '2026-03-10' });
    await moveClock(api, '2026-03-11T17:00:00Z');
  });

  test('of charge-offs and recoveries have each month, and what was outstanding when it began', async () => {
    const { asOf, rows } = await figure('charge-offs?months=3');
    assert.equal(asOf, '2026-03-10');
    const nothing = { chargedOffAmount: 0, recoveredAmount: 0, netAmount: 0 };
    assert.deepEqual(rows, [
      { month: '2026-01', ...nothing, principalAmount: 0, netShare: null },
      { month: '2026-02', ...nothing, principalAmount: 7300, netShare: 0 },
      // 3,550.00 of 7,300.00 less 469.00 are 51.9690 %.
      {
        month: '2026-03',
        chargedOffAmount: 3650,
        recoveredAmount: 100,
        netAmount: 3550,
        principalAmount: 6831,
        netShare: 5197,
      },
    ]);
    const before = await figure('charge-offs?months=1&asOf=2026-03-01');
    assert.deepEqual(before.rows, [{ month: '2026-03', ...nothing, principalAmount: 6831, netShare: 0 }]);
  });

  test('of vintages have what was lost of what was lent', async () => {
    const { rows } = await figure('vintages?months=3');
    const of = ({ vintage, lentAmount, netAmount, netShare, netShareAfter6 }: Shown) =>
      [vintage, lentAmount, netAmount, netShare, netShareAfter6] as const;
    assert.deepEqual(rows.map(of), [
      // 3,550.00 of 7,300.00 are 48.6301 %.
      ['2026-01', 7300, 3550, 4863, null],
      ['2026-02', 0, 0, null, null],
      ['2026-03', 3650, 0, 0, null],
    ]);
  });

  test('of collections divide what was paid', async () => {
    const { rows } = await figure('collections?months=2');
    assert.deepEqual(
      rows.map((row: Shown) => Object.values(row)),
      [
        ['2026-02', 469, 31, 0, 0, 0, 500],
        // 3,181.00 at 10 % for 28 days are 24.40; 100.00 came on what was charged off.
        ['2026-03', 475.6, 24.4, 0, 100, 0, 600],
      ],
    );
  });

  test('of delinquency have the loans that are not charged off, by days late', async () => {
    const { asOf, rows } = await figure('delinquency');
    assert.equal(asOf, '2026-03-11');
    assert.deepEqual(
      rows.map(({ bucket, loansCount }: Shown) => [bucket, loansCount]),
      [
        ['current', 2],
        ['1-29', 0],
        ['30-59', 0],
        ['60-89', 0],
        ['90-119', 0],
        ['120+', 0],
      ],
    );
    assert.equal(rows[0].principalAmount, 3650 + 3650 - 469 - 475.6);
    await moveClock(api, '2026-04-20T17:00:00Z');
    const later = (await figure('delinquency')).rows;
    // Both missed the first of April.
    assert.deepEqual([later[1].loansCount, later[1].pastDueAmount], [2, 1000]);
    assert.equal(later[1].principalShare, 10_000);
  });

  test('are the same as a file and as a picture', async () => {
    const file = (await api.get('/figures/charge-offs/content?months=1&asOf=2026-03-10')).body;
    const head = 'month,chargedOffAmount,recoveredAmount,netAmount,principalAmount,netShare';
    assert.equal(file, `${head}\r\n2026-03,3650.00,100.00,3550.00,6831.00,5197\r\n`);
    const { headers, body } = await api.get('/figures/charge-offs/picture?months=1&asOf=2026-03-10');
    assert.match(String(headers['content-type']), /^image\/svg\+xml/);
    assert.match(body, /^<svg [\s\S]*>3650\.00<\/text>[\s\S]*>51\.97 %<\/text>[\s\S]*<\/svg>$/);
  });

  test('of vintages have the share after so many months with the last day of them', async () => {
    await moveClock(api, '2026-08-01T17:00:00Z');
    const afterSix = async (asOf: string): Promise<number | null> =>
      (await figure(`vintages?months=7&asOf=${asOf}`)).rows[0].netShareAfter6;
    assert.deepEqual([await afterSix('2026-07-30'), await afterSix('2026-07-31')], [null, 4863]);
  });

  test('refuse a day that is not closed, and need the general ledger', async () => {
    refusedAt(await api.get('/figures/charge-offs?asOf=2026-08-01'), 'asOf');
    refusedAt(await api.get('/figures/collections?months=61'), 'months');
    const other = (await aCompany()).test;
    const { status, body } = await other.get('/figures/collections');
    assert.deepEqual([status, body.errorType], [409, 'GeneralLedgerNotKept']);
    assert.equal((await other.get('/figures/delinquency')).status, 200);
  });
});

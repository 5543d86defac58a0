// The general ledger over HTTP, worked by hand: a loan of 3,650.00 at 10 % is a dollar of interest a day.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aDraw, aLine } from '../../../tests/support/begun-line.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { anAccount } from '../../../tests/support/instruments.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { aRoundLoan, type RoundLoan } from '../../../tests/support/round-loan.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';
import { suggestedChart } from './chart.ts';

const path = '/companies/current/general-ledger';

type Shown = Awaited<ReturnType<Client['made']>>;

/** Each entry of a day: kind, effective day, and its lines as account and amount, credits negative. */
async function journal(api: Client, day: string): Promise<unknown[][]> {
  const { status, body } = await api.get(`${path}/journal?from=${day}&to=${day}&limit=100`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data
    .toReversed()
    .map(({ kind, effectiveDate, lines }: Shown) => [
      kind,
      effectiveDate,
      ...lines.map(({ account, debitAmount, creditAmount }: Shown) => [account, debitAmount ?? -creditAmount]),
    ]);
}

const file = async (api: Client, query: string): Promise<string> => {
  const { status, body } = await api.get(`${path}/journal/content?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body as string;
};

const balances = async (api: Client, query = ''): Promise<Record<string, number>> => {
  const { status, body } = await api.get(`${path}/trial-balance${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.data.debitAmount, body.data.creditAmount, 'debits and credits are equal');
  return Object.fromEntries(body.data.accounts.map(({ code, balanceAmount }: Shown) => [code, balanceAmount]));
};

describe('the general ledger', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let loan: RoundLoan;
  let payment: Shown;
  let february: string;

  before(async () => {
    api = (await aCompany()).test;
    loan = await aRoundLoan(api);
  });

  test('is not kept before somebody says the accounts', async () => {
    const { data } = (await api.get(`${path}/accounts`)).body;
    assert.deepEqual([data.isKept, data.validFrom, data.closedThrough], [false, null, null]);
    assert.deepEqual(
      data.accounts.map(({ code }: Shown) => code),
      suggestedChart.map(({ code }) => code),
    );
    for (const what of ['journal', 'journal/content', 'trial-balance']) {
      const { status, body } = await api.get(`${path}/${what}`);
      assert.deepEqual([status, body.errorType], [409, 'GeneralLedgerNotKept']);
    }
  });

  test('begins with the first day of the books, whenever that is said', async () => {
    await moveClock(api, '2026-01-10T17:00:00Z');
    const { status, body } = await api.put(`${path}/accounts`, {});
    assert.equal(status, 200, JSON.stringify(body));
    const { isKept, validFrom, closedThrough } = body.data;
    assert.deepEqual([isKept, validFrom, closedThrough], [true, '2026-01-01', '2025-12-31']);
    await moveClock(api, '2026-01-11T17:00:00Z');
    assert.equal((await api.get(`${path}/accounts`)).body.data.closedThrough, '2026-01-10');
    assert.deepEqual(await journal(api, '2026-01-01'), [['activation', '2026-01-01', ['1100', 3650], ['1030', -3650]]]);
  });

  test('has what came due and what was paid, each on its day', async () => {
    await moveClock(api, '2026-02-01T17:00:00Z');
    payment = await loan.pay(500);
    await moveClock(api, '2026-02-02T17:00:00Z');
    // January has 31 days; the payment pays its interest, and the rest is principal.
    assert.deepEqual(await journal(api, '2026-02-01'), [
      ['due', '2026-02-01', ['1200', 31], ['4000', -31]],
      ['payment', '2026-02-01', ['1030', 500], ['1100', -469], ['1200', -31]],
    ]);
    assert.deepEqual(await balances(api), { 1030: -3150, 1100: 3181, 1200: 0, 4000: -31 });
    february = await file(api, 'from=2026-01-15&to=2026-02-01');
    assert.equal(february.split('\r\n').length, 7);
  });

  test('has a payment that is taken back next month on the day on which that became known', async () => {
    await moveClock(api, '2026-03-02T17:00:00Z');
    // 3,181.00 at 10 % for 28 days are 24.4021…
    const { status, body } = await loan.change(payment, { status: 'canceled' });
    assert.equal(status, 200, JSON.stringify(body));
    await moveClock(api, '2026-03-03T17:00:00Z');
    assert.deepEqual(await journal(api, '2026-03-01'), [['due', '2026-03-01', ['1200', 24.4], ['4000', -24.4]]]);
    const corrections = await journal(api, '2026-03-02');
    assert.deepEqual(
      corrections.filter(([kind]) => kind === 'payment' || kind === 'due'),
      [
        ['payment', '2026-02-01', ['1100', 469], ['1200', 31], ['1030', -500]],
        // 28 days of a dollar, and 24.40 of them were booked.
        ['due', '2026-03-01', ['1200', 3.6], ['4000', -3.6]],
      ],
    );
    const late = corrections.filter(([kind]) => kind !== 'payment' && kind !== 'due');
    assert.deepEqual(late, [['late', '2026-02-07', ['1300', 15], ['4100', -15]]]);
    assert.equal(await file(api, 'from=2026-01-15&to=2026-02-01'), february, 'closed days stay as they are');
    assert.deepEqual(await balances(api), { 1030: -3650, 1100: 3650, 1200: 59, 1300: 15, 4000: -59, 4100: -15 });
    assert.deepEqual(await balances(api, '?asOf=2026-02-15'), { 1030: -3150, 1100: 3181, 1200: 0, 4000: -31 });
  });

  test('has a charge-off, and what is paid after it as a recovery', async () => {
    await loan.read('/balances');
    await api.made(`${loan.path}/charge-off`, { chargedOffReason: 'fraud' });
    await moveClock(api, '2026-03-04T17:00:00Z');
    await loan.pay(100);
    await moveClock(api, '2026-03-05T17:00:00Z');
    // It is accelerated first, which books the two dollars since the first of March. What was not paid of interest and
    // fees is no income any more.
    assert.deepEqual(await journal(api, '2026-03-03'), [
      ['acceleration', '2026-03-03', ['1200', 2], ['4000', -2]],
      [
        'chargeOff',
        '2026-03-03',
        ...[
          ['1190', 3650],
          ['4000', 61],
          ['4100', 15],
          ['1100', -3650],
          ['1200', -61],
          ['1300', -15],
        ],
      ],
    ]);
    assert.deepEqual(await journal(api, '2026-03-04'), [['payment', '2026-03-04', ['1030', 100], ['4300', -100]]]);
  });

  test('shows what moved between two days', async () => {
    const { data } = (await api.get(`${path}/trial-balance?from=2026-03-01&asOf=2026-03-04`)).body;
    const of = data.accounts.find(({ code }: Shown) => code === '1030');
    assert.deepEqual([of.openingAmount, of.debitAmount, of.creditAmount, of.balanceAmount], [-3150, 100, 500, -3550]);
    assert.deepEqual(of.sources, [{ source: 'clearing', balanceAmount: -3550 }]);
  });

  test('has draws and purchases of a line under the type of the line, to accounts of its own', async () => {
    const own = suggestedChart.map(({ code, name, type, sources }) => ({ code, name, type, sources: [...sources] }));
    const cards = { code: '1150', name: '=Cards', type: 'asset' as const, sources: [] as object[] };
    cards.sources.push({ source: 'principal', loanTypeId: 'ext-credit-card' });
    const answer = await api.put(`${path}/accounts`, { validFrom: '2026-03-06', accounts: [...own, cards] });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    await moveClock(api, '2026-03-06T17:00:00Z');
    const line = await aLine(api);
    const draw = await aDraw(api, line);
    await api.made(`${draw}/purchases?sync=true`, {
      amount: 120,
      status: 'settled',
      purchaseDate: '2026-03-06T17:00:00Z',
    });
    await moveClock(api, '2026-03-07T17:00:00Z');
    const [bought, ...more] = await journal(api, '2026-03-06');
    assert.deepEqual(bought, ['purchase', '2026-03-06', ['1150', 120], ['1030', -120]]);
    assert.deepEqual(more, []);
    assert.match(await file(api, 'to=2026-03-06'), /,1150,'=Cards,principal,120\.00,,purchase\r\n/);
    const same = await api.put(`${path}/accounts`, { validFrom: '2026-03-20' });
    assert.equal(same.body.data.accounts.at(-1).code, '1150', 'what is not sent stays');
    assert.equal((await api.get(`${path}/journal?to=9999-12-31&limit=1`)).status, 200);
    const { data } = (await api.get(`${path}/accounts?on=2026-03-05`)).body;
    assert.deepEqual([data.validFrom, data.nextValidFrom], ['2026-01-01', '2026-03-06']);
  });

  test('has no other accounts while a day is being closed, and none that are the same again', async () => {
    const sql = house().service.database.pools.test;
    const count = async () => {
      const { rows } = await sql.query('select count(*)::int as n from general_ledger_charts where company_id = $1', [
        api.realm.companyId,
      ]);
      return rows[0].n;
    };
    const before = await count();
    assert.equal((await api.put(`${path}/accounts`, {})).status, 200);
    assert.equal(await count(), before);
    const closing = await sql.connect();
    try {
      await closing.query('begin');
      await closing.query('select 1 from general_ledgers where company_id = $1 for update', [api.realm.companyId]);
      assert.equal((await api.put(`${path}/accounts`, {})).status, 423);
    } finally {
      await closing.query('rollback');
      closing.release();
    }
  });

  test('has the money that the service moves, on the same clearing account', async () => {
    const { test: own } = await aCompany();
    const its = await aRoundLoan(own);
    await own.put(`${path}/accounts`, {});
    await its.at('2026-02-02T17:00:00Z');
    const instruments = `/people/${its.personId}/payment-instruments`;
    const [{ id }] = await own.made(instruments, anAccount({ accountNumber: '900000000017' }));
    await own.put(`${instruments}/${id}`, { status: 'active', verified: true });
    const made = await own.made(`${its.path}/transactions`, { type: 'oneTime', amount: 500, paymentInstrumentId: id });
    const statusOf = async () => (await own.get(`${its.path}/transactions/${made.id}`)).body.data.status;
    await eventually('it was accepted', async () => (await statusOf()) === 'pending');
    await moveClock(own, '2026-02-09T17:00:00Z');
    const { data } = (await own.get(`${path}/trial-balance`)).body;
    const of = (code: string) => data.accounts.find((one: Shown) => one.code === code);
    // What came in is held by the provider, less the two trial deposits of together 0.43.
    assert.deepEqual([of('1010').balanceAmount, of('1020').balanceAmount, of('5200').balanceAmount], [499.57, 0, 0.43]);
    assert.deepEqual(of('1030').sources, [
      { source: 'cash.LC', balanceAmount: -500 },
      { source: 'clearing', balanceAmount: -3150 },
    ]);
    const { body } = await own.get(`${path}/journal?from=2026-02-02&to=2026-02-02`);
    const accepted = body.data.find(({ kind, book }: Shown) => book === 'cash' && kind === 'accepted');
    assert.equal(accepted.paymentProviderId, 'simulator');
  });

  test('calls an account that is no longer there as it was called last', async () => {
    const { test: own } = await aCompany();
    await aRoundLoan(own);
    await own.put(`${path}/accounts`, {});
    await moveClock(own, '2026-01-03T17:00:00Z');
    const named = (name: string) =>
      suggestedChart.map((account) => ({ ...account, name: account.code === '1100' ? name : account.name }));
    const put = async (validFrom: string, accounts: readonly object[]) => {
      const answer = await own.put(`${path}/accounts`, { validFrom, accounts });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    };
    await put('2026-01-03', named('Lent'));
    await put(
      '2026-01-04',
      named('Lent').map((account) => ({ ...account, code: account.code === '1100' ? '1101' : account.code })),
    );
    await moveClock(own, '2026-01-06T17:00:00Z');
    const nameAsOf = async (asOf: string): Promise<string> => {
      const { data } = (await own.get(`${path}/trial-balance?asOf=${asOf}`)).body;
      return data.accounts.find(({ code }: Shown) => code === '1100').name;
    };
    const names = [await nameAsOf('2026-01-02'), await nameAsOf('2026-01-03'), await nameAsOf('2026-01-05')];
    assert.deepEqual(names, ['Loans receivable', 'Lent', 'Lent']);
  });

  test('books what its accounts do not take, since a release has added it, to one that says so', async () => {
    const { test: own } = await aCompany();
    await aRoundLoan(own);
    await own.put(`${path}/accounts`, {});
    // As accounts are that were said before there was principal.
    await house().service.database.pools.test.query(
      `update general_ledger_charts set accounts = (select jsonb_agg(one) from jsonb_array_elements(accounts) one
       where one ->> 'code' <> '1100') where company_id = $1`,
      [own.realm.companyId],
    );
    assert.deepEqual((await own.get(`${path}/accounts`)).body.data.unassignedSources, ['principal']);
    await moveClock(own, '2026-01-03T17:00:00Z');
    assert.deepEqual(await journal(own, '2026-01-01'), [
      ['activation', '2026-01-01', ['unassigned', 3650], ['1030', -3650]],
    ]);
    assert.deepEqual(await balances(own), { 1030: -3650, unassigned: 3650 });
    refusedAt(await own.put(`${path}/accounts`, {}), 'accounts');
    const whole = await own.put(`${path}/accounts`, { accounts: suggestedChart });
    assert.deepEqual([whole.status, whole.body.data.unassignedSources], [200, []]);
  });

  test('refuses accounts that lack something, and days that are closed or to come', async () => {
    const own = suggestedChart.map((account) => ({ ...account, sources: [...account.sources] }));
    const put = (body: object) => api.put(`${path}/accounts`, body);
    refusedAt(await put({ accounts: own.slice(1) }), 'accounts');
    refusedAt(await put({ accounts: [...own, { ...own[0], sources: [] }] }), `accounts[${own.length}].code`);
    refusedAt(await put({ accounts: [...own, { ...own[0], code: 'unassigned' }] }), `accounts[${own.length}].code`);
    const twice = { code: '9', name: 'Twice', type: 'asset', sources: [{ source: 'principal' }] };
    refusedAt(await put({ accounts: [...own, twice] }), `accounts[${own.length}].sources[0]`);
    const unknown = { ...twice, sources: [{ source: 'principal', loanTypeId: 'LT-AAAA-AAAA' }] };
    const answer = await put({ accounts: [...own, unknown] });
    assert.deepEqual(
      [answer.status, answer.body.path ?? answer.body.data?.path],
      [404, `accounts[${own.length}].sources[0].loanTypeId`],
    );
    refusedAt(await put({ validFrom: '2026-03-06' }), 'validFrom');
    refusedAt(await api.get(`${path}/journal/content?to=2026-03-07`), 'to');
    refusedAt(await api.get(`${path}/journal/content?from=2026-03-06&to=2026-03-05`), 'from');
    refusedAt(await api.get(`${path}/journal/content?from=2026-02-01&to=2026-03-04`), 'from');
    refusedAt(await api.get(`${path}/trial-balance?asOf=2026-03-07`), 'asOf');
    refusedAt(await api.get(`${path}/trial-balance?from=2026-03-06&asOf=2026-03-05`), 'from');
    const other = (await aCompany()).test;
    await setClock(other, '2026-03-06T17:00:00Z');
    refusedAt(await other.put(`${path}/accounts`, { validFrom: '2026-03-06' }), 'validFrom');
    const shown = (await other.get(`${path}/accounts`)).body.data;
    assert.equal((await other.put(`${path}/accounts`, shown)).body.data.validFrom, '2026-03-06', 'as it was shown');
  });
});

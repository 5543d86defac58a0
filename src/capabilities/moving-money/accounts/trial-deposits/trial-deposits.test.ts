// Accounts that are verified by two small amounts, from the account to the debit that needs it.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { everythingStored } from '../../../../../tests/support/everything-stored.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { anExternal } from '../../../../../tests/support/instruments.ts';
import { aRoundLoan } from '../../../../../tests/support/round-loan.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import {
  aTriedAccount,
  depositedAccount,
  goodAccount,
  moveDays,
  type TriedAccount,
} from '../../../../../tests/support/trial-deposits.ts';

const right = [11, 32] as const;
const wrong = [11, 33] as const;

describe('an account that is verified by trial deposits', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2027-05-13T16:00:00Z');
  });

  const somebody = async (client = api): Promise<string> => (await client.made('/people', aPerson())).id;
  const name = ({ path }: TriedAccount, [deposit1, deposit2]: readonly [number, number]): Promise<Answer> =>
    api.post(`${path}/verify`, { deposit1, deposit2 });
  const said = ({ status, body }: Answer) => {
    const { triesLeft, reason, isNewPairSent } = body.data ?? {};
    return [status, body.errorType, triesLeft ?? reason, isNewPairSent];
  };
  const noMatch = (left: number, sent = false) => [409, 'TrialDepositsDoNotMatch', left, sent];
  const notOpen = (reason: string, sent = false) => [409, 'TrialDepositsNotOpen', reason, sent];
  const read = async ({ path }: TriedAccount) => (await api.get(path)).body.data;

  test('wrong three times, a new pair, right in the other order, and then a debit by the web goes', async () => {
    const { test: own } = await aCompany();
    const loan = await aRoundLoan(own);
    await loan.at('2026-02-02T17:00:00Z');
    const account = await aTriedAccount(own, loan.personId);
    const tried = async (pair: readonly [number, number]) =>
      said(await own.post(`${account.path}/verify`, { deposit1: pair[0], deposit2: pair[1] }));
    assert.deepEqual(await tried(right), notOpen('underWay'));
    await own.put(account.path, { status: 'active' });
    const debit = { type: 'oneTime', amount: 500, paymentInstrumentId: account.id };
    const early = await own.post(`${loan.path}/transactions`, debit);
    assert.equal(early.status, 409, JSON.stringify(early.body));
    assert.match(JSON.stringify(early.body), /otValidated|otVerified/);
    await moveDays(own, 2);
    assert.deepEqual(await tried(wrong), noMatch(2));
    assert.deepEqual(await tried([11, 11]), noMatch(1));
    assert.deepEqual(await tried([32, 32]), noMatch(0, true));
    assert.deepEqual(await tried(right), notOpen('underWay'));
    await moveDays(own, 2);
    const { status, body } = await own.post(`${account.path}/verify`, { deposit1: 32, deposit2: 11 });
    assert.deepEqual([status, body.data?.status, body.data?.verified], [200, 'active', true], JSON.stringify(body));
    assert.deepEqual(await tried(right), notOpen('verified'));
    const made = await own.made(`${loan.path}/transactions`, debit);
    await eventually('it was accepted', async () => {
      return (await own.get(`${loan.path}/transactions/${made.id}`)).body.data.status === 'pending';
    });
  });

  test('fifty wrong tries at once count as three, and no third pair goes within 30 days, whoever has the account', async () => {
    const accountNumber = goodAccount();
    const account = await aTriedAccount(api, await somebody(), accountNumber);
    await moveDays(api, 5);
    const answers = await Promise.all(Array.from({ length: 50 }, () => name(account, wrong)));
    const counted = answers.filter(({ body }) => body.errorType === 'TrialDepositsDoNotMatch');
    assert.deepEqual(counted.map(({ body }) => body.data.triesLeft).sort(), [0, 1, 2]);
    assert.deepEqual(
      [...new Set(answers.filter((one) => !counted.includes(one)).map((one) => said(one).join(' ')))],
      [notOpen('underWay').join(' ')],
    );
    await moveDays(api, 5);
    await name(account, wrong);
    await name(account, wrong);
    assert.deepEqual(said(await name(account, wrong)), noMatch(0, false));
    assert.deepEqual(said(await name(account, right)), notOpen('none', false));
    const again = await aTriedAccount(api, await somebody(), accountNumber);
    await moveDays(api, 5);
    assert.deepEqual(said(await name(again, right)), notOpen('none', false));
    await moveDays(api, 31);
    assert.deepEqual(said(await name(again, right)), notOpen('none', true));
    await moveDays(api, 5);
    assert.equal((await name(again, right)).status, 200);
  });

  test('has 14 days for it, from the day on which both arrived', async () => {
    const account = await depositedAccount(api, await somebody());
    await moveDays(api, 15);
    assert.deepEqual(said(await name(account, right)), notOpen('expired', true));
    await moveDays(api, 5);
    assert.equal((await name(account, right)).status, 200);
  });

  test('is inactive when a deposit comes back, and says why', async () => {
    const account = await aTriedAccount(api, await somebody(), '910300200019');
    await moveDays(api, 7);
    const { status, inactiveReason, failure } = await read(account);
    assert.equal(status, 'inactive', JSON.stringify({ inactiveReason, failure }));
    assert.deepEqual(said(await name(account, right)), notOpen('inactive'));
  });

  test('gets none when it is external, and its amounts are whole cents below a dollar', async () => {
    const path = `/people/${await somebody()}/payment-instruments`;
    const [{ id }] = await api.made(path, anExternal());
    assert.deepEqual(said(await name({ id, path: `${path}/${id}` }, right)), notOpen('notVerifiable'));
    for (const bad of [0, 100, 1.5, -1]) {
      const { status, body } = await name({ id, path: `${path}/${id}` }, [bad, 32]);
      assert.deepEqual([status, body.errorType], [400, 'InvalidRequest'], `${bad}`);
    }
    assert.equal((await api.post(`/people/${await somebody()}/payment-instruments/${id}/verify`, {})).status, 400);
    const foreign = { id, path: `/people/${await somebody()}/payment-instruments/${id}` };
    assert.equal((await name(foreign, right)).status, 404);
  });

  test('has amounts that no column shows but the books of the simulated bank', async () => {
    const { test: own } = await aCompany();
    const account = await depositedAccount(own, await somebody(own));
    await own.post(`${account.path}/verify`, { deposit1: 11, deposit2: 33 });
    const { pools } = house().service.database;
    const { rows: attempts } = await pools.test.query(
      `select amount_cents from payment_attempts where company_id = $1`,
      [own.realm.companyId],
    );
    assert.deepEqual(attempts, [{ amount_cents: 0 }, { amount_cents: 0 }]);
    const { rows: tables } = await pools.test.query(
      `select table_name as name from information_schema.columns
       where table_schema = 'test' and column_name = 'company_id' and table_name not like 'simulated%'`,
    );
    const shown: string[] = [];
    for (const { name: table } of tables) {
      const { rows } = await pools.test.query(`select to_jsonb(t) as row from ${table} t where company_id = $1`, [
        own.realm.companyId,
      ]);
      for (const { row } of rows) for (const leaf of leavesOf(row)) if (isAmount(leaf)) shown.push(`${table} ${leaf}`);
    }
    assert.deepEqual(shown, []);
    const texts = await everythingStored(house());
    const cost = /(^|\s)43(\s|$)/m;
    assert.ok(texts.some(([table, text]) => table === 'cash_postings' && cost.test(text)));
  });
});

const isAmount = (leaf: unknown): boolean =>
  ['11', '32', '0.11', '0.32', '[11,32]', '-11', '-32'].includes(String(leaf));

/** Texts that are JSON are opened. */
function leavesOf(value: unknown): unknown[] {
  if (typeof value === 'string' && /^[[{]/.test(value)) {
    try {
      return leavesOf(JSON.parse(value));
    } catch {
      return [value];
    }
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

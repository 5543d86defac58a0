// What a replay takes back is found by its days: a borrower with years of events costs it no more than a new one.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { analyze, rowsReadBy, statementsOf } from '../../../../../tests/support/statements.ts';
import { told } from '../../../../../tests/support/told.ts';
import { verifyLoans } from '../../whole/verify/verify-loans.ts';

/** Rows of events from before the loan: hour by hour, and each with the causes of one that is there. */
const older = 3_000;
/** The events of the days around a payment. */
const rowsMax = 40;

describe('events that are taken back', () => {
  const { house, aCompany } = useHouse();
  let company: Awaited<ReturnType<typeof aCompany>>;
  before(async () => {
    company = await aCompany();
  });
  const pool = () => house().service.database.pools.test;

  async function addOlder({ personId }: Life): Promise<void> {
    await pool().query(
      `insert into event_commits (position, created_at, effective_at, subject_id, company_id, loan_id, message_id,
         actor_type, types, causes, events)
       select position - n, created_at - n * interval '1 hour', effective_at - n * interval '1 hour', subject_id,
         company_id, loan_id, message_id, actor_type, types, causes, events
       from (select * from event_commits where subject_id = $1 and causes is not null order by position limit 1) as one,
         generate_series(100, $2) as n`,
      [personId, older + 99],
    );
  }

  /** How many rows of events the statements read that take events back. */
  async function rowsOf(work: () => Promise<unknown>): Promise<number> {
    const sent = await statementsOf(pool(), work);
    const takes = sent.filter(({ text = '' }) =>
      /"taken_back".* from "event_commits"|^update "event_commits"/.test(text),
    );
    assert.ok(takes.length > 1, 'something is taken back');
    let rows = 0;
    for (const take of takes) rows += await rowsReadBy(pool(), take, 'event_commits');
    return rows;
  }

  const appliedOf = async ({ api }: Life, transactionId: string) =>
    (await told(house(), api, `transactionId=${transactionId}&events=payment.applied`)).map(
      ({ deletedAt }) => deletedAt !== null,
    );

  async function mustBeRight({ api, personId, id: loanId }: Life): Promise<void> {
    const [verdict] = await verifyLoans(house().service.database.reader(api.realm), [{ personId, loanId }]);
    assert.deepEqual(verdict?.findings, []);
  }

  for (const planned of ['for an empty table', 'for the rows that are there']) {
    test(`are found among few rows, however many the borrower has; planned ${planned}`, async () => {
      const life = await aLife(company);
      await life.moveTo('2026-02-10');
      const payment = await life.pay(50);
      await life.moveTo('2026-02-20');
      await mustBeRight(life);
      await addOlder(life);
      if (planned !== 'for an empty table') await analyze(house().service.database.server, 'test.event_commits');
      const path = `${life.path}/transactions/${payment.id}`;
      const rows = await rowsOf(async () => {
        assert.equal((await life.api.put(path, { status: 'failed' })).status, 200);
      });
      assert.ok(rows <= rowsMax, `${rows} rows`);
      assert.deepEqual(await appliedOf(life, payment.id), [true]);
    });
  }

  test('are all found, whichever way a change comes to their days', async () => {
    const life = await aLife(company, { type: { fees: { late: { graceDays: 5, flatAmount: 15 } } } });
    await life.moveTo('2026-02-10');
    const [first, second] = [await life.pay(433), await life.pay(20)];
    await life.moveTo('2026-04-27');
    await life.act(`transactions/${second.id}/backdate`, { effectiveDate: '2026-01-30' });
    await mustBeRight(life);
    await life.act(`transactions/${second.id}/backdate`, { effectiveDate: '2026-04-20' });
    await mustBeRight(life);
    assert.deepEqual(await appliedOf(life, second.id), [true, true, false]);
    await life.pay(500, { effectiveDate: '2026-03-02' });
    await mustBeRight(life);
    await life.moveTo('2026-06-20');
    assert.equal((await life.api.put(`${life.path}/transactions/${first.id}`, { status: 'failed' })).status, 200);
    await mustBeRight(life);
    assert.deepEqual(await appliedOf(life, first.id), [true]);
  });
});

// What happens to a loan as days pass, without a request: with a clock that is moved and with one that runs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { realmsNow } from '#platform/business-clock.ts';
import { makeLog } from '#platform/log.ts';
import { dayWorker } from '#platform/own-capabilities.ts';
import { advanceClock } from '#platform/test-clock/advance-clock.ts';
import type { DailyStep } from '#platform/work/day/daily-step.ts';
import { startDayWorker } from '#platform/work/day/day-worker.ts';
import { operations } from '#platform/work/operations/operations.ts';
import { movableClock } from '../../../../../tests/support/clock.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Client, type House, useHouse } from '../../../../../tests/support/house.ts';
import { agreement, aLife, type Life, ledgerOf } from '../../../../../tests/support/loan-life.ts';
import { scraped } from '../../../../../tests/support/scraped.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { loansLeftBehind } from './due-loans.ts';
import { loanDay } from './loan-day.ts';

const strict = {
  fees: { late: { graceDays: 10, flatAmount: 25 } },
  delinquency: { accelerationDueWithin: 60, chargeOffDueWithin: 120 },
};
const start = '2026-01-20T17:00:00Z';

/** The operation is run by hand, in a house without background work. */
async function advance({ service }: House, api: Client, to: string, steps: readonly DailyStep[] = [loanDay]) {
  const operationId = await startAdvance(api, to);
  await runAdvance(service, api, operationId, steps);
  return (await api.get(`/operations/${operationId}`)).body.data;
}
async function startAdvance(api: Client, to: string): Promise<string> {
  const started = await api.post('/test-clock/advance', { to });
  assert.equal(started.status, 202, JSON.stringify(started.body));
  return started.body.data.id;
}
function runAdvance(service: House['service'], api: Client, operationId: string, steps: readonly DailyStep[]) {
  const { database, vault, clock, position, rightsOf } = service;
  const kinds = [advanceClock(steps)];
  const worker = operations({ database, vault, clock, position, rightsOf, kinds, log: makeLog('silent') });
  return worker.job.run({ ...api.realm, payload: { operationId } });
}

/** The books as they are shown, without ids and without the time when they were computed. */
async function booksOf(life: Life) {
  const [balances, obligations, ledger] = [
    await life.read('/balances'),
    await life.read('/obligations'),
    await ledgerOf(life),
  ];
  const said = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (name, inner) =>
        /^(id|\w+Id|\w+At|number|cause)$/.test(name) || typeof inner === 'undefined' ? undefined : inner,
      ),
    );
  const lines = ledger.map(({ effectiveDate, account, amount }) => `${effectiveDate} ${account} ${amount}`);
  return { balances: said(balances), obligations: said(obligations), ledger: lines.sort() };
}

describe('as the test clock is moved', () => {
  const { house, aCompany } = useHouse({ works: false });
  const rows = async (text: string, values: unknown[] = []) =>
    (await house().service.database.pools.test.query(text, values)).rows;
  const told = ({ id }: Life) =>
    rows(
      `select type, cause, effective_at as at, created_at
       from event_commits, unnest(types, causes) with ordinality as told(type, cause, nth)
       where loan_id = $1 and cause is not null and taken_back -> (nth - 1)::text is null
       order by effective_at, position, nth`,
      [id],
    );
  const life = async (options: object = {}, timezone = 'America/New_York') =>
    aLife(await aCompany({ timezone }), { type: strict, start, ...options });

  for (const { zone, winter, summer } of [
    { zone: 'America/New_York', winter: '05', summer: '04' },
    { zone: 'America/Los_Angeles', winter: '08', summer: '07' },
  ]) {
    test(`what nobody pays comes due, overdue, accelerated and charged off at midnight of ${zone}`, async () => {
      const loan = await life({}, zone);
      const { state, result } = await advance(house(), loan.api, '2026-12-01T12:00:00Z');
      assert.deepEqual([state, result], ['succeeded', { now: '2026-12-01T12:00:00.000000+00:00' }]);
      const [, ...events] = await told(loan);
      for (const { at, created_at } of events) assert.equal(created_at, at, 'told when it happened');
      const shown = events.map(({ type, at }) => `${type.replace('loan.', '')} ${at.slice(0, 13)}`);
      const expected = [
        `obligation.statuschanged 2026-02-15T${winter}`,
        `interestaccrued.min 2026-02-15T${winter}`,
        `obligation.statuschanged 2026-02-16T${winter}`,
        `overdue 2026-02-16T${winter}`,
        `latefee.booked 2026-02-26T${winter}`,
        // Since March 8th clocks are an hour ahead.
        `obligation.statuschanged 2026-03-15T${summer}`,
        `interestaccrued.min 2026-03-15T${summer}`,
        `obligation.statuschanged 2026-03-16T${summer}`,
        `latefee.booked 2026-03-26T${summer}`,
        `obligation.statuschanged 2026-04-15T${summer}`,
        `interestaccrued.min 2026-04-15T${summer}`,
        `obligation.statuschanged 2026-04-16T${summer}`,
        `acceleration.initiated 2026-04-16T${summer}`,
        `acceleration.processed 2026-04-16T${summer}`,
        `obligation.statuschanged 2026-04-17T${summer}`,
        `chargeoff.initiated 2026-06-15T${summer}`,
        `chargeoff.processed 2026-06-15T${summer}`,
      ];
      assert.deepEqual(
        shown.filter((one) => !one.startsWith('current')),
        expected,
      );
      const { status, timestamps } = await loan.read();
      assert.equal(status, 'chargedOff');
      assert.equal(timestamps.acceleratedAt, `2026-04-16T${summer}:00:00.000000+00:00`);
      assert.equal(timestamps.chargedOffAt, `2026-06-15T${summer}:00:00.000000+00:00`);
    });
  }

  test('due dates of autumn come at midnight too, on both sides of the turn of the clocks', async () => {
    const loan = await life({ type: {}, start: '2026-10-20T17:00:00Z', agreed: { specificDays: [1] } });
    await advance(house(), loan.api, '2026-11-03T17:00:00Z');
    const due = (await told(loan))
      .filter(({ type }) => type === 'loan.obligation.statuschanged')
      .map(({ cause, at }) => [cause.split(' ').at(-1), at]);
    // November 1st has 25 hours.
    assert.deepEqual(due.slice(0, 2), [
      ['due:1', '2026-11-01T04:00:00.000000+00:00'],
      ['overdue:1', '2026-11-02T05:00:00.000000+00:00'],
    ]);
  });

  test('day by day, at once, or only read: the books are the same', async () => {
    const [daily, atOnce, onlyRead] = [await life(), await life(), await life()];
    const end = '2026-05-20T17:00:00Z';
    for (const { api } of [daily, atOnce]) await advance(house(), api, '2026-02-20T17:00:00Z');
    await setClock(onlyRead.api, '2026-02-20T17:00:00Z');
    for (const one of [daily, atOnce, onlyRead]) await one.pay(500);
    for (let day = Date.parse('2026-02-21T17:00:00Z'); day <= Date.parse(end); day += 86_400_000) {
      await advance(house(), daily.api, new Date(day).toISOString());
    }
    await advance(house(), atOnce.api, end);
    await setClock(onlyRead.api, end);
    const books = await booksOf(daily);
    assert.ok(books.ledger.length > 20);
    assert.deepEqual(await booksOf(atOnce), books);
    const { ledger: _, ...read } = await booksOf(onlyRead);
    const { ledger, ...now } = books;
    assert.deepEqual(read, now, 'a read computes what was not closed');
    await onlyRead.act('refresh');
    assert.deepEqual((await booksOf(onlyRead)).ledger, ledger);
    const events = (await told(daily)).map(({ type, at }) => [type, at]);
    assert.deepEqual(
      (await told(atOnce)).map(({ type, at }) => [type, at]),
      events,
    );
    // Worked in one go, the days emit the same events in the same order; only a payment's event comes at its own time.
    assert.deepEqual(
      (await told(onlyRead)).filter(({ type }) => type !== 'payment.applied').map(({ type }) => type),
      events.map(([type]) => type).filter((type) => type !== 'payment.applied'),
    );
  });

  test('a worker that dies on the way is followed by another, and nothing comes twice', async () => {
    const [loan, other] = [await life(), await life()];
    let runs = 0;
    const dying: DailyStep = {
      ...loanDay,
      async run(day) {
        runs += 1;
        if (runs === 4 || runs === 6) throw new Error('the power went out');
        const ran = await loanDay.run(day);
        if (runs === 8) throw new Error('the power went out after the work');
        return ran;
      },
    };
    const to = '2026-06-20T17:00:00Z';
    const operationId = await startAdvance(loan.api, to);
    for (let i = 0; i < 4; i++) await runAdvance(house().service, loan.api, operationId, [dying]);
    assert.equal((await loan.api.get(`/operations/${operationId}`)).body.data.state, 'succeeded');
    await advance(house(), other.api, to);
    assert.deepEqual(await booksOf(loan), await booksOf(other));
    const typesAndTimes = async (one: Life) => (await told(one)).map(({ type, at }) => [type, at]);
    assert.deepEqual(await typesAndTimes(loan), await typesAndTimes(other));
  });

  test('a worker that has lost the operation changes nothing any more', async () => {
    const loan = await life();
    const operationId = await startAdvance(loan.api, '2026-06-20T17:00:00Z');
    let runs = 0;
    const overtaken: DailyStep = {
      ...loanDay,
      async run(day) {
        runs += 1;
        if (runs === 3) await rows('update operations set attempts = attempts + 1 where id = $1', [operationId]);
        return loanDay.run(day);
      },
    };
    await runAdvance(house().service, loan.api, operationId, [overtaken]);
    assert.equal(runs, 3);
    const before = await rows('select version, state from loan_standing where loan_id = $1', [loan.id]);
    const clock = (await loan.api.get('/test-clock')).body.data;
    assert.deepEqual([clock.now, clock.operationId], ['2026-02-26T05:00:00.000000+00:00', operationId]);
    assert.equal((await told(loan)).filter(({ type }) => type === 'loan.latefee.booked').length, 0);
    await rows('update operations set lease_until = 0 where id = $1', [operationId]);
    await runAdvance(house().service, loan.api, operationId, [loanDay]);
    assert.notDeepEqual(await rows('select version, state from loan_standing where loan_id = $1', [loan.id]), before);
    assert.equal((await loan.read()).status, 'chargedOff');
  });

  test('one loan that fails does not stop the others; it is seen, and made good later', async () => {
    const company = await aCompany();
    const lives = [];
    for (let i = 0; i < 4; i++) lives.push(await aLife(company, { type: strict, start }));
    const [broken, ...others] = lives as [Life, ...Life[]];
    const [{ terms }] = await rows('select terms from loans where id = $1', [broken.id]);
    await rows(`update loans set terms = '{}' where id = $1`, [broken.id]);
    const { state, result } = await advance(house(), company.test, '2026-03-01T17:00:00Z');
    assert.equal(state, 'succeeded');
    assert.equal(result.failed, 1);
    for (const one of others) assert.equal((await one.read('/balances')).overdueBalances.overdueTotalAmount > 0, true);
    const due = await rows('select loan_id as id from loan_standing where company_id = $1 and next_action_at <= $2', [
      company.id,
      '2026-03-01T17:00:00Z',
    ]);
    assert.deepEqual(due, [{ id: broken.id }]);
    assert.match(await scraped(house()), /^tenor_loans_behind\{mode="test"\} 1$/m);
    await rows('update loans set terms = $2 where id = $1', [broken.id, JSON.stringify(terms)]);
    await advance(house(), company.test, '2026-03-01T18:00:00Z');
    const [first] = others as [Life];
    assert.deepEqual((await booksOf(broken)).ledger, (await booksOf(first)).ledger);
  });

  test('a loan that its row says nothing of is found left behind all the same', async () => {
    const loan = await life();
    const behind = async () => {
      const { database, clock } = house().service;
      const realms = await realmsNow(database, 'test', clock);
      return loansLeftBehind(
        database,
        'test',
        realms.filter(({ companyId }) => companyId === loan.api.realm.companyId),
      );
    };
    await rows('update loan_standing set next_action_at = null where loan_id = $1', [loan.id]);
    await advance(house(), loan.api, '2026-02-16T17:00:00Z');
    assert.deepEqual(await behind(), { count: 0, ids: [] }, 'somewhere it is still yesterday');
    await advance(house(), loan.api, '2026-02-19T17:00:00Z');
    assert.deepEqual(await behind(), { count: 1, ids: [loan.id] });
    await loan.act('refresh');
    assert.deepEqual(await behind(), { count: 0, ids: [] });
  });

  test('a year of a loan costs what falls due in it', async () => {
    const loan = await life({ type: { fees: strict.fees } });
    await advance(house(), loan.api, '2027-01-20T17:00:00Z');
    const versions = await rows('select version from loan_standing where loan_id = $1', [loan.id]);
    assert.ok(versions[0].version < 60, 'the cost follows what is due and not the calendar');
  });
});

describe('by itself', () => {
  const clock = movableClock();
  const { house, aCompany } = useHouse({ clock });
  const live = (text: string, values: unknown[]) => house().service.database.pools.live.query(text, values);

  test('a live loan is closed by the real clock, once, by whichever worker; a standing test clock stays', async () => {
    const company = await aCompany();
    const { database, vault, position } = house().service;
    const tools = { database, vault, clock, position, log: makeLog('silent'), steps: [loanDay] };
    const more = [1, 2].map(() => startDayWorker({ ...tools, pace: { restMs: () => 0, worked: () => {} } }));
    const standing = await aLife(company, { type: strict, start });
    const { id: loanTypeId } = await company.live.made('/loan-types', { name: 'A' });
    const { id: personId } = await company.live.made('/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
    const ids: string[] = [];
    for (let i = 0; i < 60; i++) {
      const loan = { loanTypeId, status: 'originated', atOrigination: agreement };
      const { id } = await company.live.made(`/people/${personId}/loans`, loan);
      await company.live.made(`/people/${personId}/loans/${id}/activate`, {});
      ids.push(id);
    }
    clock.moveOn(75 * 86_400);
    const now = new Date(clock.micros() / 1000).toISOString();
    const due = async (): Promise<number> =>
      (
        await live('select count(*) from loan_standing where company_id = $1 and next_action_at <= $2', [
          company.id,
          now,
        ])
      ).rows[0].count;
    await eventually('nothing is due', async () => (await due()) === 0);
    const { rows: versions } = await live('select distinct version from loan_standing where company_id = $1', [
      company.id,
    ]);
    // Each loan was created, activated, and brought to its day once.
    assert.deepEqual(versions, [{ version: 3 }]);
    const { rows: events } = await live(
      `select count(*) as told, count(distinct (loan_id, type, cause)) as facts, count(distinct loan_id) as loans
       from event_commits, unnest(types, causes) as told(type, cause) where company_id = $1 and type = 'loan.overdue'`,
      [company.id],
    );
    assert.deepEqual(events, [{ told: 60, facts: 60, loans: 60 }]);
    const counted = more.map((worker) => worker.outcomes.done);
    const own = house().service.running(dayWorker)?.outcomes.done ?? 0;
    // The worker of the service does the other steps of the day too, as far as it has come.
    assert.ok(own + counted.reduce((sum, n) => sum + n, 0) >= 60);
    for (const worker of more) await worker.stop();
    assert.equal((await standing.read('/balances')).overdueBalances.overdueTotalAmount, 0);
    assert.equal((await standing.read()).timestamps.updatedAt, (await standing.read()).timestamps.activatedAt);
  });

  test('a standing test clock is set without work; what is due up to it is then done', async () => {
    const loan = await aLife(await aCompany(), { type: strict, start });
    await setClock(loan.api, '2026-02-20T17:00:00Z');
    const stored = async () =>
      (
        await house().service.database.pools.test.query(
          'select next_action_at as at from loan_standing where loan_id = $1',
          [loan.id],
        )
      ).rows[0].at;
    await eventually('it is done', async () => (await stored()) >= '2026-02-20');
    assert.equal(await stored(), '2026-02-26T05:00:00.000000+00:00');
  });

  test('it is proved again and again that nothing was left behind', async () => {
    const { database, vault, position } = house().service;
    const steps = [{ ...loanDay, leftBehind: async () => ({ count: 2, ids: ['LN-1'] }) }];
    const tools = { database, vault, clock, position, log: makeLog('silent'), steps };
    const proof = { firstMs: 0, everyMs: 60_000 };
    const worker = startDayWorker({ ...tools, proof, pace: { restMs: () => 0, worked: () => {} } });
    await eventually('it is proved', () => worker.behind.test !== 0);
    assert.equal(worker.behind.test, 2);
    await worker.stop();
  });
});

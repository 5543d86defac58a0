// The interest of a day as events: GET /events?accrualDate=…, computed when it is asked for.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../../../tests/support/refusals.ts';
import { aRoundLoan, type RoundLoan } from '../../../../../tests/support/round-loan.ts';
import { statementsOf } from '../../../../../tests/support/statements.ts';
import { moveClock, setClock } from '../../../../../tests/support/test-clock.ts';
import { type Shown, told } from '../../../../../tests/support/told.ts';
import { loanBody } from '../../../../../tests/support/world.ts';

const type = 'loan.interestaccrued.min';

/** The dates from one to another, both with. */
const datesBetween = (from: string, to: string): string[] => {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return Array.from({ length: days + 1 }, (_, i) =>
    new Date(Date.parse(from) + i * 86_400_000).toISOString().slice(0, 10),
  );
};

async function accrued(api: Client, query: string): Promise<Shown[]> {
  const { status, body } = await api.get(`/events?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

describe('the interest of a day', () => {
  const { house, aCompany } = useHouse();
  const amounts = (events: Shown[]) => events.map(({ amount }) => amount);

  describe('of a loan', () => {
    let api: Client;
    let loan: RoundLoan;
    before(async () => {
      api = (await aCompany()).test;
      loan = await aRoundLoan(api);
      await api.put(`/people/${loan.personId}`, { externalId: 'ada' });
      await moveClock(api, '2026-02-10T17:00:00Z');
    });
    const onDay = (date: string, more = '') => accrued(api, `loanId=${loan.id}&accrualDate=${date}${more}`);

    test('is an event like any other, the same each time, and stored nowhere', async () => {
      const count = async () => (await told(house(), api)).length;
      const stored = await count();
      const [event, ...more] = await onDay('2026-01-05');
      assert.deepEqual(more, []);
      assert.match(event.id, /^EV-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
      const { id, creatingMessageId, companyId, loanTypeId, ...shown } = event;
      assert.deepEqual(
        [shown.eventType, shown.eventClass, shown.accrualDate, shown.amount, shown.currency],
        [type, 'LoanInterestaccruedMinEvent', '2026-01-05', 1, 'USD'],
      );
      assert.deepEqual(
        [shown.personId, shown.personExternalId, shown.loanId, shown.status, shown.periodId, shown.deletedAt],
        [loan.personId, 'ada', loan.id, 'active', null, null],
      );
      assert.equal(shown.effectiveAt, '2026-01-06T05:00:00.000000+00:00', 'when the day was over in its zone');
      const [created] = await told(house(), api, `loanId=${loan.id}&events=loan.created`);
      assert.deepEqual(Object.keys(event).toSorted(), Object.keys(created).toSorted());
      assert.deepEqual(await onDay('2026-01-05'), [event]);
      assert.notEqual((await onDay('2026-01-06'))[0].id, id);
      assert.equal(await count(), stored);
    });

    test('is there from the first day of the loan to yesterday', async () => {
      assert.deepEqual(await onDay('2025-12-31'), []);
      assert.deepEqual(amounts(await onDay('2026-01-01')), [1]);
      assert.deepEqual(amounts(await onDay('2026-02-09')), [1]);
      assert.deepEqual(await onDay('2026-02-10'), [], 'today is not over');
      assert.deepEqual(await onDay('2027-01-01'), []);
    });

    test('goes with the filters of the list', async () => {
      const day = '2026-01-05';
      for (const query of ['personId=ext-ada', `events=${type}`, 'events=loan.*&excludeEvents=loan.created']) {
        assert.equal((await accrued(api, `accrualDate=${day}&${query}`)).length, 1, query);
      }
      const { body } = await api.get(`/people/ext-ada/events?accrualDate=${day}`);
      assert.deepEqual(amounts(body.data), [1]);
      const nobody = await api.made('/people', aPerson());
      const { id: webhookId } = await api.made('/webhooks', {
        webhookType: 'direct',
        eventTypes: [type],
        webhookDirectDetails: { webhookUrl: 'https://receiver.invalid/' },
      });
      assert.equal((await accrued(api, `accrualDate=${day}&webhookId=${webhookId}`)).length, 1);
      const none = [
        ...['events=loan.created', 'excludeEvents=loan.*', `personId=${nobody.id}`, 'personId=ext-nobody'],
        ...['caseId=CS-AAAA-AAAA', 'transactionId=TX-AAAA-AAAA', 'periodId=PE-AAAA-AAAA', 'creatingMessageIds=x'],
        ...['createdAtTo=2026-01-06', 'effectiveAtFrom=2026-01-07', 'loanId=ext-nothing', 'webhookId=WH-AAAA-AAAA'],
      ];
      for (const query of none) assert.deepEqual(await accrued(api, `accrualDate=${day}&${query}`), [], query);
      refusedAt(await api.get('/events?accrualDate=yesterday'), 'accrualDate');
    });
  });

  test('changes with the past, under the same id; the days add up to what is told of the period', async () => {
    const { test: api } = await aCompany();
    const loan = await aRoundLoan(api);
    await moveClock(api, '2026-03-10T17:00:00Z');
    const onDay = async (date: string) => (await accrued(api, `loanId=${loan.id}&accrualDate=${date}`))[0];
    const was = await onDay('2026-01-20');
    await loan.pay(1825, { effectiveDate: '2026-01-16' });
    const is = await onDay('2026-01-20');
    // 1,840.00 at 10 % for a day: 50.4 cents, as the sum of the days is rounded.
    assert.deepEqual([was.amount, is.id], [1, was.id]);
    assert.ok([0.5, 0.51].includes(is.amount), is.amount);
    const periods = await told(house(), api, `loanId=${loan.id}&events=${type}&includeDeleted=false`);
    assert.deepEqual(
      periods.map(({ accrualDate, periodId }) => [accrualDate, periodId !== null]),
      [
        ['2026-01-31', true],
        ['2026-02-28', true],
      ],
    );
    for (const [i, [from, to]] of [
      ['2026-01-01', '2026-01-31'],
      ['2026-02-01', '2026-02-28'],
    ].entries()) {
      let cents = 0;
      for (const date of datesBetween(from as string, to as string))
        cents += Math.round((await onDay(date)).amount * 100);
      assert.equal(cents, Math.round(periods[i].amount * 100), from);
    }
  });

  test('ends with the payoff and the charge-off, and is nothing while the loan is frozen', async () => {
    const { test: api } = await aCompany();
    const paidOff = await aRoundLoan(api);
    const chargedOff = await aRoundLoan(api);
    const frozen = await aRoundLoan(api);
    await setClock(api, '2026-01-11T17:00:00Z');
    await paidOff.pay(3660);
    await api.made(`${chargedOff.path}/charge-off`, { chargedOffReason: 'bankruptcy' });
    await api.made(`${frozen.path}/freeze`, {});
    await setClock(api, '2026-01-20T17:00:00Z');
    const of = async (loan: RoundLoan, date: string) =>
      amounts(await accrued(api, `loanId=${loan.id}&accrualDate=${date}`));
    for (const loan of [paidOff, chargedOff, frozen]) assert.deepEqual(await of(loan, '2026-01-10'), [1]);
    assert.deepEqual(await of(paidOff, '2026-01-11'), []);
    assert.deepEqual(await of(chargedOff, '2026-01-14'), []);
    assert.deepEqual(await of(frozen, '2026-01-14'), [0]);
  });
});

describe('the interest of a day, with nothing in the background,', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('of all loans comes in pages, newest first, of this company alone', async () => {
    const { test: api } = await aCompany();
    const { test: other } = await aCompany();
    const loans: RoundLoan[] = [];
    for (let i = 0; i < 5; i++) loans.push(await aRoundLoan(api));
    await api.made(`/people/${loans[0]?.personId}/loans`, { ...loanBody, status: 'pending' });
    await aRoundLoan(other);
    for (const one of [api, other]) await setClock(one, '2026-01-20T17:00:00Z');
    const query = 'accrualDate=2026-01-10&limit=2';
    const pages: Shown[] = [];
    for (let path: string | null = `/events?${query}`; path !== null; path = pages.at(-1).nextUrl) {
      const { status, body }: { status: number; body: Shown } = await api.get(path);
      assert.equal(status, 200, JSON.stringify(body));
      pages.push(body);
    }
    assert.deepEqual(
      pages.map(({ total, count }) => [total, count]),
      [
        [5, 2],
        [5, 2],
        [5, 1],
      ],
    );
    const events = pages.flatMap(({ data }) => data);
    assert.deepEqual(
      events.map(({ loanId }) => loanId),
      loans.map(({ id }) => id).toReversed(),
    );
    assert.equal(new Set(events.map(({ id }) => id)).size, 5);
    assert.deepEqual(
      ids(await api.get(pages[2].previousUrl)),
      pages[1].data.map(({ id }: Shown) => id),
    );
    assert.equal((await accrued(other, query)).length, 1);
    const { errorType, data } = (await api.get(`/events?${query}&startingAfter=EV-AAAA-AAAA`)).body;
    assert.deepEqual([errorType, data.path], ['UnknownCursor', 'startingAfter']);
    const oldest = await accrued(api, 'accrualDate=2026-01-10&sortBy=createdAt&limit=1');
    assert.equal(oldest[0].loanId, loans[0]?.id);
    // Statements of the house itself, such as noting the use of a key, may come at any time.
    const aboutLoans = async (path: string): Promise<number> => {
      const sent = await statementsOf(house().service.database.pools.test, () => api.get(path));
      return sent.filter((one) => /\bloans\b/.test(JSON.stringify(one))).length;
    };
    const many = await aboutLoans('/events?accrualDate=2026-01-10');
    const one = await aboutLoans(`/events?accrualDate=2026-01-10&loanId=${loans[0]?.id}`);
    assert.equal(many, one, 'however many loans there are, they are read by the same statements');
  });
});

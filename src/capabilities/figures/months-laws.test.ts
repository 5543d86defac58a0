// The figures of months against the engine: after random lives of both products, replays of every loan at the end of each
// month, as it was known then, are added up naively. And what delinquency said in the last second of a month is what it says
// of that month afterwards.
//
//   TENOR_HISTORIES=40 npm test -- months-laws     longer
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fact } from '@tenor/engine/account/facts.ts';
import { wasKnown } from '@tenor/engine/account/timeline.ts';
import { replay } from '@tenor/engine/installment/replay.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import { isMonthEnd } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import fc from 'fast-check';
import { wholeLoans } from '#capabilities/loans/core/lifecycle/whole-loans.ts';
import { productOf } from '#capabilities/loans/core/products/list.ts';
import { termsOf } from '#capabilities/loans/core/timeline/held-loan.ts';
import { aLine } from '../../../tests/support/a-line.ts';
import { aDraw } from '../../../tests/support/begun-line.ts';
import { dayBefore } from '../../../tests/support/histories/act.ts';
import { someAct } from '../../../tests/support/histories/loan-acts.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { aLife, type Life } from '../../../tests/support/loan-life.ts';
import { seed } from '../../../tests/support/seed.ts';
import { moveClock } from '../../../tests/support/test-clock.ts';
import { knownThrough, nextMonthEnd } from './month-end.ts';

type Shown = Answer['body'];
type Date = Parameters<typeof isMonthEnd>[0];

const runs = Math.ceil(Number(process.env.TENOR_HISTORIES ?? 7) / 7);
const zone = 'America/New_York';
const start = '2026-01-20' as Date;
const secondMonth = '2026-02-01';

const someSteps = fc.array(
  fc.record({
    // Together they reach the second month, since which prepayments count.
    days: fc.integer({ min: 2, max: 45 }),
    act: someAct,
    which: fc.nat(1),
    paid: fc.integer({ min: 0, max: 60_000 }),
    stopsAtMonthEnd: fc.boolean(),
  }),
  { minLength: 8, maxLength: 12, size: 'max' },
);
const someType = fc.record({
  fees: fc.record({ late: fc.constantFrom(null, { graceDays: 10, percent: 0.05, minAmount: 10 }) }),
  delinquency: fc.constantFrom({}, { accelerationDueWithin: 60, chargeOffDueWithin: 90 }),
  payments: fc.record({ prepayment: fc.constantFrom('nextDue', 'nextDue', 'shorten', 'lastDue', 'reamortize') }),
});

interface AtEnd {
  readonly bucket: string;
  readonly principal: number;
  readonly pastDue: number;
  /** Null: a line, or no books. */
  readonly ahead: PaidAhead | null;
}

interface PaidAhead {
  readonly cameDue: number;
  readonly early: number;
  readonly beyond: number;
  readonly paidAhead: number;
  readonly excess: number;
  readonly endsByThen: boolean;
}

/** By the postings of a whole life, not by the totals of its state. */
function aheadOf(terms: Terms, known: readonly Fact[], monthEnd: Date): PaidAhead {
  const { position, records } = replay(terms, known, { through: dayOf(monthEnd) });
  const by = dayOf(nextMonthEnd(monthEnd));
  const forNextDue = new Set(known.flatMap((one) => (one.kind === 'payment' && one.enablePrepayments ? [one.id] : [])));
  const left = (is: (kind: string, id: string) => boolean): number =>
    records.postings.reduce((sum, { account, cause, amount }) => {
      const [kind = '', id = ''] = cause.split(':');
      return account === 'principal.notDue' && is(kind, id) ? sum - amount : sum;
    }, 0);
  let covered = 0;
  for (const day of position.dueDates.slice(position.next)) if (day <= by) covered += position.payment;
  return {
    cameDue: left((kind) => kind === 'due' || kind === 'reAge'),
    early: left((kind) => kind === 'payment' || kind === 'creditUsed'),
    beyond: terms.prepayment === 'nextDue' ? 0 : left((kind, id) => kind === 'payment' && !forNextDue.has(id)),
    paidAhead: position.paidAhead,
    excess: position.paidAhead > covered ? position.paidAhead - covered : 0,
    endsByThen: !position.dueDates.some((day) => day > by),
  };
}

const limits = [
  ['120+', 120],
  ['90-119', 90],
  ['60-89', 60],
  ['30-59', 30],
  ['1-29', 1],
  ['current', 0],
] as const;
const open: readonly string[] = limits.map(([name]) => name);
const inCents = (amount: number): number => Math.round(amount * 100);
const field = (bucket: string): string =>
  ({ current: 'toCurrent', chargedOff: 'toChargedOff', paidOff: 'toPaidOff', otherwise: 'toOtherwise' })[bucket] ??
  `to${bucket.replace('-', 'To').replace('+', 'AndMore')}`;

describe('figures of months', () => {
  const { house, aCompany } = useHouse();

  /** What every loan was, by a replay of its whole life. */
  async function replayed({ realm }: Client, monthEnd: Date): Promise<Map<string, AtEnd>> {
    const reader = house().service.database.reader(realm);
    const ids = await reader.rows(reader.db.selectFrom('loans').select(['person_id', 'id']));
    const knownAt = knownThrough(monthEnd, zone);
    const found = new Map<string, AtEnd>();
    for (const { row, facts } of await wholeLoans(reader, ids)) {
      found.set(row.id, { bucket: 'otherwise', principal: 0, pastDue: 0, ahead: null });
      if (row.started_on === null) continue;
      const [product, terms] = [productOf(row), termsOf(row)];
      const known = facts.filter((fact) => wasKnown(fact, knownAt));
      const state = product.replay(terms, known, { through: dayOf(monthEnd) });
      if (state.position.standing === 'pending') continue;
      const status = product.statusOf(state.position);
      const { nonDue, due, overdue } = product.amounts(terms, state).buckets;
      const late = product.overdue(terms, state);
      const isOpen = ['active', 'frozen', 'accelerated'].includes(status);
      found.set(row.id, {
        bucket: isOpen ? (limits.find(([, from]) => late.days >= from)?.[0] as string) : status,
        principal: nonDue.principal + due.principal + overdue.principal,
        pastDue: late.amount,
        ahead: product.kind === 'installment' ? aheadOf(terms as Terms, known, monthEnd) : null,
      });
    }
    return found;
  }

  const figure = async (api: Client, path: string): Promise<Shown> => {
    const { status, body } = await api.get(`/figures/${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };

  function assertDelinquency(rows: readonly Shown[], at: ReadonlyMap<string, AtEnd>, monthEnd: string): void {
    for (const { bucket, ...row } of rows) {
      const its = [...at.values()].filter((one) => one.bucket === bucket);
      const sum = (what: 'principal' | 'pastDue') => its.reduce((all, one) => all + one[what], 0);
      assert.deepEqual(
        [row.loansCount, inCents(row.principalAmount), inCents(row.pastDueAmount)],
        [its.length, sum('principal'), sum('pastDue')],
        `${bucket} on ${monthEnd}`,
      );
    }
  }

  /** What is paid ahead grows by at most what was paid. */
  const within = (paid: number, more: number): number =>
    paid < 0 ? Math.min(0, Math.max(paid, more)) : Math.max(0, Math.min(paid, more));

  /** `known` as for rolls; what was counted for a loan that was paid off stays with it in `at`. */
  function assertPrepayments(row: Shown, at: Map<string, AtEnd>, known: ReadonlyMap<string, AtEnd>): number {
    const sums = { loans: 0, opening: 0, scheduled: 0, paidOff: 0, part: 0 };
    for (const [id, now] of at) {
      const was = known.get(id);
      if (was?.ahead == null || now.ahead === null) continue;
      const isOpen = open.includes(was.bucket);
      if (!isOpen && !open.includes(now.bucket)) continue;
      if (isOpen) {
        sums.loans += 1;
        sums.opening += was.principal;
      }
      const early = now.ahead.early - was.ahead.early;
      const more = now.ahead.excess - was.ahead.excess;
      let prepaid = 0;
      if (now.bucket === 'paidOff') {
        prepaid = now.ahead.endsByThen ? 0 : early;
        sums.paidOff += prepaid;
        at.set(id, { ...now, ahead: { ...now.ahead, excess: prepaid } });
      } else if (was.bucket === 'paidOff') {
        prepaid = within(early, more);
        sums.paidOff += prepaid;
      } else {
        const beyond = now.ahead.beyond - was.ahead.beyond;
        prepaid = beyond + within(early - beyond, within(now.ahead.paidAhead - was.ahead.paidAhead, more));
        sums.part += prepaid;
      }
      sums.scheduled += now.ahead.cameDue - was.ahead.cameDue + early - prepaid;
    }
    const shown = [row.openingAmount, row.scheduledAmount, row.paidOffAmount, row.partAmount].map(inCents);
    assert.deepEqual(
      [row.loansCount, ...shown],
      [sums.loans, sums.opening, sums.scheduled, sums.paidOff, sums.part],
      row.month,
    );
    return Number(sums.paidOff !== 0) + Number(sums.part !== 0);
  }

  /** `known` has the last place of each loan that was counted before. */
  function assertRolls(rows: readonly Shown[], at: ReadonlyMap<string, AtEnd>, known: Map<string, AtEnd>): number {
    const moves = [...at].flatMap(([id, now]) => {
      const was = known.get(id);
      const wasOpen = was !== undefined && open.includes(was.bucket);
      if (!wasOpen && !open.includes(now.bucket)) return [];
      const from = was === undefined ? 'new' : wasOpen ? was.bucket : 'back';
      known.set(id, now);
      return [{ from, to: now.bucket, before: wasOpen ? was.principal : 0 }];
    });
    for (const { from, loansCount, principalAmount, ...row } of rows) {
      const its = moves.filter((move) => move.from === from);
      const principal = (some: readonly (typeof moves)[number][]) => some.reduce((all, { before }) => all + before, 0);
      assert.deepEqual([loansCount, inCents(principalAmount)], [its.length, principal(its)], from);
      for (const to of [...open, 'chargedOff', 'paidOff', 'otherwise']) {
        const those = its.filter((move) => move.to === to);
        const shown = [row[`${field(to)}Count`], inCents(row[`${field(to)}Amount`])];
        assert.deepEqual(shown, [those.length, principal(those)], `${from} ${to}`);
      }
    }
    return moves.length;
  }

  test('are sums of replays at the end of each month, as it was known then', { timeout: 3_600_000 }, async (t) => {
    const seen = { months: 0, moves: 0, stops: 0, late: 0, prepaid: 0 };
    await fc.assert(
      fc.asyncProperty(someType, someSteps, async (type, steps) => {
        const company = await aCompany({ timezone: zone });
        const lives = [await aLife(company, { type }), await aLife(company, { type })] as const;
        const { test: api } = company;
        // Nothing else happens to this one, so that something is prepaid in each history.
        let paying: Life | undefined = await aLife(company, { type });
        const line = await aLine(api);
        const draw = await aDraw(api, line.path);
        await api.put('/companies/current/general-ledger/accounts', {});
        const { loanTypeId } = await lives[0].read();
        const seenThen = new Map<string, readonly Shown[]>();
        let date = start;
        for (const { days, act, which, paid, stopsAtMonthEnd } of steps) {
          const next = dayBefore(date, -days) as Date;
          const end = isMonthEnd(date) ? date : nextMonthEnd(dayBefore(`${date.slice(0, 7)}-01`, 1) as Date);
          if (stopsAtMonthEnd && end < next) {
            await moveClock(api, new Date(Date.parse(knownThrough(end, zone)) - 500).toISOString());
            seenThen.set(end, (await figure(api, 'delinquency')).rows);
          }
          date = next;
          await moveClock(api, `${date}T15:00:00Z`);
          if (date >= secondMonth) {
            await paying?.pay(3_000);
            paying = undefined;
          }
          const answer = await act[1](lives[which] ?? lives[0], { date, api, loanTypeId });
          assert.ok(answer === undefined || answer.status < 500, act[0]);
          await (paid % 2 === 0
            ? api.post(`${draw}/purchases`, {
                amount: paid / 100,
                type: 'regular',
                status: 'settled',
                purchaseDate: `${date}T14:00:00Z`,
              })
            : api.post(`${line.path}/transactions`, {
                type: 'oneTime',
                isExternal: true,
                amount: paid / 100,
                allowOverpayment: true,
              }));
        }
        await moveClock(api, `${dayBefore(date, -40)}T15:00:00Z`);
        const { asOf: last } = await figure(api, 'roll-rates');
        const known = new Map<string, AtEnd>();
        let monthEnd = nextMonthEnd(dayBefore(`${start.slice(0, 7)}-01`, 1) as Date);
        for (; monthEnd <= last; monthEnd = nextMonthEnd(monthEnd)) {
          const at = await replayed(api, monthEnd);
          const { rows } = await figure(api, `delinquency?asOf=${monthEnd}`);
          assertDelinquency(rows, at, monthEnd);
          const [prepaid] = (await figure(api, `prepayments?months=1&asOf=${monthEnd}`)).rows;
          seen.prepaid += assertPrepayments(prepaid, at, known);
          seen.moves += assertRolls((await figure(api, `roll-rates?asOf=${monthEnd}`)).rows, at, known);
          seen.months += 1;
          seen.late += rows.slice(1).reduce((sum: number, { loansCount }: Shown) => sum + loansCount, 0);
          const then = seenThen.get(monthEnd);
          if (then === undefined) continue;
          assert.deepEqual(rows, then, `in the last second of ${monthEnd}`);
          seen.stops += 1;
        }
      }),
      { numRuns: runs, seed },
    );
    t.diagnostic(JSON.stringify(seen));
    assert.ok(seen.months > 2 && seen.moves > seen.months && seen.late > 0 && seen.prepaid > 0, JSON.stringify(seen));
  });
});

// Laws of expected payments on random plans and random payments by hand, followed day by day as the service will: each
// release is worked anew from what happened so far.
//   TENOR_LAWS=40 npm test -- autopay/laws     more of them
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import fc from 'fast-check';
import { everyObligation } from '../../core/loan/every-obligation.ts';
import { isToBeAnnounced } from './announce.ts';
import { type ExpectedPayment, expectedPayments, soonExpected } from './expected.ts';
import { withAnnounced } from './notices.ts';
import type { Announced, DateRule, Decided, Plan } from './plan.ts';
import { aheadOn, at, cents, day, exampleA, expectedOn, type Life, planOf, zone } from './test-plans.ts';

const numRuns = Number(process.env.TENOR_LAWS ?? 9);

const dates: fc.Arbitrary<DateRule> = fc.oneof(
  fc.uniqueArray(fc.integer({ min: -27, max: 0 }), { minLength: 1, maxLength: 3 }).map((offsets) => ({ offsets })),
  fc.constantFrom<DateRule>(
    { series: { frequency: 'weekly', days: [5], startDate: null } },
    { series: { frequency: 'twiceMonthly', days: [1, 15], startDate: null } },
    { series: { frequency: 'monthly', days: [3], startDate: null } },
    { series: { frequency: 'everyTwoWeeks', days: [3], startDate: day('2027-03-10') } },
  ),
);
const plans = fc
  .record({
    dates,
    extra: fc.constantFrom(0, 0, 2500),
    asks: fc.constantFrom('due' as const, 'dueAndOverdue' as const),
  })
  .map(({ dates, extra, asks }) => planOf({ dates, amounts: { asks, extra: extra as Cents, fixed: null, max: null } }));

const byHand = fc.array(
  fc.record({
    on: fc.integer({ min: day('2027-03-20'), max: day('2028-02-01') }),
    amount: fc.integer({ min: 1_000, max: 60_000 }),
    enablePrepayments: fc.boolean(),
  }),
  { maxLength: 4 },
);

interface Run {
  readonly life: Life;
  readonly released: readonly ExpectedPayment[];
  readonly announced: readonly Announced[];
}

type Hand = readonly { on: Day; amount: number; enablePrepayments: boolean }[];

/** What varies is announced at the first look ten days before; `late` says by how many days a notice goes out too late. */
function followed(plan: Plan, hand: Hand, late: (nth: number) => number = () => 0): Run {
  let life: Life = exampleA();
  const released: ExpectedPayment[] = [];
  const decided: Decided[] = [];
  let announced: Announced[] = [];
  const asOf = (today: Day): Plan => ({ ...plan, today, notices: plan.notices && { ...plan.notices, announced } });
  for (let today = day('2027-03-11'); today <= day('2028-03-20'); today += 1) {
    const arrived = hand.flatMap((one, i): Fact[] =>
      one.on !== today
        ? []
        : [
            {
              kind: 'payment',
              id: `hand ${i}`,
              status: 'succeeded',
              agencyFee: 0 as Cents,
              ...one,
              amount: one.amount as Cents,
            },
          ],
    );
    if (arrived.length > 0) life = { ...life, facts: [...life.facts, ...arrived] };
    for (const one of soonExpected(aheadOn(life, dateOf(today)), asOf(today), decided).filter(
      isToBeAnnounced(asOf(today)),
    )) {
      const { due, ordinal, amount } = one;
      const days = late(announced.length);
      const sent = { sentOn: today + days, sentAt: at(dateOf(today + days)) };
      announced = withAnnounced(announced, { dueOn: due.on, ordinal, amount, ...sent });
    }
    const isDue = (one: ExpectedPayment | undefined) =>
      one !== undefined && dateInZone(one.releaseAt, zone) === dateOf(today);
    for (;;) {
      const [next] = expectedPayments(aheadOn(life, dateOf(today)), asOf(today), decided, 1);
      if (!isDue(next)) break;
      const { due, ordinal, plannedOn: on, amount, extra } = next!;
      decided.push({ dueOn: due.on, ordinal, amount, extra, isGood: true });
      released.push(next!);
      const own = { status: 'pending', enablePrepayments: true, agencyFee: 0 as Cents } as const;
      if (amount > 0) {
        const payment: Fact = { kind: 'payment', id: `autopay ${due.on} ${ordinal}`, on, amount, ...own };
        life = { ...life, facts: [...life.facts, payment] };
      }
    }
  }
  return { life, released, announced };
}

const shown = ({ due, ordinal, plannedOn, amount }: ExpectedPayment) => [due.on, ordinal, plannedOn, amount];

test('what is shown on the first day is what happens, and asking again changes nothing', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const expected = expectedOn(exampleA(), '2027-03-11', plan);
      assert.deepEqual(expectedOn(exampleA(), '2027-03-11', plan), expected);
      const { released } = followed(plan, []);
      assert.deepEqual(
        released.filter(({ amount }) => amount > 0).map(shown),
        expected.filter(({ amount }) => amount > 0).map(shown),
      );
    }),
    { numRuns },
  );
});

test('with every debit good no due date is ever overdue, and the loan ends', () => {
  fc.assert(
    fc.property(plans, byHand, (plan, hand) => {
      const { life, released } = followed(plan, hand);
      const { product, terms, facts } = life;
      const end = product.replay(terms, facts, { through: day('2028-03-25') });
      assert.equal(product.statusOf(end.position), 'paidOff');
      assert.deepEqual(
        end.records.events.filter(({ type }) => type === 'loan.overdue'),
        [],
      );
      assert.ok(released.length > 0);
    }),
    { numRuns },
  );
});

test('no due date is asked for more than it needs and the extra; nor is more debited than is owed', () => {
  fc.assert(
    fc.property(plans, byHand, (plan, hand) => {
      const { life, released } = followed(plan, hand);
      const { product, terms, facts } = life;
      const end = product.replay(terms, facts, { through: day('2028-03-25') });
      const due = new Map<Day, number>();
      for (const one of everyObligation(end)) {
        const { dueDate, whole } = product.obligation(end, one);
        due.set(dueDate, (due.get(dueDate) ?? 0) + whole);
      }
      const debited = new Map<Day, number>();
      for (const { due: of, amount } of released) debited.set(of.on, (debited.get(of.on) ?? 0) + amount);
      for (const [on, amount] of debited) {
        const needs = due.get(on);
        // The last one asks for what is left, less what came in for it.
        if (needs === undefined || on === day('2028-03-15')) continue;
        assert.ok(amount <= needs + plan.amounts.extra, `${dateOf(on)}: ${amount} of ${needs}`);
      }
      const handed = hand.reduce((sum, { amount }) => sum + amount, 0);
      // Only what came by hand after everything was released may be too much.
      assert.ok(end.position.customerCredit <= handed);
    }),
    { numRuns },
  );
});

test('a plan that begins later asks for nothing whose time is over', () => {
  const all = expectedOn(exampleA(), '2027-03-11', planOf());
  fc.assert(
    fc.property(fc.integer({ min: day('2027-03-11'), max: day('2027-04-14') }), (today) => {
      const since = at(dateOf(today), '15:00:00');
      assert.deepEqual(expectedOn(exampleA(), dateOf(today), planOf({ since })), all);
    }),
    { numRuns },
  );
});

test('what is paid by hand before the release lowers the debit, and after it stands beside it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: day('2027-05-16'), max: day('2027-06-16') }),
      fc.integer({ min: 100, max: 66_605 }),
      (on, amount) => {
        const { released } = followed(planOf(), [{ on, amount, enablePrepayments: true }]);
        const debit = released.find(({ due }) => due.on === day('2027-06-15'));
        // 666.05 are due on Tuesday 2027-06-15; the debit is released on the 14th.
        const isBefore = on <= day('2027-06-14');
        assert.equal(debit?.amount, isBefore ? 66_605 - amount : 66_605);
      },
    ),
    { numRuns },
  );
});

test('no amount that needs a notice is debited without one that is ten days older than the day on which money moves', () => {
  const varying = fc.record({
    above: fc.integer({ min: 0, max: 80_000 }),
    late: fc.array(fc.constantFrom(0, 0, 1, 9), { minLength: 1, maxLength: 5 }),
    extra: fc.constantFrom(0, 5_000),
  });
  fc.assert(
    fc.property(dates, byHand, varying, (rule, hand, { above, late, extra }) => {
      const amounts = { asks: 'dueAndOverdue' as const, extra: cents(extra), fixed: null, max: null };
      const plan = planOf({ dates: rule, amounts, notices: { above: cents(above), announced: [] } });
      const { released, announced } = followed(plan, hand, (nth) => late[nth % late.length] as number);
      for (const { due, ordinal, amount, entryOn } of released) {
        if (amount <= above) continue;
        const notice = announced.find((one) => one.dueOn === due.on && one.ordinal === ordinal);
        assert.ok(notice, `${dateOf(due.on)}: ${amount} was not announced`);
        assert.ok((notice.sentOn as Day) <= entryOn - 10, `${dateOf(due.on)} was announced too late`);
        assert.ok(amount <= notice.amount, `${dateOf(due.on)}: ${amount} of ${notice.amount}`);
      }
    }),
    { numRuns },
  );
});

test('with a notice of each in time, what is shown on the first day is what happens', () => {
  fc.assert(
    fc.property(dates, fc.integer({ min: 0, max: 80_000 }), (rule, above) => {
      const plan = planOf({ dates: rule, notices: { above: cents(above), announced: [] } });
      const expected = expectedOn(exampleA(), '2027-03-11', { ...plan, today: day('2027-03-11') });
      const { released } = followed(plan, []);
      const paid = (all: readonly ExpectedPayment[]) => all.filter(({ amount }) => amount > 0).map(shown);
      assert.deepEqual(paid(released), paid(expected));
    }),
    { numRuns },
  );
});

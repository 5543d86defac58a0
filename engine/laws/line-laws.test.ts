// Laws that hold for every line, whatever happens on it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { factsAfter, lastOn, placeOf, reachBack } from '../account/tail.ts';
import { assertAccountLaws } from '../golden/line/account-laws.ts';
import { nextCalendarDay } from '../line/calendar-day.ts';
import type { LineFact, LineFactOf } from '../line/facts.ts';
import { lineAt } from '../line/line.ts';
import { openOf, owedOf } from '../line/owed.ts';
import { overdueOfDraw, readLine } from '../line/read.ts';
import type { LineState } from '../line/records.ts';
import { replayLine } from '../line/replay.ts';
import { lineReach } from '../line/tail.ts';
import type { LineTerms, MinimumOfBalance } from '../line/terms.ts';
import { activation, buy, day, draw, drawTerms, lineTerms, pay } from '../line/test-lines.ts';
import { runsOf } from './line/runs.ts';
import { firstDay, type History, lastDay, someHistory } from './some-lines.ts';

const runs = runsOf(100);
const holds = (law: (history: History) => void): void => fc.assert(fc.property(someHistory, law), runs);

const whole = ({ terms, facts }: History): LineState => replayLine(terms, facts, { through: lastDay });

const days = fc.integer({ min: firstDay, max: lastDay });
const dateText = (on: number): string => new Date(on * 86_400_000).toISOString().slice(0, 10);
const buyOn = (on: number, amount: number): LineFactOf<'purchase'> => buy(dateText(on), 'A', amount / 100);

describe('checkpoints', () => {
  test('a replay from any day equals the whole', () => {
    fc.assert(
      fc.property(someHistory, fc.integer({ min: firstDay, max: lastDay }), (history, on) => {
        const { terms, facts } = history;
        const all = whole(history);
        const from = replayLine(terms, facts, { through: on });
        const kept = structuredClone(from.position);
        const rest = replayLine(terms, facts, { through: lastDay, from });
        assert.deepEqual(rest.position, all.position);
        assert.deepEqual(from.position, kept, 'the checkpoint stays as it was');
        assert.deepEqual([...from.records.steps, ...rest.records.steps], all.records.steps);
        // A bill says after how many steps of its own replay it was made.
        const before = from.records.steps.length;
        const after = rest.records.bills.map((bill) => ({ ...bill, steps: bill.steps + before }));
        assert.deepEqual([...from.records.bills, ...after], all.records.bills);
        assert.deepEqual(JSON.parse(JSON.stringify(from.position)), from.position, 'plain data');
      }),
      runs,
    );
  });

  test('so does one after any fact', () => {
    fc.assert(
      fc.property(someHistory, fc.nat(), (history, nth) => {
        const { terms, facts } = history;
        const given = facts.filter(({ kind, on }) => kind !== 'undo' && on <= lastDay);
        const last = given[nth % given.length]!;
        const from = replayLine(terms, facts, { through: last.on, last: placeOf(last) });
        assert.deepEqual(replayLine(terms, facts, { through: lastDay, from }).position, whole(history).position);
      }),
      runs,
    );
  });

  test('so does one with the facts after it alone', () => {
    fc.assert(
      fc.property(someHistory, days, (history, on) => {
        const { terms, facts } = history;
        const from = replayLine(terms, facts, { through: on });
        const rest = factsAfter(facts, lastOn(on, facts), lineReach);
        assert.deepEqual(replayLine(terms, rest, { through: lastDay, from }).position, whole(history).position);
      }),
      runs,
    );
  });

  test('a fact that reaches behind it is told from one that does not', () => {
    fc.assert(
      fc.property(someHistory, days, fc.nat(), (history, on, nth) => {
        const { terms, facts } = history;
        const fresh = facts[1 + (nth % (facts.length - 1))]!;
        const before = facts.filter((one) => one !== fresh);
        // A fact that another one undoes or decides was recorded before that one: it cannot be the new one.
        const isNamed = before.some(
          (one) =>
            (one.kind === 'undo' && one.of === fresh.id) || (one.kind === 'disputeOutcome' && one.dispute === fresh.id),
        );
        fc.pre(fresh.kind !== 'drawActivation' && !isNamed);
        const place = lastOn(on, before);
        const tail = factsAfter(before, place, lineReach);
        if (reachBack([fresh], tail, place, lineReach)) return;
        const from = replayLine(terms, before, { through: on, last: place });
        const next = replayLine(terms, factsAfter(facts, place, lineReach), { through: lastDay, from });
        assert.deepEqual(next.position, whole(history).position);
      }),
      runs,
    );
  });

  test('the order of arrival never matters', () => {
    holds((history) => {
      const turned = { ...history, facts: history.facts.toReversed() };
      assert.deepEqual(whole(turned).position, whole(history).position);
    });
  });
});

describe('the account', () => {
  test('the ledger, the sums, interest and the bills add up', () => {
    holds((history) => assertAccountLaws(history.terms, whole(history)));
  });

  test('no more interest is booked and accrued than the cap', () => {
    holds((history) => {
      const { totalCap } = history.terms.interest;
      const { draws, interest } = readLine(history.terms, whole(history));
      const booked = draws.reduce((sum, d) => sum + d.interestBooked, 0);
      assert.ok(totalCap === null || booked + interest.notDue <= totalCap);
    });
  });
});

describe('daily compounding', () => {
  const rates = { '0.0365': 1n, '0.219': 6n, '0.365': 10n } as const;

  test('n days make the power, less than a millionth of a cent for each of them', () => {
    const law = (amount: number, days: number, rate: keyof typeof rates): void => {
      const daily = lineTerms([1, 22]);
      const terms = { ...daily, interest: { ...daily.interest, accrual: 'compoundDaily' as const } };
      const [from, to] = [day('2027-01-01'), day('2027-01-01') + days];
      const facts = [activation('2027-01-01'), draw('2027-01-01', 'A', drawTerms(rate)), buyOn(from, amount)];
      const [d] = readLine(terms, replayLine(terms, facts, { through: to })).draws;
      const [over, under] = d!.accruedTotal.split('/').map(BigInt) as [bigint, bigint];
      // amount × ((1 + p / 10,000)^days − 1), as a whole number over 10,000^days.
      const power = 10_000n ** BigInt(days);
      const exact = BigInt(amount) * ((10_000n + rates[rate]) ** BigInt(days) - power);
      const short = exact * under - over * power;
      assert.ok(short >= 0n && short * 1_000_000n <= BigInt(2 * days) * under * power, `${amount} for ${days} days`);
    };
    const args = [
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 31 }),
      fc.constantFrom(...(Object.keys(rates) as (keyof typeof rates)[])),
    ] as const;
    fc.assert(fc.property(...args, law), runsOf(100));
  });

  test('never makes interest less than without it, where nothing is paid', () => {
    const law = ({ terms, facts }: History): void => {
      const kept = facts.filter(({ kind }) =>
        ['activation', 'drawActivation', 'purchase', 'rate', 'index'].includes(kind),
      );
      const accruing = (accrual: LineTerms['interest']['accrual']): bigint[] => {
        const of = {
          ...terms,
          cycleRateMax: null,
          interest: { ...terms.interest, accrual, balanceMethod: 'daily' as const, totalCap: null, minCharge: null },
          delinquency: { ...terms.delinquency, chargeOffDueWithin: null, accelerationDueWithin: null },
        };
        const { draws } = readLine(of, replayLine(of, kept, { through: lastDay }));
        return draws.map(({ accruedTotal }) => {
          const [over, under] = accruedTotal.split('/').map(BigInt) as [bigint, bigint];
          return (over * 1_000_000n) / under;
        });
      };
      const [simple, daily] = [accruing('simple'), accruing('compoundDaily')];
      for (const [i, amount] of simple.entries()) assert.ok(amount <= daily[i]!, `${amount} and ${daily[i]}`);
    };
    fc.assert(fc.property(someHistory, law), runsOf(60));
  });
});

describe('grace', () => {
  /** A draw with grace, purchases on any day, and every statement paid in full by its deadline. */
  const alwaysPaid = fc
    .record({
      days: fc.constantFrom([8, 4], [3, 28], [31, 25], [12, 8], [5, 4]) as fc.Arbitrary<[number, number]>,
      bought: fc.array(fc.record({ on: days, amount: fc.integer({ min: 1, max: 60_000 }) }), { maxLength: 25 }),
      evaluate: fc.constantFrom(1, 2, 3),
      early: fc.integer({ min: 0, max: 20 }),
    })
    .map(({ days: dates, bought, evaluate, early }) => {
      const terms = lineTerms(dates, { floor: 25 });
      const grace = { periodsToRestore: 1, periodsToEvaluate: evaluate, minimumOverride: null };
      const facts: LineFact[] = [
        { kind: 'activation', id: 'activation', on: firstDay, time: 0 },
        { ...draw(dateText(firstDay), 'A', drawTerms('0.219', { grace, percent: '0.02' })), time: 1 },
        ...bought.map(({ on, amount }) => buyOn(on, amount)),
      ];
      return { terms, facts, early };
    });

  test('a draw paid in full by every deadline never has interest', () => {
    fc.assert(
      fc.property(alwaysPaid, ({ terms, facts, early }) => {
        let all: LineFact[] = facts;
        for (;;) {
          const { bills } = replayLine(terms, all, { through: lastDay }).records;
          const paid = all.length - facts.length;
          const bill = bills[paid];
          if (bill === undefined) break;
          const on = Math.max(bill.statementOn, bill.dueOn - early);
          const amount = Math.max(1, bill.newBalance) / 100;
          all = [...all, { ...pay(dateText(on), amount, null, `payment-${paid}`), time: 86_399 }];
          assert.equal(bill.interest, 0);
        }
      }),
      runsOf(25),
    );
  });

  test('without new purchases, and every obligation paid, the balance reaches zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), fc.constantFrom('0', '0.01', '0.05'), (amount, percent) => {
        const terms = lineTerms([8, 4], { floor: 50 });
        let facts: LineFact[] = [
          { kind: 'activation', id: 'activation', on: firstDay, time: 0 },
          { ...draw(dateText(firstDay), 'A', drawTerms('0.292', { percent })), time: 1 },
          buyOn(firstDay, amount),
        ];
        let state = replayLine(terms, facts, { through: firstDay });
        let owed = amount;
        for (let month = 0; owed > 0; month++) {
          assert.ok(month < 60);
          const { statementOn, dueOn } = state.position;
          state = replayLine(terms, facts, { through: statementOn, from: state });
          const due = readLine(terms, state).minimumDue;
          facts = due === 0 ? [] : [pay(dateText(dueOn), due / 100)];
          state = replayLine(terms, facts, { through: dueOn, from: state });
          facts = [];
          ({ owed } = readLine(terms, state));
        }
      }),
      runsOf(25),
    );
  });
});

describe('what is owed', () => {
  test('nothing is ever negative, no part of an obligation either', () => {
    holds((history) => {
      const { position: p } = whole(history);
      for (const d of p.draws) {
        assert.ok(d.principal <= d.principalOwed);
      }
      for (const o of p.obligations) {
        for (const part of o.parts) assert.ok(part.interestOpen >= 0 && part.principalOpen >= 0);
        for (const fee of [...o.fees, ...o.parts.flatMap(({ fees }) => fees)]) assert.ok(fee.open >= 0);
      }
    });
  });

  test('customer credit never stands beside anything owed', () => {
    holds((history) => {
      const { position: p } = whole(history);
      if (p.standing !== 'chargedOff') assert.ok(p.customerCredit === 0 || owedOf(lineAt(history.terms, p)) === 0);
    });
  });

  test('what a statement asks for is never more than what is owed, and always its interest and fees', () => {
    holds((history) => {
      const state = whole(history);
      for (const bill of state.records.bills) {
        const o = [...state.records.obligations, ...state.position.obligations].find(
          ({ kind, ordinal }) => kind === 'statement' && ordinal === bill.ordinal,
        )!;
        assert.ok(o.amount <= o.newBalance);
        for (const part of o.parts) assert.ok(part.principal >= 0 && part.interest >= 0);
        assert.ok(bill.minimumShown <= Math.max(0, o.newBalance));
      }
    });
  });

  /** What the tiers ask for, worked apart from the engine: whole numbers alone. */
  function askedByTiers({ tiers, plus }: MinimumOfBalance, balance: number, interest: number, fees: number): number {
    const tier = tiers.find(({ upTo }) => balance <= (upTo ?? balance))!;
    const part = Math.floor((balance * Math.round(Number(tier.percent) * 1_000)) / 1_000);
    const more = (plus === 'nothing' ? 0 : interest) + (plus === 'interestAndFees' ? fees : 0);
    return Math.max(tier.amount, part) + more;
  }

  test('what is asked for by the balance is its definition, or all that may be raised is asked for', () => {
    let [seen, binding] = [0, 0];
    holds(({ terms, facts }) => {
      // A balance that is worth a tier.
      const history = { terms, facts: [...facts, buyOn(firstDay + 3, 60_000)] };
      const { minimum } = terms;
      const [last] = whole(history)
        .records.bills.filter(({ asked }) => asked !== null)
        .sort((a, b) => b.newBalance - a.newBalance);
      if (minimum.ofBalance === null || last === undefined) return;
      // As it was made: before the facts of its day, and of later ones.
      const known = history.facts.filter((one) => one.on < last.statementOn);
      const state = replayLine(history.terms, known, { through: last.statementOn });
      const [bill, o] = [
        state.records.bills.at(-1)!,
        state.position.obligations.findLast(({ kind }) => kind === 'statement'),
      ];
      if (bill.statementOn !== last.statementOn || bill.asked === null || o?.ordinal !== bill.ordinal) return;
      const ofParts = o.parts.reduce((sum, part) => sum + part.interest + part.principal + part.feesDue, 0);
      const interest = o.parts.reduce((sum, part) => sum + part.interest, 0);
      const fees = o.parts.reduce((sum, part) => sum + part.feesDue, o.amount - ofParts);
      const wanted = Math.max(askedByTiers(minimum.ofBalance, o.newBalance, interest, fees), minimum.floor);
      const regular = o.amount - o.overLimit;
      const mayBeRaised = state.position.draws.filter(
        (d) => !(d.hasGrace && d.terms.grace?.minimumOverride) && d.paidOffOn === null && d.principal > 0,
      );
      assert.ok(regular >= wanted || mayBeRaised.length === 0);
      assert.ok(regular < Math.max(wanted, bill.asked.byDraws) + minimum.roundUpTo);
      seen += 1;
      if (wanted > bill.asked.byDraws && regular >= wanted) binding += 1;
    });
    assert.ok(seen * 5 > runs.numRuns && binding * 40 > runs.numRuns, `${seen} seen, ${binding} binding`);
  });

  test('a cycle costs at most its part of the balance, and nothing is given up below it', () => {
    let [seen, waived] = [0, 0];
    holds((history) => {
      if (history.terms.cycleRateMax === null) return;
      for (const { cycle, interest, fees } of whole(history).records.bills) {
        assert.ok(cycle !== null);
        const relief = cycle.fees + cycle.interest + cycle.givenBack;
        assert.equal(cycle.charges - relief, Math.min(cycle.charges, cycle.max));
        const { late = 0, nsf = 0, ...counted } = fees;
        const all = Object.values(counted).reduce((sum, amount) => sum + amount, interest + cycle.interest);
        // Waivers by hand lower it, and what was given back when the line was paid off before.
        assert.ok(cycle.charges <= all && late + nsf >= 0);
        seen += 1;
        if (relief > 0) waived += 1;
      }
    });
    assert.ok(seen > runs.numRuns && waived * 4 > runs.numRuns, `${seen} seen, ${waived} above`);
  });

  test('the balance of a cycle is what was owed at the end of each of its days', () => {
    const law = ({ terms, facts }: History): void => {
      if (terms.cycleRateMax === null || terms.interest.dayCount !== 'actual/365') return;
      const { bills } = replayLine(terms, facts, { through: lastDay }).records;
      const bill = bills[Math.min(2, bills.length - 1)];
      const before = bills.findLast(({ statementOn }) => bill !== undefined && statementOn < bill.statementOn);
      if (bill?.cycle == null || before === undefined) return;
      const accrues = new Map(whole({ terms, facts }).position.draws.map((d) => [d.id, d.terms.purpose !== 'static']));
      let weighted = 0;
      for (let on = before.statementOn; on < bill.statementOn; on++) {
        const { draws } = readLine(terms, replayLine(terms, facts, { through: on }));
        for (const { draw: id, principal } of draws)
          if (accrues.get(id)) weighted += principal.notDue + principal.due + principal.overdue;
      }
      assert.equal(bill.cycle.weighted, weighted);
    };
    fc.assert(fc.property(someHistory, law), runsOf(20));
  });

  test('what is available is within the limit, and its definition while there is any', () => {
    holds((history) => {
      const { available, limit, owed, disputed } = readLine(history.terms, whole(history));
      assert.ok(available <= limit && available >= 0);
      if (available > 0) assert.ok(available + owed + disputed <= limit);
    });
  });

  test('what is overdue are the parts of the draws and fees of the line, without interest on what is disputed', () => {
    holds((history) => {
      const state = whole(history);
      const { overdueAmount, draws } = readLine(history.terms, state);
      const fees = state.position.obligations
        .filter(({ isOverdue }) => isOverdue)
        .flatMap((o) => o.fees)
        .reduce((sum, { open }) => sum + open, 0);
      const ofDraws = draws.map(({ draw }) => overdueOfDraw(state, draw));
      assert.equal(
        ofDraws.reduce((sum, amount) => sum + amount, fees),
        overdueAmount,
      );
      for (const [i, amount] of ofDraws.entries()) {
        const { principal, interest, fees: byType } = draws[i]!;
        const most = [principal, interest, ...Object.values(byType)].reduce((sum, { overdue }) => sum + overdue, 0);
        assert.ok(amount >= 0 && amount <= most);
      }
    });
  });

  test('a line that is paid off has nothing in any bucket', () => {
    holds((history) => {
      const { status, outstanding, owed, disputed, draws } = readLine(history.terms, whole(history));
      for (const d of draws) if (d.status === 'paidOff') assert.equal(d.outstanding + d.disputed, 0);
      if (status === 'paidOff') assert.deepEqual([outstanding, owed, disputed], [0, 0, 0]);
    });
  });

  test('a draw that has grace when a statement is made is billed no interest', () => {
    holds((history) => {
      const { disputes, interest } = history.terms;
      if (disputes.lostInterest === 'charged' || interest.minCharge !== null) return;
      for (const bill of whole(history).records.bills) {
        for (const d of bill.draws) if (d.hasGrace) assert.equal(d.interest, 0);
      }
    });
  });

  test('there is one late fee an obligation, never above it', () => {
    holds((history) => {
      const state = whole(history);
      const late = state.records.fees.filter(({ type }) => type === 'late');
      assert.equal(new Set(late.map(({ key }) => key)).size, late.length);
    });
  });

  test('the calendar never stands still', () => {
    holds((history) => {
      const { position, through } = whole(history);
      assert.ok(nextCalendarDay(lineAt(history.terms, position)) > through);
      for (const o of position.obligations) assert.ok(openOf(o) === 0 || o.closedOn === null);
    });
  });
});

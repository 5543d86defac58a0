// What always adds up: postings, balances, principal, interest, days.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FactOf } from '../account/facts.ts';
import { type OpenObligation, type Reading, read } from '../account/read.ts';
import type { Segment } from '../account/records.ts';
import { eachRate } from '../account/segments.ts';
import type { Exact } from '../interest/exact.ts';
import { basisOf } from '../time/day-count.ts';
import { holdsFor, readingOf, stateOf } from './compare.ts';
import { decimal, type Fraction, fraction, lowest, minus, sum, wholeCents } from './fraction.ts';
import { type History, loanHistory } from './histories.ts';

const small = loanHistory({ size: 'small' });
const long = loanHistory({ size: 'long' });
const buckets = ['notDue', 'due', 'overdue'] as const;

test('the postings of each day and cause add up to zero, and none is of nothing', () => {
  const law = (history: History): void => {
    const totals = new Map<string, number>();
    for (const { on, cause, amount } of stateOf(history).records.postings) {
      assert.notEqual(amount, 0);
      totals.set(`${on} ${cause}`, (totals.get(`${on} ${cause}`) ?? 0) + amount);
    }
    for (const [entry, total] of totals) assert.equal(total, 0, entry);
  };
  holdsFor(small, law, { runs: 600 });
});

test('day, account and cause name a posting, day and cause a step', () => {
  holdsFor(
    small,
    (history) => {
      const { postings } = stateOf(history).records;
      const names = postings.map(({ on, account, cause }) => `${on} ${account} ${cause}`);
      assert.deepEqual(
        names.filter((name, i) => names.indexOf(name) !== i),
        [],
      );
    },
    { runs: 300 },
  );
});

/** The balance of each account according to the reading. */
function holdings(reading: Reading): Map<string, number> {
  const { principal, interest, fees, customerCredit } = reading;
  const held: [string, number][] = [
    ...buckets.map((bucket): [string, number] => [`principal.${bucket}`, principal[bucket]]),
    ['interest.due', interest.due],
    ['interest.overdue', interest.overdue],
    ...Object.entries(fees).flatMap(([type, owed]) =>
      buckets.map((bucket): [string, number] => [`fees.${type}.${bucket}`, owed[bucket]]),
    ),
    ['customerCredit', -customerCredit],
  ];
  return new Map(held.filter(([, amount]) => amount !== 0));
}

test('each receivable in the ledger is the bucket of the reading', () => {
  const law = (history: History): void => {
    const state = stateOf(history);
    const balances = new Map<string, number>();
    for (const { account, amount } of state.records.postings) {
      if (!/^(principal|interest|fees)\.|^customerCredit$/.test(account)) continue;
      balances.set(account, (balances.get(account) ?? 0) + amount);
    }
    const left = new Map([...balances].filter(([, amount]) => amount !== 0));
    assert.deepEqual(byName(left), byName(holdings(read(history.terms, state))));
  };
  holdsFor(small, law, { runs: 600 });
  holdsFor(long, law, { runs: 60 });
});

const byName = (amounts: Map<string, number>) => [...amounts].sort(([a], [b]) => (a < b ? -1 : 1));

test('no bucket is negative, and the open obligations are what is due and overdue', () => {
  const law = (history: History): void => {
    const reading = readingOf(history);
    const all = [reading.principal, reading.interest, ...Object.values(reading.fees), reading.chargedOff];
    for (const bucket of all)
      for (const amount of Object.values(bucket)) assert.ok(amount >= 0, JSON.stringify(bucket));
    assert.ok(reading.customerCredit >= 0 && reading.payment >= 0 && reading.daysPastDue >= 0);
    const open = (isOverdue: boolean, part: (one: OpenObligation) => number) =>
      reading.open.filter((one) => one.isOverdue === isOverdue).reduce((total, one) => total + part(one), 0);
    const fees = (bucket: 'due' | 'overdue') =>
      Object.values(reading.fees).reduce((total, owed) => total + owed[bucket], 0);
    for (const isOverdue of [false, true]) {
      const bucket = isOverdue ? 'overdue' : 'due';
      assert.equal(
        open(isOverdue, (one) => one.principal),
        reading.principal[bucket],
      );
      assert.equal(
        open(isOverdue, (one) => one.interest),
        reading.interest[bucket],
      );
      assert.equal(
        open(isOverdue, (one) => one.fees),
        fees(bucket),
      );
    }
    const overdue = open(true, ({ interest, principal, fees }) => interest + principal + fees);
    assert.equal(reading.overdueAmount, overdue);
    if (overdue === 0) assert.equal(reading.daysPastDue, 0);
    if (reading.daysPastDue > 0) assert.ok(reading.daysPastDue <= reading.day - oldestOverdue(reading));
  };
  holdsFor(small, law, { runs: 600 });
});

const oldestOverdue = ({ open }: Reading) =>
  Math.min(...open.filter(({ isOverdue }) => isOverdue).map((o) => o.dueDate));

test('a loan paid off owes nothing anywhere; one that is not owes something', () => {
  const law = (history: History): void => {
    const reading = readingOf(history);
    const { principal, interest, fees, chargedOff, open } = reading;
    const owed = [principal, interest, chargedOff, ...Object.values(fees)].flatMap((part) => Object.values(part));
    const owes = owed.some((amount) => amount !== 0);
    if (reading.status === 'paidOff') {
      assert.equal(owes, false);
      assert.deepEqual([open, reading.dueDates, lowest(fraction(reading.accrued))], [[], [], { n: 0n, d: 1n }]);
    } else if (reading.status !== 'pending') assert.equal(owes, true);
  };
  holdsFor(small, law, { runs: 600 });
});

test('accrued in all = booked + accrued and not booked + forgone, to the last fraction', () => {
  const law = (history: History): void => {
    const { accruedTotal, interestBooked, accrued, forgoneRounding, forgoneCap } = readingOf(history);
    const parts = [wholeCents(interestBooked), fraction(accrued), fraction(forgoneRounding), fraction(forgoneCap)];
    assert.deepEqual(lowest(fraction(accruedTotal)), sum(...parts));
    assert.ok(fraction(forgoneCap).n >= 0n);
    if (history.terms.interest.rounding === 'cut') assert.ok(fraction(forgoneRounding).n >= 0n);
  };
  holdsFor(small, law, { runs: 600 });
  holdsFor(long, law, { runs: 60 });
});

test('a merchant discount becomes income in even parts, all of it by the end', () => {
  const seen = { spread: 0 };
  const law = (history: History): void => {
    const { merchantDiscount: discount } = history.terms;
    const { records, position } = stateOf(history);
    const balance = (account: string) =>
      records.postings.filter((one) => one.account === account).reduce((total, { amount }) => total + amount, 0);
    const income = 0 - balance('discountIncome');
    if (discount === null || position.standing === 'pending') {
      assert.equal(income, 0);
      return;
    }
    assert.equal(income - balance('unearnedDiscount'), discount.amount);
    const ended = records.steps.find(({ kind }) => kind === 'paidOff' || kind === 'chargeOff');
    const turns = records.steps.filter(({ kind }) => kind === 'due').length;
    const parts = discount.amortizedOver ?? 0;
    const isAll = ended !== undefined || turns >= parts;
    seen.spread += isAll ? 0 : 1;
    assert.equal(income, isAll ? discount.amount : Math.floor((discount.amount * turns) / parts));
  };
  holdsFor(small, law, { runs: 600 });
  assert.ok(seen.spread > 8, `only ${seen.spread} discounts were spread`);
});

test('booked and accrued interest never pass the cap on all interest', () => {
  holdsFor(
    small,
    (history) => {
      const { totalCap } = history.terms.interest;
      if (totalCap === null || history.facts[0]?.kind === 'migration') return;
      const { interestBooked, accrued } = readingOf(history);
      const { n } = sum(wholeCents(interestBooked - totalCap), fraction(accrued));
      // Unless interest is cut to cents, rounding on a due date may book up to a cent more than has accrued.
      assert.ok(n <= 0n || history.terms.interest.rounding !== 'cut', `${n}`);
    },
    { runs: 600 },
  );
});

test('principal lent and capitalised = repaid, credited, refunded, settled, written off and outstanding', () => {
  const law = (history: History): void => {
    const { position: p, records } = stateOf(history);
    const { lent, capitalised, repaid, credited, refunded, settled, writtenOff, recovered } = p.totals;
    const { principal, chargedOff } = readingOf(history);
    const outstanding = principal.notDue + principal.due + principal.overdue;
    assert.equal(lent + capitalised, repaid + credited + refunded + settled + writtenOff + outstanding);
    if (p.standing === 'chargedOff' && p.paidOffOn === null) assert.ok(chargedOff.principal <= writtenOff - recovered);
    const moot = new Set(records.moot.map(({ fact }) => fact));
    const isUndone = history.facts.some(({ kind }) => kind === 'undo');
    const advances = history.facts.filter((one): one is FactOf<'advance'> => one.kind === 'advance');
    if (isUndone || p.standing === 'pending') return;
    const advanced = advances
      .filter(({ id, on }) => on <= history.through && !moot.has(id))
      .reduce((total, { amount }) => total + amount, 0);
    assert.equal(lent, (takenOver(history) ?? history.terms.principal) + advanced);
  };
  holdsFor(small, law, { runs: 800 });
});

function takenOver({ facts }: History): number | undefined {
  const migration = facts.find((one): one is FactOf<'migration'> => one.kind === 'migration');
  return migration?.obligations.reduce((total, { principal }) => total + principal, migration.principal as number);
}

test('segments follow one another without overlap, each earns balance × rate × weight, together all that accrued', () => {
  const law = (history: History): void => {
    const { position, records } = stateOf(history);
    const segments = position.segment === null ? records.segments : [...records.segments, position.segment];
    const basis = basisOf(history.terms.interest.dayCount);
    let total = sum();
    for (const [i, { from }] of segments.entries()) assert.ok((segments[i - 1]?.to ?? from) <= from, 'they overlap');
    for (const segment of segments.flatMap((one) => eachRate(one, history.terms.interest.dayCount))) {
      // A charge goes on while all that is owed is overdue and pays a rate of its own.
      const isBorne = segment.principal > 0 || history.terms.interest.precomputed != null;
      assert.ok(segment.from < segment.to && isBorne, JSON.stringify(segment));
      total = sum(total, exactOf(segment.interest, segment.scale * basis));
      // What a charge brings follows its periods, not the balance.
      if (history.terms.interest.precomputed != null) continue;
      const earned = { n: BigInt(segment.principal) * BigInt(segment.rate) * BigInt(segment.weight), d: 1n };
      assert.deepEqual(
        exactOf(segment.interest, segment.scale * basis),
        lowest({ ...earned, d: BigInt(segment.scale * basis) }),
      );
      assert.ok(segment.rateBeforeDiscount >= segment.rate && segment.rate >= 0);
    }
    assertDaysWeighed(history, segments);
    // It is open whether frozen days accrue, so they are counted apart until that is decided.
    const before = accruedBefore(history);
    const waits = position.frozen !== null && position.segment !== null;
    const own = waits ? sum(total, minus(exactOf(position.segment!.interest, position.segment!.scale * basis))) : total;
    const { accruedTotal } = readingOf(history);
    assert.deepEqual(sum(own, before), lowest(fraction(accruedTotal)));
  };
  holdsFor(small, law, { runs: 600 });
  holdsFor(long, law, { runs: 60 });
});

/** Interest of a loan taken over that accrued or was booked before. */
function accruedBefore({ facts, through }: History): Fraction {
  const migration = facts.find((one): one is FactOf<'migration'> => one.kind === 'migration' && one.on <= through);
  if (migration === undefined) return sum();
  const booked = migration.obligations.reduce(
    (total, { interest }) => total + interest,
    migration.paid.interest as number,
  );
  return sum(decimal(migration.accruedInterest), wholeCents(booked));
}

const exactOf = ({ whole, part }: Exact, denominator: number) =>
  sum(wholeCents(whole), { n: BigInt(part), d: BigInt(denominator) });

/** With actual days over 365 or 360 a segment counts its real number of days. */
function assertDaysWeighed({ terms }: History, segments: readonly Segment[]): void {
  if (terms.interest.dayCount !== 'actual/365' && terms.interest.dayCount !== 'actual/360') return;
  for (const { from, to, weight } of segments) assert.equal(weight, to - from);
}

test('the last step says how the loan stands; due dates lie ahead and follow one another', () => {
  const law = (history: History): void => {
    const state = stateOf(history);
    const reading = read(history.terms, state);
    const last = state.records.steps.at(-1);
    const { principal, open, dueDates } = reading;
    assert.ok(
      dueDates.every((day, i) => day > (dueDates[i - 1] ?? history.through)),
      `${dueDates}`,
    );
    if (last === undefined) return;
    assert.equal(last.after.principal, principal.notDue + principal.due + principal.overdue);
    assert.equal(
      last.after.instalments,
      open.reduce((total, o) => total + o.interest + o.principal, 0),
    );
    const fees = Object.values(reading.fees).reduce((total, owed) => total + owed.notDue + owed.due + owed.overdue, 0);
    assert.equal(last.after.fees, fees);
  };
  holdsFor(small, law, { runs: 600 });
});

test('steps are in the order of their days, and each divides its amount', () => {
  const law = (history: History): void => {
    const { steps } = stateOf(history).records;
    steps.forEach((step, i) => {
      assert.ok(step.on >= (steps[i - 1]?.on ?? step.on), step.cause);
      if (!['payment', 'serviceCredit', 'creditUsed'].includes(step.kind)) return;
      assert.equal(step.fees + step.interest + step.principal + step.over, step.amount, step.cause);
      for (const part of [step.fees, step.interest, step.principal, step.over]) assert.ok(part >= 0, step.cause);
    });
  };
  holdsFor(small, law, { runs: 600 });
});

test('a fee has one key; an instalment has at most one late fee', () => {
  const law = (history: History): void => {
    const keys = readingOf(history).feesBooked.map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length, keys.join(' '));
    assert.ok(
      keys.every((key) => !/^late:(?!\d+$)/.test(key)),
      keys.join(' '),
    );
  };
  holdsFor(small, law, { runs: 600 });
  holdsFor(long, law, { runs: 60 });
});

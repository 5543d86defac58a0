// The laws of a line for the engine, on the random histories of all options that the two implementations share, begun
// here or taken over. Those that need a history of their own are in laws/line-laws.test.ts.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { engineReading } from '../../golden/line/engine-reading.ts';
import type { LineFact } from '../../line/facts.ts';
import { replayLine } from '../../line/replay.ts';
import { restored, stored } from '../../line/stored.ts';
import type { LineReading } from '../../naive/line/reading.ts';
import { agreed } from './agreed.ts';
import { type LineHistory, lineHistory } from './line-histories.ts';
import { runsOf } from './runs.ts';
import { someBalances, takenOver } from './some-migration.ts';

const runs = runsOf(60);
const anyLine = fc
  .tuple(lineHistory, someBalances, fc.boolean())
  .map(([history, balances, isMigrated]) => (isMigrated ? takenOver(history, balances) : history));

const law = (name: string, holdsFor: (history: LineHistory, pick: number) => void): void => {
  test(name, () => fc.assert(fc.property(anyLine, fc.nat(299), holdsFor), runs));
};

const stateOf = ({ terms, facts, through }: LineHistory) => replayLine(terms, facts, { through });
const readingOf = ({ terms, facts, through }: LineHistory): LineReading => engineReading(terms, facts, { through });
/** Written and read again, as a store does it. */
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const totalOf = (buckets: object): number => Object.values(buckets).reduce((sum: number, one: number) => sum + one, 0);
const feesIn = (fees: LineReading['lineFees']): number =>
  Object.values(fees).reduce((sum, buckets) => sum + totalOf(buckets), 0);

describe('the engine of lines', () => {
  law('the order of arrival never matters', (history) => {
    assert.deepEqual(stateOf({ ...history, facts: history.facts.toReversed() }), stateOf(history));
  });

  law('a replay from any checkpoint, as it is stored, equals the whole', (history, pick) => {
    const on = history.facts[0]!.on + (pick % (history.through - history.facts[0]!.on));
    const from = replayLine(history.terms, history.facts, { through: on });
    const kept = asJson(stored(from.position));
    const again = { ...from, position: restored(kept) };
    const rest = replayLine(history.terms, history.facts, { through: history.through, from: again });
    const all = stateOf(history);
    assert.deepEqual(again.position, asJson(from.position));
    assert.deepEqual(asJson(rest.position), asJson(all.position));
    assert.deepEqual([...from.records.postings, ...rest.records.postings], all.records.postings);
  });

  law('each entry adds up to zero, and buckets are balances of accounts, of each draw and of the line', (history) => {
    const balances = new Map<string, number>();
    const entries = new Map<string, number>();
    for (const { on, cause, account, amount } of stateOf(history).records.postings) {
      balances.set(account, (balances.get(account) ?? 0) + amount);
      entries.set(`${on} ${cause}`, (entries.get(`${on} ${cause}`) ?? 0) + amount);
    }
    for (const [entry, sum] of entries) assert.equal(sum, 0, entry);
    const { draws, lineFees } = readingOf(history);
    const check = (account: string, amount: number) => assert.equal(balances.get(account) ?? 0, amount, account);
    for (const [type, buckets] of Object.entries(lineFees)) {
      for (const [bucket, amount] of Object.entries(buckets)) check(`fees.${type}.${bucket}`, amount);
    }
    for (const [id, draw] of Object.entries(draws)) {
      for (const bucket of ['notDue', 'due', 'overdue'] as const) {
        check(`principal.${bucket}@${id}`, draw.principal[bucket]);
        if (bucket !== 'notDue') check(`interest.${bucket}@${id}`, draw.interest[bucket]);
      }
      check(`disputed@${id}`, draw.disputed);
    }
  });

  law('draws and the fees of the line add up to the line', (history) => {
    const { draws, lineFees, owed, disputed } = readingOf(history);
    const all = Object.values(draws);
    assert.equal(owed, all.reduce((sum, draw) => sum + draw.owed, 0) + feesIn(lineFees));
    assert.equal(
      disputed,
      all.reduce((sum, draw) => sum + draw.disputed, 0),
    );
  });

  law('what is available is its definition', (history) => {
    const { limit, owed, disputed, holds, uncleared, available, draws, chargedOffLineFees } = readingOf(history);
    const off = Object.values(draws).reduce((sum, { chargedOff }) => sum + totalOf(chargedOff), chargedOffLineFees);
    assert.equal(available, Math.max(0, limit - owed - off - disputed - holds - uncleared));
    for (const draw of Object.values(draws)) assert.ok(draw.available <= available);
  });

  law('what is due is never more than what is owed, and customer credit never stands beside it', (history) => {
    const { minimumDue, owed, customerCredit, status, statements } = readingOf(history);
    assert.ok(minimumDue <= owed);
    for (const { shownMinimum, shownBalance, date } of statements) {
      // Statements that were taken over say what they were given to say.
      if (date > history.facts[0]!.on) assert.ok(shownMinimum <= shownBalance);
    }
    if (status !== 'chargedOff') assert.ok(customerCredit === 0 || owed === 0);
  });

  law('what is paid off has nothing in any bucket of any draw', (history) => {
    const { status, draws, lineFees, chargedOffLineFees } = readingOf(history);
    for (const draw of Object.values(draws)) {
      if (draw.status !== 'paidOff' && status !== 'paidOff') continue;
      const { principal, interest, fees, chargedOff, disputed } = draw;
      const buckets = [totalOf(principal), totalOf(interest), feesIn(fees), totalOf(chargedOff), disputed];
      assert.deepEqual([...buckets, draw.accrued.split('/')[0]], [0, 0, 0, 0, 0, '0']);
    }
    if (status === 'paidOff') assert.deepEqual([feesIn(lineFees), chargedOffLineFees], [0, 0]);
  });
});

/**
 * A purchase and its refund late on one day, or undefined where they leave something: a fee of the purchase stays, what is
 * amortized is spread anew; customer credit takes the purchase, so the refund is credit of another day; a refund on a line
 * that is charged off pays the principal of all draws in their order; and there must be such a draw.
 */
function boughtAndReturned(history: LineHistory, pick: number): LineFact[] | undefined {
  const activations = history.facts.filter((fact) => fact.kind === 'drawActivation');
  const drawn = activations[pick % activations.length];
  if (drawn === undefined || drawn.terms.amortization !== null || drawn.terms.fees.draw.percentOfPurchase !== '0')
    return;
  const on = drawn.on + (pick % 90);
  const { position } = replayLine(history.terms, history.facts, { through: on });
  if (position.standing === 'chargedOff' || position.customerCredit > 0) return;
  if (!position.draws.some(({ id }) => id === drawn.draw)) return;
  const base = { on, draw: drawn.draw, amount: 100 + pick, status: 'settled' };
  return [
    { ...base, id: 'z-bought', kind: 'purchase', authorization: null, time: 86_398 },
    {
      ...base,
      id: 'z-back',
      kind: 'purchaseCredit',
      type: 'refund',
      original: { id: 'z-bought', ...base },
      time: 86_399,
    },
  ] as unknown as LineFact[];
}

test('12: a purchase and its full refund on one day leave nothing', () => {
  let seen = 0;
  const property = fc.property(lineHistory, fc.nat(299), (history, pick) => {
    const more = boughtAndReturned(history, pick);
    if (more === undefined) return;
    seen += 1;
    const with12 = readingOf({ ...history, facts: [...history.facts, ...more] });
    assert.deepEqual(agreed(with12), agreed(readingOf(history)));
  });
  fc.assert(property, { ...runs, numRuns: 2 * runs.numRuns });
  assert.ok(seen * 8 > runs.numRuns, `only ${seen}`);
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { rulesVersion } from '../account/state.ts';
import type { Rate } from '../values/rate.ts';
import { blankDraw } from './draw.ts';
import type { LineFact } from './facts.ts';
import { blankObligation, blankPart } from './obligations.ts';
import { replayLine } from './replay.ts';
import { followsIndex, restored, type StoredLine, stored } from './stored.ts';
import {
  activation,
  buy,
  day,
  dispute,
  dollars,
  draw,
  drawTerms,
  fact,
  lineTerms,
  outcome,
  pay,
} from './test-lines.ts';

/** Ids are as long as those of the service. */
const idOf = (prefix: string, i: number): string => `${prefix}-ABCD-${1_000 + i}`;
const card = idOf('DW', 0);

function drawsFor(count: number): LineFact[] {
  const cash = { purpose: 'cashAdvance', percent: '0.02' } as const;
  return Array.from({ length: count }, (_, i) =>
    draw('2027-01-20', idOf('DW', i), drawTerms('0.1825', i % 2 === 0 ? { grace: 1, percent: '0.02' } : cash)),
  );
}

const positionOf = (facts: readonly LineFact[], draws = 1, through = '2027-06-20') =>
  replayLine(lineTerms([8, 4]), [activation('2027-01-20'), ...drawsFor(draws), ...facts], { through: day(through) })
    .position;

const bytesOf = (facts: readonly LineFact[], draws = 1): number =>
  JSON.stringify(stored(positionOf(facts, draws))).length;

const bought = Array.from({ length: 200 }, (_, i) => buy('2027-05-20', card, 30 + i, idOf('PU', i)));
const disputes = bought.slice(0, 10).map((one, i) => ({ ...dispute('2027-06-19', one, 5), id: idOf('DI', i) }));
const holds = Array.from({ length: 40 }, (_, i) =>
  fact('authorization', '2027-06-19', { draw: card, amount: dollars(20 + i) }, idOf('PU', 500 + i)),
);

test('settled purchases leave nothing in a checkpoint', () => {
  // Sums have more digits.
  assert.ok(Math.abs(bytesOf(bought) - bytesOf(bought.slice(0, 10))) < 30);
});

test('a line with one draw takes at most 8 KiB, and each further one at most 1 KiB', () => {
  const boughtOn = (count: number) =>
    Array.from({ length: count }, (_, i) => buy('2027-05-20', idOf('DW', i), 3_000 + i));
  // On each draw something was bought and billed, and is still owed.
  const one = bytesOf(boughtOn(1));
  const eleven = bytesOf(boughtOn(11), 11);
  assert.ok(one <= 8_192, `${one}`);
  assert.ok((eleven - one) / 10 <= 1_024, `${(eleven - one) / 10} a draw`);
});

test('each open hold and each open dispute takes at most 48 bytes', () => {
  const without = bytesOf(bought);
  const ofHolds = (bytesOf([...bought, ...holds]) - without) / holds.length;
  assert.ok(ofHolds <= 48, `${ofHolds} a hold`);
  const ofDisputes = (bytesOf([...bought, ...disputes]) - without) / disputes.length;
  assert.ok(ofDisputes <= 48, `${ofDisputes} a dispute`);
});

test('what is stored of a position is all of it', () => {
  // Interest of two months is on the disputed amount, one more dispute begins later, and one payment is in between.
  const early = { ...dispute('2027-05-10', bought[0]!, 5), id: idOf('DI', 90) };
  const old = buy('2027-01-25', card, 900, idOf('PU', 900));
  const late = { ...dispute('2027-04-15', old, 700), id: idOf('DI', 91) };
  const ended = outcome('2027-06-01', { ...early, purchase: late.purchase }, 'lost');
  const facts = [old, late, pay('2027-03-20', 100), ...bought, ...holds, ...disputes, ended];
  for (const through of ['2027-01-20', '2027-04-20', '2027-05-25', '2027-06-20', '2027-09-30']) {
    const position = positionOf(facts, 3, through);
    assert.deepEqual(restored(JSON.parse(JSON.stringify(stored(position))) as StoredLine), position);
  }
});

test('whether a line follows the index is seen in what is stored as in the whole', () => {
  const spread = [{ days: null, rate: '0.05' as Rate, type: 'spread' as const }];
  const { rates } = drawTerms('0.1825');
  const follows = draw('2027-02-01', 'follows', drawTerms('0.1825', { rates: { ...rates, rates: spread } }));
  const rate = (type: 'absolute' | 'spread') =>
    fact('rate', '2027-02-01', { draw: null, rate: '0.05', type, until: null, replaces: [] });
  const index = fact('index', '2027-01-01', { rate: '0.04' });
  const cases: [readonly LineFact[], boolean][] = [
    [[], false],
    [[rate('absolute')], false],
    [[index, rate('spread')], true],
    [[index, follows], true],
  ];
  for (const [facts, expected] of cases) {
    const position = positionOf(facts);
    const kept = JSON.parse(JSON.stringify(stored(position))) as StoredLine;
    assert.deepEqual([followsIndex(position), followsIndex(kept)], [expected, expected]);
  }
});

test('obligations that are paid leave it: on a line without late fees, and on one that was called in', () => {
  const left = (facts: readonly LineFact[]) => positionOf(facts, 3, '2029-06-20').obligations.length;
  assert.equal(left([]), 1);
  assert.equal(left([fact('acceleration', '2027-02-20', {})]), 1);
});

test('what is usual in a checkpoint is what it was when others were stored, or they go by another number of rules', () => {
  const usual = JSON.stringify([blankDraw(), blankObligation(), blankPart()]);
  const hash = createHash('sha256').update(usual).digest('hex').slice(0, 12);
  assert.deepEqual([rulesVersion, hash], [2, '17f98d5e715e']);
});

test('a dispute counts its days from its own day, wherever a replay began', () => {
  // The purchase was repaid, so that nothing is credited and nothing else brings the draw to that day.
  const cash = idOf('DW', 1);
  const bought = buy('2027-01-25', cash, 100, idOf('PU', 1));
  const early = [activation('2027-01-20'), ...drawsFor(2), bought, pay('2027-01-26', 100)];
  const late = [{ ...dispute('2027-01-30', bought, 100), id: idOf('DI', 1) }];
  const terms = lineTerms([8, 4]);
  const through = day('2027-03-20');
  const from = replayLine(terms, early, { through: day('2027-01-28') });
  const resumed = replayLine(terms, late, { through, from }).position.disputes;
  const whole = replayLine(terms, [...early, ...late], { through }).position.disputes;
  assert.equal(whole.length, 1);
  assert.deepEqual(resumed, whole);
});

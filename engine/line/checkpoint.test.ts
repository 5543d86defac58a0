import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LineFact } from './facts.ts';
import { replayLine } from './replay.ts';
import { activation, buy, day, dispute, dollars, draw, drawTerms, fact, lineTerms } from './test-lines.ts';

const drawNames = ['drw_01ABCDEFGHJKMNPQRS', 'drw_02ABCDEFGHJKMNPQRS', 'drw_03ABCDEFGHJKMNPQRS'];
const [card] = drawNames as [string];

function positionOf(facts: readonly LineFact[], through = '2027-06-20') {
  const draws = drawNames.map((name) => draw('2027-01-20', name, drawTerms('0.1825', { grace: 1 })));
  const all = [activation('2027-01-20'), ...draws, ...facts];
  return replayLine(lineTerms([8, 4]), all, { through: day(through) }).position;
}

const bytesOf = (facts: readonly LineFact[]): number => JSON.stringify(positionOf(facts)).length;

const bought = Array.from({ length: 200 }, (_, i) => buy('2027-05-20', card, 30 + i, `pur_01ABCDEFGHJKMNP${i}`));

test('settled purchases leave nothing in a checkpoint', () => {
  // Sums have more digits.
  assert.ok(Math.abs(bytesOf(bought) - bytesOf(bought.slice(0, 10))) < 30);
});

test('its size is bounded by what is open: draws, holds, disputes', () => {
  const disputes = bought.slice(0, 10).map((one) => dispute('2027-06-19', one, 5));
  const holds = Array.from({ length: 40 }, (_, i) =>
    fact('authorization', '2027-06-19', { draw: card, amount: dollars(20 + i) }, `aut_01ABCDEFGHJKMNP${i}`),
  );
  const most = 8_192 + 1_024 * drawNames.length + 48 * (disputes.length + holds.length);
  const bytes = bytesOf([...bought, ...disputes, ...holds]);
  assert.ok(bytes <= most, `${bytes} of ${most}`);
});

test('obligations that are paid leave it: on a line without late fees, and on one that was called in', () => {
  const left = (facts: readonly LineFact[]) => positionOf(facts, '2029-06-20').obligations.length;
  assert.equal(left([]), 1);
  assert.equal(left([fact('acceleration', '2027-02-20', {})]), 1);
});

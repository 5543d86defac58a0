import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkRule } from './check-rule.ts';
import { shippedRules } from './shipped.ts';

const good = {
  id: 'OWN-1',
  citation: 'Policy 7',
  jurisdiction: 'federal',
  appliesTo: 'both',
  channels: ['voice'],
  kind: 'timeWindow',
  context: 'collection',
  severity: 'block',
  params: { start: '09:00', end: '20:00', days: ['mon'], clock: 'consumerLocal' },
  summary: 'Nobody calls in the evening.',
  confidence: 'knowledge',
  source: 'our counsel',
};

const wrong = (change: object): string[] => {
  const checked = checkRule({ ...good, ...change });
  return 'problems' in checked ? checked.problems.map(({ path }) => path) : [];
};
const params = (change: object) => ({ params: { ...good.params, ...change } });
const often = (change: object) => ({ kind: 'frequency', params: { max: 3, per: '7d', scope: 'debt', ...change } });

describe('a rule', () => {
  test('that can be obeyed is taken, and what it does not say is filled in', () => {
    const checked = checkRule(good);
    assert.ok('rule' in checked);
    assert.deepEqual([checked.rule.muted, checked.rule.locality, checked.rule.exceptLoanTypeIds], [false, null, []]);
  });

  const refused: readonly (readonly [what: string, change: object, paths: readonly string[]])[] = [
    ['without a citation', { citation: undefined }, ['citation']],
    ['with an empty citation', { citation: ' ' }, ['citation']],
    ['of an unknown kind', { kind: 'phaseOfMoon' }, ['kind']],
    ['with an unknown parameter', params({ stat: '08:00' }), ['params.stat']],
    ['with a window that never opens', params({ start: '21:00', end: '08:00' }), ['params.end']],
    ['with a window that ends when it begins', params({ start: '09:00', end: '09:00' }), ['params.end']],
    ['with no days', params({ days: [] }), ['params.days']],
    ['with a time that is none', params({ end: '25:00' }), ['params.end', 'params.end']],
    ['with a clock of no zone', params({ clock: 'Mars/Olympus' }), ['params.clock']],
    ['with a Sunday that never opens', params({ sunday: { start: '12:00', end: '12:00' } }), ['params.sunday']],
    ['without a limit', { kind: 'frequency', params: { per: '7d', scope: 'debt' } }, ['params.max']],
    ['that allows nothing at all', often({ max: 0 }), ['params.max']],
    ['with a part of a contact', often({ max: 1.5 }), ['params.max']],
    ['with an unknown period', often({ per: '8d' }), ['params.per']],
    ['with an unknown scope', often({ scope: 'household' }), ['params.scope']],
    ['with an unknown field', { colour: 'red' }, ['colour']],
    ['with no channel', { channels: [] }, ['channels']],
    ['by pigeon', { channels: ['pigeon'] }, ['channels']],
    ['that ends before it begins', { effectiveFrom: '2027-02-01', effectiveTo: '2027-01-31' }, ['effectiveTo']],
    ['from a day that is none', { effectiveFrom: '2027-02-30' }, ['effectiveFrom']],
    ['of a place without ZIP codes', { locality: { name: 'Springfield', zips: [] } }, ['locality']],
    ['whose name is no id', { id: 'my rule' }, ['id']],
    ['whose parameter has a name of every object', params({ constructor: 1 }), ['params.constructor']],
  ];
  for (const [what, change, paths] of refused) {
    test(`${what} is refused by name`, () => assert.deepEqual(wrong(change), paths));
  }

  test('that is no object is refused', () => {
    for (const value of [null, 'FED-TIME', [], 7]) assert.ok('problems' in checkRule(value));
  });
});

describe('the shipped rules', () => {
  test('have ids of their own, and pass the check again as they are', () => {
    assert.equal(new Set(shippedRules.map(({ id }) => id)).size, shippedRules.length);
    for (const rule of shippedRules) assert.deepEqual(checkRule(rule), { rule });
  });

  test('mute the policies of creditors, and nothing else', () =>
    assert.deepEqual(
      shippedRules.filter(({ muted }) => muted).map(({ id }) => id),
      ['FED-1P-FREQ-POLICY', 'FED-1P-TIME-POLICY'],
    ));

  test('know a period of limitation for each state', () => {
    const barred = shippedRules.find(({ id }) => id === 'FED-TIMEBARRED');
    assert.ok(barred?.kind === 'timeBarred');
    assert.equal(Object.keys(barred.params.yearsByState ?? {}).length, 51);
  });
});

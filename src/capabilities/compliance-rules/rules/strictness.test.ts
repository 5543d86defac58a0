// Which change of a rule is stricter.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Rule } from '@tenor/guard/contract.ts';
import { shippedRules } from '@tenor/guard/rules/shipped.ts';
import { changedRule } from './applied.ts';
import { compareRules } from './strictness.ts';

const ruleOf = (id: string): Rule => shippedRules.find((one) => one.id === id) as Rule;
const nothing = { isMuted: null, severity: null, params: null };

/** What the change makes of it. */
const orderOf = (rule: Rule, params: object, severity: Rule['severity'] | null = null) =>
  compareRules(rule, changedRule(rule, { ...nothing, params: params as Readonly<Record<string, unknown>>, severity }))
    .order;

describe('a rule that is changed', () => {
  const calls = ruleOf('FED-FREQ-7IN7');
  const hours = ruleOf('FED-TIME');
  const consent = { ...ruleOf('FED-TCPA-CELL'), params: { consent: 'priorExpress' } } as Rule;
  const cases: readonly (readonly [string, Rule, object, string])[] = [
    ['fewer calls', calls, { max: 5 }, 'stricter'],
    ['more calls', calls, { max: 8 }, 'milder'],
    ['as many calls', calls, { max: 7 }, 'same'],
    ['a longer span', calls, { per: '30d' }, 'stricter'],
    ['a shorter span', calls, { per: '24h' }, 'milder'],
    ['fewer calls in a shorter span', calls, { max: 1, per: '1d' }, 'unclear'],
    ['another thing that is counted', calls, { scope: 'person' }, 'unclear'],
    ['less that is not counted', calls, { excluded: ['notConnected'] }, 'stricter'],
    ['nothing that is not counted', calls, { excluded: null }, 'stricter'],
    [
      'more that is not counted',
      calls,
      { excluded: ['consentWithin7d', 'notConnected', 'toAttorneyCreditorBureau', 'onSunday'] },
      'milder',
    ],
    ['something else that is not counted', calls, { excluded: ['onSunday'] }, 'unclear'],
    ['a later morning', hours, { start: '09:00' }, 'stricter'],
    ['an earlier morning', hours, { start: '07:59' }, 'milder'],
    ['an earlier evening', hours, { end: '20:00' }, 'stricter'],
    ['a window that is moved', hours, { start: '09:00', end: '22:00' }, 'unclear'],
    ['closed Sundays', hours, { sunday: 'closed' }, 'stricter'],
    ['shorter Sundays', hours, { sunday: { start: '12:00', end: '18:00' } }, 'stricter'],
    ['longer Sundays', hours, { sunday: { start: '07:00', end: '22:00' } }, 'milder'],
    ['another clock', hours, { clock: 'America/New_York' }, 'unclear'],
    ['consent in writing', consent, { consent: 'priorExpressWritten' }, 'stricter'],
    ['consent that may be revoked in writing', consent, { consent: 'writtenRevocable' }, 'stricter'],
    ['a consent that is as good', consent, { consent: 'express' }, 'same'],
  ];
  for (const [what, rule, params, expected] of cases) {
    test(`by ${what} is ${expected}`, () => assert.equal(orderOf(rule, params), expected));
  }

  test('by its severity, together with what else is changed', () => {
    const warning = { ...calls, severity: 'warn' } as Rule;
    assert.equal(orderOf(warning, {}, 'block'), 'stricter');
    assert.equal(orderOf(warning, {}, 'info'), 'milder');
    assert.equal(orderOf(warning, { max: 5 }, 'block'), 'stricter');
    assert.equal(orderOf(warning, { max: 9 }, 'block'), 'unclear');
  });

  test('names the first field that is not stricter', () => {
    const after = changedRule(hours, { ...nothing, params: { start: '09:00', end: '22:00' } });
    assert.equal(compareRules(hours, after).path, 'params.end');
  });

  test('is as strict as it is itself, and taking back what is stricter is milder', () => {
    for (const rule of shippedRules) assert.deepEqual(compareRules(rule, rule), { order: 'same', path: undefined });
    for (const [what, rule, params, expected] of cases) {
      const after = changedRule(rule, { ...nothing, params: params as Readonly<Record<string, unknown>> });
      const opposite = { stricter: 'milder', milder: 'stricter', same: 'same', unclear: 'unclear' }[expected];
      assert.equal(compareRules(after, rule).order, opposite, what);
    }
  });
});

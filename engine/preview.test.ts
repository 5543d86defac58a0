import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLoan } from './calc/read-loan.ts';
import { preview } from './preview.ts';
import { replay } from './replay.ts';
import type { CivilDate } from './values/civil-date.ts';
import { dayOf } from './values/day.ts';

const on = (date: string) => dayOf(date as CivilDate);

const loan = (facts: readonly object[]) =>
  readLoan({
    terms: { principal: 1200, interest: { rate: 0.12 }, payments: { day: 1, count: 3 } },
    facts: [{ kind: 'activation', on: '2027-02-15' }, ...facts],
  });

describe('preview', () => {
  test('what a payment would change, without changing anything', () => {
    const { terms, facts } = loan([]);
    const { facts: more } = loan([{ id: 'what-if', kind: 'payment', on: '2027-02-15', amount: 300 }]);
    const through = on('2027-02-15');
    const { difference, expectedBefore, expectedAfter } = preview(terms, facts, { facts: more.slice(1) }, { through });
    assert.deepEqual(
      difference.postings.map(({ account, amount }) => [account, amount]),
      [
        ['clearing', 300_00],
        ['principal.notDue', -300_00],
      ],
    );
    assert.equal(expectedBefore[0]!.amount - expectedAfter[0]!.amount, 300_00, 'paid ahead');
    assert.equal(replay(terms, facts, { through }).position.principal, 1200_00);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLoan } from '../calc/read-loan.ts';
import { replay } from '../installment/replay.ts';
import type { CivilDate } from '../values/civil-date.ts';
import { dayOf } from '../values/day.ts';
import { fractionText, read } from './read.ts';

const on = (date: string) => dayOf(date as CivilDate);

test('a discount counts from the day it saves interest, not from the next due date', () => {
  const { terms, facts } = readLoan({
    terms: {
      principal: 3650,
      interest: { rate: 0.2, promos: [{ days: null, rate: 0.1 }] },
      payments: { day: 1, count: 6 },
    },
    facts: [{ kind: 'activation', on: '2027-01-01' }],
  });
  const discountOn = (date: string) => read(terms, replay(terms, facts, { through: on(date) })).discountTotal;
  assert.equal(discountOn('2027-01-01'), '0/1');
  assert.equal(discountOn('2027-01-11'), '1000/1', '3,650.00 at 10 % for 10 of 365 days');
  assert.equal(discountOn('2027-02-01'), '3100/1');
  assert.equal(discountOn('2027-02-02'), '3200/1', 'nothing is paid, so the balance is the same');
});

test('fractions are written in lowest terms, with the sign in front', () => {
  assert.equal(fractionText({ whole: 2, part: 50 }, 100), '5/2');
  assert.equal(fractionText({ whole: -1, part: 75 }, 100), '-1/4');
  assert.equal(fractionText({ whole: 0, part: 0 }, 100), '0/1');
});

// Writes a history as text for a test: days as dates, and only those terms that differ from plain ones.

import type { Terms } from '../installment/terms.ts';
import { cents } from '../values/cents.ts';
import { dateOf } from '../values/day.ts';
import type { History } from './histories.ts';
import { millionths } from './some-terms.ts';

/** Plain terms: other loans are shown by how they differ from these. */
export const plainTerms: Terms = {
  principal: cents(1000_00),
  amountFinanced: cents(1000_00),
  interest: {
    rates: [{ days: null, rate: millionths(120_000), type: 'absolute' }],
    promos: [],
    floor: null,
    cap: null,
    stepCap: null,
    resets: null,
    dayCount: 'actual/365',
    accrual: 'simple',
    rounding: 'cut',
    totalCap: null,
    afterRateChange: 'solveAgain',
    overdueRate: null,
    overdueBearing: 'principal',
    precomputed: null,
  },
  payments: {
    frequency: 'monthly',
    days: [1],
    startDate: null,
    count: 3,
    amount: null,
    schedule: null,
    bufferDays: null,
    endDate: null,
    rounding: { unit: cents(1), mode: 'up' },
    amortization: 'level',
    interestOnly: 0,
    balloon: cents(0),
    plannedAdvances: [],
  },
  fees: { origination: null, periodic: [], late: null, nsf: null },
  waterfall: { by: 'obligation', order: ['fees', 'interest', 'principal'], early: 'interestFirst' },
  prepayment: 'nextDue',
  delinquency: {
    tolerance: cents(0),
    deadlines: 'asIs',
    accelerationDueWithin: null,
    chargeOffDueWithin: null,
    accrualAfterChargeOff: false,
  },
  merchantDiscount: null,
};

/** Groups of terms whose options are shown one by one. */
const groups = ['interest', 'payments', 'fees', 'waterfall', 'delinquency'] as const;

export function showHistory({ terms, facts, through }: History): string {
  const shown = Object.entries(terms).flatMap(([name, value]) => {
    const plain = plainTerms[name as keyof Terms];
    if (text(value) === text(plain)) return [];
    if (!groups.some((group) => group === name)) return [`${name}: ${text(value)}`];
    const inside = Object.entries(value as object).filter(
      ([key, one]) => text(one, key) !== text((plain as unknown as Record<string, unknown>)[key], key),
    );
    return [
      `${name}: { ...plainTerms.${name}, ${inside.map(([key, one]) => `${key}: ${text(one, key)}`).join(', ')} }`,
    ];
  });
  return [
    '{',
    `  terms: { ...plainTerms, ${shown.join(', ')} },`,
    '  facts: [',
    ...facts.map((fact) => `    ${text(fact)},`),
    '  ],',
    `  through: d('${dateOf(through)}'),`,
    '}',
  ].join('\n');
}

const dayNames =
  /^(on|until|first|startDate|endDate|dueDate|dueDates|firstDueDate|lastDay|happenedOn|periodStart|originatedOn|from|to)$/;

function text(value: unknown, name = ''): string {
  if (typeof value === 'number' && dayNames.test(name)) return `d('${dateOf(value)}')`;
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map((one) => text(one, name)).join(', ')}]`;
  if (value === null || typeof value !== 'object') return String(value);
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${key}: ${text(one, key)}`)
    .join(', ')} }`;
}

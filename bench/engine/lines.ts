// Lines of credit for the figures: a card with purchases every day, one payment a month, some cash.

import type { LineFact } from '../../engine/line/facts.ts';
import type { LineState } from '../../engine/line/records.ts';
import { replayLine } from '../../engine/line/replay.ts';
import type { LineTerms } from '../../engine/line/terms.ts';
import { buy, day, dispute, draw, drawTerms, fact, lineTerms } from '../../engine/line/test-lines.ts';
import type { Cents } from '../../engine/values/cents.ts';
import type { Day } from '../../engine/values/day.ts';

interface BenchLine {
  readonly terms: LineTerms;
  readonly facts: readonly LineFact[];
  readonly through: Day;
}

const begun = day('2027-01-20');

const terms = { ...lineTerms([8, 4], { floor: 30, lateFee: [30, 41] }), creditLimit: 5_000_000 as Cents };
const beginning: readonly LineFact[] = [
  fact('activation', '2027-01-20', {}, 'activation'),
  draw('2027-01-20', 'A', drawTerms('0.1825', { grace: 1, percent: '0.02' })),
  draw('2027-01-20', 'B', drawTerms('0.292', { purpose: 'cashAdvance', percent: '0.02' })),
];

/** A line of six months that owes two statements, with so much that is open. Ids are as long as those of the service. */
export function openLine(more: {
  readonly draw?: number;
  readonly hold?: number;
  readonly dispute?: number;
}): BenchLine {
  const idOf = (prefix: string, i: number): string => `${prefix}-ABCD-${1_000 + i}`;
  const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  const draws = times(1 + (more.draw ?? 0), (i) => idOf('DW', i));
  const [first] = draws as [string];
  const bought = draws.map((name, i) => buy('2027-05-20', name, 3_000 + i, idOf('PU', i)));
  const facts = [
    fact('activation', '2027-01-20', {}, 'activation'),
    ...draws.map((name) => draw('2027-01-20', name, drawTerms('0.1825', { grace: 1, percent: '0.02' }))),
    ...bought,
    ...times(more.dispute ?? 0, (i) => ({ ...dispute('2027-07-10', bought[0]!, 5), id: idOf('DI', i) })),
    ...times(more.hold ?? 0, (i) =>
      fact('authorization', '2027-07-15', { draw: first, amount: 2_000 + i }, idOf('PU', 100 + i)),
    ),
  ];
  return { terms, facts, through: day('2027-07-16') };
}

/** Something is bought once, and nothing is ever paid. */
export function unpaidLine(statements: number): BenchLine {
  const facts = [...beginning, boughtOn(begun + 1, 1, 100_000), boughtOn(begun + 1, 50, 100_000)];
  return { terms, facts, through: begun + Math.round(30.44 * statements) };
}

/** A line that has had so many statements and purchases. Half of the months are paid in full, the others in part. */
export function agedLine(statements: number, purchases: number): BenchLine {
  const through = begun + 19 + Math.round(30.44 * (statements - 1)) + 10;
  const facts = [...beginning];
  const span = through - begun;
  for (let i = 0; i < purchases; i++) {
    const on = begun + Math.floor((i * span) / purchases);
    facts.push(boughtOn(on, i, 300 + ((i * 7919) % 4000)));
  }
  return { terms, facts: [...facts, ...paymentsFor(facts, statements, through)].sort((a, b) => a.on - b.on), through };
}

/** What was bought up to the last statement: all of it in two of three months, a third of it in the other. */
function paymentsFor(facts: readonly LineFact[], statements: number, through: Day): LineFact[] {
  const payments: LineFact[] = [];
  let paid = 0;
  for (let month = 0; month < statements; month++) {
    const on = begun + 40 + Math.round(month * 30.44);
    let bought = 0;
    for (const one of facts) if (one.kind === 'purchase' && one.on < on - 22) bought += one.amount;
    const amount = Math.floor((bought - paid) / (month % 3 === 1 ? 3 : 1));
    if (on > through || amount <= 0) continue;
    paid += amount;
    payments.push(paidOn(on, `payment-${month}`, amount));
  }
  return payments;
}

export const boughtOn = (on: Day, i: number, amount: number): LineFact => ({
  kind: 'purchase',
  id: `purchase-${i}`,
  on,
  draw: i % 50 === 0 ? 'B' : 'A',
  status: 'settled',
  amount: amount as Cents,
  authorization: null,
});

export const paidOn = (on: Day, id: string, amount: number): LineFact => ({
  kind: 'payment',
  id,
  on,
  amount: amount as Cents,
  status: 'succeeded',
  draw: null,
  agencyFee: 0 as Cents,
});

export const checkpointOf = ({ terms, facts, through }: BenchLine): LineState => {
  const { position, rules } = replayLine(terms, facts, { through });
  const records = { steps: [], postings: [], segments: [], fees: [], obligations: [], bills: [], events: [], moot: [] };
  return { rules, through, position: structuredClone(position), records };
};

// Random lines that are taken over: the dates of one that began earlier on the same terms, with random balances that do
// not contradict each other.

import fc from 'fast-check';
import type { LineFact, LineFactOf, MigratedDraw, MigratedFee, MigratedLineObligation } from '../../line/facts.ts';
import { replayLine } from '../../line/replay.ts';
import type { LineTerms } from '../../line/terms.ts';
import { type Cents, cents } from '../../values/cents.ts';
import type { Day } from '../../values/day.ts';
import type { LineHistory } from './line-histories.ts';

const money = (max: number) => fc.oneof(fc.constant(0), fc.integer({ min: 0, max })).map(cents);
const someExact = fc.constantFrom('0', '0', '12', '310.25', '7.123456', '0.9');

const somePart = fc.record({
  fees: money(1500),
  interest: money(3000),
  principal: money(20_000),
  /** What was taken of it before, and what else of the balance is still owed, in tenths of the principal not due. */
  fulfilled: money(9000),
  tenths: fc.integer({ min: 0, max: 10 }),
});

/** What a balance taken over may need; terms and draws decide what it uses. */
export const someBalances = fc.record({
  daysBefore: fc.integer({ min: 20, max: 130 }),
  kept: fc.integer({ min: 1, max: 3 }),
  draws: fc.array(
    fc.record({
      principal: money(60_000),
      accrued: someExact,
      memo: someExact,
      hasGrace: fc.boolean(),
      isClosed: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
      waiting: money(1500),
      payment: money(20_000),
      rowsLeft: fc.integer({ min: 1, max: 5 }),
      paidInFull: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 3, maxLength: 3 },
  ),
  parts: fc.array(somePart, { minLength: 9, maxLength: 9 }),
  lineFees: fc.array(money(2500), { minLength: 4, maxLength: 4 }),
  credit: money(20_000),
  isTested: fc.boolean(),
  lateFeesTaken: money(2000),
});

type Balances = typeof someBalances extends fc.Arbitrary<infer T> ? T : never;

/** The same history, but what begins it is the line taken over, with its draws. */
export function takenOver(history: LineHistory, balances: Balances): LineHistory {
  const activation = history.facts.find(({ kind }) => kind === 'activation')!;
  const draws = history.facts.filter((fact): fact is LineFactOf<'drawActivation'> => fact.kind === 'drawActivation');
  const others = history.facts.filter(({ kind }) => kind !== 'activation' && kind !== 'drawActivation');
  const { on } = activation;
  const begun = on - balances.daysBefore;
  // The dates are those of a line without draws.
  const earlier = { ...activation, on: begun } as LineFact;
  const terms = { ...history.terms, bufferDays: null };
  const { position, records } = replayLine(terms, [earlier], { through: on });
  const made = [...records.obligations, ...position.obligations]
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .slice(-balances.kept);
  const migrated = draws.map((draw, k) => drawOf(draw, balances, k, { begun, on }));
  const obligations = made.map(({ ordinal, on: statementDate, dueDate }, i) =>
    obligationOf({ ordinal, statementDate, dueDate }, { migrated, balances, i, on, last: made.length - 1 - i }),
  );
  const isOwed = migrated.some(({ principal, waitingFees }) => principal > 0 || waitingFees.length > 0);
  const isOpen = obligations.some(({ amount }) => amount > 0);
  const migration = {
    id: activation.id,
    kind: 'migration',
    on,
    originatedOn: begun,
    creditLimit: history.terms.creditLimit,
    customerCredit: isOwed || isOpen || balances.lineFees[3]! > 0 ? 0 : balances.credit,
    ordinal: position.ordinal,
    periodStart: position.periodStart,
    draws: migrated,
    obligations,
    waitingFees: feesOf('w', balances.lineFees[3]!, 'membership'),
    lateFeeOrdinals: balances.isTested ? obligations.slice(0, 1).map(({ ordinal }) => ordinal) : [],
    lateFeesTaken: isOpen ? balances.lateFeesTaken : 0,
  } as unknown as LineFact;
  return { ...history, terms: withoutBuffer(history.terms), facts: [migration, ...others] };
}

const withoutBuffer = (terms: LineTerms): LineTerms => ({ ...terms, bufferDays: null });

const feesOf = (key: string, amount: Cents, type: MigratedFee['type']): MigratedFee[] =>
  amount === 0 ? [] : [{ key: `${type}:${key}`, type, amount }];

function drawOf(
  { draw, terms }: LineFactOf<'drawActivation'>,
  { draws }: Balances,
  k: number,
  { begun, on }: { readonly begun: Day; readonly on: Day },
): MigratedDraw {
  const { principal, accrued, memo, hasGrace, isClosed, waiting, payment, rowsLeft, paidInFull } = draws[k]!;
  const isGraced = hasGrace && terms.grace !== null;
  const isDeferred = terms.deferredInterest !== null && terms.deferredInterest.endsOn >= on;
  return {
    draw,
    terms,
    activatedOn: begun + k,
    isClosed,
    principal,
    accruedInterest: isGraced || isDeferred ? '0' : accrued,
    hasGrace: isGraced,
    waitingFees: feesOf(draw, waiting, 'purchase'),
    deferredInterest: isDeferred ? memo : null,
    amortization: terms.amortization === null || payment === 0 ? null : { amount: payment, rowsLeft },
    periodsPaidInFull: terms.grace === null ? 0 : paidInFull,
  };
}

interface Around {
  readonly migrated: readonly MigratedDraw[];
  readonly balances: Balances;
  readonly i: number;
  readonly on: Day;
  /** How many statements came after it. */
  readonly last: number;
}

function obligationOf(
  dates: Pick<MigratedLineObligation, 'ordinal' | 'statementDate' | 'dueDate'>,
  { migrated, balances, i, on, last }: Around,
): MigratedLineObligation {
  const lineFees = feesOf(`${dates.ordinal}`, balances.lineFees[i]!, 'late');
  const draws = migrated.map((draw, k) => {
    const { fees, interest, principal, fulfilled, tenths } = balances.parts[3 * i + k]!;
    const periods = draw.hasGrace ? (draw.terms.grace?.periodsToEvaluate ?? 1) : 1;
    const left = Math.floor((draw.principal * tenths) / 10);
    return {
      draw: draw.draw,
      fees: feesOf(`${draw.draw}:${dates.ordinal}`, fees, 'adHoc'),
      interest,
      principal,
      fullBalance: cents(fulfilled + fees + interest + principal + left),
      fulfilled,
      // Its check is on the day after the deadline of the statement so many later.
      isGraceChecked: dates.dueDate < on && last + 1 >= periods,
    };
  });
  const open = draws.reduce((sum, { fees, interest, principal }) => sum + sumOf(fees) + interest + principal, 0);
  const fulfilled = cents(draws.reduce((sum, part) => sum + part.fulfilled, 0));
  return {
    ...dates,
    draws,
    lineFees,
    fulfilled,
    amount: cents(open + sumOf(lineFees) + Math.floor(fulfilled / 2)),
    newBalance: cents(draws.reduce((sum, part) => sum + part.fullBalance, 0) + sumOf(lineFees)),
    lateFeeTested: balances.isTested,
  };
}

const sumOf = (fees: readonly MigratedFee[]): number => fees.reduce((sum, { amount }) => sum + amount, 0);

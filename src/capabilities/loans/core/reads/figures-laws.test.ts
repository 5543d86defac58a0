// A law for the figures that are stored with a loan: on every day of which they tell, they are what a replay says. Checked
// on every day of random histories of both products, from a day that the history chooses.
//
//   TENOR_LINES=1000 npm test -- figures-laws     more histories
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '@tenor/engine/account/facts.ts';
import { holdsFor, someDay } from '@tenor/engine/laws/compare.ts';
import { loanHistory } from '@tenor/engine/laws/histories.ts';
import { type LineHistory, lineHistory } from '@tenor/engine/laws/line/line-histories.ts';
import { runsOf } from '@tenor/engine/laws/line/runs.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import fc from 'fast-check';
import { dayFiguresOf } from '../books/day-figures-of.ts';
import { hasAhead } from '../books/move-tip.ts';
import type { BookObligation, State, Terms } from '../loan/books.ts';
import { amountsOn, type DayFigures, overdueOn, tellOf } from '../loan/day-figures.ts';
import { everyObligation } from '../loan/every-obligation.ts';
import type { LoanProduct } from '../loan/product.ts';
import { columnsOf, figuresOf } from '../loan/stored-figures.ts';
import { installment } from '../products/installment/installment.ts';
import { line } from '../products/line/line.ts';
import { asState, asStored as stateAsStored } from '../timeline/held-loan.ts';

interface Life {
  readonly product: LoanProduct;
  readonly terms: Terms;
  readonly facts: readonly Fact[];
  readonly through: Day;
}

/** Days without figures of their own, and those that were told by figures of an earlier day. */
const counted = { worked: 0, told: 0 };

/** As a loan that is worked again whenever its figures tell of no more days. */
function mustBeTold({ product, terms, facts, through: last }: Life, first: Day): void {
  let figures: DayFigures | null = null;
  let from: State | undefined;
  let bare: State | undefined;
  let isAhead = false;
  for (let day = first; day <= last; day++) {
    const state: State = product.replay(terms, facts, { through: day, from });
    if (figures !== null && tellOf(figures, day)) {
      mustBeAsReplayed({ product, terms, facts, through: day }, state, figures);
      // A read that takes the next obligation from the figures takes these from the stored state.
      if (figures.next !== undefined) assert.deepEqual(dueIn(state), dueIn(from as State), `due on ${day}`);
      else if (!isAhead) {
        bare = product.replay(terms, facts.filter(isOfIndex), { through: day, from: bare });
        mustNeedNoFact({ product, terms, facts, through: day }, state, bare);
      }
      // What needs facts of days to come is read from a replay.
      const needsFacts = figures.next === undefined && isAhead;
      if (bare !== undefined && !needsFacts) mustBeShown(product, bare, everyObligation(state));
      counted.told++;
      continue;
    }
    from = state;
    bare = asState(product, asRead(stateAsStored(product, state)));
    isAhead = hasAhead(
      product,
      state,
      facts.filter((fact) => !isOfIndex(fact)),
    );
    figures = asStored(dayFiguresOf(product, terms, state, facts));
    if (figures === null) continue;
    mustBeAsReplayed({ product, terms, facts, through: day }, state, figures);
    counted.worked++;
  }
}

/** Else the next obligation is computed from the stored state and the days since, unless a fact is ahead. */
function mustNeedNoFact({ product, terms, facts, through: day }: Life, state: State, bare: State): void {
  const expected = asRead(product.nextObligation(terms, state, facts) ?? null);
  const next = product.nextObligation(terms, bare, facts.filter(isOfIndex));
  assert.deepEqual(asRead(next ?? null), expected, `next on ${day}`);
  assert.deepEqual(dueIn(bare), dueIn(state), `due on ${day}`);
}

/** Obligations are shown with the state as it is stored, which has no records. */
function mustBeShown(product: LoanProduct, state: State, known: readonly BookObligation[]): void {
  for (const one of known) {
    const { dueDate, isOfPeriod } = product.obligation(state, one);
    if (isOfPeriod) product.startOfPeriod(state, one.ordinal);
    else product.periodOn(state, dueDate, known);
  }
}

const isOfIndex = ({ kind }: Fact): boolean => kind === 'index';

const dueIn = ({ position: { isDelinquent, obligations } }: State) => asRead({ isDelinquent, obligations });

const asRead = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** As the database gives them back. */
function asStored(figures: DayFigures | null): DayFigures | null {
  const stored = figuresOf(columnsOf(figures), figures?.next && asRead(figures.next));
  assert.deepEqual(stored, asRead(figures), 'what is stored is what is read');
  return stored;
}

function mustBeAsReplayed({ product, terms, facts, through: day }: Life, state: State, figures: DayFigures): void {
  const on = `of ${figures.through} on ${day}`;
  assert.deepEqual(asRead(amountsOn(figures, day)), asRead(product.amounts(terms, state)), on);
  assert.deepEqual(figures.limits, product.limits(terms, state), on);
  assert.deepEqual(overdueOn(figures, day), product.overdue(terms, state), on);
  const late = product.pastDue(terms, state)[0];
  assert.equal(figures.oldestDueOn, late?.dueDate ?? null, on);
  const next = product.nextObligation(terms, state, facts);
  assert.equal(figures.nextDueOn, next?.dueDate ?? null, on);
  if (figures.next !== undefined) assert.deepEqual(figures.next, asRead(next ?? null), on);
  const { principal, interest, outstanding } = product.read(terms, state);
  const all = ({ notDue, due, overdue }: typeof principal) => notDue + due + overdue;
  assert.equal(figures.principal, all(principal), on);
  assert.equal(figures.interest, interest.due + interest.overdue, on);
  assert.equal(figures.principal + figures.fees + all(interest), outstanding, on);
}

/** Figures that tell of no further day would be right, and of no use. */
function mustHaveTold(): void {
  const { worked, told } = counted;
  assert.ok(told > worked / 10, `of ${worked + told} days only ${told} needed no replay`);
  Object.assign(counted, { worked: 0, told: 0 });
}

test('figures of an installment loan are what a replay says, on every day of which they tell', () => {
  const runs = runsOf(200).numRuns;
  const product = installment as unknown as LoanProduct;
  holdsFor(
    loanHistory({ size: 'small' }),
    (history, pick) => {
      mustBeTold({ ...history, product, through: history.through + 40 }, someDay(history, pick));
    },
    { runs },
  );
  mustHaveTold();
});

test('figures of a line are what a replay says, on every day of which they tell', () => {
  const product = line as unknown as LoanProduct;
  const law = ({ terms, facts, through }: LineHistory, pick: number): void => {
    const begun = facts[0]!.on;
    const life = { product, terms: terms as unknown as Terms, facts: facts as unknown as readonly Fact[], through };
    mustBeTold(life, begun + (pick % (through - begun + 1)));
  };
  fc.assert(fc.property(lineHistory, fc.nat(299), law), runsOf(20));
  mustHaveTold();
});

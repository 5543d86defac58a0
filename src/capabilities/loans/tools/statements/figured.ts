// What the statements of a loan say by its books: computed from the last one that stands, through a day.
import type { StatementFigures, YearToDate } from '@tenor/engine/statement/figures.ts';
import { atStatement, statementsThrough } from '@tenor/engine/statement/made.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { inSlices } from '#platform/loop/slices.ts';
import { startOf } from '../../core/loan/past-day.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { allFacts, replayStartFor, termsOf } from '../../core/timeline/held-loan.ts';
import { indexFacts } from '../../core/timeline/index-facts.ts';
import type { StatementRow } from './tables.ts';

interface Figured {
  readonly statements: readonly StatementFigures[];
  /** The day of the next one, as far as it is known; null: none comes. */
  readonly nextOn: Day | null;
}

type Standing = Pick<StatementRow, 'statement_on' | 'figures'>;

/** `last` is the last statement that stays as it is; undefined: all are made from the first on. */
export async function figuredThrough(
  reader: Reader,
  held: HeldLoan,
  last: Standing | undefined,
  through: Day,
): Promise<Figured> {
  const { product, row, index } = held;
  const startedOn = startOf(row);
  if (startedOn === undefined || row.terms === null) return { statements: [], nextOn: null };
  const { rules } = product.statements;
  const terms = termsOf(row);
  const common = { terms, startedOn, through };
  if (last === undefined) {
    const facts = [...indexFacts(index), ...(await allFacts(reader, held))];
    return inSlices(statementsThrough(rules, { ...common, facts }));
  }
  const on = dayOf(last.statement_on);
  const start = await replayStartFor(reader, held, on);
  const facts = [...indexFacts(index), ...start.facts];
  const from = await inSlices(atStatement(rules, { terms, facts }, on, start.from));
  return inSlices(statementsThrough(rules, { ...common, facts, from, yearToDate: yearToDateOf(last) }));
}

const yearToDateOf = ({ figures: { figures } }: Standing): YearToDate => figures.yearToDate;

// Which fields of a statement say something else than in the version before.
import { isDeepStrictEqual } from 'node:util';
import type { StatementFigures } from '@tenor/engine/statement/figures.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { saidBy } from './present.ts';

export function changesIn(before: StatementFigures, after: StatementFigures): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys(is).filter((field) => !isDeepStrictEqual(was[field], is[field]));
}

/** A line is the same where it shows the same, whatever fact stands behind it now. */
function fieldsOf(figures: StatementFigures): Readonly<Record<string, unknown>> {
  return {
    billingCycleStartDate: dateOf(figures.periodStart),
    billingCycleEndDate: dateOf(figures.periodEnd),
    statementDate: dateOf(figures.statementOn),
    paymentDueDate: dateOf(figures.dueOn),
    ...saidBy(figures),
    activities: figures.activities.map(({ cause: _, ...shown }) => shown),
    draws: figures.draws,
  };
}

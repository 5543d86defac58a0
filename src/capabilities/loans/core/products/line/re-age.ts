// Whether a line may be re-aged, by its statements.
import type { LineState } from '@tenor/engine/line/records.ts';
import { mustBeReAgeable, mustHavePaid, usualReAgeLimits } from '../../loan/re-age.ts';

/** `state` has the whole life. Errors: ReAgeNotAllowed. */
export function mustAllowReAge({ position: p, records: { steps, bills }, through: today }: LineState): void {
  const life = { begunOn: p.openedOn ?? p.startedOn, today, steps };
  mustBeReAgeable(usualReAgeLimits, life);
  const due = bills.filter(({ dueOn }) => dueOn <= today).slice(-usualReAgeLimits.paymentsMin);
  const asked = { amounts: due.map(({ minimum }) => minimum), since: due[0]?.statementOn ?? today };
  mustHavePaid(usualReAgeLimits, asked, life);
}

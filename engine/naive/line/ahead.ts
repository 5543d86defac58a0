// Statements that are still to come, as the cycle stands today (2.1, 2.9).

import type { CycleTerms } from '../../line/terms.ts';
import type { Day } from '../../values/day.ts';
import { anchoredCycle, deadlineOf, dueDateOf, nextStatement, statementAfterChange } from './cycle.ts';
import { type Line, type Obligation, type Statement, statementsOf } from './line.ts';

interface Ahead {
  readonly statement: Day;
  readonly due: Day;
}

/** The statement that closes the running period, and so many more. */
export function statementsAhead(line: Line, more: number): Ahead[] {
  const ahead: Ahead[] = [{ statement: line.nextStatement, due: line.nextDue }];
  let cycle = line.cycle;
  while (ahead.length <= more) {
    const last = ahead.at(-1) as Ahead;
    const following = afterStatement(cycle, ahead.length === 1 ? line.newCycle : null, last);
    cycle = following.cycle;
    ahead.push(following);
  }
  return ahead;
}

export function afterStatement(
  cycle: CycleTerms,
  newCycle: CycleTerms | null,
  last: Ahead,
): Ahead & { readonly cycle: CycleTerms } {
  if (newCycle === null) {
    const statement = nextStatement(cycle, last.statement);
    return { statement, due: dueDateOf(cycle, statement), cycle };
  }
  const statement = statementAfterChange(newCycle, last);
  const anchored = anchoredCycle(newCycle, statement - 1);
  return { statement, due: dueDateOf(anchored, statement), cycle: anchored };
}

/** From the series, where the statement is not made yet. */
export function deadlineOfOrdinal(line: Line, ordinal: number): Day {
  const made = statementsOf(line).find((statement) => statement.ordinal === ordinal);
  const passed = made?.deadline ?? line.unbilled.get(ordinal);
  if (passed !== undefined) return passed;
  const more = Math.max(0, ordinal - line.ordinal);
  return deadlineOf(line.terms, statementsAhead(line, more)[more]?.due ?? line.nextDue);
}

/** The statement after this one whose deadline has not passed, if it is made already. */
export function nextMade(line: Line, { ordinal }: Obligation): Statement | null {
  return statementsOf(line).find((later) => later.ordinal > ordinal && later.deadline >= line.day) ?? null;
}

/**
 * What is open of the obligation takes the due date and the deadline of a statement (8.5, 11.5, 14.3): of this one, or
 * of the one that closes the running period.
 */
export function moveTo(line: Line, obligation: Obligation, made: Statement | null): void {
  const next = line.obligations.find(({ statement }) => statement !== null && statement === made);
  obligation.movedTo = next?.ordinal ?? line.ordinal;
  obligation.dueDate = next?.dueDate ?? line.nextDue;
  obligation.deadline = next?.deadline ?? deadlineOf(line.terms, line.nextDue);
  obligation.isOverdue = false;
  obligation.lateFeeTested = true;
}

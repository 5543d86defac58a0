// What of a reading two implementations must agree on, in one form: a draw without a part counts as a part of
// zero, and what was moved out of a statement to another due date is counted with that statement.

import type { LineReading, ObligationReading } from '../../naive/line/reading.ts';

const isOpen = ({ draws, lineFees }: ObligationReading): boolean =>
  lineFees > 0 || Object.values(draws).some(({ fees, interest, principal }) => fees + interest + principal > 0);

const byKey = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

const withoutZeros = (amounts: Readonly<Record<string, number>>): Record<string, number> =>
  byKey(Object.entries(amounts).filter(([, amount]) => amount !== 0));

/** Balances of obligations end with the charge-off: then nothing of them is asked for any more. */
export function agreed(reading: LineReading): unknown {
  const { obligations, statements, ...rest } = reading;
  const isAsked = reading.status !== 'chargedOff' && reading.status !== 'paidOff';
  // What a statement tells of its check is history once its deadline has passed.
  const isToCheck = (ordinal: number) =>
    reading.status === 'active' && obligations.some((each) => each.ordinal === ordinal && each.deadline >= reading.day);
  return {
    ...rest,
    openDisputes: byKey(Object.entries(rest.openDisputes)),
    openHolds: byKey(Object.entries(rest.openHolds)),
    obligations: byKey(
      obligations
        .filter((each) => each.kind === 'statement' || (isAsked && isOpen(each)))
        .map((each) => [
          `${each.kind}:${each.ordinal || each.madeOn}`,
          isAsked ? asked(each) : { amount: each.amount },
        ]),
    ),
    statements: byKey(
      statements.map(({ interest, fulfilled: _, fullBalances: _full, grace, ...each }) => [
        String(each.ordinal),
        { ...each, interest: withoutZeros(interest), ...(isToCheck(each.ordinal) ? { grace } : {}) },
      ]),
    ),
  };
}

function asked({ draws, lineFees, dueDate, deadline, isOverdue, ...each }: ObligationReading): unknown {
  const open = Object.entries(draws).filter(([, part]) => part.fees + part.interest + part.principal > 0);
  const dates = open.length > 0 || lineFees > 0 ? { dueDate, deadline, isOverdue } : {};
  return { ...each, ...dates, lineFees, draws: byKey(open) };
}

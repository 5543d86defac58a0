// The state of the line as a reading.

import { minus, plus, type Rational, rational, textOf } from '../rational.ts';
import type { Bucketed } from '../reading.ts';
import { daysPastDue, overdueAmount } from './due.ts';
import { graceDates } from './grace.ts';
import {
  bookable,
  chargedOff,
  creditOf,
  type Draw,
  disputed,
  drawNamed,
  type FeePiece,
  type Line,
  type Obligation,
  openFees,
  owed,
  owedOfDraw,
  type Source,
  type Statement,
  statementsOf,
} from './line.ts';
import { collectibleInAll, fulfilledOf, notDueInterest } from './paid-in-full.ts';
import type {
  DrawReading,
  FeesByType,
  LineReading,
  ObligationReading,
  PartReading,
  StatementReading,
} from './reading.ts';
import type { Simulated } from './simulate.ts';
import { available, availableOfDraw, holds, overLimit, uncleared } from './spending.ts';
import { minimumShown } from './statement.ts';

export function readingOf({ line, canceledDraws }: Simulated): LineReading {
  return {
    day: line.day,
    status: line.isPaidOff ? 'paidOff' : line.status,
    isClosed: line.isClosed,
    servicedBy: line.servicedBy,
    draws: byDraw(line.draws, (draw) => drawReading(line, draw)),
    canceledDraws: canceledDraws.filter((name) => drawNamed(line, name) === undefined).sort(),
    lineFees: feesByType(line.waiting, (isOverdue) =>
      line.obligations.filter((each) => each.isOverdue === isOverdue).flatMap(({ lineFees }) => lineFees),
    ),
    chargedOffLineFees: openFees(line.chargedOffFees),
    owed: owed(line),
    disputed: disputed(line),
    customerCredit: creditOf(line),
    limit: line.limit,
    holds: holds(line),
    uncleared: uncleared(line),
    available: available(line),
    overLimit: overLimit(line),
    payoff: Math.max(0, owed(line) + chargedOff(line) + collectibleInAll(line) - creditOf(line)),
    daysPastDue: daysPastDue(line),
    overdueAmount: overdueAmount(line),
    minimumDue: minimumShown(line),
    nextStatement: line.nextStatement,
    nextDue: line.nextDue,
    obligations: [...new Set(line.obligations.map(keyOf))].map((key) => obligationReading(line, key)),
    statements: statementsOf(line).map((statement) => statementReading(line, statement)),
    feesBooked: line.feesBooked
      .map(({ key, on, amount }) => ({ key, on, amount }))
      .sort((a, b) => a.on - b.on || (a.key < b.key ? -1 : 1)),
    openDisputes: Object.fromEntries(line.disputes.map(({ id, credit }) => [id, credit])),
    openHolds: Object.fromEntries(line.holds.filter(({ left }) => left > 0).map(({ id, left }) => [id, left])),
    moot: [...line.moot].sort(),
  };
}

function byDraw<T>(draws: Iterable<Draw>, of: (draw: Draw) => T): Record<string, T> {
  return Object.fromEntries([...draws].map((draw) => [draw.id, of(draw)]));
}

function drawReading(line: Line, draw: Draw): DrawReading {
  const { isClosed, inGrace, forgone, booked, raised, memo, schedule } = draw;
  const accrued = bookable(line).get(draw) as Rational;
  const beyondCap = plus(draw.beyondCap, minus(draw.accrued, accrued));
  const parts = (isOverdue: boolean) =>
    line.obligations
      .filter((each) => each.isOverdue === isOverdue)
      .flatMap((each) => each.parts.filter((part) => part.draw === draw));
  const bucketed = (notDue: number, what: 'interest' | 'principal'): Bucketed => {
    const sum = (isOverdue: boolean) => parts(isOverdue).reduce((total, part) => total + part[what], 0);
    return { notDue, due: sum(false), overdue: sum(true) };
  };
  const waiting = [...draw.waiting, ...draw.spreadFees];
  return {
    status: draw.isPaidOff ? 'paidOff' : 'active',
    isClosed,
    hasGrace: inGrace,
    principal: bucketed(draw.principal, 'principal'),
    interest: bucketed(notDueInterest(line).get(draw) ?? 0, 'interest'),
    fees: feesByType(waiting, (isOverdue) => parts(isOverdue).flatMap(({ fees }) => fees)),
    disputed: draw.disputed,
    chargedOff: { ...draw.chargedOff },
    accrued: textOf(accrued),
    booked,
    raised,
    accruedTotal: textOf(minus(plus(plus(plus(rational(booked), accrued), forgone), beyondCap), rational(raised))),
    forgone: textOf(forgone),
    forgoneByCap: textOf(beyondCap),
    memo: memo === null ? null : textOf(memo),
    instalment: schedule?.payment ?? null,
    rowsLeft: schedule === null ? null : Math.max(0, schedule.rowsLeft),
    owed: owedOfDraw(line, draw),
    available: availableOfDraw(line, draw),
  };
}

function feesByType(waiting: readonly FeePiece[], billed: (isOverdue: boolean) => FeePiece[]): FeesByType {
  const [due, overdue] = [billed(false), billed(true)];
  const types = [...new Set([...waiting, ...due, ...overdue].map(({ type }) => type))].sort();
  const ofType = (pieces: readonly FeePiece[], type: string) => openFees(pieces.filter((piece) => piece.type === type));
  const all = types.map((type): [string, Bucketed] => [
    type,
    { notDue: ofType(waiting, type), due: ofType(due, type), overdue: ofType(overdue, type) },
  ]);
  return Object.fromEntries(all.filter(([, { notDue, due: d, overdue: o }]) => notDue + d + o > 0));
}

/** Pieces of one obligation have one key; accelerations and fees apart have none but their own. */
function keyOf({ kind, ordinal, madeOn }: Obligation): string {
  return `${kind}:${ordinal}:${madeOn}`;
}

function obligationReading(line: Line, key: string): ObligationReading {
  const pieces = line.obligations.filter((each) => keyOf(each) === key);
  const first = pieces[0] as Obligation;
  const { kind, ordinal, madeOn, dueDate, deadline, overLimit: over } = first;
  const amount = pieces.reduce((sum, each) => sum + each.amount, 0);
  const draws = byDraw(line.draws, (draw): PartReading => {
    const parts = pieces.flatMap((each) => each.parts.filter((part) => part.draw === draw));
    const sum = (of: (part: (typeof parts)[number]) => number) => parts.reduce((total, part) => total + of(part), 0);
    return {
      fees: sum(({ fees }) => openFees(fees)),
      interest: sum((p) => p.interest),
      principal: sum((p) => p.principal),
    };
  });
  const taken = (...sources: readonly Source[]) =>
    line.takings
      .filter(
        ({ obligation, source }) => obligation !== null && pieces.includes(obligation) && sources.includes(source),
      )
      .reduce((sum, each) => sum + each.amount, 0);
  return {
    kind,
    ordinal,
    madeOn,
    dueDate,
    deadline,
    isOverdue: pieces.some(({ isOverdue }) => isOverdue),
    amount,
    overLimit: over,
    draws,
    lineFees: pieces.reduce((sum, { lineFees }) => sum + openFees(lineFees), 0),
    taken: {
      payments: taken('payment'),
      credits: taken('serviceCredit', 'refund', 'waiver', 'dispute'),
      overpayments: taken('customerCredit'),
      capitalized: taken('capitalisation'),
    },
  };
}

function statementReading(line: Line, statement: Statement): StatementReading {
  const { ordinal, date, balance, shownBalance, shownMinimum, fullBalances, interest } = statement;
  const through = (draw: Draw) => Math.min(line.day, (statement.checks.get(draw)?.on ?? line.day + 1) - 1);
  return {
    ordinal,
    date,
    balance,
    shownBalance,
    shownMinimum,
    interest: byDraw(interest.keys(), (draw) => interest.get(draw) ?? 0),
    fullBalances: byDraw(fullBalances.keys(), (draw) => fullBalances.get(draw) ?? 0),
    fulfilled: byDraw(fullBalances.keys(), (draw) =>
      fulfilledOf(line, statement, draw, statement.recordedAt, through(draw)),
    ),
    grace: byDraw(fullBalances.keys(), (draw) => graceDates(line, statement, draw)),
  };
}

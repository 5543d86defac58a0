// The reading of the engine in the form of the naive simulator, so that golden cases and random histories hold one
// against the other.

import { type Bucketed, fractionText } from '../../account/read.ts';
import type { Fee } from '../../account/records.ts';
import { wasKnown } from '../../account/timeline.ts';
import type { LineFact } from '../../line/facts.ts';
import { isUncleared } from '../../line/limit.ts';
import { type Line, lineAt } from '../../line/line.ts';
import { payoffOfLine } from '../../line/payoff.ts';
import { type LineReading as EngineReading, readLine } from '../../line/read.ts';
import type { Bill, LineState } from '../../line/records.ts';
import { replayLine } from '../../line/replay.ts';
import type { LineObligation, Part } from '../../line/state.ts';
import type { LineTerms } from '../../line/terms.ts';
import type {
  DrawReading,
  FeesByType,
  LineReading,
  ObligationReading,
  PartReading,
  StatementReading,
} from '../../naive/line/reading.ts';
import type { Day } from '../../values/day.ts';
import type { Instant } from '../../values/instant.ts';

interface Options {
  readonly through: Day;
  readonly knownAt?: Instant;
}

export function engineReading(terms: LineTerms, facts: readonly LineFact[], options: Options): LineReading {
  const state = replayLine(terms, facts, options);
  const read = readLine(terms, state);
  const line = lineAt(terms, state.position);
  const { position: p, records } = state;
  const obligations = obligationsOf(state);
  const drawIds = p.draws.map(({ id }) => id);
  const { day, status, isClosed, servicedBy, disputed, customerCredit, limit, available, overLimit } = read;
  return {
    day,
    status: status as LineReading['status'],
    isClosed,
    servicedBy,
    disputed,
    customerCredit,
    limit,
    available,
    overLimit,
    owed: read.owed,
    draws: Object.fromEntries(read.draws.map((draw) => [draw.draw, drawReading(line, draw)])),
    canceledDraws: canceled(facts, drawIds, options.knownAt),
    lineFees: lineFeesOf(line),
    chargedOffLineFees: p.chargedOffFees,
    holds: p.holds.reduce((sum, { amount }) => sum + amount, 0),
    uncleared: unclearedOf(line, day),
    payoff: payoffOfLine(terms, state).amount,
    daysPastDue: read.daysPastDue,
    overdueAmount: read.overdueAmount,
    minimumDue: read.minimumDue,
    nextStatement: read.statementOn,
    nextDue: read.dueOn,
    obligations: grouped(obligations).map((pieces) => obligationReading(pieces, drawIds, p.obligations)),
    statements: obligations
      .filter(({ kind }) => kind === 'statement')
      .map((each) => statementReading(each, records.bills)),
    feesBooked: records.fees
      .map(({ key, on, amount }) => ({ key, on, amount }))
      .sort((a, b) => a.on - b.on || (a.key < b.key ? -1 : 1)),
    openDisputes: Object.fromEntries(p.disputes.map(({ id, credited }) => [id, credited])),
    openHolds: Object.fromEntries(p.holds.filter(({ amount }) => amount > 0).map(({ id, amount }) => [id, amount])),
    moot: read.moot.toSorted(),
  };
}

/** Closed obligations and those of the position, in the order in which they were made. */
function obligationsOf({ records, position }: LineState): LineObligation[] {
  return [...records.obligations, ...position.obligations].sort((a, b) => a.on - b.on || a.ordinal - b.ordinal);
}

function canceled(facts: readonly LineFact[], drawIds: readonly string[], knownAt: Instant | undefined): string[] {
  const known = facts.filter((fact) => knownAt === undefined || wasKnown(fact, knownAt));
  const names = known.flatMap((fact) => (fact.kind === 'drawCancel' ? [fact.draw] : []));
  return [...new Set(names)].filter((name) => !drawIds.includes(name)).sort();
}

function lineFeesOf({ position: p }: Line): FeesByType {
  const fees: Record<string, { -readonly [Bucket in keyof Bucketed]: number }> = {};
  const addAll = (list: readonly Fee[], bucket: keyof Bucketed) => {
    for (const { type, open } of list) {
      if (open === 0) continue;
      fees[type] ??= { notDue: 0, due: 0, overdue: 0 };
      fees[type][bucket] += open;
    }
  };
  addAll(p.waiting, 'notDue');
  for (const { fees: billed, isOverdue } of p.obligations) addAll(billed, isOverdue ? 'overdue' : 'due');
  return fees;
}

function unclearedOf(line: Line, day: Day): number {
  return line.position.uncleared
    .filter((one) => isUncleared(line, one, day))
    .reduce((sum, { taken, fromLine }) => Object.values(taken).reduce((all, of) => all + of, sum + fromLine), 0);
}

function drawReading(line: Line, read: EngineReading['draws'][number]): DrawReading {
  const d = line.byId.get(read.draw)!;
  const { isClosed, hasGrace, principal, interest, fees, disputed, accrued, accruedTotal } = read;
  return {
    status: read.status === 'paidOff' ? 'paidOff' : 'active',
    isClosed,
    hasGrace,
    principal,
    interest,
    fees: fees as FeesByType,
    disputed,
    accrued,
    accruedTotal,
    forgone: read.forgone,
    forgoneByCap: read.forgoneByCap,
    chargedOff: read.chargedOff,
    booked: read.interestBooked,
    raised: read.interestRaised,
    memo: d.memo === null ? null : fractionText(d.memo, line.denominator),
    instalment: d.amortized?.amount ?? null,
    rowsLeft: d.amortized?.rowsLeft ?? null,
    owed: read.outstanding - interest.notDue,
    available: read.available,
  };
}

/**
 * Obligations that are read as one: a statement, with what was moved out of it to a later due date; and all fees of one
 * day that are due at once.
 */
function grouped(all: readonly LineObligation[]): LineObligation[][] {
  const groups = new Map<string, LineObligation[]>();
  for (const each of all) {
    const key = each.ordinal > 0 ? `statement:${each.ordinal}` : `${each.kind}:${each.on}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

const kinds = { statement: 'statement', acceleration: 'acceleration', fee: 'apart', moved: 'statement' } as const;

/** Reads one obligation from its pieces. One that has ended has nothing open, whatever ended it. */
function obligationReading(
  all: readonly LineObligation[],
  drawIds: readonly string[],
  running: readonly LineObligation[],
): ObligationReading {
  const o = all.find(({ kind }) => kind !== 'moved') ?? (all[0] as LineObligation);
  const pieces = all.filter((piece) => running.includes(piece));
  const sumOf = (list: readonly LineObligation[], of: (piece: LineObligation) => number) =>
    list.reduce((sum, piece) => sum + of(piece), 0);
  const asked = sumOf(all, ({ kind, amount }) => (kind === 'moved' ? 0 : amount));
  const open = (fees: readonly Fee[]) => fees.reduce((sum, fee) => sum + fee.open, 0);
  const draws = drawIds.map((id): [string, PartReading] => {
    const parts = pieces.flatMap((piece) => piece.parts.filter(({ draw }) => draw === id));
    const ofParts = (of: (part: Part) => number) => parts.reduce((sum, part) => sum + of(part), 0);
    return [
      id,
      {
        fees: ofParts(({ fees }) => open(fees)),
        interest: ofParts(({ interestOpen }) => interestOpen),
        principal: ofParts(({ principalOpen }) => principalOpen),
      },
    ];
  });
  return {
    kind: kinds[o.kind],
    ordinal: o.ordinal,
    madeOn: o.on,
    dueDate: o.agesFrom,
    deadline: o.deadline,
    isOverdue: all.some(({ isOverdue }) => isOverdue),
    amount: asked,
    overLimit: o.overLimit,
    draws: Object.fromEntries(draws),
    lineFees: sumOf(pieces, ({ fees }) => open(fees)),
    taken: {
      payments: sumOf(all, ({ byPayments }) => byPayments),
      credits: sumOf(all, ({ byCredits }) => byCredits),
      overpayments: sumOf(all, ({ byOverpayments }) => byOverpayments),
      capitalized: sumOf(all, ({ capitalised }) => capitalised),
    },
  };
}

function statementReading(o: LineObligation, bills: readonly Bill[]): StatementReading {
  const bill = bills.find(({ ordinal }) => ordinal === o.ordinal);
  const deferred = bill?.draws.filter((draw) => draw.deferred !== null).map(({ draw }) => draw) ?? [];
  const compared = o.parts.filter(({ draw }) => !deferred.includes(draw));
  return {
    ordinal: o.ordinal,
    date: o.on,
    balance: o.newBalance,
    shownMinimum: o.minimumShown,
    shownBalance: o.newBalance - o.fulfilled.atStatement,
    interest: Object.fromEntries(o.parts.map(({ draw, interest }) => [draw, interest])),
    fullBalances: Object.fromEntries(compared.map(({ draw, full }) => [draw, full])),
    fulfilled: Object.fromEntries(compared.map(({ draw, fulfilled }) => [draw, fulfilled])),
    grace: Object.fromEntries(
      compared.map(({ draw, keepOn, keepCanceledOn, restoreOn }) => [
        draw,
        { toKeep: keepOn, canceledOn: keepCanceledOn, toRestore: restoreOn },
      ]),
    ),
  };
}

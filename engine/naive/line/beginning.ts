// How a line begins (2.4, 14.7).

import { TermsRefused } from '../../account/terms.ts';
import type { LineFactOf as FactOf, MigratedFee, MigratedLineObligation } from '../../line/facts.ts';
import type { Day } from '../../values/day.ts';
import { plus, rational } from '../rational.ts';
import { anchoredCycle, beforeFirstStatement, deadlineOf, dueDateOf, faultOfCycle, nextStatement } from './cycle.ts';
import { costBeforeTakeover } from './cycle-rate.ts';
import { type Moot, migratedDraw } from './draws.ts';
import {
  chargedOff,
  creditOf,
  type Draw,
  drawNamed,
  type FeePiece,
  type Line,
  owed,
  principalOf,
  type Statement,
  statementsOf,
} from './line.ts';
import { minimumShown } from './statement.ts';
import { noteRaise } from './take.ts';

export function activation(line: Line): Moot {
  line.status = 'active';
  line.openedOn = line.day;
  line.periodStart = line.day;
  beginCycle(line, beforeFirstStatement(line.terms, line.day));
  return undefined;
}

function beginCycle(line: Line, after: Day): void {
  line.cycle = anchoredCycle(line.terms.cycle, after);
  line.nextStatement = nextStatement(line.cycle, after);
  line.nextDue = dueDateOf(line.cycle, line.nextStatement);
}

/** 2.3: checked with the draws that there are, before the line begins. */
export function checkCycle(terms: Line['terms'], hasGrace: boolean): void {
  const fault = faultOfCycle(terms, terms.cycle, hasGrace);
  if (fault !== undefined) throw new TermsRefused('cycle.days', fault);
}

/** rules.md 15.5a: an average has nothing of the interest of its days. 15.7a: tiers rise, and the last has no bound. */
export function checkTerms({ interest, minimum }: Line['terms']): void {
  if (interest.accrual === 'compoundDaily' && interest.balanceMethod === 'average') {
    throw new TermsRefused('interest.balanceMethod', 'interest that is compounded every day has no average balance');
  }
  const bounds = (minimum.ofBalance?.tiers ?? []).map(({ upTo }) => upTo);
  for (const [k, bound] of bounds.entries()) {
    const isLast = k === bounds.length - 1;
    const isHigher = bound !== null && bound > (bounds[k - 1] ?? -1);
    if (isLast ? bound === null : isHigher) continue;
    throw new TermsRefused(`minimum.ofBalance.tiers[${k}].upTo`, 'tiers rise, and the last one alone has no bound');
  }
}

export function migration(line: Line, fact: FactOf<'migration'>): Moot {
  line.status = 'active';
  line.openedOn = fact.originatedOn;
  line.takenOverOn = line.day;
  line.periodStart = fact.periodStart;
  line.ordinal = fact.ordinal;
  line.limit = fact.creditLimit;
  line.openingLimit = fact.creditLimit;
  // The running period began with a statement of the series; the first one after today ends it.
  line.cycle = anchoredCycle(line.terms.cycle, fact.periodStart - 1);
  line.nextStatement = nextStatement(line.cycle, Math.max(line.day, fact.periodStart));
  line.nextDue = dueDateOf(line.cycle, line.nextStatement);
  for (const draw of fact.draws) migratedDraw(line, draw);
  for (const obligation of fact.obligations) takeOver(line, obligation, fact);
  for (const draw of line.draws) {
    boughtSince(line, draw);
    draw.paidBefore = paidBeforeOf(draw, fact);
  }
  line.waiting = fact.waitingFees.map((fee) => pieceOf(fee, null));
  line.lateFeeOrdinals = [...fact.lateFeeOrdinals];
  line.lateFeesTaken = fact.lateFeesTaken;
  if (fact.customerCredit > 0) line.credit = [{ payment: null, left: fact.customerCredit }];
  line.books.migration = creditOf(line) - owed(line) - chargedOff(line);
  costBeforeTakeover(line);
  return undefined;
}

/** 7.4; rules.md 15.19: what is owed beyond the last full balance was bought since. */
function boughtSince(line: Line, draw: Draw): void {
  const principals = statementsOf(line).at(-1)?.principals;
  const now = principalOf(line, draw);
  const before = Math.min(now, principals?.get(draw) ?? 0);
  principals?.set(draw, before);
  noteRaise(line, draw, now - before);
}

/** How many statements were paid in full in a row before the obligations that were taken over. */
function paidBeforeOf({ id }: Draw, { draws, obligations }: FactOf<'migration'>): number {
  const parts = obligations.flatMap((obligation) => obligation.draws);
  const checked = parts.filter(({ draw, isGraceChecked }) => draw === id && isGraceChecked).length;
  return Math.max(0, (draws.find(({ draw }) => draw === id)?.periodsPaidInFull ?? 0) - checked);
}

function pieceOf({ key, type, amount }: MigratedFee, draw: Draw | null): FeePiece {
  return { key, type, draw, sequence: 0, open: amount };
}

function takeOver(line: Line, given: MigratedLineObligation, fact: FactOf<'migration'>): void {
  const deadline = deadlineOf(line.terms, given.dueDate);
  const parts = given.draws.flatMap(({ draw: id, fees, interest, principal }) => {
    const draw = drawNamed(line, id);
    return draw === undefined ? [] : [{ draw, fees: fees.map((fee) => pieceOf(fee, draw)), interest, principal }];
  });
  const lineFees = given.lineFees.map((fee) => pieceOf(fee, null));
  for (const { draw, interest } of parts) {
    draw.booked += interest;
    draw.accruedInAll = plus(draw.accruedInAll, rational(interest));
  }
  const statement = statementOf(line, given, deadline, fact);
  line.obligations.push({
    kind: 'statement',
    ordinal: given.ordinal,
    madeOn: given.statementDate,
    dueDate: given.dueDate,
    deadline,
    parts,
    lineFees,
    amount: given.amount,
    overLimit: 0,
    isOverdue: deadline < line.day,
    movedTo: null,
    lateFeeTested: given.lateFeeTested || deadline < line.day,
    statement,
  });
  statement.shownMinimum = minimumShown(line);
}

function statementOf(line: Line, given: MigratedLineObligation, deadline: Day, fact: FactOf<'migration'>): Statement {
  const parts = line.draws.flatMap((draw) => {
    const part = given.draws.find((each) => each.draw === draw.id);
    return part === undefined ? [] : [{ of: draw, part }];
  });
  const checks: Statement['checks'] = new Map();
  for (const { of, part } of parts) {
    const paidBefore = fact.draws.find(({ draw }) => draw === of.id)?.periodsPaidInFull ?? 0;
    if (part.isGraceChecked) checks.set(of, { on: line.day, isPaid: isAmongPaid(given, of, paidBefore, fact) });
  }
  const flags = new Map(line.draws.map((draw) => [draw, draw.inGrace]));
  return {
    ordinal: given.ordinal,
    start: given.statementDate,
    date: given.statementDate,
    deadline,
    balance: given.newBalance,
    shownBalance: given.newBalance,
    shownMinimum: given.amount,
    interest: new Map(parts.map(({ of, part }) => [of, part.interest])),
    books: { ...line.books },
    credit: 0,
    disputed: 0,
    fullBalances: new Map(parts.map(({ of, part }) => [of, part.fullBalance])),
    principals: new Map(parts.map(({ of, part }) => [of, Math.max(0, part.fullBalance - part.fulfilled)])),
    lineFull: given.newBalance - given.fulfilled + parts.reduce((sum, { part }) => sum + part.fulfilled, 0),
    graceBefore: flags,
    graceAfter: new Map(flags),
    recordedAt: 0,
    raisesAt: 0,
    afterCredit: 0,
    checks,
    sent: null,
    fulfilledBefore: new Map(parts.map(({ of, part }) => [of, part.fulfilled])),
  };
}

/** The last so many statements that were checked were paid in full. */
function isAmongPaid(
  given: MigratedLineObligation,
  { id }: Draw,
  paidBefore: number,
  fact: FactOf<'migration'>,
): boolean {
  const later = fact.obligations.filter(
    ({ ordinal, draws }) => ordinal > given.ordinal && draws.some((part) => part.draw === id && part.isGraceChecked),
  );
  return later.length < paidBefore;
}

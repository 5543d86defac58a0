// A running line taken over: its balances as they were. What was before is read elsewhere.

import { FactRefused } from '../account/facts.ts';
import { feeAccount, interestAccount, post, postedSoFar, principalAccount } from '../account/ledger.ts';
import { openFees } from '../account/loan.ts';
import type { Fee } from '../account/records.ts';
import type { Exact } from '../interest/exact.ts';
import { basisOf } from '../time/day-count.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { deadlineFor } from './cycle.ts';
import { takeOverCycle } from './cycle-rate.ts';
import { addDraw } from './draw.ts';
import type { LineFactOf, MigratedDraw, MigratedFee, MigratedLineObligation, MigratedPart } from './facts.ts';
import { setCheckDays } from './grace.ts';
import { type Line, of } from './line.ts';
import { newObligation, newPart } from './obligations.ts';
import { dueOf, dueOfDraw, openOf, owedOf } from './owed.ts';
import type { Draw, LineObligation, Part } from './state.ts';

export function migrate(line: Line, fact: LineFactOf<'migration'>): void {
  const { position: p } = line;
  p.limit = p.firstLimit = fact.creditLimit;
  p.ordinal = fact.ordinal;
  p.periodStart = fact.periodStart;
  p.openedOn = fact.originatedOn;
  for (const from of fact.draws) takeOverDraw(line, from, fact);
  for (const from of fact.obligations) takeOverObligation(line, from, fact);
  p.waiting = feesOf(fact.waitingFees, fact.on);
  for (const { type, open } of p.waiting) post(line, feeAccount[type].notDue, open);
  p.lateFees = { ordinals: fact.lateFeeOrdinals, taken: fact.lateFeesTaken };
  p.customerCredit = fact.customerCredit;
  p.creditSince = fact.customerCredit > 0 ? fact.on : null;
  post(line, 'customerCredit', -fact.customerCredit);
  post(line, 'migration', -postedSoFar(line));
  for (const d of p.draws) startFromStatement(p.obligations, d);
  takeOverCycle(line, fact.on);
  for (const o of p.obligations) setCheckDays(line, o);
  p.previousBalance = owedOf(line) - p.customerCredit;
}

const feesOf = (fees: readonly MigratedFee[], on: Day): Fee[] =>
  fees.map(({ key, type, amount }) => ({ key, type, on, amount, cause: key, open: amount }));

function takeOverDraw(line: Line, from: MigratedDraw, { id, on }: LineFactOf<'migration'>): void {
  const d = addDraw(line, from.draw, from.terms, { activatedOn: from.activatedOn, on });
  d.isClosed = from.isClosed;
  d.principal = from.principal;
  d.principalOwed = from.principal;
  d.carried = exactOf(line, id, from.accruedInterest);
  d.hasGrace = from.hasGrace && from.terms.grace !== null;
  d.accruesSince = d.hasGrace ? null : line.position.periodStart;
  d.paidInFull = from.periodsPaidInFull;
  d.memo = from.deferredInterest === null ? null : exactOf(line, id, from.deferredInterest);
  d.amortized = from.amortization && { ...from.amortization };
  d.waiting = feesOf(from.waitingFees, on);
  post(line, of(principalAccount.notDue, d), from.principal);
  for (const { type, open } of d.waiting) post(line, of(feeAccount[type].notDue, d), open);
}

function exactOf(line: Line, fact: string, text: string): Exact {
  const match = /^(\d+)(?:\.(\d{1,6}))?$/.exec(text);
  if (match === null) throw new FactRefused(fact, `interest is cents with at most six decimals, not '${text}'`);
  const millionths = Number((match[2] ?? '').padEnd(6, '0'));
  const basis = basisOf(line.terms.interest.dayCount);
  return { whole: Number(match[1]), part: millionths * basis * (line.position.scale / 1_000_000) };
}

function takeOverObligation(line: Line, from: MigratedLineObligation, fact: LineFactOf<'migration'>): void {
  const { position: p, terms } = line;
  const deadline = deadlineFor(from.dueDate, terms);
  const isOverdue = deadline < fact.on;
  const bucket = isOverdue ? 'overdue' : 'due';
  const parts = from.draws.map((part) => takeOverPart(line, part, bucket, fact));
  const fees = feesOf(from.lineFees, fact.on);
  for (const { type, open } of fees) post(line, feeAccount[type][bucket], open);
  const made = newObligation(p, {
    kind: 'statement',
    key: String(from.ordinal),
    on: from.statementDate,
    dueDate: from.dueDate,
    deadline,
    parts,
    fees,
  });
  const all = from.fulfilled;
  const o: LineObligation = {
    ...made,
    ordinal: from.ordinal,
    amount: from.amount,
    newBalance: from.newBalance,
    full: from.newBalance,
    fulfilled: { all, full: all, atStatement: 0 },
    hasTurned: isOverdue,
    isTested: from.lateFeeTested || isOverdue || terms.fees.late === null,
  };
  o.isOverdue = isOverdue && openOf(o) > 0;
  p.obligations.push(o);
  p.latestAmount = from.amount;
  o.minimumShown = dueOf(line);
}

function takeOverPart(line: Line, from: MigratedPart, bucket: 'due' | 'overdue', fact: LineFactOf<'migration'>): Part {
  const d = line.byId.get(from.draw);
  if (d === undefined) throw new FactRefused(fact.id, `there is no draw ${from.draw}`);
  const fees = feesOf(from.fees, fact.on);
  post(line, of(principalAccount[bucket], d), from.principal);
  post(line, of(interestAccount[bucket], d), from.interest);
  for (const { type, open } of fees) post(line, of(feeAccount[type][bucket], d), open);
  d.principalOwed += from.principal;
  d.booked += from.interest;
  d.earned.whole += from.interest;
  const { fullBalance: full, fulfilled, isGraceChecked: isChecked } = from;
  const older = dueOfDraw(line, d);
  const part = newPart(d, { interest: from.interest as Cents, principal: from.principal, fees });
  return { ...part, older, feesDue: openFees(fees), full, fulfilled, isChecked };
}

/** What was owed at the last statement, as far as it is still owed; the rest was bought since (7.4 of the rules). */
function startFromStatement(obligations: readonly LineObligation[], d: Draw): void {
  const last = obligations.at(-1)?.parts.find(({ draw }) => draw === d.id);
  const left = last === undefined ? 0 : Math.max(0, last.full - last.fulfilled);
  d.opening = Math.min(d.principalOwed, left);
  d.bought = d.principalOwed - d.opening;
}

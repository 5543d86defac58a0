// Disputes: while one is open its amount is out of everything that is asked for. Won, the purchase never was: that is
// decided before the fold (timeline.ts). Else the amount is principal again from the day of the outcome.

import { feeAccount, interestAccount, post, principalAccount, transfer } from '../account/ledger.ts';
import type { Moot } from '../account/loan.ts';
import { add, addProduct, nothing } from '../interest/exact.ts';
import { openPeriod, weightBetween } from '../time/day-count.ts';
import type { Day } from '../values/day.ts';
import { accrue, earnsNothing, factorSoFar } from './accrual.ts';
import { deadlineFor } from './cycle.ts';
import { oweMore } from './draw.ts';
import type { LineFactOf } from './facts.ts';
import { book, type Line, of, partOf } from './line.ts';
import { newObligation, newPart } from './obligations.ts';
import { forgetResting, openOfPart } from './owed.ts';
import { type Money, noteTakenBack, takeDuePrincipal, takeNotDue } from './payment.ts';
import type { Draw, LineObligation, OpenDispute, Part } from './state.ts';

export function submitDispute(line: Line, fact: LineFactOf<'dispute'>): Moot {
  const { position: p } = line;
  const d = line.byId.get(fact.purchase.draw);
  if (d === undefined) return 'the draw is not active';
  if (p.standing === 'chargedOff') return 'the line is charged off';
  const { on } = fact;
  // Also where nothing is credited: the days of the dispute count from here, however far the draw had come.
  accrue(line, d, on);
  const credited = Math.min(fact.amount, d.principalOwed);
  const m: Money = { on, source: 'credit', rest: credited, parts: [], takesBack: fact.purchase, uncleared: null };
  const before = d.bought;
  takeNotDue(line, m, d);
  for (const o of p.obligations.toReversed()) {
    const part = partOf(o, d);
    if (part !== undefined) takeDuePrincipal(line, m, o, part, d);
  }
  d.disputed += credited;
  post(line, of('disputed', d), credited);
  if (line.terms.disputes.credit === 'provisional') p.period.credits += credited;
  const related = leaveOutInterest(line, d, credited, fact.purchase.on);
  const { id } = fact;
  const tookBack = before - d.bought;
  p.disputes = [...p.disputes, { id, draw: d.id, credited, tookBack, related, factor: 0, since: factorSoFar(d) }];
  book(line, on, 'dispute', `dispute:${id}`, credited, d.id, m.parts);
  return undefined;
}

/** Interest that was billed on the amount and is still open: it makes nobody late while the dispute is open. */
function leaveOutInterest(line: Line, d: Draw, credited: number, since: Day): OpenDispute['related'] {
  const { obligations } = line.position;
  const related: { ordinal: number; amount: number }[] = [];
  forgetResting(line);
  obligations.forEach((o, i) => {
    const part = partOf(o, d);
    if (part === undefined) return;
    const amount = Math.min(part.interestOpen, interestOn(line, o, part, credited, since));
    if (amount === 0) return;
    part.related += amount;
    related.push({ ordinal: o.ordinal, amount });
    // Statements from this one on have it in their balance.
    for (const later of obligations.slice(i)) {
      const full = partOf(later, d);
      if (later.kind !== 'statement' || full === undefined || full.isChecked) continue;
      full.full = Math.max(0, full.full - amount);
      later.full = Math.max(0, later.full - amount);
    }
  });
  return related;
}

/** The interest of an amount on the days of a billed period, cut to cents. */
function interestOn(line: Line, o: LineObligation, part: Part, amount: number, since: Day): number {
  const interest = nothing();
  for (const { from, to, rate } of part.accrued) {
    const start = Math.max(from, since);
    if (start >= to) continue;
    const weight = weightBetween(line.terms.interest.dayCount, start, to, openPeriod(o.periodStart));
    addProduct(interest, amount, rate * weight, line.denominator);
  }
  return interest.whole;
}

/** Lost, expired or withdrawn: it is like a new purchase of this day. The past stays, so it makes nobody late. */
export function endDispute(line: Line, fact: LineFactOf<'disputeOutcome'>): Moot {
  const { position: p } = line;
  const dispute = p.disputes.find(({ id }) => id === fact.dispute);
  if (dispute === undefined || fact.outcome === 'won') return 'the dispute is not open';
  const d = line.byId.get(dispute.draw)!;
  const { credited } = dispute;
  p.disputes = p.disputes.filter((one) => one !== dispute);
  d.disputed -= credited;
  accrue(line, d, fact.on);
  chargeInterest(line, d, dispute);
  if (dispute.tookBack > 0) noteTakenBack(p, fact.purchase.id, -dispute.tookBack);
  post(line, of('disputed', d), -credited);
  oweMore(line, d, credited, fact.on);
  if (p.standing !== 'chargedOff') {
    if (line.terms.disputes.credit === 'provisional') p.period.credits -= credited;
    moveRelated(line, d, dispute, fact.on);
  }
  line.entry.principal = credited;
  book(line, fact.on, 'disputeOutcome', `disputeOutcome:${fact.id}`, credited, d.id);
  return undefined;
}

/** The interest of the days of the dispute on which the draw had no grace, if the product charges it. */
function chargeInterest(line: Line, d: Draw, { credited, factor, since }: OpenDispute): void {
  if (line.terms.disputes.lostInterest === 'forgone' || d.terms.purpose === 'static') return;
  const interest = nothing();
  addProduct(interest, credited, earnsNothing(line, d) ? factor : factor + factorSoFar(d) - since, line.denominator);
  add(d.carried, interest.whole, interest.part, line.denominator);
}

/** What was left out is due with the next statement; it keeps its place in the order of payments. */
function moveRelated(line: Line, d: Draw, { id, related }: OpenDispute, on: Day): void {
  const { position: p, terms } = line;
  forgetResting(line);
  for (const { ordinal, amount } of related) {
    const o = p.obligations.find((one) => one.kind === 'statement' && one.ordinal === ordinal);
    const part = o === undefined ? undefined : partOf(o, d);
    if (o === undefined || part === undefined) continue;
    part.related -= amount;
    const moved = { ...takeFrom(line, o, part, d, amount), isChecked: true };
    if (openOfPart(moved) === 0) continue;
    const dates = { dueDate: p.dueOn, deadline: deadlineFor(p.dueOn, terms) };
    const key = `dispute:${id}:${ordinal}`;
    const made = newObligation(p, { kind: 'moved', key, on, ...dates, parts: [moved], fees: [] });
    p.obligations.splice(p.obligations.indexOf(o) + 1, 0, { ...made, ordinal });
  }
}

/** Takes an amount out of the open interest, principal and fees of a part. What was overdue of it becomes due again. */
function takeFrom(line: Line, o: LineObligation, part: Part, d: Draw, amount: number): Part {
  let left = amount;
  const take = (open: number, accounts: { readonly due: string; readonly overdue: string }): number => {
    const taken = Math.min(left, open);
    left -= taken;
    if (o.isOverdue) transfer(line, of(accounts.overdue, d), of(accounts.due, d), taken);
    return taken;
  };
  const interest = take(part.interestOpen, interestAccount);
  const principal = take(part.principalOpen, principalAccount);
  part.interestOpen -= interest;
  part.principalOpen -= principal;
  const fees = part.fees.flatMap((fee) => {
    const open = take(fee.open, feeAccount[fee.type]);
    fee.open -= open;
    return open === 0 ? [] : [{ ...fee, open }];
  });
  return newPart(d, { interest, principal, fees });
}

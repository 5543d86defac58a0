// The statement of a line of credit: its bill, with each line that led to it.

import type { LineFact } from '../line/facts.ts';
import type { Bill, BilledDraw, LineState, RateRow } from '../line/records.ts';
import type { Draw, LineObligation, LinePosition } from '../line/state.ts';
import type { DrawPurpose, LineTerms } from '../line/terms.ts';
import { warningOf } from '../line/warning.ts';
import type { Cents } from '../values/cents.ts';
import { bridgeOf, feesByType, listActivities, paidIn } from './activities.ts';
import type { Activity, ActivityType, DrawOfPeriod, PromoBalance, RateOfPeriod, StatementFigures } from './figures.ts';
import type { Made } from './made.ts';
import { reversalsIn } from './reversals.ts';

export function statementOfLine(made: Made<LineTerms, LineState, LineFact>): StatementFigures {
  const { terms, before, after, facts, day } = made;
  const bill = billOn(after, day.on)!;
  const { activities: listed, takenOver } = activitiesOf(terms, { before, after, bill });
  const since = before?.through ?? after.position.startedOn;
  const reversals = reversalsIn(facts, { since, statementOn: day.on });
  const activities = [...listed, ...reversals].sort((a, b) => a.on - b.on);
  const bridge = bridgeOf(before?.position.previousBalance ?? takenOver, activities);
  const { year, fees, interest } = bill.yearToDate;
  return {
    ordinal: bill.ordinal,
    periodStart: bill.periodStart,
    periodEnd: bill.statementOn - 1,
    statementOn: bill.statementOn,
    dueOn: bill.dueOn,
    since,
    minimum: bill.minimumShown as Cents,
    asked: bill.minimum as Cents,
    overdue: bill.overdue as Cents,
    lateFee: bill.lateFee as Cents,
    bridge,
    newPrincipal: bill.draws.reduce((sum, { principal }) => sum + principal, 0) as Cents,
    customerCredit: bill.customerCredit as Cents,
    yearToDate: { year, fees: fees as Cents, interest: interest as Cents },
    paid: paidIn(after.records.steps),
    fees: feesByType(activities),
    rates: bill.rates.map(shownRate),
    activities,
    draws: drawsOf(bill, after, activities),
    promos: promosOf(bill),
    limit: bill.limit as Cents,
    available: bill.available as Cents,
    warning: warningOf(terms, bill),
  };
}

export const billOn = ({ records: { bills } }: LineState, on: number): Bill | undefined =>
  bills.find(({ statementOn }) => statementOn === on);

const typeOfPurpose: Readonly<Record<DrawPurpose, ActivityType>> = {
  regular: 'purchase',
  static: 'purchase',
  cashAdvance: 'cashAdvance',
  balanceTransfer: 'balanceTransfer',
};

interface Period {
  readonly before: LineState | null;
  readonly after: LineState;
  readonly bill: Bill;
}

/** What the calendar did after a bill on the day of it, a charge-off for example, is listed by the next statement. */
function recordsOf({ before, after: { records }, bill }: Period) {
  const steps = records.steps.slice(0, bill.steps);
  const made = before === null ? undefined : billOn(before, before.through);
  if (before === null || made === undefined) return { ...records, steps };
  const earlier = before.records;
  return {
    steps: [...earlier.steps.slice(made.steps), ...steps],
    postings: [...earlier.postings, ...records.postings],
    fees: [...earlier.fees, ...records.fees],
  };
}

function activitiesOf(terms: LineTerms, period: Period) {
  const purposes = new Map(period.after.position.draws.map((d) => [d.id, d.terms.purpose]));
  return listActivities(recordsOf(period), {
    isDisputeHeld: terms.disputes.credit === 'hold',
    purchaseOn: (draw) => typeOfPurpose[purposes.get(draw ?? '') ?? 'regular'],
  });
}

const shownRate = ({ averageBalance, interest, ...row }: RateRow): RateOfPeriod => ({
  ...row,
  averageBalance: Math.round(averageBalance) as Cents,
  interest: interest as Cents,
});

function drawsOf(bill: Bill, after: LineState, activities: readonly Activity[]): DrawOfPeriod[] {
  const made = obligationOf(after, bill.ordinal);
  return bill.draws.map((one) => ({
    draw: one.draw,
    newBalance: one.owed as Cents,
    minimum: askedOf(made, one.draw),
    rate: one.rates[0]?.rate ?? null,
    scale: bill.rateScale,
    interest: sumOf(bill.rates.filter(({ draw }) => draw === one.draw).map(({ interest }) => interest)),
    fees: sumOf(activities.filter(({ type, draw }) => type === 'fee' && draw === one.draw).map(({ amount }) => amount)),
    ...limitOf(after.position, one),
    hasGrace: one.hasGrace,
    checkToKeepGrace: one.checkToKeepGrace,
    checkToRestoreGrace: one.checkToRestoreGrace,
  }));
}

const sumOf = (amounts: readonly number[]): Cents => amounts.reduce((sum, amount) => sum + amount, 0) as Cents;

const obligationOf = ({ records, position }: LineState, ordinal: number): LineObligation | undefined =>
  [...records.obligations, ...position.obligations].find((o) => o.kind === 'statement' && o.ordinal === ordinal);

function askedOf(o: LineObligation | undefined, draw: string): Cents {
  const part = o?.parts.find((one) => one.draw === draw);
  return (part === undefined ? 0 : part.interest + part.principal + part.feesDue - part.atStatement) as Cents;
}

/** How much of its own limit a draw has left; the limit of the line may leave less. */
function limitOf(p: LinePosition, { draw, limit, owed }: BilledDraw) {
  const held = p.holds.reduce((sum, one) => (one.draw === draw ? sum + one.amount : sum), 0);
  const found: Draw | undefined = p.draws.find(({ id }) => id === draw);
  const left = limit === null ? null : Math.max(0, limit - owed - held - (found?.disputed ?? 0));
  return { limit: limit as Cents | null, available: left as Cents | null };
}

/** Balances on which interest is deferred, or whose rate rises on a day that is known. */
function promosOf(bill: Bill): PromoBalance[] {
  return bill.draws.flatMap(({ draw, owed, rates: [now, next], deferred }): PromoBalance[] => {
    const balance = owed as Cents;
    if (deferred !== null) {
      return [{ draw, balance, lastDay: deferred.endsOn, deferredInterest: deferred.interest.whole as Cents }];
    }
    if (now === undefined || next === undefined || next.rate <= now.rate) return [];
    return [{ draw, balance, lastDay: next.from - 1, deferredInterest: null }];
  });
}

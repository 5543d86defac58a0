// Explains every cent of a line in a sentence that contains the numbers.

import { dayText, dollars, dollarsOf, explainStep, percentText, sized } from '../account/explain.ts';
import type { Posting } from '../account/records.ts';
import { add, fineScale, isNothing, nothing, scaled } from '../interest/exact.ts';
import { basisOf } from '../time/day-count.ts';
import { averageOf } from './accrual.ts';
import type { CycleRate, LineSegment, LineState, LineStep, LineStepKind } from './records.ts';
import type { LineTerms } from './terms.ts';

/** The state must contain the period of the posting. */
export function explainLine(terms: LineTerms, state: LineState, posting: Posting): string {
  const step = state.records.steps.find(({ on, cause }) => on === posting.on && cause === posting.cause);
  if (step === undefined) return `${sized(posting.amount)} ${posting.account} on ${dayText(posting.on)}.`;
  if (step.cause.startsWith('cycleRate:')) return explainCycle(terms, state, posting, step);
  const [account, draw] = posting.account.split('@');
  const isInterest = account === 'interestIncome' || account === 'interest.due';
  if (step.kind === 'statement' && isInterest) return explainInterest(terms, state, posting, step, draw ?? null);
  if (step.kind === 'statement' && account === 'principal.due') return explainMinimum(terms, state, posting, step);
  return explainStep(posting, step, stepWords[step.kind]);
}

/** "$16.80 principal due of A: the minimum of $59.16 on 2027-06-01 is the largest of $59.16 that …" */
function explainMinimum({ minimum }: LineTerms, { records }: LineState, posting: Posting, step: LineStep): string {
  const asked = records.bills.find(({ statementOn }) => statementOn === step.on)?.asked ?? null;
  if (asked === null) return explainStep(posting, step, stepWords[step.kind]);
  const { byDraws, byBalance, balance, overLimit } = asked;
  const what = [
    `${dollars(byDraws)} that the draws ask for`,
    ...(byBalance === null ? [] : [`${dollars(byBalance)} for a balance of ${dollars(balance)}`]),
    `${dollars(minimum.floor)} at least`,
  ];
  const how = [
    ...(minimum.roundUpTo > 1 ? [`raised to a multiple of ${dollars(minimum.roundUpTo)}`] : []),
    'as far as it is owed',
    ...(overLimit === 0 ? [] : [`with ${dollars(overLimit)} above the limit`]),
  ];
  const of = posting.account.split('@')[1];
  return `${sized(posting.amount)} principal due of ${of}: the minimum of ${dollars(step.amount)} on ${dayText(step.on)} is the largest of ${what.join(', ')}; ${how.join(', ')}.`;
}

/** "$3.40 interest of A: $271.28 a day at 18.250 % for 31 days (2028-03-08 to 2028-04-08), cut from $3.4023…." */
function explainInterest(
  terms: LineTerms,
  { records }: LineState,
  posting: Posting,
  step: LineStep,
  draw: string | null,
): string {
  const bill = records.bills.find(({ statementOn }) => statementOn === step.on);
  const since = bill?.periodStart ?? step.on;
  const segments = records.segments.filter(
    (one) => one.from >= since && one.to <= step.on && (draw === null || one.draw === draw),
  );
  const whose = draw === null ? 'of all draws' : `of ${draw}`;
  const head = `${sized(posting.amount)} interest ${whose}`;
  if (segments.length === 0) return `${head}: what joined it otherwise.`;
  const exact = nothing();
  const denominator = segments[0]!.scale * basisOf(terms.interest.dayCount);
  const onInterest = nothing();
  for (const { interest, onInterest: more = nothing() } of segments) {
    add(exact, interest.whole, interest.part, denominator);
    add(onInterest, more.whole, more.part, denominator);
  }
  const compounded = isNothing(onInterest) ? '' : `; ${dollarsOf(onInterest, denominator)} on interest not booked yet`;
  const how = { cut: 'cut', halfEven: 'rounded half to even', halfUp: 'rounded half up' }[terms.interest.rounding];
  const less = bill?.cycle?.interest
    ? `; ${dollars(bill.cycle.interest)} of all draws is above ${cycleText(terms, bill.cycle)}`
    : '';
  return `${head}: ${segments.map(segmentText).join('; ')}${compounded}, ${how} from ${dollarsOf(exact, denominator)}${less}.`;
}

/** "$9.40 given up on 2027-06-01: interest and fees of the cycle, $15.40, are above $6.00, 36.000 % a year of its balance." */
function explainCycle(terms: LineTerms, { records }: LineState, posting: Posting, step: LineStep): string {
  const bill = records.bills.find(({ statementOn }) => statementOn === step.on);
  const of = posting.account.includes('@') ? ` of ${posting.account.split('@')[1]}` : '';
  const what = `${sized(posting.amount)}${of} given up on ${dayText(step.on)}`;
  // At a charge-off, and on a line that is paid off, there is no bill of it.
  const isBilled = step.kind === 'waiver' || step.cause === `cycleRate:${bill?.ordinal}`;
  const cycle = isBilled ? (bill?.cycle ?? null) : null;
  if (cycle === null)
    return `${what}: so much of interest and fees since the last statement is above ${rateText(terms)}.`;
  return `${what}: interest and fees of the cycle, ${dollars(cycle.charges)}, are above ${cycleText(terms, cycle)}.`;
}

const cycleText = (terms: LineTerms, { max }: CycleRate): string => `${dollars(max)}, ${rateText(terms)}`;

const rateText = ({ cycleRateMax }: LineTerms): string =>
  `${percentText(scaled(cycleRateMax!, fineScale), fineScale)} a year of its balance`;

export function segmentText(segment: LineSegment): string {
  const { from, to, rate, scale } = segment;
  const span = `${to - from} days (${dayText(from)} to ${dayText(to)})`;
  return `${dollars(averageOf(segment))} a day at ${percentText(rate, scale)} for ${span}`;
}

export const stepWords: Readonly<Record<LineStepKind, string>> = {
  activation: 'activation',
  migration: 'balances taken over',
  drawActivation: 'activation of a draw',
  statement: 'statement',
  overdue: 'overdue turn',
  graceLost: 'grace lost',
  graceRestored: 'grace restored',
  capitalisation: 'capitalisation',
  fee: 'fee',
  feeBlocked: 'late fee not charged',
  feeSuspended: 'late fee not charged while late fees are suspended',
  waiver: 'waiver',
  purchase: 'purchase',
  refund: 'refund',
  cashBack: 'cash back',
  dispute: 'dispute',
  disputeOutcome: 'dispute that is over',
  payment: 'payment',
  serviceCredit: 'service credit',
  reimbursement: 'reimbursement',
  creditUsed: 'customer credit used',
  reAge: 're-age',
  acceleration: 'acceleration',
  chargeOff: 'charge-off',
  settled: 'rest given up in a settlement',
  paidOff: 'line paid off',
};

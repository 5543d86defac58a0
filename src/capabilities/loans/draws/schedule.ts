// The schedule of an amortized draw: what each statement to come asks for, if each is paid on its due date and nothing
// else happens.

import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { LineState } from '@tenor/engine/line/records.ts';
import { replayLine } from '@tenor/engine/line/replay.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { periodId } from '../loan/derived-id.ts';
import type { ScheduleItem } from '../loan/plan-schemas.ts';
import type { LineBooks } from './line.ts';

export interface Row {
  readonly ordinal: number;
  readonly dueOn: Day;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly fees: Cents;
  /** Owed once it is paid. */
  readonly balance: Cents;
}

const rowsMax = 1_200;

export function drawSchedule({ terms, state: begun }: LineBooks, drawId: string): Row[] {
  const rows: Row[] = [];
  let state = begun;
  let facts: LineFact[] = [];
  while (rows.length < rowsMax) {
    const { statementOn, dueOn, ordinal } = state.position;
    state = replayLine(terms, facts, { through: statementOn, from: state });
    const bill = [...state.records.obligations, ...state.position.obligations].find(
      (one) => one.kind === 'statement' && one.ordinal === ordinal,
    );
    const part = bill?.parts.find(({ draw }) => draw === drawId);
    const left = (drawOf(state, drawId)?.principalOwed ?? 0) - (part?.principal ?? 0);
    rows.push({
      ordinal,
      dueOn,
      interest: (part?.interest ?? 0) as Cents,
      principal: (part?.principal ?? 0) as Cents,
      fees: (part?.feesDue ?? 0) as Cents,
      balance: left as Cents,
    });
    if (left <= 0) return rows;
    facts = payment(dueOn, bill?.minimumShown ?? 0);
  }
  return rows;
}

const drawOf = ({ position }: LineState, drawId: string) => position.draws.find(({ id }) => id === drawId);

function payment(on: Day, amount: number): LineFact[] {
  if (amount === 0) return [];
  const paid = { amount: amount as Cents, status: 'succeeded', draw: null, agencyFee: 0 as Cents } as const;
  return [{ kind: 'payment', id: `expected-${on}`, on, ...paid }];
}

/** As all schedules show it. */
export function scheduleItem(
  loanId: string,
  { ordinal, dueOn, interest, principal, fees, balance }: Row,
): ScheduleItem {
  const amount = (interest + principal + fees) as Cents;
  return {
    date: dateOf(dueOn),
    periodId: periodId(loanId, ordinal),
    paymentType: 'periodicPayment',
    status: 'booked',
    amount,
    originalAmount: amount,
    principalAmount: principal,
    interestAmount: interest,
    interestBeforeDiscountAmount: interest,
    feesAmount: fees,
    principalBalanceAmount: balance,
    unroundedPrincipalAmount: formatCents(principal),
    unroundedInterestAmount: formatCents(interest),
    unroundedInterestBeforeDiscountAmount: formatCents(interest),
    isDeferred: false,
    dynamicFeeDetails: {
      apiName: null,
      displayName: null,
      dynamicFeeTypeId: null,
      loanFeeId: null,
      transactionId: null,
    },
  };
}

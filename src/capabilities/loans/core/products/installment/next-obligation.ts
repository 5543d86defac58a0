// The instalment that comes due next: its amount, as in expected payments, and how much of it is already paid.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { expectedPayments } from '@tenor/engine/installment/schedule-of.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import type { NextObligation } from '../../loan/next-obligation.ts';
import { advancesAhead } from './planned.ts';

export function nextObligation(terms: Terms, state: State, facts: readonly Fact[]): NextObligation | undefined {
  const { position } = state;
  const ahead = [...facts, ...advancesAhead(terms, state.through)];
  // A future fact may move the next due date; then all payments are computed.
  const until = ahead.some(({ on }) => on > state.through) ? undefined : position.dueDates[position.next];
  const [next] = expectedPayments(terms, state, ahead, until);
  if (next === undefined) return undefined;
  const { ordinal, on: dueDate, amount } = next;
  const found = { kind: 'instalment', key: String(ordinal), ordinal, begunOn: position.periodStart, dueDate } as const;
  if (position.paidAhead === 0) return { ...found, amount, paidAhead: 0 };
  const withoutIt: State = { ...state, position: { ...position, paidAhead: 0 } };
  const whole = expectedPayments(terms, withoutIt, ahead, until)[0]?.amount ?? amount;
  return { ...found, amount: whole, paidAhead: whole - amount };
}

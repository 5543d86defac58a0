// What is paid too much and goes back, and what comes back of both: in every order, so that the credit which was paid back
// may turn out to have come from nobody.

import fc from 'fast-check';
import type { Fact, Happening } from '../account/facts.ts';
import { cents } from '../values/cents.ts';
import { between, type Draft, dayAt, fact, percentOf, someStamp, someWhen } from './drafts.ts';
import { often } from './some-terms.ts';

const genes = fc.record({
  when: someWhen,
  /** The size of the payment, in percent of the regular payment. */
  percent: fc.oneof(between(80, 400), between(400, 4000)),
  share: between(1, 100),
  later: between(0, 40),
  /** What comes back: what was paid here, what is paid back, or another payment. */
  back: fc.constantFrom('nothing' as const, 'paid', 'reimbursed', 'other', 'other'),
  pick: between(0, 60),
  after: between(0, 60),
  part: often<number | null>(null, between(1, 99), 70),
  hasFee: fc.boolean(),
  reason: fc.constantFrom('failed' as const, 'reversed', 'chargeback', 'canceled'),
  stamps: fc.tuple(someStamp, someStamp),
});

export const paidBack: fc.Arbitrary<Draft> = genes.map((drawn) => (frame, earlier) => {
  const { when, percent, share, later, stamps } = drawn;
  const on = dayAt(when, frame);
  const amount = percentOf(frame.payment, percent);
  const say = (happening: Happening, day: number, stamp: (typeof stamps)[0], count: number): Fact =>
    fact(happening, { on: day, stamp, count });
  const plain = { status: 'succeeded', enablePrepayments: false, agencyFee: cents(0) } as const;
  const paid = say({ kind: 'payment', amount, ...plain }, on, stamps[0], earlier.length);
  const sum = percentOf(amount, share);
  const back = say({ kind: 'reimbursement', amount: sum }, on + later, stamps[1], earlier.length + 1);
  return [paid, back, ...cameBack(drawn, paid, back, earlier)];
});

function cameBack(
  drawn: typeof genes extends fc.Arbitrary<infer T> ? T : never,
  paid: Fact,
  back: Fact,
  earlier: readonly Fact[],
): Fact[] {
  const payments = earlier.filter(({ kind }) => kind === 'payment');
  const others = {
    nothing: undefined,
    paid,
    reimbursed: back,
    other: payments[drawn.pick % Math.max(1, payments.length)],
  };
  const target = others[drawn.back];
  if (target === undefined || !('amount' in target) || target.amount === null) return [];
  const { reason, part, hasFee } = drawn;
  const made: Happening = {
    kind: 'undo',
    of: target.id,
    reason,
    happenedOn: Math.max(target.on, back.on) + drawn.after,
    amount: part === null ? null : percentOf(target.amount, part),
    nsfFee: hasFee && target.kind === 'payment',
  };
  const stamp = { time: null, isNumbered: false, at: null, lag: null };
  const undo = fact(made, { on: target.on, stamp, count: earlier.length + 2 });
  return [target.recordedAt === undefined ? undo : { ...undo, recordedAt: target.recordedAt }];
}

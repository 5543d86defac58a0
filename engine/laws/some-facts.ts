// Random facts of every kind, as drafts.

import fc from 'fast-check';
import type { Fact, Happening } from '../account/facts.ts';
import type { Frequency } from '../time/due-dates.ts';
import { cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import {
  between,
  type Draft,
  dayAt,
  fact,
  lasting,
  one,
  percentOf,
  placed,
  type Stamp,
  someStamp,
  someWhen,
  untilOf,
} from './drafts.ts';
import { someDueDays } from './some-due-days.ts';
import { paidBack } from './some-paid-back.ts';
import { type Frame, millionths, often, someRate } from './some-terms.ts';
import { undo } from './some-undos.ts';

export interface Habit {
  readonly how: 'inTime' | 'skipped' | 'twice';
  readonly shift: number;
  readonly percent: number;
  readonly stamp: Stamp;
}

/** How one due date is paid: mostly in time, with about the amount due. */
export const someHabit: fc.Arbitrary<Habit> = fc.record({
  how: fc.oneof(
    { weight: 78, arbitrary: fc.constant('inTime' as const) },
    { weight: 15, arbitrary: fc.constant('skipped' as const) },
    { weight: 7, arbitrary: fc.constant('twice' as const) },
  ),
  shift: fc.oneof(
    { weight: 50, arbitrary: fc.constant(0) },
    { weight: 15, arbitrary: between(-6, 0) },
    { weight: 27, arbitrary: between(1, 25) },
    { weight: 8, arbitrary: between(-25, 40) },
  ),
  percent: fc.oneof(
    { weight: 70, arbitrary: fc.constant(100) },
    { weight: 10, arbitrary: between(5, 99) },
    { weight: 10, arbitrary: between(101, 250) },
    { weight: 1, arbitrary: between(250, 4000) },
  ),
  stamp: someStamp,
});

export function habitDraft({ how, shift, percent, stamp }: Habit, k: number): Draft {
  return (frame, earlier) => {
    const on = dayAt({ k, shift }, frame);
    const say = (share: number): Happening => ({ ...plainPayment, amount: percentOf(frame.payment, share) });
    if (how === 'skipped') return [];
    if (how === 'inTime') return [fact(say(percent), { on, stamp, count: earlier.length })];
    return [0, 1].map((n) => fact(say(percent / 2), { on: on + n * (percent % 2), stamp, count: earlier.length + n }));
  };
}

const plainPayment = { kind: 'payment', status: 'succeeded', enablePrepayments: false, agencyFee: cents(0) } as const;

const payment = one(
  fc.record({
    percent: fc.oneof(
      { weight: 5, arbitrary: between(1, 120) },
      { weight: 3, arbitrary: between(80, 400) },
      { weight: 1, arbitrary: between(400, 4000) },
    ),
    status: fc.constantFrom('succeeded' as const, 'pending'),
    enablePrepayments: fc.boolean(),
    agencyShare: often(0, between(1, 50), 60),
  }),
  ({ percent, status, enablePrepayments, agencyShare }, frame) => {
    const amount = percentOf(frame.payment, percent);
    const agencyFee = cents(Math.floor((amount * agencyShare) / 100));
    return { kind: 'payment', amount, status, enablePrepayments, agencyFee };
  },
);

const index = one(
  between(0, 12_00),
  (n) => ({ kind: 'index', rate: millionths(n * 100) }),
  fc.oneof(someWhen, someWhen, fc.record({ k: fc.constant(0), shift: between(-90, 5) })),
).map(
  (draft): Draft =>
    (frame, earlier) =>
      draft(frame, earlier),
);

/** The one kind of fact that may be before the activation; here it is also after it. */
export const earlyIndex: fc.Arbitrary<Draft> = fc.tuple(between(0, 12_00), between(-90, 120)).map(
  ([n, shift]): Draft =>
    (frame, earlier) => [
      fact(
        { kind: 'index', rate: millionths(n * 100) },
        {
          on: frame.start + shift,
          stamp: { time: null, isNumbered: false, at: null, lag: null },
          count: earlier.length,
        },
      ),
    ],
);

const rate = one(
  fc.record({
    rate: someRate,
    type: often<'absolute' | 'spread'>('absolute', fc.constant('spread'), 85),
    lasting,
    replaces: fc.boolean(),
  }),
  (genes, _, on) => ({
    kind: 'rate',
    rate: genes.rate,
    type: genes.type,
    until: untilOf(on, genes.lasting),
    replaces: genes.replaces,
  }),
);
const promo = one(fc.tuple(between(0, 9_00), lasting), ([n, days], _, on) => ({
  kind: 'promo',
  rate: millionths(n * 100),
  until: untilOf(on, days),
}));
const ceiling = one(fc.tuple(often(6_00, between(0, 30_00), 60), lasting), ([n, days], _, on) => ({
  kind: 'ceiling',
  rate: millionths(n * 100),
  until: untilOf(on, days),
}));

const singleTerm = { frequency: 'singleTerm' as Frequency, days: [], startDate: null };
const dueDateChange = one(fc.tuple(someDueDays, fc.boolean(), between(-5, 60)), ([days, reamortize, shift], frame) => {
  const isSingle = frame.terms.payments.frequency === 'singleTerm';
  const dueDate = isSingle ? Math.max(frame.start + 1, frame.dueDates[0]! + shift) : null;
  return { kind: 'dueDateChange', ...(isSingle ? singleTerm : days), reamortize, dueDate };
});
const ahead = fc.record({ k: between(1, 59), lead: between(1, 40), miss: often(0, between(-1, 1), 90) });
const dueDateOf = ({ k, miss }: { k: number; miss: number }, { dueDates }: Frame) =>
  dueDates[(k - 1) % dueDates.length]! + miss;
const deferral = placed(fc.tuple(ahead, fc.constantFrom('end' as const, 'lastPayment')), ([about, to], frame) => {
  const dueDate = dueDateOf(about, frame);
  return [dueDate - about.lead, { kind: 'deferral', dueDate, to }];
});
const plan = placed(
  fc.tuple(ahead, between(0, 5), between(0, 130), fc.boolean()),
  ([about, count, percent, extend], frame) => {
    const firstDueDate = dueDateOf(about, frame);
    const amount = cents(Math.floor((frame.payment * percent) / 100));
    return [firstDueDate - about.lead, { kind: 'plan', firstDueDate, count, amount, extend }];
  },
);
const reamortization = one(
  fc.oneof(
    { weight: 2, arbitrary: fc.constant({ count: null, percent: null }) },
    { weight: 2, arbitrary: fc.record({ count: between(1, 20), percent: fc.constant(null) }) },
    { weight: 2, arbitrary: fc.record({ count: fc.constant(null), percent: between(60, 250) }) },
  ),
  ({ count, percent }, frame) => ({
    kind: 'reamortization',
    count,
    amount: percent === null ? null : percentOf(frame.payment, percent),
  }),
);
const reAge = one(
  fc.tuple(
    fc.constantFrom('payments' as const, 'end'),
    often(0, fc.oneof({ weight: 4, arbitrary: between(1, 6) }, { weight: 1, arbitrary: between(7, 30) }), 50),
  ),
  ([into, addedDates]) => ({ kind: 'reAge', into, addedDates }),
  fc.record({ k: between(1, 59), shift: between(1, 40) }),
);
const advance = one(
  fc.tuple(between(1, 90), fc.constantFrom('keepPayment' as const, 'extend', 'reamortize')),
  ([percent, afterwards], { terms }) => ({ kind: 'advance', amount: percentOf(terms.principal, percent), afterwards }),
);

const addedFee = one(
  fc.tuple(fc.constantFrom('modification' as const, 'foreignTransaction', 'purchase', 'adHoc'), between(0, 40_00)),
  ([type, amount]) => ({ kind: 'fee', type, amount: cents(amount) }),
);
const feeChange = one(
  fc.tuple(between(0, 2), between(0, 15_00), often<number | null>(null, between(0, 60_00), 50)),
  ([which, amount, cap], { terms }) => {
    const { periodic, origination } = terms.fees;
    const type = which < periodic.length ? periodic[which]!.type : periodic[0]?.type;
    if (type !== undefined && which < 2)
      return { kind: 'feeChange', type, amount: cents(amount), cap: cap === null ? null : cents(cap) };
    if (origination === null) return { kind: 'fee', type: 'adHoc', amount: cents(amount) };
    const least = Math.min(amount, terms.principal - 1);
    return { kind: 'feeChange', type: 'origination', amount: cents(Math.max(0, least)), cap: null };
  },
);
const refund = one(
  fc.record({
    version: often<1 | 2>(2, fc.constant(1), 60),
    percent: fc.oneof(between(1, 30), between(1, 120)),
    atFault: fc.constantFrom('other' as const, 'lender', 'servicer', 'merchant'),
    reamortize: fc.boolean(),
  }),
  ({ percent, ...refund }, { terms }) => ({
    kind: 'refund',
    ...refund,
    amount: percentOf(terms.amountFinanced, percent),
  }),
);
const serviceCredit = one(
  fc.tuple(between(1, 150), fc.constantFrom(null, 'fees' as const, 'interest', 'principal')),
  ([percent, component], frame) => ({ kind: 'serviceCredit', amount: percentOf(frame.payment, percent), component }),
);
const reimbursement = one(between(1, 200), (percent, frame) => ({
  kind: 'reimbursement',
  amount: percentOf(frame.payment, percent),
}));
const settlement = one(fc.tuple(between(1, 300), between(0, 90)), ([percent, days], frame, on) => ({
  kind: 'settlement',
  amount: percentOf(frame.payment, percent),
  lastDay: on + days,
}));

const freeze = one(fc.constant(null), () => ({ kind: 'freeze' }));
const unfreezeGenes = fc.record({ accrueFrozenDays: fc.boolean(), shiftDueDates: fc.boolean() });
const unfreeze = one(unfreezeGenes, (genes) => ({ kind: 'unfreeze', ...genes }));
const freezePair = fc.tuple(freeze, unfreezeGenes, between(0, 75), someStamp).map(
  ([begin, genes, days, stamp]): Draft =>
    (frame, earlier) => {
      const [first] = begin(frame, earlier);
      const end = { on: first!.on + days, stamp, count: earlier.length + 1 };
      return [first!, fact({ kind: 'unfreeze', ...genes }, end)];
    },
);

const acceleration = one(fc.constant(null), () => ({ kind: 'acceleration' }));
const chargeOff = one(fc.constant(null), () => ({ kind: 'chargeOff', reason: 'fraud' }));
const agency = one(fc.constantFrom('debtCollectionAgency' as const, 'creditor'), (servicedBy) => ({
  kind: 'agency',
  servicedBy,
}));
const close = one(
  fc.constant(null),
  () => ({ kind: 'close' }),
  fc.record({ k: between(0, 59), shift: between(0, 90) }),
);
const statementSent = one(between(1, 12), (obligation) => ({ kind: 'statementSent', obligation }));

const graceOf = ({ terms }: Frame) => terms.fees.late?.graceDays ?? 10;
const afterGrace = fc.record({ k: between(1, 12), after: fc.oneof(fc.constant(1), between(0, 40)) });
const lateDay = ({ k, after }: { k: number; after: number }, frame: Frame): Day =>
  (frame.dueDates[k - 1] ?? frame.dueDates.at(-1)!) + graceOf(frame) + after;
const lateFeeNotified = placed(fc.tuple(afterGrace, between(1, 30_00)), ([about, amount], frame) => [
  lateDay(about, frame),
  { kind: 'lateFeeNotified', obligation: about.k, amount: cents(amount) },
]);

/** It begins somewhat before the day of a late fee, and lasts some payments. */
const lateFeeSuspension = placed(fc.tuple(afterGrace, between(0, 120)), ([about, days], frame) => {
  const on = Math.max(frame.start, lateDay(about, frame) - 20);
  return [on, { kind: 'lateFeeSuspension', until: on + days }];
});

const waiverAmount = often<number | null>(null, between(1, 20_00), 55);
const lateWaiver = placed(fc.tuple(afterGrace, waiverAmount), ([about, amount], frame) => [
  lateDay(about, frame),
  { kind: 'waiver', fee: `late:${about.k}`, amount: amount === null ? null : cents(amount) },
]);
/** Waives a fee that came from a fact, a periodic fee, or the origination fee. */
const otherWaiver = fc.tuple(between(0, 30), between(0, 30), waiverAmount, someStamp).map(
  ([pick, after, amount, stamp]): Draft =>
    (frame, earlier) => {
      const [fee, day] = feeToWaive(pick, frame, earlier);
      const waiver = { kind: 'waiver' as const, fee, amount: amount === null ? null : cents(amount) };
      return [fact(waiver, { on: day + after, stamp, count: earlier.length })];
    },
);

function feeToWaive(pick: number, { terms, start, dueDates }: Frame, earlier: readonly Fact[]): readonly [string, Day] {
  const booked = earlier.flatMap((one): (readonly [string, Day])[] => {
    if (one.kind === 'fee') return [[`${one.type}:${one.id}`, one.on]];
    return one.kind === 'undo' && one.nsfFee ? [[`nsf:${one.id}`, one.happenedOn]] : [];
  });
  const periodic = terms.fees.periodic.flatMap(({ type }) =>
    dueDates.map((day, i) => [`${type}:${i + 1}`, day] as const),
  );
  const all = [...booked, ...booked, ...booked, ['origination', start] as const, ...periodic];
  return all[pick % all.length]!;
}

const weighted = (weight: number, arbitrary: fc.Arbitrary<Draft>) => ({ weight, arbitrary });

/** Everything that may happen besides the usual payments. */
export const someDraft: fc.Arbitrary<Draft> = fc.oneof(
  weighted(16, payment),
  weighted(18, undo),
  weighted(4, index),
  weighted(5, rate),
  weighted(4, promo),
  weighted(4, ceiling),
  weighted(4, dueDateChange),
  weighted(4, deferral),
  weighted(4, plan),
  weighted(4, reamortization),
  weighted(6, advance),
  weighted(7, reAge),
  weighted(5, addedFee),
  weighted(3, feeChange),
  weighted(4, lateWaiver),
  weighted(4, otherWaiver),
  weighted(5, refund),
  weighted(5, serviceCredit),
  weighted(3, reimbursement),
  weighted(9, paidBack),
  weighted(4, settlement),
  weighted(1, freeze),
  weighted(1, unfreeze),
  weighted(6, freezePair),
  weighted(2, acceleration),
  weighted(2, chargeOff),
  weighted(2, agency),
  weighted(5, close),
  weighted(1, statementSent),
  weighted(3, lateFeeNotified),
  weighted(3, lateFeeSuspension),
);

/** What brings money in and takes it back: payments, refunds and credits, and what comes back of them. */
export const someMoneyDraft: fc.Arbitrary<Draft> = fc.oneof(
  weighted(5, payment),
  weighted(8, undo),
  weighted(6, paidBack),
  weighted(4, refund),
  weighted(2, serviceCredit),
  weighted(2, reimbursement),
  weighted(1, addedFee),
  weighted(1, reAge),
);

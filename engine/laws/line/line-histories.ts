// Random lines: terms, facts, and the day to look at. Neither implementation refuses them.

import fc from 'fast-check';
import type { LineFact } from '../../line/facts.ts';
import type { DrawTerms, LineTerms } from '../../line/terms.ts';
import { cents } from '../../values/cents.ts';
import type { Day } from '../../values/day.ts';
import {
  openingDay,
  someAmount,
  someCycle,
  someDrawTerms,
  someLineTerms,
  someRate,
  someSpread,
} from './some-line-terms.ts';

export interface LineHistory {
  readonly terms: LineTerms;
  readonly facts: readonly LineFact[];
  readonly through: Day;
}

/** Everything a fact may need; its kind decides what it uses. */
const someGene = fc.record({
  kind: fc.constantFrom(
    ...([
      'purchase',
      'purchase',
      'purchase',
      'purchase',
      'payment',
      'payment',
      'payment',
      'payment',
      'refund',
    ] as const),
    ...(['refund', 'dispute', 'dispute', 'undoPayment', 'serviceCredit', 'fee', 'waiver', 'authorization'] as const),
    ...([
      'posting',
      'index',
      'rate',
      'promo',
      'ceiling',
      'limit',
      'minimumTerms',
      'amortization',
      'drawClose',
    ] as const),
    ...(['drawReopening', 'reimbursement', 'statementSent', 'reAge', 'feeChange'] as const),
    ...(['lateFeeNotified', 'lateFeeSuspension'] as const),
    ...(['paidBack', 'paidBack'] as const),
    ...(['release', 'cleared', 'drawLimit', 'drawCancel', 'spending', 'agency'] as const),
    ...(['acceleration', 'chargeOff', 'settlement', 'close'] as const),
  ),
  day: fc.integer({ min: 0, max: 260 }),
  later: fc.integer({ min: 0, max: 70 }),
  draw: fc.integer({ min: 0, max: 2 }),
  amount: someAmount(60_000),
  rate: someRate,
  spread: someSpread,
  isSpecial: fc.boolean(),
  choice: fc.integer({ min: 0, max: 9 }),
  time: fc.constantFrom(undefined, undefined, 30_000, 60_000),
});

type Gene = typeof someGene extends fc.Arbitrary<infer T> ? T : never;

/** What brings money in and takes it back, and what is bought for it. */
const moneyKinds = [
  ...(['purchase', 'purchase', 'payment', 'payment', 'refund', 'refund', 'dispute', 'dispute'] as const),
  ...(['undoPayment', 'undoPayment', 'paidBack', 'paidBack', 'serviceCredit', 'reimbursement', 'fee'] as const),
];
const someMoneyGene: fc.Arbitrary<Gene> = fc
  .tuple(someGene, fc.constantFrom(...moneyKinds))
  .map(([gene, kind]) => ({ ...gene, kind }));

/** Kinds that end a line come seldom. */
const ending: readonly string[] = ['acceleration', 'chargeOff', 'settlement', 'close', 'drawCancel', 'spending'];

const historiesOf = (someOf: fc.Arbitrary<Gene>): fc.Arbitrary<LineHistory> =>
  someLineTerms
    .chain((terms) =>
      fc.record({
        terms: fc.constant(terms),
        changes: fc.array(
          fc.record({
            day: fc.integer({ min: 1, max: 200 }),
            cycle: someCycle(terms.regulation, terms.delinquency.deadlines),
          }),
          { maxLength: 1 },
        ),
        draws: fc.array(fc.record({ terms: someDrawTerms, day: fc.integer({ min: 0, max: 60 }) }), {
          minLength: 1,
          maxLength: 3,
        }),
        genes: fc.array(someOf, { minLength: 1, maxLength: 24 }),
        days: fc.integer({ min: 10, max: 300 }),
      }),
    )
    .map(({ terms, draws, changes, genes, days }) => {
      const activation = { id: 'begin', kind: 'activation', on: openingDay } as LineFact;
      // Some lines are without a draw at first.
      const isEarly = days % 6 > 0;
      const begun = draws.map(({ terms: given, day }, k) =>
        activationOf(terms, given, openingDay + (k === 0 && isEarly ? 0 : day), k),
      );
      const later = genes.flatMap((gene, k) => factsOf(gene, `g${String(k).padStart(2, '0')}`, draws.length));
      const changed = changes.map(
        ({ day, cycle }, k) => ({ id: `cycle${k}`, kind: 'cycleChange', on: openingDay + day, cycle }) as LineFact,
      );
      return { terms, facts: [activation, ...begun, ...changed, ...later], through: openingDay + days };
    });

export const lineHistory = historiesOf(someGene);
export const moneyOfLine = historiesOf(someMoneyGene);

/** Where a statement needs its days, no fee is due at once. */
function activationOf(line: LineTerms, terms: DrawTerms, on: Day, k: number): LineFact {
  const { draw } = terms.fees;
  const charged = line.regulation !== 'none' && draw.charged === 'apart' ? 'firstPayment' : draw.charged;
  const fees = { ...terms.fees, draw: { ...draw, charged } };
  return { id: `draw${k}`, kind: 'drawActivation', on, draw: nameOf(k), terms: { ...terms, fees } } as LineFact;
}

function nameOf(k: number): string {
  return ['A', 'B', 'C'][k] ?? 'A';
}

function factsOf(gene: Gene, id: string, draws: number): LineFact[] {
  if (ending.includes(gene.kind) && gene.choice > 2) return factsOf({ ...gene, kind: 'payment' }, id, draws);
  const draw = nameOf(gene.draw % draws);
  const on = openingDay + gene.day;
  const base = { id, on, ...(gene.time === undefined || gene.day === 0 ? {} : { time: gene.time }) };
  const facts = withCompany(gene, { base, draw, later: on + gene.later }) ?? [plain(gene, { base, draw })];
  return facts as unknown as LineFact[];
}

interface Frame {
  readonly base: { readonly id: string; readonly on: Day };
  readonly draw: string;
}

const settled = { kind: 'purchase', status: 'settled', authorization: null } as const;

/** Some purchases are charged for: abroad, or each by itself. */
function chargedWith(id: string, choice: number): object {
  const fee = (type: 'purchase' | 'foreignTransaction', amount: number) => ({ id: `${id}-f`, type, amount });
  if (choice === 2) return { fees: [fee('foreignTransaction', 137)] };
  return choice === 3 ? { fees: [fee('purchase', 50), fee('foreignTransaction', 0)] } : {};
}

/** Facts that come in company. */
function withCompany(gene: Gene, { base, draw, later }: Frame & { readonly later: Day }): object[] | undefined {
  const { amount, isSpecial, choice } = gene;
  const { id, on } = base;
  const bought = { ...base, ...settled, ...chargedWith(id, choice), draw, amount };
  const purchase = { id, draw, on, amount };
  const part = cents(isSpecial ? amount : Math.ceil(amount / 2));
  switch (gene.kind) {
    case 'refund': {
      // Some are above their purchase.
      const whole = choice === 1 ? cents(2 * amount) : part;
      const back = { kind: 'purchaseCredit', type: 'refund', status: 'settled', draw, amount: whole };
      const refunded = [bought, { ...back, id: `${id}r`, on: later, original: choice < 7 ? purchase : null }];
      const undo = { id: `${id}v`, kind: 'undo', of: `${id}r`, reason: 'canceled', on: later, amount: null };
      return choice === 9 ? [...refunded, { ...undo, happenedOn: later + 9, nsfFee: false }] : refunded;
    }
    case 'dispute': {
      const submitted = { id: `${id}d`, kind: 'dispute', on: later, amount: part, purchase };
      const outcome = choice < 4 ? 'won' : choice < 8 ? 'lost' : 'withdrawn';
      const ended = {
        id: `${id}o`,
        kind: 'disputeOutcome',
        on: later + 7 * choice,
        dispute: `${id}d`,
        amount: part,
        purchase,
      };
      return choice === 9 ? [bought, submitted] : [bought, submitted, { ...ended, outcome }];
    }
    case 'paidBack': {
      const paid = { ...base, kind: 'payment', amount, status: 'succeeded', draw: null, agencyFee: 0 };
      const more = { ...paid, id: `${id}q`, amount: cents(choice * amount), on: on + (gene.later % 9) };
      const back = { id: `${id}b`, kind: 'reimbursement', amount: part, on: later };
      const undo = { id: `${id}u`, kind: 'undo', reason: 'chargeback', happenedOn: later + choice, amount: null };
      const came = [paid, more, back];
      const undone = choice === 0 ? undefined : came[choice % 3];
      if (undone === undefined || undone === more)
        return choice < 2 ? came : [...came, { ...undo, of: id, on, nsfFee: false }];
      return [...came, { ...undo, of: undone.id, on: undone.on, nsfFee: isSpecial && undone !== back }];
    }
    case 'undoPayment': {
      const paid = { ...base, kind: 'payment', amount, status: 'succeeded', draw: null, agencyFee: 0 };
      const undo = { id: `${id}u`, kind: 'undo', of: id, reason: 'failed', on, happenedOn: later };
      return [paid, { ...undo, amount: choice === 0 ? part : null, nsfFee: isSpecial }];
    }
    case 'waiver':
      return [
        { ...base, kind: 'fee', type: 'adHoc', amount, draw: isSpecial ? draw : null },
        { id: `${id}w`, kind: 'waiver', on: later, fee: `adHoc:${id}`, amount: choice < 5 ? null : part },
      ];
    case 'posting':
      return [
        { ...base, kind: 'authorization', draw, amount },
        { ...bought, id: `${id}p`, on: later, amount: part, authorization: { id, endsHold: isSpecial } },
      ];
    case 'release':
      return [
        { ...base, kind: 'authorization', draw, amount },
        { id: `${id}x`, kind: 'release', on: later, authorization: id },
      ];
    case 'cleared':
      return [
        { ...base, kind: 'payment', amount, status: 'pending', draw: isSpecial ? draw : null, agencyFee: 0 },
        { id: `${id}c`, kind: 'cleared', on: later, payment: id },
      ];
    default:
      return undefined;
  }
}

function plain(gene: Gene, { base, draw }: Frame): object {
  const { amount, rate, isSpecial, choice, later, spread } = gene;
  const aimed = isSpecial ? draw : null;
  const until = choice < 5 ? null : base.on + later;
  const minimum = { percentOfPrincipal: '0.03', amount: 0 };
  const component = (['fees', 'interest', 'principal'] as const)[choice % 4] ?? null;
  const fields: Readonly<Record<string, object>> = {
    purchase: {
      ...settled,
      ...chargedWith(base.id, choice),
      status: choice === 0 ? 'pending' : 'settled',
      draw,
      amount,
    },
    payment: { amount, status: choice < 3 ? 'pending' : 'succeeded', draw: choice < 6 ? null : aimed, agencyFee: 0 },
    serviceCredit: { amount, component, draw: aimed },
    fee: { type: choice < 5 ? 'adHoc' : 'purchase', amount, draw: aimed },
    authorization: { draw, amount },
    index: { rate },
    rate: { rate, type: choice < 3 ? 'spread' : 'absolute', until, replaces: choice % 2 === 0, draw: aimed },
    promo: { rate, until, draw: aimed, disqualifyOverdueDays: choice < 3 ? choice : null },
    ceiling: { rate, until, draw: aimed },
    limit: { amount },
    drawLimit: { draw, amount: choice < 3 ? null : amount },
    drawCancel: { draw },
    spending: { newDrawsAllowed: isSpecial, drawsFrozen: choice < 5 },
    agency: { servicedBy: isSpecial ? 'debtCollectionAgency' : 'creditor' },
    minimumTerms: { draw, minimum },
    amortization: { draw, by: spread },
    drawClose: { draw },
    drawReopening: { draw },
    reimbursement: { amount },
    statementSent: {
      obligation: 1 + (choice % 5),
      minimum: amount,
      newBalance: cents(amount * 2),
      draws: isSpecial ? [{ draw, fullBalance: amount }] : [],
    },
    feeChange: { type: 'service', amount: cents(Math.min(amount, 900)), cap: null, draw: aimed },
    lateFeeNotified: { obligation: 1 + (choice % 5), amount: cents(Math.min(amount, 3000)) },
    lateFeeSuspension: { until: base.on + later },
    chargeOff: { reason: 'loss' },
    settlement: { amount, lastDay: base.on + later },
  };
  return { ...base, kind: gene.kind, ...fields[gene.kind] };
}

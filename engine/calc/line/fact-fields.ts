// The keys of each kind of fact of a line in JSON, besides those that all kinds share.

import type { LineFactKind, LineHappening } from '../../line/facts.ts';
import { choice, defaulting, type Field, flag, list, object, orEmpty, orNull, required, text } from '../input.ts';
import { feeType } from '../read-fees.ts';
import { amount, amountAboveZero } from '../read-values.ts';
import { ordinal, sharedKeys, sharedKinds } from '../shared-fields.ts';
import { cycleTerms } from './read-cycle.ts';
import { amortization, disqualifying, drawMinimum, drawTerms } from './read-draw.ts';

type KeysOf<Kind extends LineFactKind> = Exclude<keyof Extract<LineHappening, { kind: Kind }>, 'kind'>;
export type FieldsOf<Kind extends LineFactKind> = {
  readonly [Key in KeysOf<Kind>]: Field<Extract<LineHappening, { kind: Kind }>[Key]>;
};

/** Kinds of facts that name another fact. The file has its id alone; the engine also needs some of its values. */
export type NamingKind = 'purchase' | 'purchaseCredit' | 'dispute' | 'disputeOutcome';
type PlainKind = Exclude<LineFactKind, NamingKind | 'migration' | 'undo'>;

const draw = required(text('the name of a draw', 1));
const drawOrLine = orNull(text('the name of a draw', 1));
const factId = text('the id of a fact', 1);
const status = choice('pending', 'settled');

const shownOfDraw = object('an object such as {"draw": "A", "fullBalance": 501.25}', {
  draw,
  fullBalance: required(amount),
});

const feeOfPurchase = object('an object such as {"id": "rail", "type": "purchase", "amount": 1.5}', {
  id: required(text('the id of a fee', 1)),
  type: required(choice('purchase', 'foreignTransaction')),
  amount: required(amount),
});

export const plainFields: { readonly [Kind in PlainKind]: FieldsOf<Kind> } = {
  ...sharedKinds,
  drawActivation: { draw, terms: required(drawTerms) },
  drawReopening: { draw },
  drawCancel: { draw },
  drawClose: { draw },
  rate: { ...sharedKeys.rate, draw: drawOrLine },
  promo: { ...sharedKeys.promo, draw: drawOrLine, disqualifyOverdueDays: disqualifying },
  ceiling: { ...sharedKeys.ceiling, draw: drawOrLine },
  limit: { amount: required(amount) },
  drawLimit: { draw, amount: orNull(amount) },
  spending: { newDrawsAllowed: defaulting(flag, true), drawsFrozen: defaulting(flag, false) },
  cycleChange: { cycle: required(cycleTerms) },
  minimumTerms: { draw, minimum: orEmpty(drawMinimum) },
  amortization: { draw, by: required(amortization) },
  authorization: { draw, amount: required(amount) },
  release: { authorization: required(factId) },
  cleared: { payment: required(factId) },
  fee: { type: required(feeType), draw: drawOrLine, amount: required(amount) },
  feeChange: {
    type: required(choice('draw', 'service', 'membership')),
    draw: drawOrLine,
    amount: required(amount),
    cap: orNull(amount),
  },
  payment: { ...sharedKeys.payment, draw: drawOrLine },
  serviceCredit: { ...sharedKeys.serviceCredit, draw: drawOrLine },
  statementSent: {
    obligation: required(ordinal),
    minimum: required(amount),
    newBalance: required(amount),
    draws: defaulting(list('a list of draws', shownOfDraw), []),
  },
  reAge: {},
};

export const namingFields = {
  purchase: {
    draw,
    amount: required(amount),
    status: defaulting(status, 'settled'),
    authorization: orNull(factId),
    endsHold: defaulting(flag, true),
    fees: defaulting(list('a list of fees', feeOfPurchase), []),
  },
  purchaseCredit: {
    draw,
    amount: required(amount),
    type: defaulting(choice('refund', 'cashBack'), 'refund'),
    status: defaulting(status, 'settled'),
    original: orNull(factId),
  },
  dispute: { purchase: required(factId), amount: orNull(amountAboveZero) },
  disputeOutcome: { dispute: required(factId), outcome: required(choice('won', 'lost', 'expired', 'withdrawn')) },
} satisfies Readonly<Record<NamingKind, Readonly<Record<string, Field<unknown>>>>>;

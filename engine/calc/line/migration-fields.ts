// The keys of a migration: a running line taken over from another system.

import type { MigratedDraw, MigratedFee, MigratedLineObligation, MigratedPart } from '../../line/facts.ts';
import { zeroCents } from '../../values/cents.ts';
import { defaulting, flag, list, object, orNull, type Reader, required, text, whole } from '../input.ts';
import { feeType } from '../read-fees.ts';
import { amount, amountAboveZero, day, exactAmount } from '../read-values.ts';
import type { FieldsOf } from './fact-fields.ts';
import { drawTerms } from './read-draw.ts';

const ordinal = whole(1, 100_000);
const name = text('the name of a draw', 1);

const fee: Reader<MigratedFee> = object('an object such as {"key": "late:3", "type": "late", "amount": 30}', {
  key: required(text('the key of a fee', 1)),
  type: required(feeType),
  amount: required(amount),
});
const fees = defaulting(list('a list of fees', fee), []);

const draw: Reader<MigratedDraw> = object(
  'an object such as {"draw": "A", "terms": {…}, "activatedOn": "2026-05-01"}',
  {
    draw: required(name),
    terms: required(drawTerms),
    activatedOn: required(day),
    isClosed: defaulting(flag, false),
    principal: defaulting(amount, zeroCents),
    accruedInterest: defaulting(exactAmount, '0.000000'),
    hasGrace: defaulting(flag, false),
    waitingFees: fees,
    deferredInterest: orNull(exactAmount),
    amortization: orNull(
      object('an object such as {"amount": 50, "rowsLeft": 6}', {
        amount: required(amountAboveZero),
        rowsLeft: required(whole(1, 1200)),
      }),
    ),
    periodsPaidInFull: defaulting(whole(0, 1200), 0),
  },
);

const part: Reader<MigratedPart> = object('an object such as {"draw": "A", "interest": 4, "principal": 16}', {
  draw: required(name),
  fees,
  interest: defaulting(amount, zeroCents),
  principal: defaulting(amount, zeroCents),
  fullBalance: defaulting(amount, zeroCents),
  fulfilled: defaulting(amount, zeroCents),
  isGraceChecked: defaulting(flag, false),
});

const obligation: Reader<MigratedLineObligation> = object(
  'an object such as {"ordinal": 4, "statementDate": "2027-05-08", "dueDate": "2027-06-04", "amount": 30, "newBalance": 900}',
  {
    ordinal: required(ordinal),
    statementDate: required(day),
    dueDate: required(day),
    amount: required(amount),
    lineFees: fees,
    draws: defaulting(list('a list of the parts of draws', part), []),
    newBalance: required(amount),
    fulfilled: defaulting(amount, zeroCents),
    lateFeeTested: defaulting(flag, false),
  },
);

export const migrationFields: FieldsOf<'migration'> = {
  originatedOn: required(day),
  creditLimit: required(amount),
  customerCredit: defaulting(amount, zeroCents),
  ordinal: required(ordinal),
  periodStart: required(day),
  draws: defaulting(list('a list of draws', draw), []),
  obligations: defaulting(list('a list of obligations', obligation), []),
  waitingFees: fees,
  lateFeeOrdinals: defaulting(list('a list of ordinals', ordinal), []),
  lateFeesTaken: defaulting(amount, zeroCents),
};

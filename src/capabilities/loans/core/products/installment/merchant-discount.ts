// The part of the price that the lender keeps from the merchant (mdr): as it is asked for, checked, shown, and as the
// engine has it (engine/rules.md 12).

import type { Terms } from '@tenor/engine/installment/terms.ts';
import { scaled, scaleFor, share } from '@tenor/engine/interest/exact.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { type Static, Type } from 'typebox';
import { type InstallmentSettings, rateProblem } from '#capabilities/products/index.ts';
import { mustHaveNone, type Problem, refuseField } from '#platform/errors.ts';
import { Amount, Bool, Int, Named, Nullable, Rate as RateField } from '#platform/input/schemas.ts';
import { notNegative } from '../../loan/agreement-fields.ts';

export const Mdr = Named('MerchantDiscount')({
  mdrRate: Type.Optional(
    Nullable(RateField, { description: 'The part of the principal, cut to whole cents. Or send mdrAmount.' }),
  ),
  mdrAmount: Type.Optional(Nullable(Amount, { description: 'What is kept back. With mdrRate: what that makes.' })),
  isAmortized: Type.Optional(
    Nullable(Bool, { description: 'Income over several due dates, and not at the activation. Default false.' }),
  ),
  amortizationPeriod: Type.Optional(
    Nullable(Int({ min: 1, max: 1200 }), { description: 'So many due dates; the duration if not given.' }),
  ),
});
export type Mdr = Static<typeof Mdr>;

interface Discounted {
  readonly mdr?: Mdr | null;
  readonly principalAmount?: Cents | null;
  readonly duration?: number | null;
}

/** What can be said of it before there is a principal. */
export function discountProblems({ mdr, duration }: Discounted): Problem[] {
  if (mdr == null) return [];
  const { mdrRate = null, mdrAmount = null, isAmortized = false, amortizationPeriod = null } = mdr;
  const problems = [...notNegative('mdr.mdrAmount', mdrAmount)];
  problems.push(...rateProblem('atOrigination.mdr.mdrRate', mdrRate, { min: 0, max: 1 }));
  if (mdrRate === null && mdrAmount === null) {
    problems.push(wrong('mdrAmount', 'is required, here or by mdrRate', 'an amount from 0.00 on'));
  }
  if (!isAmortized && amortizationPeriod !== null) {
    problems.push(wrong('amortizationPeriod', 'goes with isAmortized', 'nothing, or isAmortized true'));
  }
  if (isAmortized && amortizationPeriod === null && duration == null) {
    problems.push(wrong('amortizationPeriod', 'is required without a duration', 'a number of due dates'));
  }
  return problems;
}

const wrong = (field: string, message: string, expected: string): Problem => ({
  path: `atOrigination.mdr.${field}`,
  message,
  expected,
});

/** Null without a principal. */
function amountOf({ mdrRate, mdrAmount }: Mdr, principal: Cents | null | undefined): Cents | null {
  if (mdrRate == null) return mdrAmount ?? null;
  return principal == null ? null : madeBy(mdrRate, principal);
}

function madeBy(rate: Rate, principal: Cents): Cents {
  const scale = scaleFor(rate);
  return share(principal, scaled(rate, scale), scale, 'cut') as Cents;
}

/** Errors: InvalidRequest. */
export function discountTerms(
  { payments }: InstallmentSettings,
  agreed: Discounted,
  { principal, fees }: Pick<Terms, 'principal' | 'fees'>,
): Terms['merchantDiscount'] {
  const { mdr, duration = null } = agreed;
  mustHaveNone(discountProblems(agreed));
  const amount = mdr == null ? null : amountOf(mdr, principal);
  if (mdr == null || amount === null) return null;
  const refuse = (field: string, message: string, expected: string) =>
    refuseField(`atOrigination.mdr${field}`, message, expected);
  if (payments.proceedsPaidTo === 'borrower') {
    throw refuse('', 'is kept back from a merchant: here the borrower is paid', 'nothing, or another loan type');
  }
  if (mdr.mdrAmount != null && mdr.mdrAmount !== amount) {
    throw refuse('.mdrAmount', 'is not what mdrRate makes', `${formatCents(amount)}, or one of the two`);
  }
  const deducted = fees.origination?.charged === 'deducted' ? fees.origination.amount : 0;
  if (amount >= principal - deducted) {
    throw refuse(
      '.mdrAmount',
      'leaves nothing to pay out',
      `less than ${formatCents((principal - deducted) as Cents)}`,
    );
  }
  return { amount, amortizedOver: mdr.isAmortized ? (mdr.amortizationPeriod ?? duration) : null };
}

/** With the values that are in force. */
export const shownDiscount = ({ mdr, principalAmount, duration = null }: Discounted): Required<Mdr> | null =>
  mdr == null
    ? null
    : {
        mdrRate: mdr.mdrRate ?? null,
        mdrAmount: amountOf(mdr, principalAmount),
        isAmortized: mdr.isAmortized ?? false,
        amortizationPeriod: mdr.isAmortized ? (mdr.amortizationPeriod ?? duration) : null,
      };

// The itemization of a debt (12 CFR 1006.34(b)(3), (c)(2)): what was lent on the day of the transaction, and what was added and
// paid since. A loan of which the books do not know all payments has none.
import type { Cents } from '@tenor/engine/values/cents.ts';

type Amounts<Name extends string> = Readonly<Record<Name, number>>;
type Bucket<Of extends string> = Amounts<`${Of}${'Principal' | 'Interest' | 'Fees' | 'Total'}Amount`>;

interface Debt {
  readonly loan: {
    readonly type: string;
    readonly atOrigination: { readonly principalAmount?: number | null };
    readonly timestamps: { readonly startedAt: string | null };
  };
  readonly balances: {
    readonly outstandingBalances: Bucket<'outstanding'>;
    readonly chargedOffBalances: Bucket<'chargedOff'>;
    readonly paidBalances: Bucket<'paid'> & Amounts<'paidCreditsAmount'>;
  };
}

interface Itemized {
  readonly on: string | null;
  readonly lent: number;
  readonly interest: number;
  readonly fees: number;
  readonly payments: number;
  readonly credits: number;
  readonly owed: number;
}

/** Null: nothing is owed, or the books do not add up to what was lent. */
function itemized({ loan, balances }: Debt): Itemized | null {
  const { outstandingBalances: out, chargedOffBalances: off, paidBalances: paid } = balances;
  const sumOf = (part: 'Principal' | 'Interest' | 'Fees'): number =>
    out[`outstanding${part}Amount`] + off[`chargedOff${part}Amount`] + paid[`paid${part}Amount`];
  const owed = out.outstandingTotalAmount + off.chargedOffTotalAmount;
  const lent = sumOf('Principal');
  if (loan.type !== 'installment' || owed <= 0 || lent !== loan.atOrigination.principalAmount) return null;
  const { paidCreditsAmount: credits } = paid;
  const [interest, fees] = [sumOf('Interest'), sumOf('Fees')];
  return {
    on: loan.timestamps.startedAt,
    lent,
    interest,
    fees,
    payments: lent + interest + fees - credits - owed,
    credits,
    owed,
  };
}

const part =
  (name: Exclude<keyof Itemized, 'on'>) =>
  (debt: Debt): Cents | null =>
    (itemized(debt)?.[name] ?? null) as Cents | null;

export const debtBars = {
  isOwed: ({ balances: { outstandingBalances: out, chargedOffBalances: off } }: Debt): true | null =>
    out.outstandingTotalAmount + off.chargedOffTotalAmount > 0 || null,
  itemizedOn: (debt: Debt): string | null => itemized(debt)?.on ?? null,
  lent: part('lent'),
  interestSince: part('interest'),
  feesSince: part('fees'),
  paymentsSince: part('payments'),
  creditsSince: part('credits'),
  owedNow: part('owed'),
};

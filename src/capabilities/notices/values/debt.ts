// The itemization of a debt (12 CFR 1006.34(b)(3), (c)(2)): what was lent on the day of the transaction, and what was added and
// paid since; of a line what was owed on the day of the last statement. A loan of which the books do not know all payments
// has none, nor has a line on which something else has happened since its statement.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';

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
    readonly nonDueBalances: Bucket<'nonDue'>;
  };
  readonly obligations: { readonly obligations: readonly Obligation[] };
  readonly periods: { readonly items: readonly { readonly startDate: CivilDate; readonly dueDate: CivilDate }[] };
}

interface Obligation {
  readonly dueDate: CivilDate;
  /** What was owed after a statement of a line, and what of that was paid or credited since; other loans have none. */
  readonly loanGracePeriod: Amounts<'fullBalanceAmount' | 'totalFulfilledOnDueDateAmount'> | null;
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

const owedNow = ({ outstandingBalances: out, chargedOffBalances: off }: Debt['balances']): number =>
  out.outstandingTotalAmount + off.chargedOffTotalAmount;

/** Null: nothing is owed, or the books do not add up to it. */
function itemized(debt: Debt): Itemized | null {
  if (owedNow(debt.balances) <= 0) return null;
  return debt.loan.type === 'lineOfCredit' ? sinceStatement(debt) : sinceLent(debt);
}

/**
 * The period that ran when somebody began to collect began with the last statement of the creditor. A later one is of
 * the collector, and no such date.
 */
function sinceStatement({ balances, obligations, periods }: Debt): Itemized | null {
  const [running] = periods.items;
  if (running === undefined) return null;
  const last = obligations.obligations
    .flatMap(({ dueDate, loanGracePeriod: of }) => (of === null || dueDate >= running.dueDate ? [] : [{ dueDate, of }]))
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : 1))
    .at(-1);
  if (last === undefined) return null;
  const { fullBalanceAmount: lent, totalFulfilledOnDueDateAmount: payments } = last.of;
  const { nonDueInterestAmount: interest, nonDueFeesAmount: fees } = balances.nonDueBalances;
  const owed = owedNow(balances);
  if (lent + interest + fees - payments !== owed) return null;
  return { on: running.startDate, lent, interest, fees, payments, credits: 0, owed };
}

function sinceLent({ loan, balances }: Debt): Itemized | null {
  const { outstandingBalances: out, chargedOffBalances: off, paidBalances: paid } = balances;
  const sumOf = (part: 'Principal' | 'Interest' | 'Fees'): number =>
    out[`outstanding${part}Amount`] + off[`chargedOff${part}Amount`] + paid[`paid${part}Amount`];
  const owed = owedNow(balances);
  const lent = sumOf('Principal');
  if (lent !== loan.atOrigination.principalAmount) return null;
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
  isOwed: ({ balances }: Debt): true | null => owedNow(balances) > 0 || null,
  itemizedOn: (debt: Debt): string | null => itemized(debt)?.on ?? null,
  lent: part('lent'),
  interestSince: part('interest'),
  feesSince: part('fees'),
  paymentsSince: part('payments'),
  creditsSince: part('credits'),
  owedNow: part('owed'),
};

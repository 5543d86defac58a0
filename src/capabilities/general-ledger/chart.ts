// The accounts of a company and what is booked to each: the chart that is valid on a day, and the one that is suggested.
import { feeTypes } from '@tenor/engine/account/terms.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';

export const accountTypes = ['asset', 'liability', 'equity', 'income', 'expense'] as const;
type AccountType = (typeof accountTypes)[number];

interface BookedSource {
  readonly source: string;
  /** Null: of all loans of whose type no account says more. */
  readonly loanTypeId: string | null;
}

export interface Account {
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly sources: readonly BookedSource[];
}

export type Chart = readonly Account[];

const account = (code: string, name: string, type: AccountType, ...sources: readonly string[]): Account => ({
  code,
  name,
  type,
  sources: sources.map((source) => ({ source, loanTypeId: null })),
});

const fees = (kind: 'fees' | 'feeIncome'): string[] => feeTypes.map((type) => `${kind}.${type}`);

/** What a company has that says nothing of its own. */
export const suggestedChart: Chart = [
  account('1000', 'Cash at banks', 'asset', 'cash.BK'),
  account('1010', 'Held by payment providers', 'asset', 'cash.PR'),
  account('1020', 'Collections in transit', 'asset', 'cash.CT'),
  account('1030', 'Loan clearing', 'asset', 'clearing', 'cash.LC'),
  account('1040', 'Disputed collections', 'asset', 'cash.DP'),
  account('1100', 'Loans receivable', 'asset', 'principal'),
  account('1110', 'Disputed purchases', 'asset', 'disputed'),
  account('1190', 'Allowance for loan losses', 'asset', 'allowance'),
  account('1200', 'Interest receivable', 'asset', 'interest'),
  account('1300', 'Fees receivable', 'asset', ...fees('fees')),
  account('2000', 'Credit balances of borrowers', 'liability', 'customerCredit'),
  account('2010', 'Returns payable', 'liability', 'cash.RP'),
  account('2020', 'Disbursements in transit', 'liability', 'cash.DT'),
  account('2030', 'Unidentified receipts', 'liability', 'cash.UN'),
  account('2040', 'Down payments owed', 'liability', 'cash.DN'),
  account('2100', 'Unearned merchant discount', 'liability', 'unearnedDiscount'),
  account('3000', 'Balances of loans taken over', 'equity', 'migration'),
  account('4000', 'Interest income', 'income', 'interestIncome'),
  account('4100', 'Fee income', 'income', ...fees('feeIncome')),
  account('4200', 'Merchant discount income', 'income', 'discountIncome'),
  account('4300', 'Recoveries', 'income', 'recoveries'),
  account('5000', 'Service credits', 'expense', 'serviceCredits'),
  account('5010', 'Waived fees', 'expense', 'waivedFees'),
  account('5020', 'Settlements', 'expense', 'settled.principal', 'settled.interest', 'settled.fees'),
  account('5100', 'Collection agency fees', 'expense', 'agencyFees'),
  account('5200', 'Fees of providers and banks', 'expense', 'cash.FE'),
  account('5210', 'Errors accepted', 'expense', 'cash.ER'),
];

/**
 * Takes what no account of a company takes: a release may add a source that its accounts could not name. No company has an
 * account of this code.
 */
export const unassigned: Account = account('unassigned', 'What no account takes yet', 'liability');

const keyOf = (source: string, loanTypeId: string | null): string => `${source} ${loanTypeId ?? ''}`;

/** Finds the account of a source: the one for the loan type goes before the one for all. */
export function accountsOf(chart: Chart): (source: string, loanTypeId: string | null) => Account {
  const bySource = new Map(
    chart.flatMap((one) => one.sources.map(({ source, loanTypeId }) => [keyOf(source, loanTypeId), one] as const)),
  );
  return (source, loanTypeId) =>
    bySource.get(keyOf(source, loanTypeId)) ?? bySource.get(keyOf(source, null)) ?? unassigned;
}

export interface ValidChart {
  readonly validFrom: CivilDate;
  readonly accounts: Chart;
}

/** The one of a day, of several in the order of their days. Before the first one its accounts are valid too. */
export const validOn = (charts: readonly ValidChart[], day: CivilDate): ValidChart | undefined =>
  charts.findLast(({ validFrom }) => validFrom <= day) ?? charts[0];

export const chartOn = (charts: readonly ValidChart[], day: CivilDate): Chart =>
  validOn(charts, day)?.accounts ?? suggestedChart;

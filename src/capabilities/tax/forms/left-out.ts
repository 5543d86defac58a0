// Why no form is made of a canceled debt, or of one of its debtors. Whoever made the filing sees how many for each reason,
// and the first of them.

export const leftOutReasons = [
  'below600',
  'noPrincipal',
  'consumerBankruptcy',
  'settled',
  'jointBelow10000',
  'erased',
  'noName',
  'noAddress',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** The reasons, as they are documented. */
export const reasonsInWords =
  '`below600`: less than 600.00 of principal was canceled. `noPrincipal`: interest and fees alone were canceled, which need not be reported (26 CFR 1.6050P-1(d)(2), (3)). `consumerBankruptcy`: a bankruptcy, and nobody has said that the debt was for business or investment ((d)(1)). `settled`: somebody has said an event of a loan whose settlement was kept in the same year, which is reported in its place. `jointBelow10000`: a further borrower of a debt of less than 10,000.00, of which the first borrower alone is told. `erased`, `noName`, `noAddress`: the debtor was erased, or lacks a name or a home address.';

interface LeftOutDebt {
  readonly loanId: string;
  readonly personId: string;
  readonly reason: LeftOutReason;
}

export interface LeftOut {
  readonly counts: Readonly<Partial<Record<LeftOutReason, number>>>;
  readonly debts: readonly LeftOutDebt[];
}

export const noneLeftOut: LeftOut = { counts: {}, debts: [] };

const shownMax = 100;

export const withLeftOut = ({ counts, debts }: LeftOut, debt: LeftOutDebt): LeftOut => ({
  counts: { ...counts, [debt.reason]: (counts[debt.reason] ?? 0) + 1 },
  debts: debts.length < shownMax ? [...debts, debt] : debts,
});

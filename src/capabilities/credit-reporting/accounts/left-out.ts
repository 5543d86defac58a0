// Why a loan is not in a file. Who made the file sees how many for each reason, and the first of them.

export const leftOutReasons = [
  'canceled',
  'declined',
  'skipCreditReporting',
  'suppressed',
  'identityTheft',
  'erased',
  'noName',
  'noAddress',
  'noIdentity',
  'bankruptcyNotKnown',
  'waitsForContact',
  'waitsForNotice',
  'sevenYears',
  'lessThanADollar',
  'doesNotFit',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** The reasons, as they are documented. */
export const reasonsInWords =
  '`suppressed`: somebody has said so. `identityTheft`: a case about it is open. `noName`, `noAddress`, `noIdentity`: a borrower lacks a name, a home address, or both a social security number and a date of birth. `bankruptcyNotKnown`: the case lacks the chapter or the day of the filing. `waitsForContact`: the loan was overdue when it was taken over, and the borrower was told of it less than 14 days ago, or never (12 CFR 1006.30(a)). `waitsForNotice`: nobody has told the borrower that something negative may be reported (15 USC 1681s-2(a)(7)). `sevenYears`: since the first delinquency. `lessThanADollar`: a charge-off that the form cannot hold. `doesNotFit`: a value is too large for its field.';

export interface LeftOut {
  readonly counts: Readonly<Partial<Record<LeftOutReason, number>>>;
  readonly loans: readonly { readonly loanId: string; readonly reason: LeftOutReason }[];
}

export const noneLeftOut: LeftOut = { counts: {}, loans: [] };

const shownMax = 100;

export const withLeftOut = ({ counts, loans }: LeftOut, loanId: string, reason: LeftOutReason): LeftOut => ({
  counts: { ...counts, [reason]: (counts[reason] ?? 0) + 1 },
  loans: loans.length < shownMax ? [...loans, { loanId, reason }] : loans,
});

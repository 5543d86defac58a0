// The words of Metro 2, the format in which loans are told to credit agencies.

export const markKinds = ['complianceConditionCode', 'specialComment', 'suppression'] as const;
export type MarkKind = (typeof markKinds)[number];

/** The codes that somebody may set, by what they are of. */
export const codesOf: Readonly<Record<MarkKind, readonly string[]>> = {
  complianceConditionCode: ['XA', 'XB', 'XC', 'XD', 'XE', 'XF', 'XG', 'XH', 'XJ', 'XR'],
  specialComment: [
    ...['AC', 'AH', 'AI', 'AM', 'AP', 'AS', 'AT', 'AU', 'AV', 'AW', 'AX', 'AZ', 'B', 'BA', 'BI', 'BJ', 'BK', 'BL'],
    ...['BO', 'BP', 'BT', 'C', 'CH', 'CI', 'CJ', 'CM', 'CN', 'CO', 'CP', 'DE', 'H', 'M', 'O', 'S', 'V'],
  ],
  suppression: ['identityTheft', 'litigation', 'bankruptcy', 'disaster', 'dataError', 'other'],
};

export const accountStatuses = [
  ...(['11', '71', '78', '80', '82', '83', '84', '93', '97', '13', '62', '64'] as const),
] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const notReported = ['notActivated', 'canceled', 'declined', 'skipCreditReporting', 'suppressed'] as const;
export type NotReported = (typeof notReported)[number];

/** The code of a loan that is so many days past due, and the payment rating of one that was and is paid. */
export function byDays(days: number): { readonly status: AccountStatus; readonly rating: string } {
  const step = Math.min(6, Math.floor(Math.max(0, days) / 30));
  return { status: (['11', '71', '78', '80', '82', '83', '84'] as const)[step]!, rating: String(step) };
}

// The words of Metro 2, the format in which loans are told to credit agencies: those of the workspace, and our own.
import { complianceCodes, lateness, specialComments } from '@tenor/metro2/layout/codes.ts';

export const markKinds = ['complianceConditionCode', 'specialComment', 'suppression'] as const;
export type MarkKind = (typeof markKinds)[number];

/** The codes that somebody may set, by what they are of. */
export const codesOf: Readonly<Record<MarkKind, readonly string[]>> = {
  complianceConditionCode: Object.keys(complianceCodes),
  specialComment: Object.keys(specialComments),
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
  return { status: lateness[step] as AccountStatus, rating: String(step) };
}

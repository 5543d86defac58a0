// How refunds looked in earlier versions of the interface.
import type { VersionStep } from '#platform/http/versions.ts';

const added = [
  'refundVersion',
  'reamortize',
  'principalAmount',
  'interestAmount',
  'feesAmount',
  'reimbursementAmount',
  'serviceCreditAmount',
  'canceledAt',
];

/** Only lists change: making or canceling a refund is answered in full. */
export const refundVersions: VersionStep[] = [
  {
    since: '2025-03-26',
    resource: 'LoanRefund',
    change: `Lists of refunds show the fields of the second version: ${added.map((name) => `\`${name}\``).join(', ')}.`,
    before: (refund) => Object.fromEntries(Object.entries(refund).filter(([name]) => !added.includes(name))),
  },
];

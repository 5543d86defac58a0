// Who services a loan.
export const servicers = ['creditor', 'debtCollectionAgency'] as const;
export type ServicedBy = (typeof servicers)[number];

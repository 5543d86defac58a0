// The words of credit reporting.
export const agencyNames = ['equifax', 'experian', 'innovis', 'transUnion'] as const;
export type AgencyName = (typeof agencyNames)[number];

/** How an account ends in another way than by its books. */
export const endings = ['sold', 'transferred', 'deletedForMistake', 'deletedForFraud'] as const;
export type Ending = (typeof endings)[number];

/** For whoever reads a file whole, and so for whoever has one left at a host. */
export const downloadPermission = 'credit.file:download.sensitive';

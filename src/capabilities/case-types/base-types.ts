// The fourteen base types of cases, and the statuses of a case. Every case has one of the base types, whether a type of
// the company was there when it was made or not.
export const baseCaseTypes = [
  'generic',
  'bankruptcy',
  'ceaseCommunication',
  'collection',
  'deceased',
  'disputeOfDebt',
  'federalEmergency',
  'identityTheft',
  'legalAction',
  'militaryDuty',
  'debtValidation',
  'oFACSanctionedIndividual',
  'disputeOfPurchase',
  'creditBureauDispute',
] as const;
export type BaseCaseType = (typeof baseCaseTypes)[number];

export const caseStatuses = ['initiated', 'processing', 'completed', 'reopened', 'canceled'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** `courtCaseNumber`: Court case number. */
export const inWords = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The name of a type that no company has named. */
export const nameOfBase = (type: BaseCaseType): string =>
  type === 'oFACSanctionedIndividual' ? 'OFAC sanctioned individual' : inWords(type);

// The fourteen base types of cases, and the statuses of a case. Every case has a base type, with or without a case type of
// the company.
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

/** The name of a type to which the company gave none. */
export const nameOfBase = (type: BaseCaseType): string =>
  type === 'oFACSanctionedIndividual' ? 'OFAC sanctioned individual' : inWords(type);

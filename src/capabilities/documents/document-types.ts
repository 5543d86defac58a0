// What papers there are, and which of them borrowers see.
export const documentTypes = [
  'loanTermsAgreementOnly',
  'loanTILDisclosureOnly',
  'loanTermsAndTILCombined',
  'loanTermsChangeAgreement',
  'loanAutopayAgreement',
  'loanStatement',
  'loanSettlementAgreement',
  'privacyPolicyLender',
  'privacyPolicyServicer',
  'termsOfServiceLender',
  'termsOfServiceServicer',
  'caseDocument',
  'disclosure',
  'evidence',
  'otherStatement',
  'other',
] as const;
export type DocumentType = (typeof documentTypes)[number];

/** A borrower agrees to these, or takes note of them: they are accepted with the content that was shown. */
const agreedTypes: readonly DocumentType[] = [
  'loanTermsAgreementOnly',
  'loanTILDisclosureOnly',
  'loanTermsAndTILCombined',
  'loanTermsChangeAgreement',
  'loanAutopayAgreement',
  'loanSettlementAgreement',
  'privacyPolicyLender',
  'privacyPolicyServicer',
  'termsOfServiceLender',
  'termsOfServiceServicer',
  'disclosure',
];

export const isAgreed = (type: DocumentType): boolean => agreedTypes.includes(type);

export const documentStatuses = ['draft', 'accepted', 'rejected'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

const forStaff: readonly DocumentType[] = ['caseDocument', 'evidence'];

/** What is collected in a case, or about the borrower, is for staff alone. */
export const typesOfBorrowers: readonly DocumentType[] = documentTypes.filter((type) => !forStaff.includes(type));

/** What borrowers send who have signed in. All else the company makes or asks for by a link. */
export const typesFromBorrowers: readonly DocumentType[] = ['loanAutopayAgreement', 'otherStatement', 'other'];

/** A scanned agreement of many pages has some tens of megabytes. */
export const contentBytesMax = 104_857_600;

/** What contents are taken. Nothing among them runs by itself. */
export const contentTypes = [
  'text/plain',
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/heic',
  'text/html',
  'text/csv',
] as const;

const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/heic': 'heic',
  'text/html': 'html',
  'text/csv': 'csv',
};

/** The name of a content whose sender gave none. */
export const nameOfFile = (id: string, contentType: string): string => `${id}.${endings[contentType] ?? 'txt'}`;

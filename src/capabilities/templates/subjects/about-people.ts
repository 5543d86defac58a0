// The subjects about people: their accounts, their cases, credit reports, documents, and what an agent writes freely.
import { inWriting, type Stated, subjectsOf } from './subject.ts';

const accountSubjects = subjectsOf('account', {
  confirmationCode: {
    says: 'A code by which somebody shows that a contact is theirs, or who they are.',
    channels: ['email', 'text', 'voice'],
    objects: [],
    values: ['code', 'minutesValid'],
    isSensitive: true,
  },
  contactTakeover: {
    says: 'A contact of the borrower was confirmed by another borrower, and is used for that one.',
    channels: ['email', 'text', 'mail'],
    objects: [],
    values: ['contactType', 'contactMasked'],
  },
  electronicConsentOptOut: {
    says: 'The borrower gets documents on paper from now on.',
    objects: [],
    values: ['effectiveDate'],
  },
  electronicAccessConfirmation: {
    says: 'The borrower agrees to electronic documents, and shows that they can be opened (15 USC 7001(c)).',
    channels: ['email', 'text'],
    objects: [],
    values: ['code?', 'confirmUrl?', 'minutesValid?'],
    isSensitive: true,
  },
  loginFirstPaymentReminder: {
    says: 'The borrower has not signed in yet, and the first payment is near.',
    values: ['paymentAmount', 'paymentDueDate', 'signInUrl?'],
  },
  textHelp: {
    says: 'The borrower has written HELP or AYUDA to our number: how to reach the company.',
    channels: ['text'],
    objects: [],
  },
  textOptOutConfirmed: {
    says: 'The borrower has written STOP or ALTO to our number: the one confirmation of it (47 CFR 64.1200(a)(12)).',
    channels: ['text'],
    objects: [],
  },
  privacyPolicyNotice: {
    says: 'The privacy notice at the beginning (12 CFR 1016.4).',
    channels: inWriting,
    objects: [],
  },
  annualPrivacyPolicyNotice: {
    says: 'The privacy notice of the year (12 CFR 1016.5).',
    channels: inWriting,
    objects: [],
  },
});

const creditSubjects = subjectsOf('credit reporting', {
  creditNegativeInfoMayBeReported: {
    says: 'Something negative may be reported: the notice before (12 CFR 1022, appendix B, B-1).',
    values: [],
  },
  creditNegativeInfoReported: {
    says: 'Something negative was reported: the notice within 30 days after (B-2).',
    values: ['reportedDate?'],
  },
  creditPositiveInfoReported: { says: 'Something positive was reported.', values: ['reportedDate?'] },
  creditDisputeReceived: {
    says: 'A dispute of what was reported has come in (12 CFR 1022.43).',
    objects: ['loan', 'case'],
    values: ['receivedDate', 'answerByDate'],
  },
  creditDisputeResolved: {
    says: 'A dispute of what was reported was answered.',
    channels: inWriting,
    objects: ['loan', 'case'],
    values: ['disputeOutcome', 'decisionDate'],
  },
  creditDisputeNotInvestigated: {
    says: 'A dispute of what was reported lacks what is needed to look into it (12 CFR 1022.43(f)).',
    channels: inWriting,
    objects: ['loan', 'case'],
    values: ['neededDocuments?'],
  },
});

const debt = [
  'collectorName',
  'collectorAddress',
  'collectorPhone?',
  'disputeUrl?',
  'borrowerAddress?',
  'originalCreditorName?',
  'currentCreditorName',
  'accountNumberMasked',
  'debtOn',
  'itemizationDebtAmount',
  'itemizationInterestAmount',
  'itemizationFeesAmount',
  'itemizationPaymentsAmount',
  'itemizationCreditsAmount',
  'currentDebtAmount',
  'validationPeriodEndDate',
] as const;

const validation: Omit<Stated, 'says'> = { channels: inWriting, objects: ['loan', 'case'], values: debt };
const inNewYork = { ...validation, values: [...debt, 'collectorLicense?', 'contactName?'] as const };

const collectionSubjects = subjectsOf('debt validation and disputes', {
  debtValidationNotice: { ...validation, says: 'The validation notice of a debt, as model form B-1 (12 CFR 1006.34).' },
  debtValidationNoticeAutomatic: { ...validation, says: 'The same, sent by the service in time.' },
  debtValidationNoticeArizona: { ...validation, says: 'The same for Arizona.' },
  debtValidationNoticeNYCYonkers: { ...inNewYork, says: 'The same for New York City and Yonkers.' },
  debtValidationNoticePuertoRico: { ...validation, says: 'The same for Puerto Rico.' },
  disputeOfDebtSubmitDocumentation: {
    says: 'A debt is disputed: what is needed.',
    objects: ['loan', 'case'],
    values: ['neededDocuments?', 'respondByDate?', 'uploadUrl?'],
  },
  disputeOfDebtSubmitDocumentationReminder: {
    says: 'What is needed for the dispute of a debt has not come yet.',
    objects: ['loan', 'case'],
    values: ['neededDocuments?', 'respondByDate?', 'uploadUrl?'],
  },
  disputeOfDebtConfirmed: {
    says: 'A disputed debt was verified.',
    channels: inWriting,
    objects: ['loan', 'case'],
    values: ['owedAmount', 'originalCreditorName?'],
  },
  disputeOfDebtUnableToConfirm: {
    says: 'A disputed debt could not be verified: nothing is collected.',
    channels: inWriting,
    objects: ['loan', 'case'],
  },
  disputeOfDebtUnableToResolve: {
    says: 'A dispute of a debt was closed, as what was needed did not come.',
    channels: inWriting,
    objects: ['loan', 'case'],
    values: ['neededDocuments?'],
  },
});

const caseSubjects = subjectsOf('cases', {
  caseEscalation: {
    says: 'A case needs somebody: to agents.',
    channels: ['email'],
    objects: ['case'],
    values: ['caseName', 'escalationReason?'],
    isSensitive: true,
  },
  ceaseCommunicationAcknowledgement: {
    says: 'The borrower wants no contact: it ends (12 CFR 1006.6(c)(2)).',
    channels: inWriting,
    objects: ['loan', 'case'],
    values: ['receivedDate?'],
  },
  ceaseCommunicationRefuseToPay: {
    says: 'The borrower refuses to pay: contact ends, and which remedy may be used.',
    channels: inWriting,
    objects: ['loan', 'case'],
    values: ['receivedDate?', 'remedy?'],
  },
  deceasedNotificationUponDeath: {
    says: 'The borrower is said to have died: condolence, and what is needed.',
    channels: inWriting,
    objects: ['loan', 'case'],
    values: ['deceasedName?', 'representativeName?', 'neededDocuments?'],
    isSensitive: true,
  },
  deceasedNoticeToRepresentative: {
    says: 'Whoever acts for the estate is told what is owed.',
    channels: inWriting,
    objects: ['loan', 'case'],
    values: ['deceasedName?', 'representativeName', 'owedAmount'],
    isSensitive: true,
  },
  deceasedConfirmationOfPayoff: {
    says: 'The estate has paid the loan.',
    channels: inWriting,
    objects: ['loan', 'case'],
    values: ['deceasedName?', 'representativeName?', 'paidOffDate'],
    isSensitive: true,
  },
});

const evidence = { objects: ['loan', 'case'], values: ['neededDocuments?', 'respondByDate?', 'uploadUrl?'] } as const;

const identityTheftSubjects = subjectsOf('identity theft', {
  identityTheftSubmitDocumentation: { ...evidence, says: 'Identity theft was reported: what is needed.' },
  identityTheftSubmitDocumentationFirstReminder: { ...evidence, says: 'What is needed has not come yet.' },
  identityTheftSubmitDocumentationSecondReminder: { ...evidence, says: 'What is needed has still not come.' },
  identityTheftIncompleteDocumentation: { ...evidence, says: 'What has come is not all that is needed.' },
  identityTheftValidated: {
    says: 'The borrower does not owe what somebody else has taken out.',
    channels: inWriting,
    objects: ['loan', 'case'],
    values: ['decisionDate'],
  },
  identityTheftNotValidated: {
    says: 'Identity theft could not be confirmed.',
    channels: inWriting,
    objects: ['loan', 'case'],
    values: ['decisionDate'],
  },
});

const documentSubjects = subjectsOf('documents', {
  documentRequested: {
    says: 'A document is needed.',
    objects: [],
    values: ['documentName', 'uploadUrl?', 'uploadExpiresOn?'],
  },
  documentUploaded: { says: 'A document has come.', objects: [], values: ['documentName'] },
  documentUploadFailed: {
    says: 'A document could not be read or was not safe.',
    objects: [],
    values: ['documentName', 'uploadUrl?'],
  },
  documentRejected: {
    says: 'A document does not do.',
    objects: [],
    values: ['documentName', 'rejectionReason?', 'uploadUrl?'],
  },
});

const freeSubjects = subjectsOf('free', {
  freeForm: {
    says: 'An agent writes what is to be said, without a layout.',
    channels: ['email', 'text'],
    objects: [],
    values: ['subjectLine?', 'body'],
  },
  freeFormBranded: {
    says: 'The same, in the layout of the company.',
    objects: [],
    values: ['subjectLine?', 'body'],
  },
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, i): [string, Stated] => [
      `custom${i + 1}`,
      { says: 'Whatever the company wants: it has no shipped text.', channels: [], objects: [] },
    ]),
  ),
});

export const peopleSubjects = [
  ...accountSubjects,
  ...creditSubjects,
  ...collectionSubjects,
  ...caseSubjects,
  ...identityTheftSubjects,
  ...documentSubjects,
  ...freeSubjects,
];

// The fields that each base type has of its own: those of a bankruptcy as the interface has them, the others as the law
// and a servicer need them (decision 0034). A field of one name has one type, wherever it stands.
import type { FieldType } from '#platform/conditions/named-context.ts';
import { type BaseCaseType, baseCaseTypes, inWords } from './base-types.ts';
import { type CustomFieldSchema, wholeSchema } from './field-schema.ts';

interface OwnField {
  readonly dataType: FieldType;
  readonly words?: readonly string[];
}
type OwnFields = Readonly<Record<string, OwnField>>;

const text: OwnField = { dataType: 'string' };
const date: OwnField = { dataType: 'date' };
const integer: OwnField = { dataType: 'integer' };
const number: OwnField = { dataType: 'number' };
const yesOrNo: OwnField = { dataType: 'boolean' };
const oneOf = (...words: readonly string[]): OwnField => ({ dataType: 'string', words });

const chapter = oneOf('chapter7', 'chapter11', 'chapter12', 'chapter13', 'unknown');
const channel = oneOf('voice', 'email', 'text', 'chat', 'mail', 'inPerson');
const matchQuality = oneOf('exact', 'probable', 'possible');

const own: Readonly<Record<BaseCaseType, OwnFields>> = {
  generic: {},
  bankruptcy: {
    courtCaseFiledDate: date,
    courtCaseNumber: text,
    courtCaseChapter: chapter,
    courtCaseDebtorDisposition: oneOf('dismissed', 'discharged', 'reinstated'),
    courtCaseDebtorDispositionDate: date,
    courtCaseLastStatus: oneOf(
      'filed',
      'dismissed',
      'discharged',
      'conversion',
      'reinstated',
      'closedFiledInError',
      'closedTransferredOut',
      'closedDischargeNA',
      'closedUndeterminedReason',
    ),
    courtCaseLastStatusUpdatedDate: date,
    courtCaseClosedDate: date,
    creditorClaimDeadlineDate: date,
    anticipatedDischargeDate: date,
    courtId: text,
    courtDistrict: text,
    originalChapter: chapter,
    isJointFiling: yesOrNo,
    trusteeName: text,
    trusteePhone: text,
    meetingOfCreditorsDate: date,
    claimFiledDate: date,
    planConfirmedDate: date,
    stayLiftedDate: date,
    isDebtScheduled: yesOrNo,
    hasAssets: yesOrNo,
    reaffirmedDate: date,
    reaffirmationRescindedDate: date,
    matchQuality,
  },
  ceaseCommunication: {
    requestReceivedDate: date,
    requestChannel: channel,
    ceaseReason: oneOf('ceaseContact', 'refuseToPay', 'representedByAttorney', 'inconvenient'),
    acknowledgedDate: date,
  },
  collection: {
    delinquencyReason: oneOf('incomeLoss', 'illness', 'divorce', 'disaster', 'dispute', 'forgotten', 'other'),
    resolution: oneOf('paid', 'promise', 'paymentPlan', 'settlement', 'agency', 'chargeOff'),
  },
  deceased: {
    dateOfDeath: date,
    deathSource: oneOf('deathMasterFile', 'creditBureau', 'achReturn', 'family', 'certificate', 'vendor'),
    proofLevel: oneOf('reported', 'verified', 'proof'),
    isEstateOpen: yesOrNo,
    estateCounty: text,
    estateClaimDeadlineDate: date,
    representativeName: text,
    representativeRole: oneOf('executor', 'administrator', 'informal'),
    representativePhone: text,
    hasSurvivingSpouse: yesOrNo,
    isCommunityProperty: yesOrNo,
    hasCreditInsurance: yesOrNo,
    matchQuality,
  },
  disputeOfDebt: {
    disputeReceivedDate: date,
    disputeChannel: channel,
    debtDisputeReason: oneOf('notMine', 'wrongAmount', 'paid', 'fraud', 'timeBarred', 'other'),
    disputedAmount: number,
    respondedDate: date,
  },
  federalEmergency: {
    disasterNumber: integer,
    declarationString: text,
    incidentType: text,
    disasterState: text,
    disasterCounty: text,
    declarationDate: date,
    incidentBeginDate: date,
    incidentEndDate: date,
    reliefWindowEndDate: date,
    reliefAsked: oneOf('extension', 'feeWaiver', 'skipPayment', 'other'),
    reliefGranted: oneOf('none', 'extension', 'feeWaiver', 'skipPayment', 'other'),
    matchQuality,
  },
  identityTheft: {
    theftReportedDate: date,
    isFtcReportReceived: yesOrNo,
    affidavitReceivedDate: date,
    policeReportNumber: text,
    policeReportDate: date,
    theftExtent: oneOf('wholeAccount', 'someTransactions'),
    reportingBlockedDate: date,
    decidedDate: date,
  },
  legalAction: {
    actionType: oneOf('suit', 'counterclaim', 'arbitration', 'garnishment', 'subpoena', 'levy', 'other'),
    courtDistrict: text,
    courtCaseNumber: text,
    courtCaseFiledDate: date,
    servedDate: date,
    answerDueDate: date,
    hearingDate: date,
    opposingCounselName: text,
    opposingCounselPhone: text,
    judgmentDate: date,
    judgmentAmount: number,
  },
  militaryDuty: {
    dutyBeginDate: date,
    dutyEndDate: date,
    serviceComponent: text,
    dutyCertificateId: text,
    ordersReceivedDate: date,
    protection: oneOf('scra', 'mla', 'both', 'none'),
    isLoanBeforeService: yesOrNo,
    rateBefore: number,
    benefitRequestedDate: date,
    benefitBeginDate: date,
    benefitEndDate: date,
    matchQuality,
  },
  debtValidation: {
    noticeSentDate: date,
    validationPeriodEndDate: date,
    disputeReceivedDate: date,
    isOriginalCreditorAsked: yesOrNo,
    verificationSentDate: date,
  },
  oFACSanctionedIndividual: {
    sanctionsListName: text,
    sanctionsEntryId: text,
    matchScore: integer,
    matchQuality,
    screenedDate: date,
    propertyBlockedDate: date,
    reportDueDate: date,
    reportedDate: date,
  },
  disputeOfPurchase: {
    disputeReceivedDate: date,
    disputeChannel: channel,
    purchaseDisputeReason: oneOf(
      'fraud',
      'notReceived',
      'notAsDescribed',
      'wrongAmount',
      'duplicate',
      'credit',
      'other',
    ),
    disputedAmount: number,
    merchantName: text,
    acknowledgedDate: date,
    provisionalCreditDate: date,
    respondedDate: date,
  },
  creditBureauDispute: {
    disputeReceivedDate: date,
    isDirectDispute: yesOrNo,
    creditBureau: oneOf('equifax', 'experian', 'transUnion', 'innovis'),
    bureauControlNumber: text,
    bureauDisputeCode: text,
    responseDueDate: date,
    respondedDate: date,
    responseOutcome: oneOf('verified', 'modified', 'deleted'),
  },
};

const schemaOf = ([fieldName, { dataType, words }]: readonly [string, OwnField], i: number): CustomFieldSchema =>
  wholeSchema(
    { fieldName, dataType, name: inWords(fieldName), ...(words && { validation: { enum: [...words] } }) },
    i + 1,
  );

const schemas = new Map(baseCaseTypes.map((type) => [type, Object.entries(own[type]).map(schemaOf)]));

/** The own fields of a base type, in the form of custom fields; none of them is required. */
export const fieldsOfBase = (type: BaseCaseType): readonly CustomFieldSchema[] => schemas.get(type) ?? [];

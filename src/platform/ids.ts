// Ids: XX-YYYY-YYYY, a prefix of the table below and eight random characters of A-Z and 1-9 (zero is not used).
import { randomBytes, randomText } from './random.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789';

/**
 * The one table of prefixes. First all of the interface (section 2.1 of the specification); then ours, for objects to
 * which it gives none. Ours are never one of the interface's.
 */
export const idPrefixes = {
  UR: 'User',
  BN: 'Person Name',
  CT: 'Contact',
  IR: 'Investor',
  LA: 'Installment Advance',
  TX: 'Transaction',
  EM: 'Event Message',
  // An attempt to pay, as clients see it.
  PA: 'Payment ID',
  FT: 'Fee Type',
  CS: 'Case',
  AP: 'Autopay',
  DT: 'Do Not Interact Type',
  NT: 'Notification Type and Note',
  TD: 'Template Descriptor',
  // The record of a one-time code.
  CO: 'Code',
  SR: 'Service',
  CN: 'Consent',
  RL: 'Role',
  WT: 'Workflow Type',
  IT: 'Workflow Item Type',
  WS: 'Workflow Step',
  VT: 'Verification Type',
  VA: 'Verification Attempt',
  RE: 'Repayment Notification Descriptor',
  RA: 'Interest Rate',
  IA: 'Loan Investor Association',
  RF: 'Loan Refund',
  SA: 'Statement Activity',
  LF: 'Loan Fee',
  FE: 'FEMA Disaster',
  TA: 'Loan Tape',
  LS: 'Loan Reporting Status',
  CL: 'Collection Agency',
  WH: 'Webhook',
  FB: 'Funding Account Balance',
  RN: 'Campaign Run',
  TC: 'Transaction Chargeback',
  P2: 'Promise to Pay Period',
  AK: 'API Key',
  SU: 'AI Call Summary Result',
  BO: 'Borrower',
  BI: 'Person Identity',
  LT: 'Loan Type',
  LN: 'Loan and Loan Draw',
  CP: 'Company',
  EV: 'Event',
  PT: 'Payment Instrument',
  DD: 'Document Descriptor',
  MS: 'Person Monitoring Status',
  CE: 'Case Type',
  IN: 'Interaction',
  DN: 'Do Not Interact',
  NO: 'Notification',
  TV: 'Template Version',
  CR: 'Compliance Rule',
  FD: 'FEMA Disaster Details',
  LR: 'Legal Representative',
  PM: 'Permission',
  ST: 'Workflow Step Type',
  WF: 'Workflow',
  WI: 'Workflow Workitem',
  VE: 'Verification',
  OB: 'Obligation',
  LP: 'Loan People',
  PE: 'Loan Period',
  SE: 'Settlement',
  SM: 'Statement',
  SD: 'Statement Draw Info',
  // A payment that a plan of autopay expects.
  AE: 'Autopay Expected Payment',
  TY: 'Loan Tape Type',
  MR: 'Merchant',
  CA: 'Credit Agency',
  CI: 'Card Issuer',
  AF: 'ACH File Upload Monitoring',
  BC: 'Borrower Campaign',
  CX: 'Contact Exporter',
  PS: 'Promise to Pay Plan',
  LL: 'Loan Label',
  AT: 'AI Call Transcription Result',
  RC: 'Rate Cap',

  // The interface has none of these: they are ours.
  AU: 'Audit Row',
  AV: 'Payment Approval',
  AZ: 'Payment Authorization',
  BA: 'Bank Account',
  BG: 'Bulk Sending',
  BK: 'Bank Statement',
  BR: 'Money Break',
  BS: 'Bulk Sender',
  CC: 'Company Case Task',
  CD: 'Card',
  CF: 'Contact Preference',
  CK: 'Case Task',
  CG: 'Custom Payment Plan',
  CW: 'Credit Refund Request',
  CY: 'Collection Agency Assignment',
  DB: 'Disbursement',
  DP: 'Purchase',
  DU: 'Document Upload Link',
  DK: 'Document Retention',
  DV: 'Known Device',
  EE: 'Employee',
  FO: 'Form of a Tax Filing',
  FS: 'Suspension of Late Fees',
  HM: 'Hardship Measure',
  IC: 'SCRA Cap',
  MB: 'Population Member',
  MG: 'Message',
  MF: 'Credit File',
  MH: 'Monitor Hit',
  MJ: 'Monitor Action',
  MQ: 'Monitor Request',
  MY: 'Military Service',
  OP: 'Operation',
  PD: 'Purchase Dispute',
  PG: 'Promo Program',
  PK: 'Passkey',
  PV: 'Payment Provider',
  PF: 'Daily Proof',
  PX: 'Payoff Quote',
  PY: 'Promo Program Type',
  PO: 'Population',
  QY: 'Query',
  RU: 'Compliance Rule Change',
  SC: 'Supercase',
  SN: 'Session',
  TF: 'Tax Filing',
  TM: 'Team',
  VD: 'Trial Deposits',
  WM: 'Workflow Move',
} as const;

export type IdPrefix = keyof typeof idPrefixes;

/** A collision violates the primary key; runCommand then runs the command again, with new ids (decision 0004). */
export const newId = (prefix: IdPrefix): string => `${prefix}-${randomText(4, alphabet)}-${randomText(4, alphabet)}`;

/** So many ids may have one prefix. */
export const idsOfPrefix = alphabet.length ** 8;

/** The id that a number below `idsOfPrefix` stands for, and the number of an id. */
export function idOfNumber(prefix: IdPrefix, number: number): string {
  let signs = '';
  for (let left = number; signs.length < 8; left = Math.floor(left / alphabet.length)) {
    signs = alphabet.charAt(left % alphabet.length) + signs;
  }
  return `${prefix}-${signs.slice(0, 4)}-${signs.slice(4)}`;
}

export const numberOfId = (id: string): number =>
  [...id.slice(3).replace('-', '')].reduce((sum, sign) => sum * alphabet.length + alphabet.indexOf(sign), 0);

/** Whether a text has the form of our ids. */
export const isOurId = (text: string): boolean => /^[A-Z][A-Z0-9]-[A-Z1-9]{4}-[A-Z1-9]{4}$/.test(text);

export const externalPrefix = 'ext-';

/** A reference in a path or a body: our id, or the caller's own id after `ext-`. */
type Reference = { readonly id: string } | { readonly externalId: string };

export const referenceOf = (text: string): Reference =>
  text.startsWith(externalPrefix) ? { externalId: text.slice(externalPrefix.length) } : { id: text };

/** 20 lower-case letters and digits, opaque on purpose: for request ids and masks. */
export const opaqueToken = (): string => randomText(20, 'abcdefghijklmnopqrstuvwxyz0123456789');

const keyAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 32 characters of 62 are 190 bits: a hash of it need not be slow. */
export const newApiKey = (mode: string): string => `tenor_${mode}_${randomText(32, keyAlphabet)}`;

/** 32 bytes in base64. */
export const newEncryptionKey = (): string => randomBytes(32).toString('base64');

/** For clients that ask for a number as well: between 1 and 2^31 - 1, so that they can keep it in 32 bits. */
export const newNumber = (): number => randomBytes(4).readUInt32BE() >>> 1 || 1;

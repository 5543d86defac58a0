// Transactions as they are asked for and shown. Names and shapes are those of the interface (3.10, 3.6.4).
import { type Static, type TProperties, Type } from 'typebox';
import { instrumentTypes } from '#capabilities/instruments/index.ts';
import { AuthorizationInput } from '#capabilities/moving-money/index.ts';
import { caseId } from '#capabilities/people/index.ts';
import { NamedMaker } from '#platform/http/name-users.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  ExternalId,
  ForStaff,
  Id,
  MetaData,
  Named,
  Nullable,
  StringEnum,
  Text,
  WithoutEffect,
} from '#platform/input/schemas.ts';
import { currency, difference, previewMode } from '../loan/schemas.ts';
import { TimeOfDay } from '../loan/time-of-day.ts';
import { externalIdMax, paymentReasons, TransactionState, transactionTypes } from './base/words.ts';
import { chargebackStatuses } from './collected.ts';

const paymentTypes = ['ach', 'debitCard', 'creditCard', 'check', 'cash', 'payroll', 'paymentNetwork'] as const;
export type PaymentType = (typeof paymentTypes)[number];

const externalId = ExternalId({ max: externalIdMax });

const downPaymentTypes = ['downPayment', 'downpayment'] as const;

// ---- asked for ------------------------------------------------------------------------------------------------------

const optional = <S extends Parameters<typeof Nullable>[0]>(schema: S, description?: string) =>
  Type.Optional(Nullable(schema, description === undefined ? {} : { description }));

const failureReason = optional(Text({ max: 255 }), 'Why it failed; goes with the status failed.');
const anInstrument = optional(
  Id('PT', 'payment instrument'),
  'What is paid on an external instrument is external without saying so; by any other the service collects it.',
);

const CreditDetails = Named('CreditDetails')({
  reason: optional(Text({ max: 255 }), 'Why it is given.'),
  sponsor: optional(Text({ max: 100 }), 'Who gives it, such as loanServicer.'),
  type: optional(Text({ max: 100 })),
});

export const TransactionCreate = Named('TransactionCreate')({
  type: StringEnum(['oneTime', 'serviceCredit', ...downPaymentTypes], {
    description:
      'downPayment, also written downpayment: what was agreed to be paid of the price before anything is financed. It is on no ledger, so that nothing of it is divided.',
  }),
  amount: Described(Amount, { description: 'More than zero, and at most what the loan owes: see allowOverpayment.' }),
  currency,
  externalId: Type.Optional(externalId),
  effectiveDate: optional(
    DateOnly,
    'The day on which the money came: from the activation to today. Not given: now, and after the cut-off tomorrow.',
  ),
  allowOverpayment: optional(
    Bool,
    'What is more than the loan owes becomes credit of the borrower. Default false: it is refused.',
  ),
  previewMode,
  metaData: Type.Optional(MetaData),
  caseId,
  paymentInstrumentId: anInstrument,
  isExternal: optional(Bool, 'Whether the money moves outside. If not, the service collects it by the instrument.'),
  status: optional(
    StringEnum(['pending', 'succeeded', 'failed']),
    'For an external payment; succeeded if not given. It counts from its day on, pending or succeeded.',
  ),
  failureReason,
  scheduledDate: optional(
    DateOnly,
    'For a payment that the service collects: the day on which it counts, at most a year ahead. It is ordered in time for that day, and can be canceled until then.',
  ),
  authorization: Type.Optional(AuthorizationInput),
  achSameDay: optional(Bool, 'Settles today where the provider can; otherwise as any other. Default false.'),
  retryIfReturned: optional(
    Bool,
    "What the borrower authorized covers further debits of the same amount after a return, by the loan type's rules of retries. Default false.",
  ),
  enablePrepayments: optional(
    Bool,
    'What is more than everything due counts toward the next instalments, whatever the loan type says. Default false.',
  ),
  payoffQuoteId: optional(
    Id('PX', 'payoff quote'),
    'The quote whose amount this payment is: received by its goodThroughDate it pays the loan off, and what is too much is credit of the borrower.',
  ),
  drawId: optional(
    Id('LN', 'draw'),
    'For a line: the draw that it pays first; what is left goes where money without a draw goes.',
  ),
  paymentDetails: optional(Type.Object({ type: optional(StringEnum(paymentTypes), 'How it was paid.') })),
  serviceCreditsDetails: optional(CreditDetails, 'For a service credit.'),
  serviceCreditDetails: optional(CreditDetails, 'The same by the name that answers have.'),
  effectiveTimeOfDay: optional(TimeOfDay, 'For a service credit: when in the day; noon if not given.'),
  component: optional(
    StringEnum(['fees', 'interest', 'principal']),
    'A service credit on this alone; not given: as a payment.',
  ),
});
export type TransactionCreate = Static<typeof TransactionCreate>;

export const isOfDownPayment = ({ type }: Pick<TransactionCreate, 'type'>): boolean =>
  downPaymentTypes.some((one) => one === type);

const sameAmount = optional(Amount, 'Taken only as it is: the amount of a booked transaction does not change.');

export const TransactionUpdate = Named('TransactionUpdate')({
  status: Type.Optional(
    StringEnum(['pending', 'succeeded', 'failed', 'canceled'], {
      description:
        'pending becomes succeeded; either becomes failed (it came back) or canceled (it should not have been recorded), which takes it off the books by replay.',
      example: 'failed',
    }),
  ),
  failureReason,
  cancelReason: optional(Text({ max: 255 }), 'Goes with the status canceled; canceledByUser if not given.'),
  actualAmount: sameAmount,
  scheduledAmount: sameAmount,
  amount: sameAmount,
  currency,
  externalId: Type.Optional(externalId),
  metaData: Type.Optional(MetaData),
  previewMode,
});
export type TransactionUpdate = Static<typeof TransactionUpdate>;

export const Backdate = Named('TransactionBackdate')({
  effectiveDate: Described(DateOnly, { description: 'From the activation to today.' }),
  previewMode,
  caseId,
});
export type Backdate = Static<typeof Backdate>;

export const TransactionReverse = Named('TransactionReverse')({
  isMistake: optional(
    Bool,
    'The debit was a mistake of ours (twice, of the wrong account, amount or day): within five banking days an ACH entry is taken back by a reversal. Default false.',
  ),
  previewMode,
  caseId,
});
export type TransactionReverse = Static<typeof TransactionReverse>;

export const Reimbursement = Named('LoanReimbursement')({
  reimbursementAmount: Described(Amount, { description: 'At most what is owed to the borrower.' }),
  isExternal: optional(
    Bool,
    'Whether the money moves outside. If not, the service sends it to the bank account that is named.',
  ),
  externalTransactionId: Type.Optional(Described(externalId, { description: 'The external id of the transaction.' })),
  paymentInstrumentType: optional(StringEnum(instrumentTypes), 'That of the instrument, if one is named.'),
  paymentInstrumentId: anInstrument,
  transactionStatus: optional(StringEnum(['pending', 'succeeded']), 'succeeded if not given.'),
  contactId: Type.Optional(
    WithoutEffect(
      Nullable(Id('CT', 'contact'), { description: 'Where it is sent; a contact of the borrower.' }),
      'money that the service moves',
    ),
  ),
  metaData: Type.Optional(MetaData),
  previewMode,
  caseId,
});
export type Reimbursement = Static<typeof Reimbursement>;

// ---- shown ----------------------------------------------------------------------------------------------------------

const id = (description: string) => Text({ max: 12, description });
const text = (max = 255) => Nullable(Text({ max }));
const amount = (description: string) => Described(Amount, { description });
const at = (description: string) => Nullable(DateTime, { description });

const ChargebackShown = Named('TransactionChargeback')({
  id: id('TC-XXXX-XXXX.'),
  amount: amount('What is disputed, or was charged back.'),
  status: StringEnum(chargebackStatuses),
  category: Text({ max: 50, description: 'Such as unauthorized, notAsAgreed, duplicate or other.' }),
  reasonCode: Nullable(Text({ max: 20 }), { description: 'As the network says it.' }),
  description: Nullable(Text({ max: 255 })),
  externalCaseNumber: Nullable(Text({ max: 100 })),
  originalTransactionId: id('The payment.'),
  openedAt: DateTime,
  respondBy: Nullable(DateTime, { description: "By when it must be answered: the provider's date." }),
});

const InstrumentOfPayment = Named('InstrumentOfPayment')({
  instrumentType: Nullable(StringEnum(instrumentTypes), {
    description: 'Null, as the fields beside it, where no instrument is known.',
  }),
  accountNumberLastFour: text(4),
  routingNumber: text(9),
  paymentNetworkName: text(),
});

const shown = {
  id: id('TX-XXXX-XXXX.'),
  object: Type.Literal('transaction'),
  externalId,
  companyId: id('The company.'),
  loanId: id('The loan.'),
  mainBorrowerId: id('The borrower.'),
  drawId: Nullable(Text({ max: 12 }), { description: 'The draw of a line that it is for; null: the loan.' }),
  transactionType: StringEnum(transactionTypes),
  status: TransactionState,
  isExternal: Type.Boolean(),
  isVirtual: Described(Type.Boolean(), {
    description: 'No money moves by it: it takes back a service credit, or calls off what had not settled.',
  }),
  scheduledAmount: amount('What was asked for.'),
  actualAmount: amount('The same; of a scheduled payment at most what is owed when it is ordered.'),
  paidPrincipalAmount: amount(
    'How much of it paid principal; 0 until it is applied. For a reimbursement, below zero: what it paid back beyond the credit, which is owed again.',
  ),
  paidInterestAmount: amount('How much of it paid interest.'),
  paidFeesAmount: amount('How much of it paid fees.'),
  paidOverAmount: amount('How much of it became credit of the borrower.'),
  currency: Type.Literal('USD'),
  paymentDetails: Named('PaymentDetailsOfTransaction')({
    type: Nullable(StringEnum(paymentTypes)),
    reason: Nullable(StringEnum(paymentReasons)),
    fromInstrumentId: Nullable(id('What it was paid with.')),
    fromInstrument: InstrumentOfPayment,
    toInstrumentId: Nullable(id('What a reimbursement went to.')),
    toInstrument: Nullable(InstrumentOfPayment),
  }),
  serviceCreditDetails: Type.Object({ type: text(100), sponsor: ForStaff(text(100)), reason: ForStaff(text()) }),
  chargebackDetails: Type.Object({
    amount: amount('The sum of all chargebacks that were not won.'),
    chargebacks: Type.Array(ChargebackShown, { maxItems: 100 }),
  }),
  waitsFor: Nullable(StringEnum(['approval']), {
    description: 'Why one that is scheduled has no date: a second person must approve it, at /payment-approvals.',
  }),
  paymentApprovalId: Nullable(id('The approval that it waits for, or waited.')),
  autopayPlanId: Nullable(id('The plan of autopay that made it.')),
  autopayPaymentIds: Nullable(Type.Array(id('AE-XXXX-XXXX.'), { maxItems: 10 }), {
    description: 'What of its schedule it is.',
  }),
  failureReason: text(),
  failureDescriptionShort: text(),
  failureDescriptionLong: ForStaff(text()),
  achReturnCode: text(),
  avsResult: Nullable(Text({ max: 10 }), {
    description: 'For a card: whether the address is that of its holder, as a letter of the network.',
  }),
  cancelReason: ForStaff(text()),
  cancelShortDescription: text(),
  cancelLongDescription: ForStaff(text()),
  achConfirmed: Type.Boolean(),
  achProcessedSameDay: Type.Boolean(),
  achSameDay: Type.Boolean(),
  processingFeeAmount: Nullable(Amount, {
    description: 'What the processor has charged the borrower beside the amount, by itself; it is on no books here.',
  }),
  processingFeeType: text(50),
  processorTransactionId: ForStaff(text()),
  processorReversalId: ForStaff(text()),
  processorReconciliationId: ForStaff(
    Nullable(Text({ max: 100 }), { description: 'The payout of the processor in which the money comes.' }),
  ),
  processorMerchantId: ForStaff(
    Nullable(Text({ max: 100 }), { description: 'By which name the processor knows the lender.' }),
  ),
  processorFailureReason: ForStaff(text()),
  processorFailureDetails: ForStaff(
    Nullable(Text({ max: 255 }), { description: 'What the processor or the bank wrote; long numbers are hidden.' }),
  ),
  parentTransactionId: Nullable(id('What it follows from: the first payment, of a retry.')),
  retryAttempt: Nullable(Type.Integer(), { description: 'Which retry it is: the first is 1.' }),
  retryOriginalTransactionId: Nullable(id('The payment that came back, where this one is a retry.')),
  reversedByTransactionId: Nullable(id('What reversed it.')),
  reversedByTransactionExternalId: externalId,
  reversedTransactionId: Nullable(id('What it reversed.')),
  reversedTransactionStatus: Nullable(TransactionState),
  reversingTransactionStatus: Nullable(TransactionState),
  enablePrepayments: Type.Boolean(),
  payoffQuoteId: Nullable(id('PX-XXXX-XXXX.'), { description: 'The payoff quote that it names.' }),
  createdBy: NamedMaker,
  metaData: MetaData,
  timestamps: Named('TransactionTimestamps')({
    effectiveDate: Described(DateOnly, { description: 'The day on which it counts.' }),
    originalEffectiveDate: Described(DateOnly, { description: 'That on which it was first to count.' }),
    scheduledDate: Nullable(DateOnly, { description: 'The day of a payment, before any correction.' }),
    displayDate: Described(DateOnly, { description: 'That which a borrower reads.' }),
    createdAt: DateTime,
    updatedAt: at('When it was changed last.'),
    deletedAt: Type.Null(),
    initiatedAt: at('When it was recorded, or ordered.'),
    pendingAt: at('When it became pending.'),
    succeededAt: at('When it succeeded.'),
    failedAt: at('When it failed.'),
    canceledAt: at('When it was canceled.'),
    inDisputeAt: at('When a dispute of it was contested.'),
    chargebackAt: at('When it was charged back.'),
    appliedAt: at('When it was last divided on the books; null while it is not on them.'),
  }),
} satisfies TProperties;

export const Transaction = Type.Object(shown, { title: 'Transaction' });
export type Transaction = Static<typeof Transaction>;

/** The answer of writes: with previewMode, what would change. */
export const ChangedTransaction = Type.Object(
  { ...shown, id: Nullable(shown.id, { description: 'Null in the preview of a new one.' }), difference },
  { title: 'ChangedTransaction' },
);
export type ChangedTransaction = Static<typeof ChangedTransaction>;

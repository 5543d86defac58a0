// Requests and answers of autopay.
import { frequencies } from '@tenor/engine/time/due-dates.ts';
import { type Static, Type } from 'typebox';
import { AuthorizationInput } from '#capabilities/moving-money/index.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  Id,
  Int,
  Nullable,
  notSentIfEmpty,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { SpecificDay } from '../../core/loan/agreement-fields.ts';
import { amountTypes } from '../../core/loan/collected-by-plan.ts';
import { previewMode } from '../../core/loan/schemas.ts';
import { planStatuses } from './statuses.ts';

const planFrequencies = ['weekly', 'everyTwoWeeks', 'twiceMonthly', 'monthly'] as const;

const amountType = StringEnum(amountTypes, {
  description: 'What is asked for at each due date. On an installment loan the statement names mean what comes due.',
});
const paymentFrequency = StringEnum(planFrequencies);
const agreementDocumentId = Id('DD', 'document', {
  description: 'The agreement: a document of whoever pays, about this loan, that was accepted.',
});
const daysMax = 27;
const offset = 'Days from the due date: before it if less than zero. After it no later than a late fee is charged.';
const offsets = Type.Array(Int({ min: -daysMax, max: daysMax, description: offset }), {
  maxItems: 5,
  description:
    'A payment on each of these days relative to the due date; they share the amount. [0] if not sent, or empty.',
  ...notSentIfEmpty,
});

export const AutopayCreate = Type.Object(
  {
    amountType,
    extraAmount: Type.Optional(Nullable(Amount, { description: 'With a PlusExtra: asked for besides.' })),
    amount: Type.Optional(Nullable(Amount, { description: 'With fixedAmount.' })),
    allowBelowDue: Type.Optional(
      Nullable(Bool, { description: 'True: a fixed amount may be less than what comes due.' }),
    ),
    amountMax: Type.Optional(
      Nullable(Amount, { description: 'No payment takes more; the rest stays due. If not sent, none.' }),
    ),
    noticeAbove: Type.Optional(
      Nullable(Amount, {
        description:
          'A payment of more is announced ten days before, and otherwise lowered to this. If not sent: amountMax, or the largest of the payments before the last one and 10 %. Of a line none: its statement is the notice.',
      }),
    ),
    isAlignedToDueDates: Type.Optional(
      Nullable(Bool, { description: 'False: on days of its own, paymentFrequency and specificDays.' }),
    ),
    paymentFrequency: Type.Optional(Nullable(paymentFrequency)),
    specificDays: Type.Optional(Nullable(Type.Array(SpecificDay, { maxItems: 2 }))),
    offsetFromDueDate: Type.Optional(Nullable(offsets)),
    paymentInstrumentId: Id('PT', 'payment instrument'),
    agreementDocumentId: Type.Optional(Nullable(agreementDocumentId)),
    authorization: Type.Optional(Nullable(AuthorizationInput)),
    previewMode,
  },
  { title: 'AutopayCreate' },
);
export type AutopayCreate = Static<typeof AutopayCreate>;

const amount = (description: string) => Described(Amount, { description });

export const AutopayPayment = Type.Object(
  {
    id: Text({ max: 12, description: 'AE-XXXX-XXXX.' }),
    object: Type.Literal('autopayPayment'),
    date: Described(DateOnly, { description: 'The day on which it counts.' }),
    dueDate: Described(DateOnly, { description: 'The due date that it serves.' }),
    periodId: Text({
      max: 12,
      description: 'The period that ends with this due date; of a line, that of the statement.',
    }),
    entryDate: Described(DateOnly, { description: 'The banking day on which the money moves.' }),
    cancelableUntil: Described(DateTime, { description: 'Whatever happens until then still counts.' }),
    paymentType: Type.Literal('periodicPayment'),
    status: Type.Literal('booked'),
    amount: amount('As it would be if nothing happens in between.'),
    originalAmount: amount('The same.'),
    principalAmount: amount('The principal in it.'),
    interestAmount: amount('The interest in it.'),
    interestBeforeDiscountAmount: amount('The interest in it, without promotional rates.'),
    feesAmount: amount('The fees in it.'),
    isDeferred: Type.Boolean(),
    noticeNeeded: Described(Bool, { description: 'Whether it is more than what needs no notice.' }),
    noticeSentAt: Nullable(DateTime, {
      description: 'When the borrower was told of it, if that was at least ten days before.',
    }),
  },
  { title: 'AutopayPayment' },
);
export type AutopayPayment = Static<typeof AutopayPayment>;

export const Autopay = Type.Object(
  {
    id: Nullable(Text({ max: 12, example: 'AP-4T7M-W2QX' }), { description: 'Null in a preview.' }),
    object: Type.Literal('autopay'),
    companyId: Text({ max: 12 }),
    loanId: Text({ max: 12 }),
    status: StringEnum(planStatuses),
    type: amountType,
    amountType,
    extraAmount: Nullable(Amount),
    amount: Nullable(Amount),
    amountMax: Nullable(Amount, { description: 'No payment takes more.' }),
    noticeAbove: Nullable(Amount, { description: 'A payment of more is announced ten days before.' }),
    isAlignedToDueDates: Type.Boolean(),
    paymentFrequency: Nullable(StringEnum(frequencies), {
      description: 'The same as of the loan, for a plan without days of its own.',
    }),
    specificDays: Nullable(Type.Array(SpecificDay)),
    offsetFromDueDate: Type.Array(Type.Integer()),
    paymentInstrumentId: Text({ max: 12 }),
    agreementDocumentId: Nullable(Text({ max: 12, example: 'DD-5KX8-W2NB' })),
    paymentAuthorizationId: Nullable(Text({ max: 12 }), { description: 'What its debits rest on.' }),
    pauseReason: Nullable(Text({ max: 255 }), {
      description: 'Why it takes nothing any more. The borrower goes on by agreeing again: POST.',
    }),
    cancelReason: Nullable(Text({ max: 255 })),
    uncoveredDueDate: Nullable(DateOnly, {
      description: 'At the agreement: a due date that is too near for autopay, and must be paid in another way.',
    }),
    uncoveredAmount: Nullable(Amount),
    schedule: Type.Array(AutopayPayment, {
      description: 'The payments to come: at most 52. On a line those of the last statement.',
    }),
    timestamps: Type.Object({ createdAt: DateTime, updatedAt: Nullable(DateTime) }),
  },
  { title: 'Autopay' },
);
export type Autopay = Static<typeof Autopay>;

export const NoticeSent = Type.Object(
  {
    amount: amount('That the notice names.'),
    sentAt: Type.Optional(Nullable(DateTime, { description: 'When it went out; now, if it is not said.' })),
  },
  { title: 'AutopayNoticeSent' },
);
export type NoticeSent = Static<typeof NoticeSent>;

export const cancelQuery = {
  cancelReason: Type.Optional(Text({ max: 255, description: 'Why; canceledByUser if it is not said.' })),
};

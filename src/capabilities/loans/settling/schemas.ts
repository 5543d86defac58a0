// Settlements as they are asked for and shown. The interface has no fields for them: all are ours.
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  Extended,
  Named,
  Nullable,
  StringEnum,
  Text,
  WithoutEffect,
} from '#platform/input/schemas.ts';
import { difference, previewMode } from '../loan/schemas.ts';
import { settlementStatuses } from '../loan/settlement-words.ts';

const id = (example: string) => Text({ max: 12, example });
const amount = (description: string) => Described(Amount, { description });
const day = (description: string) => Described(DateOnly, { description });
const at = Nullable(DateTime);

const SettlementPart = Named('SettlementPart')({
  dueDate: day('By when it is to be paid.'),
  amount: amount('What is to be paid by then, besides the parts before.'),
  paidAmount: amount('What has been paid of it: the oldest part first.'),
  isOverdue: Type.Boolean({ description: 'Its date is over, and it is not paid in full.' }),
});

const CancellationOfDebt = Named('CancellationOfDebt')({
  identifiableEventDate: day('The day on which the agreed sum was reached.'),
  identifiableEventCode: Type.Literal('F', { description: 'By agreement.' }),
  principalAmount: amount('The stated principal in the amount that was given up.'),
  interestAmount: amount('The booked interest in the amount that was given up.'),
  feesAmount: amount('The fees in the amount that was given up.'),
  totalAmount: amount('All of it.'),
  isReportable: Type.Boolean({
    description: 'At least 600.00 of principal; a lender need not report the rest (26 CFR 1.6050P-1(a), (d)(3)).',
  }),
});

export const Settlement = Type.Object(
  {
    id: id('SE-5KX8-W2NB'),
    object: Type.Literal('settlement'),
    companyId: id('CP-4H7K-2MXA'),
    loanId: id('LN-7KQ2-M4XA'),
    mainBorrowerId: id('BO-9XK3-T2WA'),
    status: StringEnum(settlementStatuses, {
      description:
        'kept: the agreed sum is there, the rest is given up, and the loan is paid off. broken: it was not there by lastDate. Both follow from the books, also after a payment is corrected.',
    }),
    amount: amount('What is to be paid instead of all that is owed.'),
    owedAmount: amount('What paid the loan off on the day of the offer.'),
    paidAmount: amount('What has been paid toward it since it was accepted.'),
    schedule: Type.Array(SettlementPart),
    acceptBy: day('The last day on which the offer can be accepted.'),
    lastDate: day('The last day on which a payment counts.'),
    cancelReason: Nullable(Text({ max: 255 }), {
      description: 'Why it was canceled, if somebody said so; paidOff: the loan was paid off in another way.',
    }),
    cancellationOfDebt: Nullable(CancellationOfDebt, {
      description: 'For a settlement that was kept: the figures of Form 1099-C (26 USC 6050P). Otherwise null.',
    }),
    createdAt: DateTime,
    updatedAt: at,
    acceptedAt: at,
    keptAt: at,
    brokenAt: at,
    canceledAt: at,
    expiredAt: at,
  },
  { title: 'Settlement' },
);
export type Settlement = Static<typeof Settlement>;

export const ChangedSettlement = Extended(
  Settlement,
  {
    id: Nullable(id('SE-5KX8-W2NB'), { description: 'Null in a preview of a new one.' }),
    difference,
  },
  { title: 'ChangedSettlement' },
);
export type ChangedSettlement = Static<typeof ChangedSettlement>;

const partsMax = 60;

const PartOffered = Named('SettlementPartOffered')({ dueDate: DateOnly, amount: Amount });

export const SettlementCreate = Named('SettlementCreate')({
  amount: Type.Optional(amount('One sum, to be there by lastDate. Not beside a schedule.')),
  lastDate: Type.Optional(
    day('From today to five years ahead; if not given, 30 days from now. Not beside a schedule.'),
  ),
  schedule: Type.Optional(
    Type.Array(PartOffered, {
      minItems: 1,
      maxItems: partsMax,
      description: 'Instead of amount and lastDate: parts, each on a later date than the one before.',
    }),
  ),
  acceptBy: Type.Optional(
    Nullable(DateOnly, { description: 'From today to lastDate; if not given, the date of the first part.' }),
  ),
  sendNotice: Type.Optional(WithoutEffect(Nullable(Bool), 'notices to borrowers')),
  previewMode,
  caseId,
});
export type SettlementCreate = Static<typeof SettlementCreate>;

export const SettlementAccept = Named('SettlementAccept')({ previewMode, caseId });
export type SettlementAccept = Static<typeof SettlementAccept>;

export const SettlementCancel = Named('SettlementCancel')({
  cancelReason: Type.Optional(Nullable(Text({ max: 255 }))),
  previewMode,
  caseId,
});
export type SettlementCancel = Static<typeof SettlementCancel>;

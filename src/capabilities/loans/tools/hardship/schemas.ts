// Hardship tools as they are asked for and shown. Source: resource shapes 3.6.2, 3.6.6.
import { frequencies } from '@tenor/engine/time/due-dates.ts';
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  Extended,
  ExternalId,
  Int,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { sendNotice } from '../../core/lifecycle/schemas.ts';
import { SpecificDay } from '../../core/loan/agreement-fields.ts';
import { ScheduleItem } from '../../core/loan/plan-schemas.ts';
import { hardshipTypes, reAgeInto } from '../../core/loan/relief.ts';
import { difference, previewMode } from '../../core/loan/schemas.ts';
import { deferredTo, hardshipStatuses, planTypes } from './words.ts';

const id = (example: string) => Text({ max: 12, example });
const date = (description: string) => Described(DateOnly, { description });
const sent = { sendNotice, previewMode, caseId };

// ---- asked for ------------------------------------------------------------------------------------------------------

const deferTo = 'end: for each an additional due date after the last one. lastPayment: the last payment takes them.';

/** The number that FEMA gave the declaration. */
const DisasterNumber = Text({ min: 1, max: 20, example: 'DR-4801' });

export const Deferral = Named('PaymentDeferral')({
  dueDates: Type.Optional(
    Nullable(
      Type.Array(date('The due date of a payment to come, not of the last one.'), { minItems: 1, maxItems: 60 }),
      {
        description: 'The payments that are deferred; the next one if not given.',
      },
    ),
  ),
  numberOfPayments: Type.Optional(
    Nullable(Int({ min: 1, max: 60 }), { description: 'The next so many, in place of dueDates.' }),
  ),
  disasterNumber: Type.Optional(
    Nullable(DisasterNumber, {
      description: 'The declared disaster for which it is done; it stays with the deferral.',
    }),
  ),
  deferTo: Type.Optional(Nullable(StringEnum(deferredTo, { description: `${deferTo} end if not given.` }))),
  ...sent,
});
export type Deferral = Static<typeof Deferral>;

export const DueDatesChange = Named('DueDatesChange')({
  dueDatesFrequency: Type.Optional(
    Nullable(StringEnum(frequencies), {
      description: 'As before if not given. Of a loan with a single due date singleTerm is to be sent.',
    }),
  ),
  specificDays: Type.Array(SpecificDay, {
    minItems: 1,
    maxItems: 3,
    description:
      'The days of the frequency. singleTerm: the new date. Of a line the days of its cycle, as at the origination.',
  }),
  reamortize: Type.Optional(
    Nullable(Bool, {
      description: 'True: the payment is computed again. False (the default): it stays, and the last one differs.',
    }),
  ),
  ...sent,
});
export type DueDatesChange = Static<typeof DueDatesChange>;

const into = StringEnum(reAgeInto, {
  description:
    'Ours, of an installment loan. payments (the default if not given): what is overdue is spread over the payments to come, which are computed anew. end: the payments stay, and the last one asks for the rest.',
});
const addedPayments = Int({ min: 0, max: 360, example: 3 });

export const ReAge = Named('ReAge')({
  into: Type.Optional(Nullable(into)),
  addedPayments: Type.Optional(
    Nullable(addedPayments, {
      description: 'Ours, of an installment loan. So many payments are added at the end; none if not given.',
    }),
  ),
  ...sent,
});
export type ReAge = Static<typeof ReAge>;

export const PlanCreate = Named('CustomPaymentPlanCreate')({
  externalId: Type.Optional(ExternalId({ max: 255 })),
  paymentPlanType: Type.Optional(
    Nullable(StringEnum(planTypes, { description: 'Each payment of the plan is amount, and the fees due then.' })),
  ),
  selectedDueDate: Type.Optional(
    Nullable(DateOnly, { description: 'The due date with which the plan begins; the next one if not given.' }),
  ),
  numberOfPeriods: Int({ min: 1, max: 360, description: 'How many payments the plan has.', example: 3 }),
  amount: Described(Amount, { description: 'What each payment is, without fees.' }),
  isExtendLoanDuration: Type.Optional(
    Nullable(Bool, {
      description:
        'True: due dates are added until the usual payment has paid the loan. False (the default): the last payment takes the rest.',
    }),
  ),
  ...sent,
});
export type PlanCreate = Static<typeof PlanCreate>;

export const HardshipCancel = Named('HardshipCancel')({ previewMode, caseId });
export type HardshipCancel = Static<typeof HardshipCancel>;

// ---- shown ----------------------------------------------------------------------------------------------------------

const status = StringEnum(hardshipStatuses, {
  description:
    'active: something of it is to come. completed: it stays. canceled: what of it was to come is taken back. replaced: a custom payment plan has taken its place.',
});

const sharedFields = {
  companyId: id('CP-4H7K-2MXA'),
  loanId: id('LN-7KQ2-M4XA'),
  status,
  effectiveDate: date('The day on which it was done.'),
  sendNotice: Nullable(Bool),
  createdAt: DateTime,
  updatedAt: Nullable(DateTime),
  canceledAt: Nullable(DateTime),
  deletedAt: Type.Null(),
};

export const Hardship = Type.Object(
  {
    id: id('HM-5KX8-W2NB'),
    object: Type.Literal('hardship'),
    hardshipType: StringEnum(hardshipTypes, {
      description: 'Which tool was used. Custom payment plans have a list of their own.',
    }),
    dueDates: Nullable(Type.Array(DateOnly), { description: 'The payments that a deferral put off.' }),
    deferTo: Nullable(StringEnum(deferredTo), { description: 'Where a deferral put them.' }),
    disasterNumber: Nullable(DisasterNumber, {
      description: 'The declared disaster for which payments were deferred.',
    }),
    dueDatesFrequency: Nullable(StringEnum(frequencies), { description: 'As a change of due dates has sent it.' }),
    specificDays: Nullable(Type.Array(SpecificDay), { description: 'As a change of due dates has set them.' }),
    reamortize: Nullable(Bool, { description: 'Whether a change of due dates solved the payment again.' }),
    into: Nullable(StringEnum(reAgeInto), {
      description: 'A re-age of an installment loan has put here what was overdue.',
    }),
    addedPayments: Nullable(addedPayments, {
      description: 'A re-age of an installment loan has added so many payments.',
    }),
    cancelableUntil: Nullable(DateOnly, {
      description:
        'The first due or statement date that it moves, or the last one that it defers: it can be canceled before.',
    }),
    ...sharedFields,
  },
  { title: 'Hardship' },
);
export type Hardship = Static<typeof Hardship>;

export const CustomPaymentPlan = Type.Object(
  {
    id: id('CG-5KX8-W2NB'),
    object: Type.Literal('customPaymentPlan'),
    externalId: ExternalId({ max: 255 }),
    paymentPlanType: StringEnum(planTypes),
    selectedDueDate: date('The due date with which it begins.'),
    numberOfPeriods: Type.Integer({ description: 'How many payments it has.' }),
    amount: Described(Amount, { description: 'What each payment is, without fees.' }),
    isExtendLoanDuration: Bool,
    replacedHardshipIds: Type.Array(id('HM-5KX8-W2NB'), {
      description:
        'Deferrals and changes of due dates of which something was to come. They come back if the plan is canceled before it begins.',
    }),
    caseId: Type.Null(),
    ...sharedFields,
  },
  { title: 'CustomPaymentPlan' },
);
export type CustomPaymentPlan = Static<typeof CustomPaymentPlan>;

/** After something was done or canceled. */
const justDone = {
  schedule: Type.Array(ScheduleItem, { description: 'The payments that are expected then. Empty on a line.' }),
  difference,
};
const IfThere = (example: string) =>
  Nullable(id(example), { description: 'Null in the preview of what is not there yet.' });

export const ChangedHardship = Extended(
  Type.Object({ ...Hardship.properties, id: IfThere('HM-5KX8-W2NB') }),
  {
    ...justDone,
    deferredAmount: Nullable(Amount, {
      description: 'What was expected on the due dates that were put off, without fees.',
    }),
  },
  { title: 'ChangedHardship' },
);
export type ChangedHardship = Static<typeof ChangedHardship>;

export const ChangedPlan = Extended(
  Type.Object({ ...CustomPaymentPlan.properties, id: IfThere('CG-5KX8-W2NB') }),
  justDone,
  { title: 'ChangedCustomPaymentPlan' },
);
export type ChangedPlan = Static<typeof ChangedPlan>;

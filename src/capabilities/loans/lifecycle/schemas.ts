// What is asked and answered when something is done to a loan as a whole.
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import { Amount, Bool, DateOnly, Nullable, StringEnum, Text, WithoutEffect } from '#platform/input/schemas.ts';
import {
  AmountsValidation,
  difference,
  frequencies,
  previewMode,
  RatesValidation,
  ScheduleItem,
  SpecificDay,
} from '../products/installment/schemas.ts';

export const sendNotice = Type.Optional(
  WithoutEffect(Nullable(Bool, { description: 'Whether the borrower is told.' }), 'notices to borrowers'),
);

export const force = Type.Optional(WithoutEffect(Bool, 'rules that a caller may override'));

const historyOfActions = 'a list of what was done to a loan';

export const Activation = Type.Object({
  amortizationAtActivation: Type.Optional(
    Nullable(StringEnum(['reamortize', 'keepSchedule']), {
      description:
        'reamortize (the default): the schedule is computed from today. keepSchedule: dates and amounts stay as on the day of the origination.',
    }),
  ),
  previewMode,
  sendNotice,
});

export const Cancellation = Type.Object({
  cancellationReason: Type.Optional(Nullable(Text({ max: 255 }))),
  sendCancellationNotice: sendNotice,
  caseId,
});
export type Cancellation = Static<typeof Cancellation>;

export const Closing = Type.Object({
  closeReason: Type.Optional(WithoutEffect(Nullable(Text({ max: 255 })), historyOfActions)),
  closeRequestedByBorrower: Type.Optional(WithoutEffect(Nullable(Bool), historyOfActions)),
  sendNotice,
  caseId,
});
export type Closing = Static<typeof Closing>;

export const Freeze = Type.Object({ previewMode, sendNotice, caseId });
export type Freeze = Static<typeof Freeze>;

export const Unfreeze = Type.Object({
  previewMode,
  retroactivelyAccrueInterest: Type.Optional(
    Nullable(Bool, { description: 'The frozen days accrue after all. Default false.' }),
  ),
  shiftDueDates: Type.Optional(
    Nullable(Bool, { description: 'Due dates of the frozen time move to the end. Default false.' }),
  ),
  sendNotice,
  caseId,
});
export type Unfreeze = Static<typeof Unfreeze>;

const effectiveDate = Type.Optional(
  Nullable(DateOnly, { description: 'From the activation to today, which is the default.' }),
);

export const Accelerate = Type.Object({ effectiveDate, previewMode, sendNotice, caseId });
export type Accelerate = Static<typeof Accelerate>;
export const ChargeOff = Type.Object({
  chargedOffReason: Text({ min: 1, max: 255 }),
  effectiveDate,
  previewMode,
  sendNotice,
  caseId,
});
export type ChargeOff = Static<typeof ChargeOff>;
export const Reverse = Type.Object({ previewMode, caseId });
export type Reverse = Static<typeof Reverse>;

export const Frozen = Type.Object({ difference }, { title: 'FrozenLoan' });
export type Frozen = Static<typeof Frozen>;

export const Unfrozen = Type.Object(
  {
    paymentFrequency: StringEnum(frequencies),
    specificDays: Type.Array(SpecificDay),
    schedule: Type.Array(ScheduleItem),
    difference,
  },
  { title: 'UnfrozenLoan' },
);
export type Unfrozen = Static<typeof Unfrozen>;
export const Accelerated = Type.Object({ acceleratedAmount: Amount, difference }, { title: 'AcceleratedLoan' });
export type Accelerated = Static<typeof Accelerated>;
export const ChargedOff = Type.Object({ chargeOffAmount: Amount, difference }, { title: 'ChargedOffLoan' });
export type ChargedOff = Static<typeof ChargedOff>;
/** Clients know the amounts by either name. */
export const Reversed = Type.Object(
  {
    reverseAcceleratedAmount: Type.Optional(Amount),
    reversedAcceleratedAmount: Type.Optional(Amount),
    reverseChargeOffAmount: Type.Optional(Amount),
    reversedChargeOffAmount: Type.Optional(Amount),
    difference,
  },
  { title: 'ReversedLoan' },
);
export type Reversed = Static<typeof Reversed>;

export const Activated = Type.Object(
  {
    schedule: Type.Array(ScheduleItem),
    ratesValidation: RatesValidation,
    amountsValidation: AmountsValidation,
  },
  { title: 'ActivatedLoan' },
);
export type Activated = Static<typeof Activated>;

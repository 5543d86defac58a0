// Services that are sold with a loan, as they are asked for, and what is answered.
import { type Static, Type } from 'typebox';
import { Bool, DateOnly, Described, Extended, Named, Nullable, StringEnum } from '#platform/input/schemas.ts';
import { difference, previewMode } from '../loan/schemas.ts';
import { cancelReasons, rebate, services, sold } from './base/service.ts';

export const LoanServiceCreate = Named('LoanServiceCreate')({
  ...sold,
  endDate: Type.Optional(sold.endDate),
  rebate: Type.Optional(Nullable(rebate, { description: 'proRata, by days, if not given; or ruleOf78, as agreed.' })),
});
export type LoanServiceCreate = Static<typeof LoanServiceCreate>;

export const LoanServiceCancel = Named('LoanServiceCancel')({
  reason: StringEnum(cancelReasons),
  lastDate: Type.Optional(
    Nullable(DateOnly, { description: 'The last day of cover, until today; today if not given.' }),
  ),
  credit: Type.Optional(
    Described(Bool, {
      description: 'True: the unearned amount is a service credit of today. Default false: it is stated alone.',
    }),
  ),
  previewMode,
});
export type LoanServiceCancel = Static<typeof LoanServiceCancel>;

export const CanceledLoanService = Extended(services.schema, { difference }, { title: 'CanceledLoanService' });
export type CanceledLoanService = Static<typeof CanceledLoanService>;

// Services that are sold with a loan, as they are asked for and shown.
import { type Static, Type } from 'typebox';
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
} from '#platform/input/schemas.ts';
import { difference, previewMode } from '../loan/schemas.ts';
import { cancelReasons, charges, rebates, serviceKinds, serviceStatuses } from '../sold/words.ts';

const id = (example: string) => Text({ max: 12, example });

const fields = {
  kind: StringEnum(serviceKinds, { example: 'gapWaiver' }),
  provider: Text({ min: 1, max: 200, description: 'Who provides it: a business.', example: 'Wabash Assurance Co.' }),
  amount: Described(Amount, { description: 'Its price; of one paid by a periodic fee, that of a period.' }),
  charged: StringEnum(charges, {
    description:
      'financed: in the principal. periodicFee: by a fee of each period of the agreement. apart: paid outside the loan.',
  }),
  startDate: Described(DateOnly, { description: 'The first day of cover.' }),
  endDate: Nullable(DateOnly, { description: 'The last day of cover. Null: until it is canceled.' }),
};
const rebate = StringEnum(rebates, {
  description: 'How the unearned part is computed. ruleOf78: as agreed, of a cover of whole months.',
});

export const LoanServiceCreate = Named('LoanServiceCreate')({
  ...fields,
  endDate: Type.Optional(fields.endDate),
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

export const LoanService = Type.Object(
  {
    id: id('SR-6T2W-M9QK'),
    object: Type.Literal('loanService'),
    companyId: id('CP-4H7K-2MXA'),
    loanId: id('LN-7KQ2-M4XA'),
    ...fields,
    rebate,
    status: StringEnum(serviceStatuses),
    cancelReason: Nullable(StringEnum(cancelReasons)),
    canceledOn: Nullable(DateOnly, { description: 'The last day of cover of one that was canceled.' }),
    unearnedAmount: Nullable(Amount, {
      description: 'What of the price was unearned, where the service was canceled.',
    }),
    creditTransactionId: Nullable(id('TX-5KX8-W2NB'), {
      description: 'The service credit that gave it back. Null: none was asked for.',
    }),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'LoanService' },
);
export type LoanService = Static<typeof LoanService>;

export const CanceledLoanService = Extended(LoanService, { difference }, { title: 'CanceledLoanService' });
export type CanceledLoanService = Static<typeof CanceledLoanService>;

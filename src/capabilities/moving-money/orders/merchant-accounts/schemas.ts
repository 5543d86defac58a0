// The account to which a merchant is paid, as it is asked for and shown.
import { type Static, Type } from 'typebox';
import { DateTime, Described, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

const accountType = StringEnum(['checking', 'savings']);

export const MerchantAccountReplace = Type.Object(
  {
    routingNumber: Text({ max: 20, example: '110000013', description: 'Nine digits.' }),
    accountNumber: Text({
      max: 40,
      example: '900000000017',
      description: 'Kept sealed; only its last four are shown.',
    }),
    accountType,
    accountHolderName: Text({ max: 100, example: 'Lakeside Dental' }),
  },
  { title: 'MerchantAccountReplace' },
);
export type MerchantAccountReplace = Static<typeof MerchantAccountReplace>;

export const MerchantAccount = Type.Object(
  {
    object: Type.Literal('merchantAccount'),
    companyId: Text({ max: 12 }),
    merchantId: Text({ max: 12 }),
    routingNumber: Text({ max: 9 }),
    accountNumberLastFour: Text({ max: 4 }),
    accountType,
    accountHolderName: Text({ max: 100 }),
    createdAt: DateTime,
    changedAt: Described(DateTime, {
      description: 'Since when it has this number: for three banking days from then on nothing is paid to it.',
    }),
    approvedAt: Nullable(DateTime, {
      description:
        'Since when a second person has let money go to this number. Until then what is paid to it waits for one above paymentApprovals.firstAdvancesAbove of the company.',
    }),
  },
  { title: 'MerchantAccount' },
);
export type MerchantAccount = Static<typeof MerchantAccount>;

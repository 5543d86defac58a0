// What a loan would be told to credit agencies, as it is shown.
import { type Static, Type } from 'typebox';
import { Amount, DateOnly, Described, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { accountStatuses, notReported } from './words.ts';

const id = (example: string) => Text({ max: 12, example });
const date = (description: string) => Nullable(DateOnly, { description });
const amount = (description: string) => Nullable(Amount, { description });
export const ReportingStatus = Type.Object(
  {
    object: Type.Literal('reportingStatus'),
    companyId: id('CP-4H7K-2MXA'),
    loanId: id('LN-7KQ2-M4XA'),
    date: Described(DateOnly, { description: 'As of the end of this day.' }),
    isReported: Type.Boolean(),
    notReportedBecause: Nullable(StringEnum(notReported), { description: 'The first of these that is so.' }),
    accountStatus: Nullable(StringEnum(accountStatuses), {
      description:
        'Metro 2 field 17A: 11 to 84 by days past due, 93 with a collection agency, 97 charged off, 13 paid, 62 and 64 paid after either. Null before the activation.',
      example: '71',
    }),
    paymentRating: Nullable(Text({ max: 1 }), {
      description: 'Field 17B, with 13 alone: 0 to 6 by the days past due on the day before it was paid.',
    }),
    daysPastDue: Type.Integer({
      description: 'How long the oldest payment is overdue that is not made. 0 once paid or charged off.',
    }),
    dateOfFirstDelinquency: date(
      'The due date of the first missed payment that led to this status: since it the loan was never current. Null with 11, and with a rating of 0.',
    ),
    thirtyDaysLateDate: date('30 days after it: what field 25 has.'),
    amountPastDue: amount('Field 22: what is 30 days past due or more; all that is owed after a charge-off.'),
    currentBalance: amount('Field 21: all that is owed, also after a charge-off.'),
    scheduledPayment: amount('Field 15: the payment of a period; 0 once paid or charged off.'),
    highCredit: amount(
      'Field 12: what was lent in all; of a line the most principal that was ever owed at the end of a day.',
    ),
    originalChargeOffAmount: amount('Field 23.'),
    dateOfLastPayment: date('Field 27.'),
    dateClosed: date('Field 26: the day on which it was paid.'),
    complianceConditionCode: Nullable(Text({ max: 2 }), { description: 'Field 20, as somebody has set it.' }),
    specialComment: Nullable(Text({ max: 2 }), {
      description: 'Field 19, as somebody has set it; AU where a settlement paid it.',
    }),
  },
  { title: 'ReportingStatus' },
);
export type ReportingStatus = Static<typeof ReportingStatus>;

// Promises to pay as they are asked for and shown. Source: resource shapes 3.6.7.
import { frequencies } from '@tenor/engine/time/due-dates.ts';
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import {
  Amount,
  DateOnly,
  DateTime,
  Described,
  Extended,
  Int,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { SpecificDay } from '../loan/agreement-fields.ts';
import { promiseStatuses } from '../loan/promise-words.ts';
import { previewMode } from '../loan/schemas.ts';

const id = (example: string) => Text({ max: 12, example });
const amount = (description: string) => Described(Amount, { description });
const day = (description: string) => Described(DateOnly, { description });
const at = Nullable(DateTime);

const PromisePeriod = Named('PromiseToPayPeriod')({
  id: id('P2-7KQ2-M4XA'),
  dueDate: day('By when it is to be there.'),
  amount: amount('What was promised.'),
  paidAmount: amount('What has come of it: the oldest period first.'),
  isFulfilled: Type.Boolean({ description: 'All of it has come, in time or later.' }),
  isOverdue: Type.Boolean({ description: 'Its date is over, and not all of it has come.' }),
});

export const PromisePlan = Type.Object(
  {
    id: id('PS-5KX8-W2NB'),
    object: Type.Literal('promiseToPayPlan'),
    companyId: id('CP-4H7K-2MXA'),
    loanId: id('LN-7KQ2-M4XA'),
    mainBorrowerId: id('BO-9XK3-T2WA'),
    status: StringEnum(promiseStatuses, {
      description:
        'scheduled until startDate, then active. kept: all has come in time. broken: of a period it had not come by its date and graceDays. Both follow from the payments as they count, also after one comes back or is recorded late.',
    }),
    isOverdue: Type.Boolean({ description: 'What was promised by now is not all there.' }),
    startDate: day('The first date.'),
    endDate: day('The last date.'),
    totalAmount: amount('All that was promised.'),
    paidAmount: amount('What has come of it.'),
    graceDays: Type.Integer({ description: 'Days after each date within which nothing is broken yet.' }),
    frequency: Nullable(StringEnum(frequencies), { description: 'Null: a schedule was sent.' }),
    specificDays: Nullable(Type.Array(SpecificDay)),
    duration: Nullable(Type.Integer()),
    amount: Nullable(Amount, { description: 'The amount of each period, where no schedule was sent.' }),
    periods: Type.Array(PromisePeriod),
    cancelReason: Nullable(Text({ max: 255 })),
    createdAt: DateTime,
    updatedAt: at,
    activeAt: at,
    keptAt: at,
    brokenAt: at,
    canceledAt: at,
  },
  { title: 'PromiseToPayPlan' },
);
export type PromisePlan = Static<typeof PromisePlan>;

export const ChangedPromisePlan = Extended(PromisePlan, {
  id: Nullable(id('PS-5KX8-W2NB'), { description: 'Null in a preview of a new one.' }),
});
export type ChangedPromisePlan = Static<typeof ChangedPromisePlan>;

const periodsMax = 60;

const PartPromised = Named('PromisedPart')({ dueDate: DateOnly, amount: Amount });

export const PromiseCreate = Named('PromiseToPayPlanCreate')({
  schedule: Type.Optional(
    Type.Array(PartPromised, {
      minItems: 1,
      maxItems: periodsMax,
      description: 'Either this, each on a later date than the one before, or the fields below.',
    }),
  ),
  startDate: Type.Optional(day('The first day on which a payment may fall; today if not given.')),
  frequency: Type.Optional(
    StringEnum(frequencies, { description: 'singleTerm, one payment on startDate, if not given.' }),
  ),
  specificDays: Type.Optional(
    Type.Array(SpecificDay, {
      maxItems: 3,
      description: 'If not given, payments begin on startDate and follow from it; twiceMonthly needs them.',
    }),
  ),
  duration: Type.Optional(Int({ min: 1, max: periodsMax, description: 'How many payments; one if not given.' })),
  amount: Type.Optional(amount('The amount of each payment. Required without a schedule.')),
  graceDays: Type.Optional(
    Int({
      min: 0,
      max: 15,
      description: 'Days after each date within which nothing is broken yet; none if not given.',
    }),
  ),
  previewMode,
  caseId,
});
export type PromiseCreate = Static<typeof PromiseCreate>;

export const PromiseCancel = Named('PromiseToPayPlanCancel')({
  cancelReason: Type.Optional(Nullable(Text({ max: 255 }))),
  previewMode,
  caseId,
});
export type PromiseCancel = Static<typeof PromiseCancel>;

// Promises to pay as they are asked for, and what is answered. Source: resource shapes 3.6.7.
import { frequencies } from '@tenor/engine/time/due-dates.ts';
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import { Amount, DateOnly, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { SpecificDay } from '../loan/agreement-fields.ts';
import { previewMode } from '../loan/schemas.ts';
import { amount, day, promises } from './base/promise.ts';

export const ChangedPromisePlan = promises.changed({}, { description: 'Null in a preview of a new one.' });
export type ChangedPromisePlan = Static<typeof ChangedPromisePlan>;

const periodsMax = 60;

const PartPromised = Named('PromisedPart')({ dueDate: DateOnly, amount: Amount });

export const graceDaysMax = 15;

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
      max: graceDaysMax,
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

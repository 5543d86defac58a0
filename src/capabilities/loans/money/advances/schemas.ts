// Advances as they are asked for, and what is answered. Source: resource shapes 3.9.
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import { Amount, DateOnly, Described, Id, Named, Nullable, StringEnum } from '#platform/input/schemas.ts';
import { saidOfAdvances } from '../../core/loan/advance-schemas.ts';
import { difference, previewMode } from '../../core/loan/schemas.ts';
import { advances } from './base/advance.ts';
import { advanceStatuses } from './base/words.ts';

const optional = <S extends Parameters<typeof Nullable>[0]>(schema: S, description?: string) =>
  Type.Optional(Nullable(schema, description === undefined ? {} : { description }));

const sent = { ...saidOfAdvances, previewMode, caseId };

const paymentInstrumentId = (more: string) =>
  optional(
    Id('PT', 'payment instrument'),
    `The service pays it out to this bank account of the borrower${more}: it is owed from the day on which the money is there.`,
  );

export const AdvanceCreate = Named('AdvanceCreate')({
  amount: Described(Amount, { description: 'More than zero.' }),
  status: optional(
    StringEnum(['scheduled', 'pending', 'settled']),
    'settled if not given; scheduled where the service pays it out.',
  ),
  advanceDate: optional(
    DateOnly,
    'For a scheduled one from today on; for any other from the activation to today, and the loan is replayed from it. Before the last due date. Today if not given.',
  ),
  paymentInstrumentId: paymentInstrumentId(', without a date'),
  ...sent,
});
export type AdvanceCreate = Static<typeof AdvanceCreate>;

export const AdvanceUpdate = Named('AdvanceUpdate')({
  status: optional(StringEnum(advanceStatuses), 'Its next status: canceled undoes it from its date on.'),
  amount: optional(Amount, 'Only for a scheduled one.'),
  advanceDate: optional(DateOnly, 'Only for a scheduled one, also together with its next status.'),
  paymentInstrumentId: paymentInstrumentId(', today'),
  ...sent,
});
export type AdvanceUpdate = Static<typeof AdvanceUpdate>;

export const ChangedAdvance = advances.changed({ difference });
export type ChangedAdvance = Static<typeof ChangedAdvance>;

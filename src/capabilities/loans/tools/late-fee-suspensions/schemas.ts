// Suspensions of late fees as they are asked for, and what is answered.
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import { DateOnly, Named, Nullable } from '#platform/input/schemas.ts';
import { difference, previewMode } from '../../core/loan/schemas.ts';
import { usualDays } from './check-days.ts';
import { suspensions } from './suspension.ts';

export const SuspensionCreate = Named('LateFeeSuspensionCreate')({
  startDate: Type.Optional(
    Nullable(DateOnly, {
      description: 'The first day on which no late fee is charged, a past one too; today if not given.',
    }),
  ),
  endDate: Type.Optional(
    Nullable(DateOnly, { description: `The last day; if not given, that of ${usualDays} days in all.` }),
  ),
  previewMode,
  caseId,
});
export type SuspensionCreate = Static<typeof SuspensionCreate>;

export const SuspensionUpdate = Named('LateFeeSuspensionUpdate')({
  startDate: Type.Optional(DateOnly),
  endDate: Type.Optional(DateOnly),
  previewMode,
  caseId,
});
export type SuspensionUpdate = Static<typeof SuspensionUpdate>;

export const SuspensionCancel = Named('LateFeeSuspensionCancel')({ previewMode, caseId });
export type SuspensionCancel = Static<typeof SuspensionCancel>;

/** After it was made, changed or canceled. */
export const ChangedSuspension = suspensions.changed({ difference });
export type ChangedSuspension = Static<typeof ChangedSuspension>;

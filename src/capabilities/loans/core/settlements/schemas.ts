// Settlements as they are asked for, and what is answered.
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import { Amount, DateOnly, Named, Nullable, Text } from '#platform/input/schemas.ts';
import { sendNotice } from '../lifecycle/schemas.ts';
import { difference, previewMode } from '../loan/schemas.ts';
import { amount, day, settlements } from './base/settlement.ts';

export const ChangedSettlement = settlements.changed(
  { difference },
  { description: 'Null in a preview of a new one.' },
);
export type ChangedSettlement = Static<typeof ChangedSettlement>;

const partsMax = 60;

const PartOffered = Named('SettlementPartOffered')({ dueDate: DateOnly, amount: Amount });

export const SettlementCreate = Named('SettlementCreate')({
  amount: Type.Optional(amount('One sum, to be there by lastDate. Not beside a schedule.')),
  lastDate: Type.Optional(
    day('From today to five years ahead; if not given, 30 days from now. Not beside a schedule.'),
  ),
  schedule: Type.Optional(
    Type.Array(PartOffered, {
      minItems: 1,
      maxItems: partsMax,
      description: 'Instead of amount and lastDate: parts, each on a later date than the one before.',
    }),
  ),
  acceptBy: Type.Optional(
    Nullable(DateOnly, { description: 'From today to lastDate; if not given, the date of the first part.' }),
  ),
  sendNotice,
  previewMode,
  caseId,
});
export type SettlementCreate = Static<typeof SettlementCreate>;

export const SettlementAccept = Named('SettlementAccept')({ previewMode, caseId });
export type SettlementAccept = Static<typeof SettlementAccept>;

export const SettlementCancel = Named('SettlementCancel')({
  cancelReason: Type.Optional(Nullable(Text({ max: 255 }))),
  previewMode,
  caseId,
});
export type SettlementCancel = Static<typeof SettlementCancel>;

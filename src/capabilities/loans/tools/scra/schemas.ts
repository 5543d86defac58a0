// SCRA caps as they are asked for, and what is answered. Source: 50 USC 3937.
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import { Amount, DateOnly, Described, Id, Named, Nullable, Rate } from '#platform/input/schemas.ts';
import { sendNotice } from '../../core/lifecycle/schemas.ts';
import { difference, previewMode } from '../../core/loan/schemas.ts';
import { caps } from './scra-cap.ts';

const optional = <S extends Parameters<typeof Nullable>[0]>(schema: S, description: string) =>
  Type.Optional(Nullable(schema, { description }));

const rate = optional(Rate, 'At most 0.06, the default.');

export const ScraCapCreate = Named('ScraCapCreate')({
  militaryServiceId: Id('MY', 'military service', {
    description: 'A service of the borrower, or of a co-borrower who was on the loan before it.',
  }),
  noticeReceivedDate: Described(DateOnly, {
    description: 'When the written notice and the orders came: until 180 days after the end of the service.',
  }),
  startDate: optional(DateOnly, 'Not before the service began; its first day if not given.'),
  endDate: optional(DateOnly, 'The last day; that of the service if not given. You may let it go on beyond.'),
  annualRate: rate,
  sendNotice,
  previewMode,
  caseId,
});
export type ScraCapCreate = Static<typeof ScraCapCreate>;

export const ScraCapUpdate = Named('ScraCapUpdate')({
  noticeReceivedDate: Type.Optional(DateOnly),
  startDate: Type.Optional(DateOnly),
  endDate: optional(DateOnly, 'The last day. Null: it goes on.'),
  annualRate: Type.Optional(Rate),
  sendNotice,
  previewMode,
  caseId,
});
export type ScraCapUpdate = Static<typeof ScraCapUpdate>;

export const ScraCapCancel = Named('ScraCapCancel')({ previewMode, caseId });
export type ScraCapCancel = Static<typeof ScraCapCancel>;

/** After it was given, changed or canceled. */
export const ChangedScraCap = caps.changed({
  feesInServiceAmount: Described(Amount, {
    description:
      'Fees charged on its days until now and not canceled. The law counts them as interest: POST …/cancel-fees gives them up.',
  }),
  difference,
});
export type ChangedScraCap = Static<typeof ChangedScraCap>;

// SCRA caps as they are asked for and shown. Source: 50 USC 3937.
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  Extended,
  Id,
  Named,
  Nullable,
  Rate,
  StringEnum,
  Text,
  WithoutEffect,
} from '#platform/input/schemas.ts';
import { difference, previewMode } from '../loan/schemas.ts';
import { scraCapStatuses } from './words.ts';

const id = (example: string) => Text({ max: 12, example });
const optional = <S extends Parameters<typeof Nullable>[0]>(schema: S, description: string) =>
  Type.Optional(Nullable(schema, { description }));

export const ScraCap = Type.Object(
  {
    id: id('IC-5KX8-W2NB'),
    object: Type.Literal('scraCap'),
    companyId: id('CP-4H7K-2MXA'),
    loanId: id('LN-7KQ2-M4XA'),
    status: StringEnum(scraCapStatuses, {
      description: 'ended: its last day is known. canceled: as if it had never been.',
    }),
    militaryServiceId: id('MY-4J7C-Z2QV'),
    annualRate: Described(Rate, { description: 'The interest of a day is at most this.' }),
    startDate: Described(DateOnly, { description: 'The day of the call to active duty.' }),
    endDate: Nullable(DateOnly, { description: 'The last day. Null: the service goes on.' }),
    cappedFrom: Described(DateOnly, {
      description:
        'The first day of the books that it bounds. Of a loan that was taken over from another system later than startDate, what lies between is for who serviced it then.',
    }),
    noticeReceivedDate: Described(DateOnly, { description: 'The day on which the notice and the orders came.' }),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
    canceledAt: Nullable(DateTime),
  },
  { title: 'ScraCap' },
);
export type ScraCap = Static<typeof ScraCap>;

const rate = optional(Rate, 'At most 0.06, the default.');
const sendNotice = Type.Optional(WithoutEffect(Nullable(Bool), 'notices to borrowers'));

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
export const ChangedScraCap = Extended(
  Type.Object({
    ...ScraCap.properties,
    id: Nullable(id('IC-5KX8-W2NB'), { description: 'Null in the preview of one that is not there yet.' }),
  }),
  {
    feesInServiceAmount: Described(Amount, {
      description:
        'Fees charged on its days until now and not canceled. The law counts them as interest: POST …/cancel-fees gives them up.',
    }),
    difference,
  },
  { title: 'ChangedScraCap' },
);
export type ChangedScraCap = Static<typeof ChangedScraCap>;

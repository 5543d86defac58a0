// Advances as they are asked for and shown. Source: resource shapes 3.9.
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import {
  Amount,
  DateOnly,
  DateTime,
  Described,
  Extended,
  ExternalId,
  ForStaff,
  Id,
  MetaData,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { pointsOfSale, saidOfAdvances } from '../loan/advance-schemas.ts';
import { advanceStatuses } from '../loan/advance-words.ts';
import { difference, previewMode } from '../loan/schemas.ts';

const id = (example: string) => Text({ max: 12, example });
const optional = <S extends Parameters<typeof Nullable>[0]>(schema: S, description?: string) =>
  Type.Optional(Nullable(schema, description === undefined ? {} : { description }));
const at = Nullable(DateTime);

const AdvanceDetails = Named('AdvanceDetails')({
  description: Nullable(Text({ max: 255 })),
  pointOfSaleType: Nullable(StringEnum(pointsOfSale)),
  categoryId: Nullable(Text({ max: 64 })),
  merchantId: Nullable(Text({ max: 259 })),
  merchantName: Nullable(Text({ max: 200 })),
  metadata: ForStaff(Nullable(MetaData)),
});

export const Advance = Type.Object(
  {
    id: id('LA-5KX8-W2NB'),
    object: Type.Literal('advance'),
    externalId: ExternalId({ max: 50 }),
    companyId: id('CP-4H7K-2MXA'),
    loanId: id('LN-7KQ2-M4XA'),
    status: StringEnum(advanceStatuses, {
      description:
        'scheduled: announced, canceled by itself the day after its date. pending and settled: owed from its date on. canceled: as if it had never been.',
    }),
    amount: Described(Amount, { description: 'What is lent.' }),
    originalAmount: Described(Amount, { description: 'As it was agreed or first sent.' }),
    advanceDate: Described(DateOnly, { description: 'The day from which it is owed.' }),
    isPlanned: Type.Boolean({
      description: 'Agreed with the loan, and its day is not over: the schedule counts on it.',
    }),
    disbursementId: Nullable(id('DB-5QW2-N7XC'), { description: 'Where the service pays it out.' }),
    cancelReason: Nullable(Text({ max: 40 }), {
      description:
        'Why it was canceled, where nobody did so by hand: notPaidOut, payoutFailed, beforeActivation or afterLastDueDate.',
    }),
    advanceDetails: AdvanceDetails,
    metadata: ForStaff(Nullable(MetaData)),
    timestamps: Named('AdvanceTimestamps')({
      createdAt: DateTime,
      updatedAt: at,
      deletedAt: Type.Null(),
      scheduledAt: at,
      pendingAt: at,
      settledAt: at,
      canceledAt: at,
    }),
  },
  { title: 'Advance' },
);
export type Advance = Static<typeof Advance>;

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

export const ChangedAdvance = Extended(
  Type.Object({
    ...Advance.properties,
    id: Nullable(id('LA-5KX8-W2NB'), { description: 'Null in the preview of one that is not there yet.' }),
  }),
  { difference },
  { title: 'ChangedAdvance' },
);
export type ChangedAdvance = Static<typeof ChangedAdvance>;

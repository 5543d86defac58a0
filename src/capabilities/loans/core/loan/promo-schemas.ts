// Promo programs as they are asked for and shown (resource shapes 3.5.2).
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import {
  DateOnly,
  DateTime,
  Described,
  ExternalId,
  Id,
  Int,
  MetaData,
  Named,
  Nullable,
  Rate,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { promoStatuses } from './promo-programs.ts';

const id = (example: string) => Text({ max: 12, example });
const optional = <S extends Parameters<typeof Nullable>[0]>(schema: S, description: string) =>
  Type.Optional(Nullable(schema, { description }));

const daysMax = 3660;
const days = Int({ min: 1, max: daysMax, example: 184 });

const said = {
  promoStartDate: optional(
    DateOnly,
    'Its first day: the activation, or today on what is active, if not given. Not of sameAsCash, which begins with its draw.',
  ),
  promoEndDate: optional(DateOnly, 'Its last day, in place of promoDurationDays, where the first is known.'),
  promoDurationDays: optional(days, 'So many days from the first one; those of the type, if not given.'),
  promoGracePeriodDays: optional(
    Int({ min: 0, max: 366, example: 0 }),
    'For sameAsCash: so many days after the end the draw may still be paid; those of the type, if not given.',
  ),
  sacDisqualifyOverdueDays: optional(
    Int({ min: 1, max: daysMax, example: 60 }),
    'Days past due beyond which it is lost; those of the type, if not given. Null: it is not lost.',
  ),
  metaData: Type.Optional(MetaData),
};

const promoTypeId = Id('PY', 'promo program type', { example: 'ext-same-as-cash-6' });
const externalId = Type.Optional(ExternalId({ max: 255 }));

/** Beside the other terms of a loan. */
export const PromoProgramSent = Named('PromoProgramAgreed')({
  id: optional(id('PG-4C8N-X1RW'), 'Names one that a draft has already: it stays, with what is sent.'),
  externalId,
  promoTypeId,
  ...said,
});
export type PromoProgramSent = Static<typeof PromoProgramSent>;

const previewMode = optional(Type.Boolean(), 'True: nothing is done, and the answer says what would change.');

const drawId = optional(
  Text({ max: 259, example: 'LN-4TM8-QW2C' }),
  'For a line: the draw that it is about, by its id or ext- and its external id. Without it, all its draws: only for reducedRate.',
);

export const PromoProgramCreate = Named('PromoProgramCreate')({
  drawId,
  externalId,
  promoTypeId,
  ...said,
  previewMode,
  caseId,
});
export type PromoProgramCreate = Static<typeof PromoProgramCreate>;

const Status = StringEnum(promoStatuses, {
  description: 'pending: it waits for the activation. What has come of one that is active, `outcome` says.',
});

export const PromoProgramUpdate = Named('PromoProgramUpdate')({
  status: Type.Optional(
    StringEnum(promoStatuses, { description: 'canceled: as if it had never been. Otherwise as it is.' }),
  ),
  externalId,
  ...said,
  previewMode,
  caseId,
});
export type PromoProgramUpdate = Static<typeof PromoProgramUpdate>;

const agreed = {
  id: id('PG-4C8N-X1RW'),
  externalId: ExternalId({ max: 255 }),
  promoTypeId: Described(id('PY-3K8M-Q5ZT'), {
    description: 'The type that it was made of; a change of the type does not change it.',
  }),
  status: Status,
  promoStartDate: Nullable(DateOnly, { description: 'Null: it begins with the activation.' }),
  promoEndDate: Nullable(DateOnly, { description: 'Its last day, as it was agreed.' }),
  promoDurationDays: days,
  promoGracePeriodDays: Type.Integer(),
  sacDisqualifyOverdueDays: Nullable(Type.Integer()),
  metaData: MetaData,
};

/** As the agreement of a loan shows it. */
export const AgreedPromoProgram = Type.Object(agreed, { title: 'AgreedPromoProgram' });
export type AgreedPromoProgram = Static<typeof AgreedPromoProgram>;

const promoOutcomes = ['ended', 'lost', 'interestDropped', 'interestCharged'] as const;

export const PromoProgramShown = Type.Object(
  {
    ...agreed,
    object: Type.Literal('promoProgram'),
    loanId: id('LN-7KQ2-M4XA'),
    drawId: Nullable(id('LN-4TM8-QW2C'), { description: 'Null: of the loan, on a line of all its draws.' }),
    programType: StringEnum(['reducedRate', 'sameAsCash']),
    promoRate: Nullable(Rate, { description: 'Subtracted from the interest rate. Of reducedRate.', example: 0.05 }),
    isInForce: Type.Boolean({ description: 'Today.' }),
    outcome: Nullable(StringEnum(promoOutcomes), {
      description:
        'Null: it is not over. lost: by days past due. Of sameAsCash: whether the deferred interest was dropped, because the draw was paid, or charged.',
    }),
    lostOn: Nullable(DateOnly, { description: 'The first day without it, if it ended before its time.' }),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
    deletedAt: Type.Null(),
  },
  { title: 'PromoProgram' },
);
export type PromoProgramShown = Static<typeof PromoProgramShown>;

// Draws as they are asked for and shown, and the requests of endpoints that act on one (resource shapes 3.7).
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  ExternalId,
  ForStaff,
  Int,
  MetaData,
  Named,
  Nullable,
  Rate,
  StringEnum,
  Text,
  WithoutEffect,
} from '#platform/input/schemas.ts';
import { sendNotice } from '../../core/lifecycle/schemas.ts';
import { ScheduleItem } from '../../core/loan/plan-schemas.ts';
import { DeclineReason, difference, previewMode, RatesValidation } from '../../core/loan/schemas.ts';
import { servicers } from '../../core/loan/servicers.ts';
import { drawStatuses } from '../../core/loan/statuses.ts';
import { DrawAgreement, drawPurposes, statementsMax } from '../../core/products/lines.ts';
import { Balances } from '../../core/reads/schemas.ts';

const optional = <S extends Parameters<typeof Nullable>[0]>(schema: S, description?: string) =>
  Type.Optional(Nullable(schema, description === undefined ? {} : { description }));

const at = (description: string) => Nullable(DateTime, { description });
const text = (max: number) => Nullable(Text({ max }));

export const DrawStatus = StringEnum(drawStatuses, { title: 'DrawStatus' });

// ---- made and changed -----------------------------------------------------------------------------------------------

const sentTimestamps = optional(
  Named('SentDrawTimestamps')({
    originatedAt: optional(DateTime, 'When the lender originated it. Not after today.'),
  }),
);

export const DrawCreate = Named('DrawCreate')({
  status: StringEnum(['pending', 'originated', 'declined'], {
    description: 'Required. A pending draw may still change in everything; an originated one can be activated.',
  }),
  externalId: Type.Optional(ExternalId({ max: 255 })),
  nickname: optional(Text({ min: 1, max: 255 }), 'Draw, if not given.'),
  isClosed: optional(Bool, 'True: it takes no purchases until it is opened. Default false.'),
  declineReason: optional(DeclineReason),
  timestamps: sentTimestamps,
  metaData: Type.Optional(MetaData),
  atOrigination: optional(DrawAgreement, 'What is not said, is that of the line and of its loan type. {} will do.'),
});
export type DrawCreate = Static<typeof DrawCreate>;

export const DrawUpdate = Named('DrawUpdate')({
  status: Type.Optional(
    StringEnum(['pending', 'originated', 'declined'], { description: 'A pending draw is originated or declined.' }),
  ),
  externalId: Type.Optional(ExternalId({ max: 255 })),
  nickname: optional(Text({ min: 1, max: 255 }), 'Null: Draw.'),
  declineReason: optional(DeclineReason),
  metaData: Type.Optional(MetaData),
  atOrigination: optional(DrawAgreement, 'The fields of a pending draw that change.'),
});
export type DrawUpdate = Static<typeof DrawUpdate>;

// ---- acted on -------------------------------------------------------------------------------------------------------

const historyOfActions = 'a list of what was done to a draw';

export const DrawActivate = Named('DrawActivate')({ previewMode, sendNotice });
export type DrawActivate = Static<typeof DrawActivate>;

export const DrawCancel = Named('DrawCancel')({ cancellationReason: optional(Text({ max: 255 })), caseId });
export type DrawCancel = Static<typeof DrawCancel>;

export const DrawClose = Named('DrawClose')({
  closeRequestedByBorrower: Type.Optional(WithoutEffect(Nullable(Bool), historyOfActions)),
  caseId,
});
export type DrawClose = Static<typeof DrawClose>;

export const DrawReopen = Named('DrawReopen')({
  force: optional(Bool, 'True: a draw that is paid off too. Default false.'),
  caseId,
});
export type DrawReopen = Static<typeof DrawReopen>;

export const DrawLimitChange = Named('DrawLimitChange')({
  creditLimitAmount: Nullable(Amount, {
    description: 'What may be owed on the draw, besides the limit of the line. Null: the limit of the line alone.',
  }),
  caseId,
});
export type DrawLimitChange = Static<typeof DrawLimitChange>;

export const DrawLimit = Type.Object(
  {
    creditLimitAmount: Nullable(Amount, { description: 'Null: that of the line alone.' }),
    caseId: Nullable(Text({ max: 12 })),
  },
  { title: 'DrawLimit' },
);
export type DrawLimit = Static<typeof DrawLimit>;

export const DynamicFees = Named('DrawDynamicFees')({
  dynamicFees: Type.Array(
    Type.Object({
      apiName: Text({ min: 1, max: 60, description: 'Names a fee type of the loan type.', example: 'serviceFee' }),
      feeAmount: Nullable(Amount, { description: 'With each statement from the next one on. Null or 0 removes it.' }),
      feeCapAmount: optional(Amount, 'All of them together are at most this.'),
    }),
    { minItems: 1, maxItems: 20, description: 'Fees that are not named stay as they are.' },
  ),
  previewMode,
  caseId,
});
export type DynamicFees = Static<typeof DynamicFees>;

export const MinimumChange = Named('DrawMinimumChange')({
  percentageOfPrincipal: Type.Optional(
    Nullable(Rate, { description: 'The part of the principal that is not due yet. Null: as it was.', example: 0.02 }),
  ),
  minAmount: optional(Amount, 'For principal, interest and fees together. Null: as it was.'),
  previewMode,
  caseId,
});
export type MinimumChange = Static<typeof MinimumChange>;

export const DrawFeeChange = Named('DrawFeeChange')({
  feeAmount: Described(Amount, { description: 'What the draw cost from its activation on; 0: nothing.' }),
  previewMode,
  caseId,
});
export type DrawFeeChange = Static<typeof DrawFeeChange>;

const spread = {
  duration: optional(Int({ min: 1, max: statementsMax, example: 6 }), 'Number of statements.'),
  recuringAmount: optional(Amount, 'The instalment, in place of a number of statements. Clients write it so.'),
  recurringAmount: optional(Amount, 'The same, as it is spelt.'),
};

export const Amortize = Named('DrawAmortize')({ previewMode, ...spread, caseId });
export type Amortize = Static<typeof Amortize>;

export const AmortizePreview = Named('AmortizePreview')({
  purchaseAmount: Described(Amount, { description: 'What would be bought.' }),
  ...spread,
  startDate: optional(DateOnly, 'The day of the purchase; today, if not given.'),
  drawFee: optional(Amount, 'Once; that of the loan type, if not given.'),
  serviceFeeAmount: optional(Amount, 'With each statement; that of the loan type, if not given.'),
  serviceCapAmount: optional(Amount, 'All service fees together are at most this.'),
});
export type AmortizePreview = Static<typeof AmortizePreview>;

export const Schedule = Type.Object({ schedule: Type.Array(ScheduleItem) }, { title: 'DrawSchedule' });
export type Schedule = Static<typeof Schedule>;

export const Amortized = Type.Object({ schedule: Type.Array(ScheduleItem), difference }, { title: 'AmortizedDraw' });
export type Amortized = Static<typeof Amortized>;

export const ActivatedDraw = Type.Object(
  {
    schedule: Type.Array(ScheduleItem, { description: 'The next statement: nothing was bought yet.' }),
    ratesValidation: RatesValidation,
    amountsValidation: Type.Object({}),
    difference,
  },
  { title: 'ActivatedDraw' },
);
export type ActivatedDraw = Static<typeof ActivatedDraw>;

// ---- of the line ------------------------------------------------------------------------------------------------------

const adverseActionReason = optional(Text({ max: 255 }), 'Why the limit was lowered, as the borrower is told.');

/** What may be done to the disadvantage of the borrower of a line, besides declining. */
export const adverseDecisions = ['limitLowered', 'drawsFrozen', 'lineClosed'] as const;

export const LimitChange = Named('CreditLimitChange')({
  creditLimitAmount: Described(Amount, { description: 'From now on. It may lie below what is owed.' }),
  adverseActionReason,
  adverseReactionReason: optional(Text({ max: 255 }), 'The same: a client writes it so.'),
  previewMode,
  sendNotice,
  caseId,
});
export type LimitChange = Static<typeof LimitChange>;

export const CreditLimit = Type.Object(
  {
    creditLimitAmount: Nullable(Amount, { description: 'On that day. Null: no limit was agreed yet.' }),
    caseId: Nullable(Text({ max: 12 })),
    sendNotice: Bool,
    adverseActionReason: Text({ max: 255, description: 'None, if nothing was said.' }),
  },
  { title: 'CreditLimit' },
);
export type CreditLimit = Static<typeof CreditLimit>;

export const FreezeDraws = Named('FreezeDraws')({
  adverseActionReason: optional(
    Text({ max: 255 }),
    'Why, as the borrower is told in a notice of adverse action. Nothing where the borrower asked for it, or is late.',
  ),
  sendNotice,
  caseId,
});
export type FreezeDraws = Static<typeof FreezeDraws>;

export const UnfreezeDraws = Named('UnfreezeDraws')({ sendNotice, caseId });

export const AdverseActions = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          decision: StringEnum(adverseDecisions, { description: 'What was decided.' }),
          effectiveDate: Described(DateOnly, { description: 'From which day on.' }),
          reason: Text({ max: 255, description: 'As the borrower is told it.' }),
          decidedAt: DateTime,
        },
        { title: 'AdverseAction' },
      ),
      { description: 'The newest first, at most a hundred.' },
    ),
  },
  { title: 'AdverseActions' },
);
export type AdverseActions = Static<typeof AdverseActions>;

// ---- shown ----------------------------------------------------------------------------------------------------------

const id = (example: string) => Text({ max: 12, example });

export const drawFields = {
  id: id('LN-4TW8-Q2HB'),
  object: Type.Literal('draw'),
  type: Type.Literal('draw'),
  companyId: id('CP-4WQ1-ZK7M'),
  displayId: Text({ max: 255 }),
  externalId: ExternalId({ max: 255 }),
  lineOfCreditId: Described(id('LN-7KQ2-M4XA'), { description: 'The line that it is a part of.' }),
  loanTypeId: id('LT-3HZ8-Q1VB'),
  loanTypeVersion: Type.Integer(),
  mainBorrowerId: id('BO-9XK3-T2WA'),
  assetType: Text({ max: 100 }),
  assetDisplayName: Text({ max: 100 }),
  nickname: Text({ max: 255 }),
  status: DrawStatus,
  isClosed: Type.Boolean({ description: 'It takes no purchases. A flag: the status stays what it is.' }),
  isAmortized: Type.Boolean({ description: 'What was bought is spread over statements.' }),
  purpose: StringEnum(drawPurposes, {
    description: 'What it is for. On a static draw nothing is bought.',
  }),
  servicedBy: StringEnum(servicers, { description: 'The same as of the line.' }),
  declineReason: ForStaff(Nullable(DeclineReason)),
  cancelReason: ForStaff(text(255)),
  current: Named('DrawCurrent')({
    creditLimitAmount: Nullable(Amount, { description: 'Its own limit. Null: that of the line alone.' }),
    availableCreditAmount: Nullable(Amount, {
      description: 'What may be spent now, by the limits of the draw and of the line. Null before the activation.',
    }),
    periodicPayment: Nullable(Amount, {
      description: 'The instalment of an amortized draw; else what the latest statement asked for.',
    }),
    hasGracePeriod: Nullable(Bool, { description: 'Whether it has grace now. Null before the activation.' }),
  }),
  endDate: Nullable(DateOnly, { description: 'After it nothing is bought. Null: it goes on.' }),
  ratesValidation: RatesValidation,
  amountsValidation: Type.Object({}, { description: 'Empty: a draw has no schedule of its own.' }),
  atOrigination: Named('DrawAtOrigination')(Type.Required(DrawAgreement).properties),
  metaData: MetaData,
  timestamps: Named('DrawTimestamps')({
    createdAt: DateTime,
    updatedAt: at('When it was changed last.'),
    deletedAt: Type.Null(),
    startedAt: at('When it was activated.'),
    originatedAt: at('When it was originated, as the lender said; otherwise when that was recorded here.'),
    activatedAt: at('When it was activated.'),
    frozenAt: Type.Null({ description: 'A draw is not frozen by itself: drawsFrozen of its line says it.' }),
    lastAmortizedAt: at('When it was amortized last.'),
    acceleratedAt: at('When its line was accelerated.'),
    chargedOffAt: at('When its line was charged off.'),
    paidOffAt: at('When it was paid off.'),
    closedAt: at('When it was closed.'),
  }),
};

export const Draw = Type.Object(drawFields, { title: 'Draw' });
export type Draw = Static<typeof Draw>;

const ofLineAlone = [
  'paidBalances',
  'creditBalance',
  'unroundedAmounts',
  'utilizationAmount',
  'heldAmount',
  'unclearedAmount',
  'overLimitAmount',
] as const satisfies readonly (keyof typeof Balances.properties)[];
const ofBalances = Type.Omit(Balances, ofLineAlone).properties;

/** What was paid, and the credit of the borrower, are the line's alone. */
export const DrawBalances = Type.Object(
  {
    ...ofBalances,
    creditLimitAmount: Nullable(Amount, { description: 'Its own limit. Null: that of the line alone.' }),
    availableCreditAmount: Described(Amount, { description: 'By the limits of the draw and of the line.' }),
    disputedAmount: Described(Amount, {
      description: 'The amount of purchases in dispute: owed again if the borrower loses.',
    }),
  },
  { title: 'DrawBalances' },
);
export type DrawBalances = Static<typeof DrawBalances>;

/** A draw after a change of its books. */
export const ChangedDraw = Type.Object({ ...drawFields, difference }, { title: 'ChangedDraw' });
export type ChangedDraw = Static<typeof ChangedDraw>;

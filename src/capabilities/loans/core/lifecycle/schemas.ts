// Loans as they are asked for and shown, and the requests and answers of endpoints that act on a loan as a whole.
import { type Static, type TObject, type TSchema, type TUnsafe, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Extended,
  ExternalId,
  ForStaff,
  Id,
  MetaData,
  Named,
  Nullable,
  StringEnum,
  Text,
  WithoutEffect,
} from '#platform/input/schemas.ts';
import {
  AdditionalPerson,
  type AgreementInput,
  DeclineReason,
  difference,
  LoanStatus,
  previewMode,
} from '../loan/schemas.ts';
import { servicers } from '../loan/servicers.ts';
import { kindsOffered } from '../products/list.ts';
import { answerOfAny, fieldsOfAll } from '../products/schemas.ts';
import { agreedCards } from './agreed-cards.ts';

export const sendNotice = Type.Optional(
  Nullable(Bool, {
    description: 'Whether the borrower is told. Null: as the company has set for its notices (/system-notices).',
  }),
);

export const force = Type.Optional(WithoutEffect(Bool, 'rules that a caller may override'));

const historyOfActions = 'a list of what was done to a loan';

export const ofAnyActivation = { previewMode, sendNotice };
export const Activation = Named('LoanActivate')({
  ...fieldsOfAll(({ activation }) => activation),
  ...ofAnyActivation,
});
export type Activation = Static<typeof Activation>;
export const Activated: TSchema = answerOfAny(({ activated }) => activated);
export const Unfrozen: TSchema = answerOfAny(({ unfrozen }) => unfrozen);

export const Cancellation = Named('LoanCancel')({
  cancellationReason: Type.Optional(Nullable(Text({ max: 255 }))),
  sendCancellationNotice: sendNotice,
  caseId,
});
export type Cancellation = Static<typeof Cancellation>;

export const Closing = Named('LoanClose')({
  closeReason: Type.Optional(WithoutEffect(Nullable(Text({ max: 255 })), historyOfActions)),
  closeRequestedByBorrower: Type.Optional(WithoutEffect(Nullable(Bool), historyOfActions)),
  adverseActionReason: Type.Optional(
    Nullable(Text({ max: 255 }), {
      description:
        'Why a line is closed, as its borrower is told in a notice of adverse action. Nothing where the borrower asked for it, or has not used it.',
    }),
  ),
  sendNotice,
  caseId,
});
export type Closing = Static<typeof Closing>;

export const Freeze = Named('LoanFreeze')({ previewMode, sendNotice, caseId });
export type Freeze = Static<typeof Freeze>;

export const Unfreeze = Named('LoanUnfreeze')({
  previewMode,
  retroactivelyAccrueInterest: Type.Optional(
    Nullable(Bool, { description: 'The frozen days accrue after all. Default false.' }),
  ),
  shiftDueDates: Type.Optional(
    Nullable(Bool, { description: 'Due dates of the frozen time move to the end. Default false.' }),
  ),
  sendNotice,
  caseId,
});
export type Unfreeze = Static<typeof Unfreeze>;

const effectiveDate = Type.Optional(
  Nullable(DateOnly, { description: 'From the activation to today, which is the default.' }),
);

export const Accelerate = Named('LoanAccelerate')({ effectiveDate, previewMode, sendNotice, caseId });
export type Accelerate = Static<typeof Accelerate>;
export const ChargeOff = Named('LoanChargeOff')({
  chargedOffReason: Text({ min: 1, max: 255 }),
  effectiveDate,
  previewMode,
  sendNotice,
  caseId,
});
export type ChargeOff = Static<typeof ChargeOff>;
export const Reverse = Named('LoanReverse')({ previewMode, caseId });
export type Reverse = Static<typeof Reverse>;

export const Frozen = Type.Object({ difference }, { title: 'FrozenLoan' });
export type Frozen = Static<typeof Frozen>;

export const Accelerated = Type.Object({ acceleratedAmount: Amount, difference }, { title: 'AcceleratedLoan' });
export type Accelerated = Static<typeof Accelerated>;
export const ChargedOff = Type.Object({ chargeOffAmount: Amount, difference }, { title: 'ChargedOffLoan' });
export type ChargedOff = Static<typeof ChargedOff>;
/** Clients know each amount by either of two names. */
export const Reversed = Type.Object(
  {
    reverseAcceleratedAmount: Type.Optional(Amount),
    reversedAcceleratedAmount: Type.Optional(Amount),
    reverseChargeOffAmount: Type.Optional(Amount),
    reversedChargeOffAmount: Type.Optional(Amount),
    difference,
  },
  { title: 'ReversedLoan' },
);
export type Reversed = Static<typeof Reversed>;

// ---- boarded and changed --------------------------------------------------------------------------------------------

const askedKinds = kindsOffered as unknown as [string, ...string[]];

const agreement = Named('AtOriginationInput')(fieldsOfAll(({ agreement: own }) => own.properties));
/** Without cards: what is imported is kept until it is done, and the number of a card is kept nowhere. */
export const AgreementOfImport = agreement as unknown as TUnsafe<AgreementInput>;
const SentAgreement = Extended(agreement, agreedCards, { title: 'AgreedAtOrigination' }) as unknown as TUnsafe<
  AgreementInput & Static<TObject<typeof agreedCards>>
>;

const sentTimestamps = Type.Optional(
  Nullable(
    Named('SentLoanTimestamps')({
      originatedAt: Type.Optional(
        Nullable(DateTime, {
          description: 'When the lender originated it; figures and rate caps are those of that day. Not after today.',
        }),
      ),
    }),
  ),
);

const newDrawsAllowed = Type.Optional(
  Nullable(Bool, { description: 'For a line of credit: whether draws may be made and activated. Default true.' }),
);

/** What the servicer before said; the law of collection asks for it. */
const said = {
  defaultedAtBoarding: Nullable(Bool, {
    description: 'Whether it was in default when you took it over: then a debt collector’s rules hold. Null: unknown.',
  }),
  firstMissedDueDate: Nullable(DateOnly, {
    description: 'The due date that was missed first before you took it over, from which a limitation period counts.',
  }),
};
const asTakenOver = {
  defaultedAtBoarding: Type.Optional(said.defaultedAtBoarding),
  firstMissedDueDate: Type.Optional(said.firstMissedDueDate),
};

export const LoanCreate = Named('LoanCreate')({
  type: Type.Optional(
    Nullable(StringEnum(askedKinds), { description: 'Follows from the loan type; taken only as that says.' }),
  ),
  loanTypeId: Id('LT', 'loan type', { example: 'ext-installment' }),
  status: Type.Optional(
    Nullable(StringEnum(['pending', 'originated', 'declined']), {
      description: 'pending, if not given: everything may still change, and terms may be missing.',
    }),
  ),
  externalId: Type.Optional(ExternalId({ max: 255 })),
  nickname: Type.Optional(Nullable(Text({ max: 255 }))),
  servicedBy: Type.Optional(
    Nullable(StringEnum(servicers), {
      description: 'Who services it; creditor if not given.',
    }),
  ),
  ...asTakenOver,
  declineReason: Type.Optional(Nullable(DeclineReason)),
  additionalPeople: Type.Optional(Nullable(Type.Array(AdditionalPerson, { maxItems: 20 }))),
  newDrawsAllowed,
  timestamps: sentTimestamps,
  metaData: Type.Optional(MetaData),
  atOrigination: Type.Optional(SentAgreement),
});
export type LoanCreate = Static<typeof LoanCreate>;

export const LoanUpdate = Named('LoanUpdate')({
  status: Type.Optional(
    StringEnum(['originated', 'declined'], { description: 'A pending loan is originated or declined.' }),
  ),
  nickname: Type.Optional(Nullable(Text({ max: 255 }))),
  externalId: Type.Optional(ExternalId({ max: 255 })),
  ...asTakenOver,
  declineReason: Type.Optional(Nullable(DeclineReason)),
  newDrawsAllowed,
  timestamps: sentTimestamps,
  metaData: Type.Optional(MetaData),
  atOrigination: Type.Optional(SentAgreement),
});
export type LoanUpdate = Static<typeof LoanUpdate>;

const at = (description: string) => Nullable(DateTime, { description });

// ---- shown ----------------------------------------------------------------------------------------------------------

const idOfLoan = { id: Text({ max: 12, description: 'LN-XXXX-XXXX.' }) };
const before = {
  companyId: Text({ max: 12 }),
  displayId: Text({ max: 255 }),
  externalId: ExternalId({ max: 255 }),
  loanTypeId: Text({ max: 12 }),
  loanTypeVersion: Type.Integer({ description: 'The version it was originated with.' }),
  mainBorrowerId: Text({ max: 12 }),
  additionalPeople: Type.Array(AdditionalPerson),
  assetType: Text({ max: 100 }),
  assetDisplayName: Text({ max: 100 }),
  nickname: Nullable(Text({ max: 255 })),
  status: LoanStatus,
  isClosed: Type.Boolean(),
  servicedBy: StringEnum(servicers),
  defaultedAtBoarding: ForStaff(said.defaultedAtBoarding),
  firstMissedDueDate: ForStaff(said.firstMissedDueDate),
  declineReason: ForStaff(Nullable(DeclineReason)),
  chargedOffReason: ForStaff(Nullable(Text({ max: 255 }))),
  cancelReason: ForStaff(Nullable(Text({ max: 255 }))),
};
const after = {
  metaData: MetaData,
  timestamps: Named('LoanTimestamps')({
    createdAt: DateTime,
    updatedAt: at('When it was changed last.'),
    deletedAt: Type.Null(),
    startedAt: at('When it was activated, or when a loan taken over really began.'),
    originatedAt: at('When it was originated, as the lender said; otherwise when that was recorded here.'),
    originationRecordedAt: at('When the origination was recorded here.'),
    activatedAt: at('When it was activated.'),
    frozenAt: at('When it was frozen last.'),
    lastAmortizedAt: at('When it got its last new schedule.'),
    acceleratedAt: at('When it was accelerated.'),
    chargedOffAt: at('When it was charged off.'),
    paidOffAt: at('When it was paid off.'),
    closedAt: at('When it was closed.'),
  }),
};
const fields = { ...idOfLoan, ...before, ...after };

/** A loan as it is shown, without the fields of its product. */
export type Loan = Static<TObject<typeof fields>> & { readonly object: string; readonly type: string };
export const Loan = answerOfAny(({ title, loan }, { kind }) => {
  const type = Type.Literal(kind);
  return Type.Object({ ...idOfLoan, object: type, type, ...before, ...loan, ...after }, { title });
}) as TUnsafe<Loan>;

// ---- listed in the minimal form -------------------------------------------------------------------------------------

const id = (example: string) => Text({ max: 12, example });

export const MinimalLoan = Type.Object(
  {
    id: id('LN-7KQ2-M4XA'),
    externalId: ExternalId({ max: 255 }),
    loanTypeId: id('LT-3HZ8-Q1VB'),
    mainBorrowerId: id('BO-9XK3-T2WA'),
    mainBorrowerExternalId: ExternalId({ max: 255 }),
    lockStatus: StringEnum(['unlocked', 'locked']),
    migrationStatus: Nullable(StringEnum(['migrated']), { description: 'Null: the loan began here.' }),
    additionalBorrowers: Type.Optional(
      Type.Array(
        Type.Object({
          personId: id('BO-4MW7-Q6ZC'),
          externalId: ExternalId({ max: 255 }),
          loanRelationType: Text({ max: 50, example: 'coBorrower' }),
        }),
        { description: 'With includeAdditionalBorrowers alone.' },
      ),
    ),
  },
  { title: 'MinimalLoan' },
);
export type MinimalLoan = Static<typeof MinimalLoan>;

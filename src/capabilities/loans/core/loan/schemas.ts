// What all products have in common in the requests and answers of a loan. Names and shapes: interface 3.5.
import { type Static, type TObject, Type } from 'typebox';
import { AddressInput } from '#capabilities/people/index.ts';
import { feeKinds, MerchantNamed } from '#capabilities/products/index.ts';
import {
  Amount,
  Bool,
  DateOnly,
  Described,
  ForStaff,
  Id,
  Named,
  Nullable,
  Rate,
  StringEnum,
  Text,
  WithoutEffect,
} from '#platform/input/schemas.ts';
import { PromoProgramSent } from './promo-schemas.ts';
import { loanStatuses } from './statuses.ts';

const LoanInvestor = Named('InvestorShare')({
  investorId: Id('IR', 'investor'),
  share: Described(Rate, { description: 'The part of the loan that is theirs; 1 is all of it.', example: 1 }),
  effectiveDate: Type.Optional(Nullable(DateOnly, { description: 'The day of boarding, if not given.' })),
});
export type LoanInvestor = Static<typeof LoanInvestor>;

/** A client has numbers, others have texts: each is kept as it is. */
const DiscountProgramId = Type.Unsafe<string | number>({
  type: ['integer', 'string'],
  minLength: 1,
  maxLength: 100,
  'x-expected': 'a whole number, or text of 1 to 100 characters',
  examples: [17],
});

/** The fields of every agreement; the others are the product's own. */
export const agreementFields = {
  originationLicense: Type.Optional(Nullable(Text({ max: 100 }))),
  originatingCreditorName: Type.Optional(Nullable(Text({ max: 255 }))),
  itemsOrServicesFinanced: Type.Optional(Nullable(Text({ max: 255 }))),
  personAddressId: Type.Optional(
    Nullable(Id('CT', 'home address'), {
      description: 'The address of the borrower. Without one, the primary home address on file counts.',
    }),
  ),
  personAddress: Type.Optional(
    Nullable(AddressInput, { description: 'The same in line, kept with the loan. Changes by its parts.' }),
  ),
  merchantId: Type.Optional(Nullable(MerchantNamed)),
  discountProgramIds: Type.Optional(
    WithoutEffect(
      Nullable(Type.Array(DiscountProgramId, { maxItems: 50 }), {
        description: 'Ids of your own discount programs, kept and shown. They lower nothing: promoRates do.',
      }),
      'discount programs',
    ),
  ),
  investors: Type.Optional(
    ForStaff(
      Nullable(Type.Array(LoanInvestor, { maxItems: 20 }), {
        description: 'Whose the loan is; the default investor, if none is named. Shares add up to 1.',
      }),
    ),
  ),
  coveredBorrower: Type.Optional(
    Nullable(Bool, {
      description:
        'True: the credit is made to a covered borrower (10 USC 987), so its military annual percentage rate may never be above 36 %. False if not given.',
    }),
  ),
  skipCreditReporting: Type.Optional(
    Nullable(Bool, { description: 'Its reporting status says that it is not reported. Default false.' }),
  ),
  promoPrograms: Type.Optional(
    Nullable(Type.Array(PromoProgramSent, { maxItems: 20 }), {
      description: 'Agreed with the loan; on a line of all its draws. Of a draft they take the place of those before.',
    }),
  ),
};
/**
 * An agreement as it is stored. The product is named unless it is the first one; the address is sealed beside it, and
 * promo programs stand beside it.
 */
export type Agreement = Omit<AgreementInput, 'personAddress' | 'promoPrograms'> & {
  readonly product?: string;
  /** Cards that were recorded with the loan. */
  readonly cardIds?: readonly string[];
};
export type AgreementInput = Static<TObject<typeof agreementFields>>;

export const DeclineReason = Named('DeclineReason')({
  mainExternalReasonCode: Type.Optional(Nullable(Text({ max: 100 }))),
  mainText: Type.Optional(Nullable(Text({ max: 1000 }))),
  mainScriptForRep: Type.Optional(Nullable(Text({ max: 1000 }))),
  subReasons: Type.Optional(
    Nullable(
      Type.Array(
        Type.Object({
          externalReasonCode: Type.Optional(Nullable(Text({ max: 100 }))),
          reasonText: Type.Optional(Nullable(Text({ max: 1000 }))),
          scriptForRep: Type.Optional(Nullable(Text({ max: 1000 }))),
        }),
        { maxItems: 50 },
      ),
    ),
  ),
});
export type DeclineReason = Static<typeof DeclineReason>;

export const AdditionalPerson = Named('AdditionalPerson')({
  personId: Id('BO', 'borrower'),
  loanRelationType: Text({ min: 1, max: 50, description: 'Such as coBorrower.', example: 'coBorrower' }),
});
export type AdditionalPerson = Static<typeof AdditionalPerson>;
/** As it is stored. Who was agreed with the loan reaches it, as ever; who came later only if somebody said so. */
export type StoredAdditionalPerson = AdditionalPerson & { readonly mayRead?: boolean };

export const Flags = (title: string, names: readonly string[], { description = '' } = {}) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Boolean())])), {
    title,
    ...(description === '' ? {} : { description }),
  });

const ratesFlags = Flags('RatesValidation', [
  'interestRateAtOrigExceedsMax',
  'interestRateAtOrigBelowMin',
  'aprEffectiveAtOrigExceedsMax',
  'aprNominalAtOrigExceedsMax',
  'aprEffectiveAtActExceedsMax',
  'aprNominalAtActExceedsMax',
  'rateCapNotChecked',
  'higherRateTooSoon',
]);
export const RatesValidation = ForStaff(Nullable(ratesFlags));

/** Shown with what was agreed. */
export const Mapr = Nullable(Rate, {
  description:
    'The military annual percentage rate of the terms (32 CFR 232.4(c)), once they are originated. Null: no covered borrower.',
});

const idIfThere = Nullable(Text({ max: 12 }), { description: 'Null: it would come about by the change.' });

export const LoanStatus = StringEnum(loanStatuses, { title: 'LoanStatus' });

/** What a change would do to the books, shown before it is done. */
export const LoanDifference = Type.Object(
  {
    status: Nullable(Type.Object({ before: LoanStatus, after: LoanStatus })),
    outstandingAmount: Type.Object({ before: Amount, after: Amount }),
    overdueAmount: Type.Object({ before: Amount, after: Amount }),
    periodicPaymentAmount: Type.Object({ before: Amount, after: Amount }),
    postings: Type.Array(
      Type.Object({
        effectiveDate: DateOnly,
        account: Text({ max: 60 }),
        cause: Text({ max: 100 }),
        amount: Described(Amount, { description: 'Debit is positive.' }),
      }),
    ),
    obligations: Type.Array(
      Type.Object({
        id: idIfThere,
        dueDate: DateOnly,
        obligationAmount: Type.Object({ before: Amount, after: Amount }),
        remainingAmount: Type.Object({ before: Amount, after: Amount }),
      }),
    ),
    fees: Type.Array(
      Type.Object({
        id: idIfThere,
        type: StringEnum(feeKinds),
        amount: Type.Object({ before: Amount, after: Amount }),
      }),
    ),
  },
  { title: 'LoanDifference' },
);
export type LoanDifference = Static<typeof LoanDifference>;

/** Part of an answer: what would change, if `previewMode` was asked for. */
export const difference = Nullable(LoanDifference, {
  description: 'With previewMode: what would change. Otherwise null; also without the permission loan:read.',
});
/** A request may say the currency of its amount: otherwise another one would be taken for dollars in silence. */
export const currency = Type.Optional(
  Nullable(StringEnum(['USD']), { description: 'The currency of the amount. Loans are in US dollars alone.' }),
);

export const previewMode = Type.Optional(
  Nullable(Bool, { description: 'True: nothing is done, and the answer says what would change.' }),
);

// Who is on a loan, as it is asked for and shown.
import { type Static, Type } from 'typebox';
import { Bool, DateOnly, DateTime, Described, Id, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

const id = (example: string) => Text({ max: 12, example });
const relations = ['coBorrower', 'guarantor', 'authorizedUser'] as const;

const mayReadWords = 'Signed in, they see the loan, and pay on it by accounts of their own.';

export const LoanPersonAdd = Named('LoanPersonAdd')({
  personId: Id('BO', 'borrower', { description: 'A borrower of the company who is not on the loan.' }),
  loanRelationType: StringEnum(relations, {
    description: 'coBorrower: owes the loan as the main borrower does. guarantor: if that one does not pay.',
  }),
  startDate: Type.Optional(Nullable(DateOnly, { description: 'Today if not given, in the zone of the loan.' })),
  mayRead: Type.Optional(Described(Bool, { description: `${mayReadWords} Default false.` })),
});
export type LoanPersonAdd = Static<typeof LoanPersonAdd>;

export const LoanPersonUpdate = Named('LoanPersonUpdate')({ mayRead: Described(Bool, { description: mayReadWords }) });
export type LoanPersonUpdate = Static<typeof LoanPersonUpdate>;

export const LoanPersonEnd = Named('LoanPersonEnd')({
  endDate: Type.Optional(Nullable(DateOnly, { description: 'The last day, until today; today if not given.' })),
});
export type LoanPersonEnd = Static<typeof LoanPersonEnd>;

export const LoanPerson = Type.Object(
  {
    id: id('LP-6T2W-M9QK'),
    object: Type.Literal('loanPerson'),
    companyId: id('CP-4H7K-2MXA'),
    loanId: id('LN-7KQ2-M4XA'),
    personId: id('BO-4MW7-Q6ZC'),
    loanRelationType: Text({
      max: 50,
      description: 'mainBorrower, one of those that are taken here, or as the loan was agreed with.',
      example: 'coBorrower',
    }),
    mayRead: Type.Boolean({ description: mayReadWords }),
    startDate: DateOnly,
    endDate: Nullable(DateOnly, { description: 'The last day. Null: is on the loan.' }),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'LoanPerson' },
);
export type LoanPerson = Static<typeof LoanPerson>;

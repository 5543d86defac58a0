// Who is on a loan, as it is asked for.
import { type Static, Type } from 'typebox';
import { Bool, DateOnly, Described, Id, Named, Nullable, StringEnum } from '#platform/input/schemas.ts';
import { mayReadWords } from './party.ts';

const relations = ['coBorrower', 'guarantor', 'authorizedUser'] as const;

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

// The labels of a loan, as they are asked for and shown.
import { type Static, Type } from 'typebox';
import { DateTime, Id, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

const id = (example: string) => Text({ max: 12, example });

export const LoanLabelAdd = Named('LoanLabelAdd')({
  loanLabelId: Id('LL', 'loan label', { description: 'A label of the company that is not archived.' }),
});
export type LoanLabelAdd = Static<typeof LoanLabelAdd>;

export const LabelOfLoan = Type.Object(
  {
    id: id('LL-3F7K-W9QD'),
    object: Type.Literal('loanLabelOfLoan'),
    companyId: id('CP-4H7K-2MXA'),
    loanId: id('LN-7KQ2-M4XA'),
    name: Text({ max: 100, example: 'Watch' }),
    color: Nullable(Text({ max: 7, example: '#CC3311' })),
    status: StringEnum(['active', 'archived'], { description: 'The status of the label.' }),
    addedAt: DateTime,
    addedByType: StringEnum(['key', 'user', 'provider', 'system'], { description: 'Who gave it to the loan.' }),
    addedById: Nullable(id('UR-5D8K-W2QM')),
  },
  { title: 'LoanLabelOfLoan' },
);
export type LabelOfLoan = Static<typeof LabelOfLoan>;

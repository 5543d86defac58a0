// To whom a loan belongs, as it is asked for and shown.
import { type Static, Type } from 'typebox';
import { DateOnly, DateTime, Described, Id, Named, Nullable, Rate, Text } from '#platform/input/schemas.ts';

const id = (example: string) => Text({ max: 12, example });
const share = Described(Rate, { description: 'The part of the loan that is theirs; 1 is all of it.', example: 0.75 });

export const OwnerChange = Named('LoanOwnerChange')({
  effectiveDate: Type.Optional(
    Nullable(DateOnly, { description: 'From this day on, in the zone of the loan: today, or one that has come.' }),
  ),
  investors: Type.Array(Named('LoanOwner')({ investorId: Id('IR', 'investor'), share }), {
    minItems: 1,
    maxItems: 20,
    description: 'All to whom it belongs then. Shares add up to 1.',
  }),
});
export type OwnerChange = Static<typeof OwnerChange>;

export const InvestorAssociation = Type.Object(
  {
    id: id('IA-6T2W-M9QK'),
    object: Type.Literal('loanInvestorAssociation'),
    companyId: id('CP-2W8D-K4TN'),
    loanId: id('LN-7T2X-P5QG'),
    investorId: id('IR-6N9F-T3XB'),
    share,
    effectiveDate: DateOnly,
    endDate: Nullable(DateOnly, { description: 'Its last day. Null: it holds, or was replaced.' }),
    replacedAt: Nullable(DateTime, { description: 'When another change of the same day took its place.' }),
    createdAt: DateTime,
  },
  { title: 'LoanInvestorAssociation' },
);
export type InvestorAssociation = Static<typeof InvestorAssociation>;

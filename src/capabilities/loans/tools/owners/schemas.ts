// To whom a loan is to belong, as it is asked for.
import { type Static, Type } from 'typebox';
import { DateOnly, Id, Named, Nullable } from '#platform/input/schemas.ts';
import { share } from './association.ts';

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

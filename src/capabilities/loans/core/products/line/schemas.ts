// Fields that only lines of credit have, in answers. Names and shapes are those of the interface (3.5, 3.7).
import { type Static, Type } from 'typebox';
import { Card } from '#capabilities/cards/index.ts';
import { Address } from '#capabilities/people/index.ts';
import { Amount, DateOnly, Named, Nullable } from '#platform/input/schemas.ts';
import { ScheduleItem } from '../../loan/plan-schemas.ts';
import { AgreedPromoProgram } from '../../loan/promo-schemas.ts';
import { Flags, Mapr, RatesValidation } from '../../loan/schemas.ts';
import { LineAgreement } from './agreement.ts';

/** The answer has every field that may be sent; what is not set is null. */
const AtOrigination = Named('LineAtOrigination')({
  ...Type.Required(LineAgreement).properties,
  promoPrograms: Nullable(Type.Array(AgreedPromoProgram), {
    description: 'Agreed with the loan. Null: none. Further ones are in the list of promo programs alone.',
  }),
  card: Nullable(Card, { description: 'Recorded with the line, as it is now. Null: none was.' }),
  cards: Nullable(Type.Array(Card), { description: 'All that were recorded with it.' }),
  coveredBorrower: Type.Boolean(),
  mapr: Mapr,
  personAddress: Nullable(Address, { description: 'The address that was sent in line.' }),
  validAddress: Nullable(Type.Boolean(), {
    description: 'Whether the address in line keeps our rules; true where an address on file is named; null without.',
  }),
  isValidMerchantId: Type.Boolean({ description: 'Whether merchantId is one of our merchants.' }),
});
export type AtOrigination = Static<typeof AtOrigination>;

const AmountsValidation = Flags('LineAmountsValidation', [], { description: 'Empty: a line has no schedule.' });

export const lineFields = {
  endDate: Nullable(DateOnly, { description: 'Null: a line goes on.' }),
  newDrawsAllowed: Type.Boolean({ description: 'Whether draws may be made.' }),
  drawsFrozen: Type.Boolean({ description: 'Whether spending is stopped on the draws that there are.' }),
  current: Type.Object({
    creditLimitAmount: Nullable(Amount, { description: 'Null before the activation.' }),
    periodicPayment: Nullable(Amount, { description: 'What the latest statement asked for by itself.' }),
    autopayEnabled: Type.Boolean(),
  }),
  ratesValidation: RatesValidation,
  amountsValidation: AmountsValidation,
  atOrigination: AtOrigination,
};

export const Activated = Type.Object(
  {
    schedule: Type.Array(ScheduleItem, { description: 'One row of zeros: nothing is owed yet.' }),
    ratesValidation: RatesValidation,
    amountsValidation: AmountsValidation,
  },
  { title: 'ActivatedLine' },
);

// The fields of an installment loan besides those of every loan.
import type { Position } from '@tenor/engine/installment/state.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { sql } from 'kysely';
import type { ShownLoan } from '../../loan/tables.ts';
import { agreementOf } from './agreement.ts';
import { shownAmountsFound } from './origination.ts';

/** The last due date and the payment, in the form that a state has. */
export const shownState = sql<ShownLoan['state']>`case when state is not null then jsonb_build_object('position',
  jsonb_build_object(
    'dueDates', jsonb_path_query_array(state, '$.position.dueDates[last]'),
    'payment', coalesce(
      nullif(state #> array['position', 'supplied', state #>> '{position,next}'], 'null'),
      state #> '{position,payment}'))) end`;

type ShownPosition = Pick<Position, 'dueDates' | 'payment'> & Partial<Position>;

/** The next of the supplied amounts, if amounts were supplied. */
const paymentOf = ({ supplied, next, payment }: ShownPosition): Cents => (supplied?.[next ?? 0] ?? payment) as Cents;

export function present(row: ShownLoan): object {
  const { figures } = row;
  const position = (row.state?.position ?? null) as ShownPosition | null;
  const lastDue = position?.dueDates.at(-1);
  const agreed = agreementOf(row);
  return {
    endDate: lastDue === undefined ? null : dateOf(lastDue),
    aprNominalAtActivation: figures.aprNominalAtActivation ?? null,
    aprEffectiveAtActivation: figures.aprEffectiveAtActivation ?? null,
    current: { periodicPayment: position === null ? null : paymentOf(position), autopayEnabled: false },
    ratesValidation: figures.ratesValidation ?? null,
    amountsValidation: shownAmountsFound(figures, agreed),
    atOrigination: {
      ...agreed,
      aprNominal: figures.aprNominalAtOrigination ?? null,
      aprEffective: figures.aprEffectiveAtOrigination ?? null,
      totalInterestAmount: figures.totalInterestAmount ?? null,
      totalDiscountAmount: figures.totalDiscountAmount ?? null,
      isValidMerchantId: agreed.merchantId ? true : null,
    },
  };
}

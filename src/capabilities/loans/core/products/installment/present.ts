// The fields of an installment loan besides those of every loan.
import type { Position } from '@tenor/engine/installment/state.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Address } from '#capabilities/people/index.ts';
import type { ShownLoan } from '../../loan/tables.ts';
import { agreementOf } from './agreement.ts';
import { shownAmountsFound } from './origination.ts';
import { disclosuresValidation, shownAgreement } from './shown-agreement.ts';

/** The last due date and the payment. */
export const shownOf = (position: Position): object => ({
  dueDates: position.dueDates.slice(-1),
  payment: paymentOf(position),
});

type ShownPosition = Pick<Position, 'dueDates' | 'payment'> & Partial<Position>;

/** The next of the supplied amounts, if amounts were supplied. */
const paymentOf = ({ supplied, next, payment }: ShownPosition): Cents => (supplied?.[next ?? 0] ?? payment) as Cents;

export function present(row: ShownLoan & { readonly address: Address | null }): object {
  const { figures } = row;
  const over = isOver(row);
  return {
    newDrawsAllowed: false,
    endDate: (over ? endedOn(row) : null) ?? lastDueOf(row),
    aprNominalAtActivation: figures.aprNominalAtActivation ?? null,
    aprEffectiveAtActivation: figures.aprEffectiveAtActivation ?? null,
    current: { periodicPayment: over ? 0 : periodicPaymentOf(row), autopayEnabled: row.autopay_plan_id !== null },
    ratesValidation: figures.ratesValidation ?? null,
    amountsValidation: shownAmountsFound(figures, agreementOf(row)),
    disclosuresValidation: disclosuresValidation(row),
    atOrigination: shownAgreement(row),
  };
}

const positionOf = ({ state }: ShownLoan): ShownPosition | null => (state?.position ?? null) as ShownPosition | null;

function lastDueOf(row: ShownLoan): CivilDate | null {
  const lastDue = positionOf(row)?.dueDates.at(-1);
  return lastDue === undefined ? null : dateOf(lastDue);
}

function periodicPaymentOf(row: ShownLoan): Cents | null {
  const position = positionOf(row);
  if (position !== null) return paymentOf(position);
  return row.status === 'originated' ? (row.figures.periodicPaymentAmount ?? null) : null;
}

const isOver = ({ status, is_closed }: ShownLoan): boolean =>
  is_closed || status === 'paidOff' || status === 'chargedOff';

/** The day on which a loan that is over ended. */
function endedOn({ status, zone, timestamps }: ShownLoan): CivilDate | null {
  const { paidOffAt, chargedOffAt, closedAt } = timestamps;
  const at = (status === 'chargedOff' ? chargedOffAt : paidOffAt) ?? closedAt;
  return at === undefined ? null : dateInZone(at, zone);
}

// The fields of a line besides those of every loan.
import type { LinePosition } from '@tenor/engine/line/state.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { BesideLoan } from '../../loan/product.ts';
import type { ShownLoan } from '../../loan/tables.ts';
import { shownAgreement } from './shown-agreement.ts';

/** The limit, whether money may be spent, and what the latest statement asked for. */
export const shownOf = ({ limit, newDrawsAllowed, drawsFrozen, latestAmount }: LinePosition): object => ({
  limit,
  newDrawsAllowed,
  drawsFrozen,
  latestAmount,
});

type ShownPosition = Pick<LinePosition, 'limit' | 'newDrawsAllowed' | 'drawsFrozen' | 'latestAmount'>;

export function present(row: ShownLoan & BesideLoan): object {
  const position = (row.state?.position ?? null) as ShownPosition | null;
  return {
    endDate: null,
    newDrawsAllowed: position?.newDrawsAllowed ?? row.new_draws_allowed ?? true,
    drawsFrozen: position?.drawsFrozen ?? false,
    current: {
      creditLimitAmount: (position?.limit ?? null) as Cents | null,
      periodicPayment: (position?.latestAmount ?? null) as Cents | null,
      autopayEnabled: row.autopay_plan_id !== null,
    },
    ratesValidation: row.figures.ratesValidation ?? null,
    amountsValidation: {},
    atOrigination: shownAgreement(row),
  };
}

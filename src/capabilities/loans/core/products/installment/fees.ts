// What is open of the fees of an installment loan, and what of them joined the principal.
import type { Obligation } from '@tenor/engine/account/records.ts';
import type { FeeType } from '@tenor/engine/account/terms.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { refuseField } from '#platform/errors.ts';
import { sums } from '../../loan/sums.ts';

/** A fee that is spread may be open in several places. */
export function openFees({ position: p }: State): Map<string, number> {
  const spread = p.spread === null ? [] : [p.spread];
  return sums([
    ...p.obligations.flatMap(({ fees }) => fees.map(({ key, open }) => [key, open] as const)),
    ...p.waiting.map(({ key, open }) => [key, open] as const),
    ...spread.map(({ key, open }) => [key, open] as const),
  ]);
}

/**
 * What joined the principal: a financed fee at once; with compoundWithFees what was open when the obligation turned
 * overdue.
 */
export function capitalisedFees(terms: Terms, state: State): Map<string, number> {
  const turns = new Map(
    state.records.steps.filter(({ kind }) => kind === 'capitalisation').map((step) => [step.cause, step.fees]),
  );
  const parts = [...state.records.obligations, ...state.position.obligations].flatMap((one) =>
    lastFees(one, turns.get(`capitalisation:${one.key}`) ?? 0),
  );
  const isFinanced = terms.fees.origination?.charged === 'financed';
  const joined = state.records.fees.filter(({ key }) => isFinanced && key === 'origination');
  return sums([...parts, ...joined.map(({ key, amount }) => [key, amount] as const)]);
}

/** Money pays the fees of an obligation in their order, so the amount that was open belongs to the last fees. */
function lastFees({ kind, fees }: Obligation, amount: number): (readonly [string, number])[] {
  if (kind !== 'instalment') return [];
  let rest = amount;
  return fees.toReversed().map(({ key, amount: whole }) => {
    const part = Math.min(rest, whole);
    rest -= part;
    return [key, part] as const;
  });
}

export const feeCap = ({ fees }: Terms, type: FeeType): Cents | null =>
  type === 'late'
    ? (fees.late?.lifetimeCap ?? null)
    : (fees.periodic.find((periodic) => periodic.type === type)?.cap ?? null);

/** Errors: InvalidRequest. */
export function mustTakeOriginationFee({ fees, principal }: Terms, amount: Cents): void {
  if (fees.origination === null) {
    const message = 'changes nothing: the loan was agreed without an origination fee';
    throw refuseField('feeAmount', message, 'another fee, by POST …/fees');
  }
  if (fees.origination.charged === 'deducted' && amount >= principal) {
    const expected = 'less than the principal it is deducted from';
    throw refuseField('feeAmount', 'leaves nothing that was paid out', expected);
  }
}

// What brings a fee of a draw along: its activation, or a purchase.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import { keyOfPurchaseFee } from '@tenor/engine/line/fees.ts';
import type { Day } from '@tenor/engine/values/day.ts';

interface Charged {
  readonly key: string;
  readonly on: Day;
}

const lastSecond = 86_399;

/**
 * A purchase that was recorded anew stands last. The second after it: of facts of one second those that were recorded
 * first come first, and the purchase may be recorded anew.
 */
export function broughtFee(facts: readonly Fact[], fee: Charged): Pick<LineFact, 'time'> | undefined {
  const brought = (facts as readonly LineFact[]).findLast((fact) => fact.on === fee.on && brings(fact, fee.key));
  if (brought === undefined) return undefined;
  return brought.time === undefined ? {} : { time: Math.min(brought.time + 1, lastSecond) };
}

function brings(fact: LineFact, key: string): boolean {
  if (fact.kind === 'drawActivation') return key === `draw:${fact.id}`;
  if (fact.kind !== 'purchase') return false;
  return key === `draw:${fact.id}` || (fact.fees ?? []).some((fee) => keyOfPurchaseFee(fee) === key);
}

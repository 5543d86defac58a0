// A payment that is safe makes the credit available that it has freed.
import type { Fact, FactBase } from '@tenor/engine/account/facts.ts';
import type { LineFactOf } from '@tenor/engine/line/facts.ts';

export function cleared(at: FactBase, payment: string): Fact {
  const fact: LineFactOf<'cleared'> = { ...at, kind: 'cleared', payment };
  return fact as unknown as Fact;
}
